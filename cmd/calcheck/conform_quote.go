package main

import (
	"fmt"
	"strconv"
	"strings"
)

// commonPrefix is how many bytes a and b begin with together.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// quoteNear quotes a text, so that nothing in it reaches a terminal as it is. In a
// long one, runs of a byte are written as "0"*1000; and if it is still long, only
// what is near a byte is quoted, with how much is left out.
func quoteNear(s string, near int) string {
	const most, before = 320, 120
	if len(s) <= most {
		return strconv.Quote(s)
	}
	if quoted := quoteRuns(s, most); quoted != "" {
		return quoted
	}
	start := max(0, min(near-before, len(s)-most))
	quoted := strconv.Quote(s[start : start+most])
	if start > 0 {
		quoted = fmt.Sprintf("(%d bytes)... %s", start, quoted)
	}
	if rest := len(s) - start - most; rest > 0 {
		quoted = fmt.Sprintf("%s ...(%d bytes)", quoted, rest)
	}
	return quoted
}

// quoteRuns quotes a text with its long runs of one ASCII byte as repetitions, as
// the files of the vectors do. It is empty if that becomes longer than most.
func quoteRuns(s string, most int) string {
	const long = 40
	var b strings.Builder
	piece := func(text string, times int) {
		if text == "" {
			return
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Quote(text))
		if times > 1 {
			fmt.Fprintf(&b, "*%d", times)
		}
	}
	plain := 0 // s[plain:i] is not quoted yet
	for i := 0; i < len(s); {
		run := 1
		for i+run < len(s) && s[i+run] == s[i] {
			run++
		}
		if run >= long && s[i] < 0x80 {
			piece(s[plain:i], 1)
			piece(s[i:i+1], run)
			plain = i + run
		}
		i += run
		if i-plain > most || b.Len() > most {
			return ""
		}
	}
	piece(s[plain:], 1)
	return b.String()
}

// shellQuote writes arguments as a shell reads them, on one line.
func shellQuote(args []string) string {
	var quoted []string
	for _, arg := range args {
		quoted = append(quoted, shellQuoteOne(arg))
	}
	return strings.Join(quoted, " ")
}

func shellQuoteOne(arg string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,+@%", r)
	}
	switch {
	case arg != "" && strings.TrimFunc(arg, safe) == "":
		return arg
	case visible(arg) == arg:
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	var b strings.Builder // $'...' takes escapes, in bash, zsh and POSIX since 2024
	for i := range len(arg) {
		switch c := arg[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return "$'" + b.String() + "'"
}
