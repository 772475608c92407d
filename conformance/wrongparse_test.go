package conformance

// The wrong port: lines to rows: columns, texts.

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// wrongRow is SPEC.md 2.1, and the decimal of measured_ms.
type wrongRow struct {
	backend, digest, routine, label  string
	ms, model                        float64
	hasModel                         bool
	kernels, flops, bytes            int64
	flopsApprox, bytesApprox, opaque bool
	decimal                          string
}

// parse is SPEC.md section 3.
func (p wrongPort) parse(line string) (r wrongRow, ok bool) {
	switch p {
	case "columns-trailing-tab-dropped":
		line = strings.TrimSuffix(line, "\t")
	case "columns-leading-tab-dropped":
		line = strings.TrimPrefix(line, "\t")
	case "line-ends-at-nul":
		line, _, _ = strings.Cut(line, "\x00")
	case "line-decoded-as-latin1":
		line = latin1ToUTF8(line)
	}
	c := strings.Split(line, "\t")
	switch p {
	case "columns-runs-of-tabs":
		c = regexp.MustCompile(`\t+`).Split(line, -1)
	case "columns-blanks":
		c = regexp.MustCompile(`[ \t]`).Split(line, -1)
	case "columns-whitespace":
		c = strings.Fields(line)
	case "columns-commas":
		if !strings.Contains(line, "\t") {
			c = strings.Split(line, ",")
		}
	case "columns-quoted":
		for i := range c {
			if len(c[i]) > 1 && strings.HasPrefix(c[i], `"`) && strings.HasSuffix(c[i], `"`) {
				c[i] = c[i][1 : len(c[i])-1]
			}
		}
	case "columns-trimmed":
		for i := range c {
			c[i] = strings.Trim(c[i], " ")
		}
	}
	insert := func(at int, cells ...string) { c = slices.Insert(c, at, cells...) }
	switch {
	case len(c) == 12:
		if p == "columns-12-refused-without-routine" && c[2] == "" {
			return r, false
		}
	case len(c) == 11:
		switch p {
		case "columns-11-refused":
			return r, false
		case "columns-11-routine-first":
			insert(0, "")
		case "columns-11-routine-before-digest":
			insert(1, "")
		case "columns-11-routine-after-label":
			insert(3, "")
		case "columns-11-routine-is-label":
			insert(2, c[2])
		case "columns-11-lacks-opaque":
			insert(11, "false")
		case "columns-11-lacks-opaque-or-routine":
			if _, number := p.number(c[4]); number && c[3] != "" {
				if _, earlier := p.number(c[3]); !earlier {
					insert(11, "false")
					break
				}
			}
			insert(2, "")
		case "columns-11-lacks-model":
			insert(2, "")
			c[5] = ""
		case "columns-11-flags-swapped":
			insert(2, "")
			c[9], c[10] = c[10], c[9]
		case "columns-11-flags-ignored":
			insert(2, "")
			c[9], c[10], c[11] = "false", "false", "false"
		default:
			insert(2, "")
		}
	case len(c) == 9 && p == "columns-9":
		insert(2, "")
		insert(9, "false", "false")
	case len(c) == 10 && p == "columns-10":
		insert(2, "")
		insert(11, "false")
	case len(c) == 13 && p == "columns-13":
		c = c[:12]
	case len(c) == 13 && p == "columns-13-if-empty" && c[12] == "":
		c = c[:12]
	case len(c) > 12 && p == "columns-more-ignored":
		c = c[:12]
	case len(c) < 11 && len(c) > 8 && p == "columns-missing-are-false":
		for len(c) < 12 {
			c = append(c, "false")
		}
	default:
		return r, false
	}
	ok = true
	for i := range 4 {
		text, good := p.text(i, c[i])
		c[i] = text
		ok = ok && good
	}
	measured, good := p.number(c[4])
	ok = ok && good
	r = wrongRow{backend: c[0], digest: c[1], routine: c[2], label: c[3], ms: measured, decimal: c[4]}
	r.model, r.hasModel, good = p.modelCell(c[5])
	ok = ok && good
	for i, to := range []*int64{&r.kernels, &r.flops, &r.bytes} {
		*to, good = p.integerIn(i, c[6+i])
		ok = ok && good
	}
	for i, to := range []*bool{&r.flopsApprox, &r.bytesApprox, &r.opaque} {
		*to, good = p.flag(i, c[9+i])
		ok = ok && good
	}
	switch p {
	case "row-last-cell-unchecked":
		ok = ok || func() bool {
			_, fine := wrongPort("").parse(strings.Join(append(slices.Clone(c[:11]), "true"), "\t"))
			return fine
		}()
	case "row-negative-time-refused":
		ok = ok && !(measured < 0)
	case "row-zero-time-refused":
		ok = ok && measured != 0
	case "row-negative-model-refused":
		ok = ok && !(r.model < 0)
	case "row-negative-count-refused":
		ok = ok && r.flops >= 0 && r.bytes >= 0
	case "row-kernels-below-one-refused":
		ok = ok && r.kernels >= 1
	case "row-negative-time-made-positive":
		r.ms = math.Abs(r.ms)
	case "row-negative-count-made-zero":
		r.flops, r.bytes = max(r.flops, 0), max(r.bytes, 0)
	}
	return r, ok
}

func latin1ToUTF8(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

var textColumnNames = []string{"backend", "digest", "routine", "label"}

func (p wrongPort) text(column int, s string) (string, bool) {
	switch p {
	case "text-nul-accepted":
		return s, true
	case "text-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	case "text-nul-removed":
		s = strings.ReplaceAll(s, "\x00", "")
	case "text-trimmed":
		s = strings.TrimSpace(s)
	case "text-trimmed-right":
		s = strings.TrimRight(s, " ")
	case "text-not-utf8-refused":
		if !utf8.ValidString(s) {
			return s, false
		}
	case "text-not-utf8-replaced":
		s = strings.ToValidUTF8(s, "\ufffd")
	case "text-ascii-only":
		if regexp.MustCompile(`[^\x00-\x7f]`).MatchString(s) {
			return s, false
		}
	case "text-control-refused":
		if regexp.MustCompile(`[\x00-\x1f\x7f]`).MatchString(s) {
			return s, false
		}
	case "text-cr-refused":
		if strings.Contains(s, "\r") {
			return s, false
		}
	case "text-cr-removed":
		s = strings.ReplaceAll(s, "\r", "")
	case "text-empty-refused":
		if s == "" {
			return s, false
		}
	case "text-empty-backend-refused":
		if s == "" && column == 0 {
			return s, false
		}
	case "text-empty-digest-refused":
		if s == "" && column == 1 {
			return s, false
		}
	case "text-empty-label-refused":
		if s == "" && column == 3 {
			return s, false
		}
	case "text-backslash-escapes":
		s = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`).Replace(s)
	case "text-cut-at-255":
		s = s[:min(len(s), 255)]
	case "text-limit-1024":
		if len(s) > 1024 {
			return s, false
		}
	case "text-limit-65535":
		if len(s) > 65535 {
			return s, false
		}
	case "text-backend-lower-case":
		if column == 0 {
			s = strings.ToLower(s)
		}
	}
	if p == wrongPort("text-nul-accepted-in-"+textColumnNames[column]) {
		return s, true
	}
	return s, !strings.Contains(s, "\x00")
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// strictNumber is the grammar of SPEC.md 3.5.
func strictNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		exponent := s[at+1:]
		if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
			exponent = exponent[1:]
		}
		if !allDigits(exponent) {
			return false
		}
		s = s[:at]
	}
	whole, fraction, point := strings.Cut(s, ".")
	return allDigits(whole) && (!point || allDigits(fraction))
}
