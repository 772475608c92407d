package conformance

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A wrongPort is a plain port, written from SPEC.md alone, with one fault: the
// slug of a row of the table wrongPorts. Without a slug it is right. It shares no
// logic with package calibration or internal/naive.
type wrongPort string

// Answer answers in process. What panics through a fault is a crash, as it would be
// in a port that is a program.
func (p wrongPort) Answer(_ context.Context, mode Mode, input string) (output string, err error) {
	defer func() {
		if p == "" {
			return // a right port does not crash
		}
		if cause := recover(); cause != nil {
			err = &CrashError{Status: fmt.Sprint(cause)}
		}
	}()
	switch mode {
	case Parse:
		output = p.answerLines(input, p.answerParse)
	case Emit:
		output = p.answerLines(input, p.answerEmit)
	default:
		output = p.answerFit(input)
	}
	switch p {
	case "answers-crlf":
		output = strings.ReplaceAll(output, "\n", "\r\n")
	case "answers-no-last-lf":
		output = strings.TrimSuffix(output, "\n")
	case "answers-mark":
		output = "\xef\xbb\xbf" + output
	case "answers-blank-line-last":
		output += "\n"
	case "answers-escaped-high":
		output = regexp.MustCompile(`[^\x00-\x7f]`).ReplaceAllString(output, "?")
	}
	return output, nil
}

func (p wrongPort) answerLines(input string, answer func(string) string) string {
	if p == "answers-lines-split-at-cr" {
		input = strings.ReplaceAll(input, "\r", "\n")
	}
	if p == "answers-lines-split-at-separators" {
		input = strings.NewReplacer("\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(input)
	}
	var b strings.Builder
	for line := range strings.Lines(input) {
		b.WriteString(answer(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return b.String()
}

func (p wrongPort) answerParse(line string) string {
	switch p {
	case "parse-cr-stripped":
		line = strings.TrimSuffix(line, "\r")
	case "parse-mark-stripped":
		line = strings.TrimPrefix(line, "\xef\xbb\xbf")
	case "parse-blank-answered-ok":
		if strings.Trim(line, " \t") == "" {
			return "ok\t"
		}
	case "parse-line-limit":
		if len(line) > 1<<20 {
			return "error"
		}
	case "parse-line-limit-64k":
		if len(line) >= 1<<16 {
			return "error"
		}
	case "parse-line-trimmed":
		line = strings.TrimSpace(line)
	}
	r, ok := p.parse(line)
	switch {
	case !ok && p == "parse-error-explained":
		return "error: malformed line"
	case !ok:
		return "error"
	case p == "parse-echoed":
		return "ok\t" + line
	case p == "parse-ok-blank":
		return "ok " + p.line(r)
	}
	return "ok\t" + p.line(r)
}

func (p wrongPort) answerEmit(request string) string {
	cells := strings.Split(request, "\t")
	if len(cells) != 12 {
		return "error"
	}
	texts := slices.Clone(cells[:4])
	for i, text := range texts {
		cells[i] = "x"
		var b strings.Builder
		for at := 0; at < len(text); at++ {
			if text[at] != '\\' {
				b.WriteByte(text[at])
				continue
			}
			at++
			b.WriteByte(map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', '0': 0, '\\': '\\'}[text[at]])
		}
		texts[i] = b.String()
		switch p {
		case "emit-escapes-kept":
			texts[i] = text
		case "emit-unescaped-one-after-another":
			for _, e := range [][2]string{{`\\`, `\`}, {`\t`, "\t"}, {`\n`, "\n"}, {`\r`, "\r"}, {`\0`, "\x00"}} {
				text = strings.ReplaceAll(text, e[0], e[1])
			}
			texts[i] = text
		case "emit-text-ends-at-nul":
			texts[i], _, _ = strings.Cut(texts[i], "\x00")
		}
	}
	r, ok := p.parse(strings.Join(cells, "\t"))
	if !ok {
		return "error"
	}
	r.backend, r.digest, r.routine, r.label = texts[0], texts[1], texts[2], texts[3]
	if p == "emit-barred-refused" && strings.ContainsAny(strings.Join(texts, ""), "\t\n\r\x00") {
		return "error"
	}
	return "ok\t" + p.line(r)
}
