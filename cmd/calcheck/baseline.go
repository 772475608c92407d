package main

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A baseline is the findings that are known already, so that a check tells the
// new ones from them. It is keyed by content, not by line, and it counts: of three
// equal findings of which two are known, the third is new. The path of the file is
// part of the key: the same row in another file is another finding, and the
// findings of a file that is renamed are new, until the baseline is written again.
type baseline struct {
	name    string // of its file
	writing bool   // --write-baseline: all that is found is known
	entries map[contentKey]*baselineEntry
}

// baselineEntry is findings that are equal. In the file it is a line, so that
// versions merge by lines, sorted, so that they differ only where the findings do.
type baselineEntry struct {
	path    string
	rule    string
	count   int64 // known
	key     contentKey
	message string // the start of the first one's, for people

	seen int64 // found in this run
}

// baselineVersion is the first line of a baseline.
const baselineVersion = "calcheck-baseline 1"

const baselineHeader = baselineVersion + `
# Findings that calcheck check --baseline leaves out; --write-baseline writes them.
# file, rule, how many, SHA-256 of rule, file, line and column, the first message
`

// openBaseline returns the baseline that the flags name, or nil.
func openBaseline(o *checkOutput) (*baseline, error) {
	b := &baseline{name: o.baseline, entries: map[contentKey]*baselineEntry{}}
	if o.writeBaseline != "" {
		b.name, b.writing = o.writeBaseline, true
	}
	source := cmp.Or(o.baseline, o.writeBaseline)
	if source == "" {
		return nil, nil
	}
	err := b.load(source)
	if o.baseline == "" && errors.Is(err, fs.ErrNotExist) {
		err = nil // it is about to be written
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// load reads a file. It must be a baseline also where it is only to be written,
// so that no other file is lost to a slip of the hand.
func (b *baseline) load(name string) error {
	file, err := fileInput(name).open()
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	line := 0
	for lines.Scan() {
		line++
		text := lines.Text() // without CR: Git may have added it
		switch {
		case line == 1:
			if text != baselineVersion {
				return fmt.Errorf("%s:1: found %s, expected %q: it is no baseline, or one of another version of calcheck", name, quoteNear(text, 0), baselineVersion)
			}
		case text == "" || text[0] == '#':
		default:
			entry, err := parseBaselineEntry(text)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", name, line, err)
			}
			b.add(entry)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: a line of more than %d bytes: it is no baseline", name, line+1, bufio.MaxScanTokenSize)
	} else if err != nil {
		return fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	if line == 0 {
		return fmt.Errorf("%s:1: the file is empty, expected %q", name, baselineVersion)
	}
	return nil
}

// add takes in an entry. One that is there twice, as a merge may leave it, counts
// once: as much as the greater of the two.
func (b *baseline) add(e *baselineEntry) {
	if known := b.entries[e.key]; known != nil {
		known.count = max(known.count, e.count)
		return
	}
	b.entries[e.key] = e
}

func parseBaselineEntry(line string) (*baselineEntry, error) {
	const columns = 5
	cells := strings.Split(line, "\t")
	if len(cells) != columns {
		return nil, fmt.Errorf("%s, expected %d: file, rule, count, SHA-256 and message: %s", counted(len(cells), "column"), columns, quoteNear(line, 0))
	}
	e := &baselineEntry{path: cells[0], rule: cells[1], message: cells[4]}
	var err error
	if e.count, err = strconv.ParseInt(cells[2], 10, 64); err != nil || e.count < 1 {
		return nil, fmt.Errorf("column 3: %s, expected a count of one or more", quoteNear(cells[2], 0))
	}
	key, err := hex.DecodeString(cells[3])
	if err != nil || len(key) != len(e.key) {
		return nil, fmt.Errorf("column 4: %s, expected a SHA-256 of %d hexadecimal digits", quoteNear(cells[3], 0), 2*len(e.key))
	}
	copy(e.key[:], key)
	return e, nil
}

func (e *baselineEntry) line(count int64) string {
	return fmt.Sprintf("%s\t%s\t%d\t%x\t%s\n", e.path, e.rule, count, e.key, e.message)
}

// knows counts a finding and reports whether the baseline has it.
func (b *baseline) knows(f printedFinding) bool {
	e := b.entries[f.key]
	if e == nil {
		if !b.writing {
			return false
		}
		e = &baselineEntry{path: f.path, rule: f.rule.id, key: f.key}
		b.entries[f.key] = e
	}
	e.seen++
	if b.writing && e.seen == 1 {
		e.message = excerpt(f.message)
	}
	return b.writing || e.seen <= e.count
}

// excerpt is the start of a message, enough to know it again.
func excerpt(message string) string {
	const most = 100
	message = visible(message)
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:most], "") + "..."
}

// sorted returns the entries in the order of the file.
func (b *baseline) sorted() []*baselineEntry {
	entries := make([]*baselineEntry, 0, len(b.entries))
	for _, e := range b.entries {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b *baselineEntry) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.rule, b.rule), slices.Compare(a.key[:], b.key[:]))
	})
	return entries
}

// write writes the file: what was found, and of what the run could not tell
// whether it is still there, what was known.
func (b *baseline) write(told *coverage) (findings int64, err error) {
	file, err := createFile(b.name)
	if err != nil {
		return 0, err
	}
	file.WriteString(baselineHeader)
	for _, e := range b.sorted() {
		count := e.seen
		switch {
		case told.failed(e.path):
			count = e.count
		case !told.all(e):
			count = max(count, e.count)
		}
		if count > 0 {
			findings += count
			file.WriteString(e.line(count))
		}
	}
	return findings, file.commit()
}

// left is how many findings were seen that the file will not know, as they are of
// files that could not be read to the end.
func (b *baseline) left(told *coverage) (n int64) {
	for _, e := range b.entries {
		if told.failed(e.path) {
			n += e.seen
		}
	}
	return n
}

// stale returns the entries that know more than was found, where the run can tell.
func (b *baseline) stale(told *coverage) []*baselineEntry {
	var stale []*baselineEntry
	for _, e := range b.sorted() {
		if e.seen < e.count && told.all(e) {
			stale = append(stale, e)
		}
	}
	return stale
}

// coverage is what a run can tell of: the files that were read to their ends,
// and those that are no more.
type coverage struct {
	chosen   func(*rule) bool // nil: every rule
	complete bool             // every file could be read
	read     map[string]bool  // by path: whether to its end
}

func newCoverage(s *summary, chosen func(*rule) bool) *coverage {
	told := &coverage{chosen: chosen, complete: s.unreadable == 0, read: map[string]bool{}}
	for i := range s.inputs {
		in := &s.inputs[i]
		told.read[relativePath(in.name)] = s.failed[in] == nil
	}
	return told
}

// betweenRows are the rules that compare rows: what they find in a file depends
// on others.
var betweenRows = []*rule{duplicateRow, digestConflict, outlierPeak, unconstrainedLeg, lookalikeBackend, mixedMachines}

// failed reports whether a file could not be read, or not to its end.
func (t *coverage) failed(path string) bool {
	read, named := t.read[path]
	return named && !read
}

// all reports whether the run has found all that there is of an entry's findings.
func (t *coverage) all(e *baselineEntry) bool {
	for _, r := range rules {
		if r.id == e.rule && (t.chosen != nil && !t.chosen(r) || !t.complete && slices.Contains(betweenRows, r)) {
			return false
		}
	}
	read, named := t.read[e.path]
	if !named {
		_, err := os.Stat(e.path)
		return errors.Is(err, fs.ErrNotExist) && e.path != stdinName &&
			!strings.Contains(e.path, `\`) // escaped, not the name that the system knows
	}
	return read
}
