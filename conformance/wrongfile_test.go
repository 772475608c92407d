package conformance

// The wrong port: files to rows.

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const wrongLimit = 1 << 20 // of a line, and of the search for a NUL

// isUTF16 is SPEC.md 5.8.
func (p wrongPort) isUTF16(file string) bool {
	little, big := strings.HasPrefix(file, "\xff\xfe"), strings.HasPrefix(file, "\xfe\xff")
	window := wrongLimit
	switch p {
	case "utf16-unnoticed", "utf16-decoded":
		return false
	case "utf16-little-unnoticed":
		little = false
	case "utf16-big-unnoticed":
		big = false
	case "utf16-without-mark":
		little = true
	case "utf16-mark-suffices":
		return little || big
	case "utf16-mark-anywhere":
		little = strings.Contains(file, "\xff\xfe") || strings.Contains(file, "\xfe\xff")
	case "utf16-window-none":
		window = len(file)
	case "utf16-window-one-less":
		window = wrongLimit - 1
	case "utf16-window-one-more":
		window = wrongLimit + 1
	case "utf16-window-after-mark":
		window = wrongLimit + 2
	case "utf16-window-4096":
		window = 4096
	case "utf16-window-first-line":
		window = strings.Index(file+"\n", "\n")
	case "utf16-window-third-byte":
		window = 4
	}
	return (little || big) && strings.Contains(file[:min(window, len(file))], "\x00")
}

// read is SPEC.md section 5.
func (p wrongPort) read(file string) (rows []wrongRow) {
	if p.isUTF16(file) {
		return nil
	}
	switch p {
	case "utf16-decoded":
		if strings.HasPrefix(file, "\xff\xfe") || strings.HasPrefix(file, "\xfe\xff") {
			file = decodeUTF16(file)
		}
	case "file-empty-crashes":
		if file == "" {
			panic("no input")
		}
	case "file-nul-refused":
		if strings.Contains(file, "\x00") {
			return nil
		}
	case "file-ends-at-nul":
		file, _, _ = strings.Cut(file, "\x00")
	case "file-nuls-removed":
		file = strings.ReplaceAll(file, "\x00", "")
	case "file-ends-at-control-z":
		file, _, _ = strings.Cut(file, "\x1a")
	case "file-not-utf8-refused":
		if !utf8.ValidString(file) {
			return nil
		}
	case "file-not-utf8-replaced":
		file = strings.ToValidUTF8(file, "\ufffd")
	case "file-first-megabyte":
		file = file[:min(len(file), 1<<20)]
	case "file-first-64k":
		file = file[:min(len(file), 1<<16)]
	case "end-cr-alone":
		file = strings.ReplaceAll(strings.ReplaceAll(file, "\r\n", "\n"), "\r", "\n")
	case "end-lf-cr":
		file = strings.ReplaceAll(file, "\n\r", "\n")
	case "end-vt":
		file = strings.ReplaceAll(file, "\v", "\n")
	case "end-ff":
		file = strings.ReplaceAll(file, "\f", "\n")
	case "end-fs-gs-rs":
		file = strings.NewReplacer("\x1c", "\n", "\x1d", "\n", "\x1e", "\n").Replace(file)
	case "end-us":
		file = strings.ReplaceAll(file, "\x1f", "\n")
	case "end-nel":
		file = strings.ReplaceAll(file, "\u0085", "\n")
	case "end-nel-latin1":
		file = strings.ReplaceAll(file, "\x85", "\n")
	case "end-u2028":
		file = strings.ReplaceAll(file, "\u2028", "\n")
	case "end-u2029":
		file = strings.ReplaceAll(file, "\u2029", "\n")
	case "end-nul":
		file = strings.ReplaceAll(file, "\x00", "\n")
	case "end-crlf-only-where-first":
		if head, _, _ := strings.Cut(file, "\n"); !strings.HasSuffix(head, "\r") {
			file = strings.ReplaceAll(file, "\r\n", "\r\r\n")
		}
	case "mark-twice":
		file = strings.TrimPrefix(file, "\xef\xbb\xbf")
	case "mark-everywhere":
		file = strings.ReplaceAll(file, "\xef\xbb\xbf", "")
	case "mark-half":
		file = strings.TrimPrefix(file, "\xef\xbb")
	case "mark-utf16":
		file = strings.TrimPrefix(strings.TrimPrefix(file, "\xff\xfe"), "\xfe\xff")
	case "mark-makes-first-line-malformed":
		if strings.HasPrefix(file, "\xef\xbb\xbf") {
			_, file, _ = strings.Cut(file, "\n")
		}
	}
	marked := strings.HasPrefix(file, "\xef\xbb\xbf")
	if marked && p != "mark-kept" {
		file = file[3:]
	}
	if p == "mark-after-first-line-end" {
		file = strings.TrimPrefix(file, "\n\xef\xbb\xbf")
	}
	limit := wrongLimit
	switch p {
	case "limit-none":
		limit = math.MaxInt
	case "limit-one-less":
		limit--
	case "limit-one-more":
		limit++
	case "limit-64k":
		limit = 1 << 16
	case "limit-1000000":
		limit = 1000000
	}
	at := 0
	for number := 1; file != ""; number++ {
		line, rest, ended := strings.Cut(file, "\n")
		at += len(line) + 1
		file = rest
		if !ended && p == "last-without-lf-dropped" {
			break
		}
		length := len(line)
		bare, hadCR := strings.CutSuffix(line, "\r")
		switch p {
		case "end-crs-stripped":
			bare = strings.TrimRight(line, "\r")
		case "end-crs-removed":
			bare = strings.ReplaceAll(line, "\r", "")
		case "end-crlf-not-stripped":
			if ended {
				bare = line
			}
		case "end-crlf-across-64k-not-stripped":
			if ended && (at-1)%(1<<16) == 0 {
				bare = line
			}
		case "last-cr-kept":
			if !ended {
				bare = line
			}
		case "last-crs-stripped":
			if !ended {
				bare = strings.TrimRight(line, "\r")
			}
		case "mark-on-each-line":
			bare = strings.TrimPrefix(bare, "\xef\xbb\xbf")
		case "line-trimmed":
			bare = strings.TrimSpace(bare)
		case "line-trimmed-right":
			bare = strings.TrimRight(bare, " \t\r")
		case "line-blanks-trimmed":
			bare = strings.Trim(bare, " ")
		case "line-comment-cut":
			bare, _, _ = strings.Cut(bare, "#")
		}
		line = bare
		counted := len(line)
		switch {
		case p == "limit-counts-lf" && ended:
			counted++
		case p == "limit-counts-cr" && hadCR && ended:
			counted = length
		case p == "limit-counts-last-cr" && hadCR && !ended:
			counted = length
		case p == "limit-counts-mark" && marked && number == 1:
			counted += 3
		case p == "limit-counts-characters":
			counted = utf8.RuneCountInString(line)
		}
		if counted > limit {
			switch p {
			case "limit-aborts":
				return rows
			case "limit-refuses-file":
				return nil
			case "limit-crashes":
				panic("line too long")
			case "limit-cuts":
				line = line[:limit]
			case "limit-continues":
				file, line = line[limit:]+"\n"+file, line[:limit]
			case "limit-costs-next":
				_, file, _ = strings.Cut(file, "\n")
				continue
			default:
				continue
			}
		}
		if strings.Trim(line, " \t") == "" {
			switch p {
			case "blank-ends-file":
				return rows
			case "blank-refuses-file":
				return nil
			case "blank-founds-group":
				rows = append(rows, wrongRow{})
			case "blank-tabs-are-a-row":
				if strings.Count(line, "\t") == 11 {
					rows = append(rows, wrongRow{})
				}
			}
			continue
		}
		if p == "comment-skipped" && line[0] == '#' || p == "comment-semicolon-skipped" && line[0] == ';' || p == "comment-slashes-skipped" && strings.HasPrefix(line, "//") {
			continue
		}
		if p == "header-skipped" && number == 1 || p == "header-word-skipped" && strings.HasPrefix(line, "backend\t") {
			continue
		}
		r, ok := p.parse(line)
		if !ok {
			switch p {
			case "malformed-ends-file":
				return rows
			case "malformed-refuses-file":
				return nil
			case "malformed-crashes":
				panic("malformed line")
			case "malformed-costs-next":
				_, file, _ = strings.Cut(file, "\n")
			case "malformed-costs-previous":
				rows = rows[:max(0, len(rows)-1)]
			case "malformed-founds-group":
				backend, _, _ := strings.Cut(line, "\t")
				rows = append(rows, wrongRow{backend: backend, kernels: 1})
			case "malformed-counts-opaque":
				backend, _, _ := strings.Cut(line, "\t")
				rows = append(rows, wrongRow{backend: backend, opaque: true})
			case "malformed-joined-with-next":
				if file != "" && strings.Count(line, "\t") < 10 {
					file = line + file
				}
			case "malformed-repeats-previous":
				if len(rows) > 0 {
					rows = append(rows, rows[len(rows)-1])
				}
			}
			continue
		}
		rows = append(rows, r)
	}
	return rows
}

func decodeUTF16(file string) string {
	var units []uint16
	for i := 2; i+1 < len(file); i += 2 {
		unit := uint16(file[i]) | uint16(file[i+1])<<8
		if file[0] == '\xfe' {
			unit = unit<<8 | unit>>8
		}
		units = append(units, unit)
	}
	return string(utf16.Decode(units))
}
