package main

import (
	"fmt"

	"github.com/calcheck/calibration/internal/workload"
)

// speed is the main table: everything on the realistic files, beside wc -l.
func (s *session) speed() error {
	for _, rows := range []uint64{s.rows / 10, s.rows} {
		path, err := s.file("realistic", rows)
		if err != nil {
			return err
		}
		oneCore := s.on(path, "`GOMAXPROCS=1 calcheck fit`", "fit")
		oneCore.env = []string{"GOMAXPROCS=1"}
		redirected := s.on("-", "`calcheck fit - < FILE`", "fit")
		redirected.stdin = path
		piped := s.on("-", "`cat FILE \\| calcheck fit -`", "fit")
		piped.feed = []string{s.cat, path}
		wc := program{name: "`wc -l`", args: []string{s.wc, "-l", path}}
		if _, err := s.inTurn(1, wc); err != nil { // so that the file is in memory
			return err
		}
		progress("speed on %s rows, %d rounds", grouped(rows), s.rounds)
		results, err := s.inTurn(s.rounds,
			wc,
			s.on(path, "`calcheck fit`, two cores", "fit"),
			s.on(path, "`calcheck fit --jobs 1`", "fit", "--jobs", "1"),
			oneCore,
			s.on(path, "`calcheck check`, two cores", "check"),
			s.on(path, "`calcheck check --jobs 1`", "check", "--jobs", "1"),
			redirected,
			piped,
			program{name: "encoding/csv, strconv", args: []string{s.plaincsv, path}, env: twoCores},
		)
		if err != nil {
			return err
		}
		t := table{{"", "seconds", "÷ `wc -l`", "ns/row", "peak MiB"}}
		for _, m := range results {
			t.add(m.name, seconds(m.median()), ratio(perRow(m, rows), perRow(results[0], rows)), nanos(perRow(m, rows)), mebibytes(m.rss))
		}
		t.print(s.out, "Speed, %s rows of %s, medians of %d", grouped(rows), size(path), s.rounds)
	}
	return nil
}

// memory is what the fit and the check hold while the rows grow tenfold.
func (s *session) memory() error {
	t := table{{"", "rows", "seconds", "ns/row", "peak MiB"}}
	sizes := []uint64{s.rows / 10, s.rows}
	if s.large {
		sizes = append(sizes, 10*s.rows)
	}
	for _, rows := range sizes {
		rounds := min(s.rounds, 3)
		fed := func(command string) program {
			p := s.on("-", "generator \\| `calcheck "+command+" -`", command)
			p.feed = s.genArgs("realistic", rows)
			return p
		}
		programs := []program{fed("fit"), fed("check")}
		if rows <= s.rows {
			path, err := s.file("realistic", rows)
			if err != nil {
				return err
			}
			programs = append(programs, s.on(path, "`calcheck fit FILE`", "fit"), s.on(path, "`calcheck check FILE`", "check"))
		} else {
			rounds = 1 // it takes minutes
		}
		progress("memory at %s rows, %d rounds", grouped(rows), rounds)
		results, err := s.inTurn(rounds, programs...)
		if err != nil {
			return err
		}
		for _, m := range results {
			t.add(m.name, grouped(rows), seconds(m.median()), nanos(perRow(m, rows)), mebibytes(m.rss))
		}
	}
	t.print(s.out, "Memory over the number of rows; behind the generator, the times are the generator's")
	return nil
}

// adversarial is each workload beside the realistic one, in turn.
func (s *session) adversarial() error {
	t := table{{"", "rows", "file", "`fit` ns/row", "÷ realistic", "per byte ÷", "peak MiB", "bytes kept/row", "`check` ns/row", "÷ realistic", "per byte ÷", "peak MiB"}}
	usual := s.rows / 10
	realistic, err := s.file("realistic", usual)
	if err != nil {
		return err
	}
	type run struct {
		workload.Workload
		rows uint64
	}
	var runs []run
	for _, w := range workload.All {
		rows := usual
		if w.Name == "long" {
			rows = max(1, rows/1000) // of 1 MiB each: ten times the bytes
		}
		runs = append(runs, run{w, rows})
		if w.Name == "frontier" {
			runs = append(runs, run{w, s.rows}) // the one that the fit must keep
		}
	}
	for _, r := range runs {
		path, err := s.file(r.Name, r.rows)
		if err != nil {
			return err
		}
		progress("%s, %s rows, %d rounds", r.Name, grouped(r.rows), s.rounds)
		fit, check := s.on(path, "", "fit"), s.on(path, "", "check")
		fit.finds = r.Name == "malformed"
		check.finds = r.Name != "realistic"
		results, err := s.inTurn(s.rounds, s.on(realistic, "", "fit"), fit, s.on(realistic, "", "check"), check)
		if err != nil {
			return err
		}
		cells := []string{r.Name, grouped(r.rows), size(path)}
		for i := 0; i < len(results); i += 2 {
			base, m := results[i], results[i+1]
			times := ratio(perRow(m, r.rows), perRow(base, usual))
			if r.Name == "long" {
				times = "" // a row of another size: per byte is what compares
			}
			cells = append(cells, nanos(perRow(m, r.rows)), times, ratio(perByte(m, path), perByte(base, realistic)), mebibytes(m.rss))
			if i == 0 {
				kept := ""
				if r.Grows && m.rss.peak > base.rss.peak {
					kept = fmt.Sprintf("%.0f", float64(m.rss.peak-base.rss.peak)/float64(r.rows))
				}
				cells = append(cells, kept)
			}
		}
		t.add(cells...)
		if path != realistic {
			s.done(path)
		}
	}
	t.print(s.out, "Worst cases, medians of %d, each beside %s realistic rows in the same rounds", s.rounds, grouped(usual))
	fmt.Fprintln(s.out)
	for _, w := range workload.All[1:] {
		fmt.Fprintf(s.out, "- %s: %s\n", w.Name, w.WorstOf)
	}
	return nil
}

// small is a small file, where starting is all.
func (s *session) small() error {
	const rows, runs = 100, 50
	path, err := s.file("realistic", rows)
	if err != nil {
		return err
	}
	progress("%d rows, %d rounds", rows, runs)
	results, err := s.inTurn(runs,
		program{name: "`wc -l`", args: []string{s.wc, "-l", path}},
		s.on(path, "`calcheck check`", "check"),
		s.on(path, "`calcheck fit`", "fit"),
		program{name: "encoding/csv, strconv", args: []string{s.plaincsv, path}, env: twoCores}, // what any Go program takes to start
	)
	if err != nil {
		return err
	}
	t := table{{"", "median ms", "slowest ms"}}
	for _, m := range results {
		t.add(m.name, milliseconds(m.median()), milliseconds(m.greatest()))
	}
	t.print(s.out, "A file of %d rows, start to exit, %d runs", rows, runs)
	return nil
}
