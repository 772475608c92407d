package conformance

import (
	"fmt"
	"strconv"
	"strings"
)

// The files in vectors hold one block per vector, blocks separated by blank
// lines, each line a key and its value:
//
//	id      number-nan
//	spec    3.5 3.12
//	reason  nan is no number of this format
//	departs number-grammar
//	near    number-plain
//	in      "cc\td1\tmm\tl\tnan\t\t1\t10\t20\tfalse\tfalse\tfalse"
//	want    "error"
//
// departs and near may be missing. The values of in and want are Go strings in
// double quotes, each of which may be repeated by *N; those of several lines
// follow each other. Every byte that is not printable ASCII is escaped, so that
// the files survive any editor.

// decodeVectors reads the vectors of one category.
func decodeVectors(category, text string) ([]Vector, error) {
	var vectors []Vector
	var v *Vector
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			v = nil
			continue
		}
		key, value, _ := strings.Cut(line, " ")
		value = strings.TrimLeft(value, " ")
		if v == nil {
			if key != "id" {
				return nil, fmt.Errorf("line %d: a vector starts with its id, not with %q", number, key)
			}
			vectors = append(vectors, Vector{Category: category})
			v = &vectors[len(vectors)-1]
		}
		if err := v.set(key, value); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return vectors, nil
}

func (v *Vector) set(key, value string) (err error) {
	bytes := func(to *string) {
		var s string
		if s, err = decodeBytes(value); err == nil {
			*to += s
		}
	}
	switch key {
	case "id":
		v.ID = value
	case "spec":
		v.Spec = strings.Fields(value)
	case "reason":
		v.Reason = value
	case "departs":
		v.Departure = value
	case "near":
		v.Near = value
	case "in":
		bytes(&v.Input)
	case "want":
		bytes(&v.Want)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return err
}

// decodeBytes reads quoted strings, each with an optional *N, into one.
func decodeBytes(value string) (string, error) {
	var b strings.Builder
	for value != "" {
		quoted, err := strconv.QuotedPrefix(value)
		if err != nil {
			return "", fmt.Errorf("expected a quoted string at %q", value)
		}
		s, err := strconv.Unquote(quoted)
		if err != nil {
			return "", fmt.Errorf("%s: %w", quoted, err)
		}
		value = value[len(quoted):]
		times := 1
		if count, ok := strings.CutPrefix(value, "*"); ok {
			count, _, _ = strings.Cut(count, " ")
			if times, err = strconv.Atoi(count); err != nil || times < 0 {
				return "", fmt.Errorf("expected a number of repetitions at %q", value)
			}
			value = value[1+len(count):]
		}
		b.WriteString(strings.Repeat(s, times))
		value = strings.TrimLeft(value, " ")
	}
	return b.String(), nil
}

// encodeVectors is the reverse of decodeVectors.
func encodeVectors(vectors []Vector) string {
	var b strings.Builder
	for i, v := range vectors {
		if i > 0 {
			b.WriteByte('\n')
		}
		field := func(key, value string) {
			if value != "" {
				fmt.Fprintf(&b, "%-7s %s\n", key, value)
			}
		}
		field("id", v.ID)
		field("spec", strings.Join(v.Spec, " "))
		field("reason", v.Reason)
		field("departs", v.Departure)
		field("near", v.Near)
		for _, line := range encodeBytes(v.Input) {
			field("in", line)
		}
		for _, line := range encodeBytes(v.Want) {
			field("want", line)
		}
	}
	return b.String()
}

// encodeBytes quotes s, a piece per line of s, runs of one byte as repetitions.
func encodeBytes(s string) []string {
	if s == "" {
		return []string{`""`}
	}
	var lines []string
	for line := range strings.SplitAfterSeq(s, "\n") {
		if line != "" {
			lines = append(lines, encodeLine(line))
		}
	}
	return lines
}

// longRun is how many equal bytes become a repetition.
const longRun = 40

func encodeLine(line string) string {
	var pieces []string
	plain := 0 // line[plain:i] is not encoded yet
	flush := func(end int) {
		if end > plain {
			pieces = append(pieces, quoteASCII(line[plain:end]))
		}
	}
	for i := 0; i < len(line); {
		run := 1
		for i+run < len(line) && line[i+run] == line[i] {
			run++
		}
		if run >= longRun {
			flush(i)
			pieces = append(pieces, fmt.Sprintf("%s*%d", quoteASCII(line[i:i+1]), run))
			plain = i + run
		}
		i += run
	}
	flush(len(line))
	return strings.Join(pieces, " ")
}

// quoteASCII quotes byte by byte: strconv would write characters, not bytes.
func quoteASCII(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c < ' ' || c >= 0x7f:
			b = fmt.Appendf(b, `\x%02x`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
