// Command plaincsv is what an engineer writes first: encoding/csv, strconv, and
// the greatest rate of each leg per backend in floating point. calcheck is
// measured beside it. It checks less, and its constants are not exact.
package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
)

type peaks struct{ flops, bandwidth float64 }

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: plaincsv FILE")
	}
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma = '\t'
	r.LazyQuotes = true
	r.ReuseRecord = true
	r.FieldsPerRecord = 12

	backends := map[string]*peaks{}
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		if err := add(backends, record); err != nil {
			line, _ := r.FieldPos(0)
			log.Fatalf("line %d: %v", line, err)
		}
	}
	for name, p := range backends {
		fmt.Printf("# backend %s\nmodel_peak_flops=%e\nmodel_peak_memory_bandwidth=%e\n", name, p.flops, p.bandwidth)
	}
}

// add takes in one row; all its numbers and flags must be such.
func add(backends map[string]*peaks, record []string) error {
	measured, err := strconv.ParseFloat(record[4], 64)
	if err != nil {
		return err
	}
	if record[5] != "" {
		if _, err := strconv.ParseFloat(record[5], 64); err != nil {
			return err
		}
	}
	var counts [3]int64
	for i := range counts {
		if counts[i], err = strconv.ParseInt(record[6+i], 10, 64); err != nil {
			return err
		}
	}
	var flags [3]bool
	for i := range flags {
		if flags[i], err = strconv.ParseBool(record[9+i]); err != nil {
			return err
		}
	}
	p := backends[record[0]]
	if p == nil {
		p = new(peaks)
		backends[record[0]] = p
	}
	if flags[2] || measured <= 0 {
		return nil
	}
	if !flags[0] {
		p.flops = max(p.flops, float64(counts[1])/(measured/1000))
	}
	if !flags[1] {
		p.bandwidth = max(p.bandwidth, float64(counts[2])/(measured/1000))
	}
	return nil
}
