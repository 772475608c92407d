package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

// table is the rows of one, the heading first.
type table [][]string

func (t *table) add(cells ...string) { *t = append(*t, cells) }

// print prints the table as Markdown that is readable as it is. All columns but
// the first are numbers.
func (t *table) print(w io.Writer, title string, args ...any) {
	widths := make([]int, len((*t)[0]))
	for _, cells := range *t {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 3)
		}
	}
	fmt.Fprintf(w, "\n"+title+":\n\n", args...)
	for r, cells := range *t {
		for i, cell := range cells {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				fmt.Fprint(w, "| ", cell, pad, " |")
			} else {
				fmt.Fprint(w, " ", pad, cell, " |")
			}
		}
		fmt.Fprintln(w)
		if r == 0 {
			for i, width := range widths {
				if i == 0 {
					fmt.Fprint(w, "|", strings.Repeat("-", width+2), "|")
				} else {
					fmt.Fprint(w, strings.Repeat("-", width+1), ":|")
				}
			}
			fmt.Fprintln(w)
		}
	}
}

// perRow is nanoseconds for each row, 0 if there is no measurement.
func perRow(m measured, rows uint64) float64 {
	return float64(m.median()) / float64(rows)
}

func perByte(m measured, path string) float64 {
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return 0
	}
	return float64(m.median()) / float64(info.Size())
}

// The cells of tables. What was not measured is a dash.

const none = "–"

func seconds(d time.Duration) string {
	if d == 0 {
		return none
	}
	return fmt.Sprintf("%.3f", d.Seconds())
}

func milliseconds(d time.Duration) string {
	if d == 0 {
		return none
	}
	return fmt.Sprintf("%.1f", d.Seconds()*1e3)
}

func nanos(ns float64) string {
	switch {
	case ns == 0:
		return none
	case ns < 100:
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

func ratio(a, b float64) string {
	if a == 0 || b == 0 {
		return none
	}
	return fmt.Sprintf("%.2f", a/b)
}

func mebibytes(m rss) string {
	text := fmt.Sprintf("%.1f", float64(m.peak)/(1<<20))
	switch {
	case m.peak == 0:
		return none
	case m.bound:
		return "≤ " + text
	}
	return text
}

func size(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return none
	}
	return fmt.Sprintf("%.1f MB", float64(info.Size())/1e6)
}

// grouped is 1234567 as 1,234,567.
func grouped(n uint64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return grouped(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
