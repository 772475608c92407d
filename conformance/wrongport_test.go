package conformance

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
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

var unicodeDigits = func() *strings.Replacer {
	var pairs []string
	for i := range 10 {
		for _, zero := range []rune{'\uff10', '\u0660', '\u0966'} {
			pairs = append(pairs, string(zero+rune(i)), strconv.Itoa(i))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// lenient turns what a fault lets through into a cell that is well-formed.
func (p wrongPort) lenient(s string) string {
	switch p {
	case "number-plus":
		if !strings.HasPrefix(s, "+-") {
			s = strings.TrimPrefix(s, "+")
		}
	case "number-underscore":
		s = strings.ReplaceAll(s, "_", "")
	case "number-point-end":
		s = regexp.MustCompile(`\.([eE]|$)`).ReplaceAllString(s, "$1")
	case "number-point-start":
		s = regexp.MustCompile(`^(-?)\.([0-9])`).ReplaceAllString(s, "${1}0.$2")
	case "number-blank-before":
		s = strings.TrimLeft(s, " ")
	case "number-blank-behind":
		s = strings.TrimRight(s, " ")
	case "number-blank-inside":
		s = strings.ReplaceAll(s, " ", "")
	case "number-trimmed":
		s = strings.Trim(s, "\v\f\r")
	case "number-cr-behind":
		s = strings.TrimRight(s, "\r")
	case "number-nbsp":
		s = strings.TrimSpace(strings.ReplaceAll(s, "\u00a0", " "))
	case "number-comma":
		s = strings.Replace(s, ",", ".", 1)
	case "number-grouped":
		s = strings.ReplaceAll(s, ",", "")
	case "number-trailing-garbage":
		s = regexp.MustCompile(`^(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?).*$`).ReplaceAllString(s, "$1")
	case "number-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	case "number-unicode-digits":
		s = unicodeDigits.Replace(s)
	case "number-unicode-minus":
		s = strings.ReplaceAll(s, "\u2212", "-")
	case "number-suffix-f":
		s = strings.TrimSuffix(s, "f")
	case "number-unit":
		s = strings.TrimSuffix(s, "ms")
	case "number-exponent-d":
		s = regexp.MustCompile(`[dD]`).ReplaceAllString(s, "e")
	case "number-exponent-empty":
		s = regexp.MustCompile(`[eE][-+]?$`).ReplaceAllString(s, "")
	case "number-minus-only":
		if s == "-" {
			return "0"
		}
	case "number-minus-minus":
		s = strings.TrimPrefix(s, "--")
	case "number-empty-is-zero":
		if s == "" {
			return "0"
		}
	case "number-quoted":
		s = strings.Trim(s, `"`)
	case "number-mark-before":
		s = strings.TrimPrefix(s, "\xef\xbb\xbf")
	case "number-true":
		if s == "true" {
			return "1"
		}
	case "number-null":
		if s == "null" {
			return "0"
		}
	case "number-second-point-ignored":
		if at := strings.Index(s, "."); at >= 0 {
			s = s[:at+1] + strings.ReplaceAll(s[at+1:], ".", "")
		}
	}
	return s
}

var maxFinite = new(big.Rat).SetFloat64(math.MaxFloat64)

// number is SPEC.md 3.5 to 3.7 and 3.9.
func (p wrongPort) number(s string) (float64, bool) {
	limit := 1024
	switch p {
	case "number-limit-none":
		limit = math.MaxInt
	case "number-limit-1023":
		limit = 1023
	case "number-limit-1025":
		limit = 1025
	case "number-limit-64":
		limit = 64
	case "number-limit-without-leading-zeros":
		s = regexp.MustCompile(`^(-?)0+([0-9])`).ReplaceAllString(s, "$1$2")
	case "number-limit-without-minus":
		if len(strings.TrimPrefix(s, "-")) == 1024 {
			limit = 1025
		}
	}
	if len(s) > limit {
		return 0, false
	}
	s = p.lenient(s)
	lower := strings.ToLower(s)
	switch p {
	case "number-nan":
		if strings.TrimPrefix(lower, "-") == "nan" {
			return math.NaN(), true
		}
	case "number-inf":
		if lower == "inf" || lower == "-inf" {
			return math.Inf(1), true
		}
	case "number-infinity":
		if lower == "infinity" || lower == "-infinity" {
			return math.Inf(1), true
		}
	case "number-hex":
		if strings.HasPrefix(lower, "0x") && !strings.Contains(lower, "p") {
			n, err := strconv.ParseInt(lower[2:], 16, 64)
			return float64(n), err == nil
		}
	case "number-hex-float":
		if strings.HasPrefix(lower, "0x") && strings.Contains(lower, "p") {
			v, err := strconv.ParseFloat(lower, 64)
			return v, err == nil
		}
	case "number-fraction":
		if strings.Contains(s, "/") {
			q, good := new(big.Rat).SetString(s)
			if good {
				v, _ := q.Float64()
				return v, true
			}
		}
	}
	if !strictNumber(s) {
		return 0, false
	}
	switch p {
	case "number-minus-refused":
		if s[0] == '-' {
			return 0, false
		}
	case "number-minus-zero-refused":
		if s == "-0" {
			return 0, false
		}
	case "number-leading-zeros-refused":
		if regexp.MustCompile(`^-?0[0-9]`).MatchString(s) {
			return 0, false
		}
	case "number-needs-point":
		if !strings.Contains(s, ".") {
			return 0, false
		}
	case "number-exponent-refused":
		if strings.Contains(lower, "e") {
			return 0, false
		}
	case "number-exponent-capital-refused":
		if strings.Contains(s, "E") {
			return 0, false
		}
	case "number-exponent-plus-refused":
		if strings.Contains(s, "+") {
			return 0, false
		}
	case "number-exponent-minus-refused":
		if regexp.MustCompile(`[eE]-`).MatchString(s) {
			return 0, false
		}
	case "number-exponent-leading-zero-refused":
		if regexp.MustCompile(`[eE][-+]?0`).MatchString(s) {
			return 0, false
		}
	case "number-exponent-three-digits-refused":
		if regexp.MustCompile(`[eE][-+]?[0-9]{4}`).MatchString(s) {
			return 0, false
		}
	case "number-exponent-wraps":
		if at := strings.IndexAny(s, "eE"); at >= 0 {
			n, _ := new(big.Int).SetString(strings.TrimPrefix(s[at+1:], "+"), 10)
			s = s[:at] + fmt.Sprintf("e%d", int32(new(big.Int).And(n, big.NewInt(math.MaxUint32)).Int64()))
		}
	case "number-exponent-int32-refused":
		if at := strings.IndexAny(s, "eE"); at >= 0 {
			if _, err := strconv.ParseInt(s[at+1:], 10, 32); err != nil {
				return 0, false
			}
		}
	case "number-digits-17":
		s = cutDigits(s, 17)
	case "number-digits-19":
		s = cutDigits(s, 19)
	case "number-digits-40":
		s = cutDigits(s, 40)
	case "number-digits-100":
		s = cutDigits(s, 100)
	case "number-digits-767":
		s = cutDigits(s, 767)
	case "number-digits-800":
		s = cutDigits(s, 800)
	}
	v, _ := strconv.ParseFloat(s, 64) // infinite beyond the greatest
	switch p {
	case "number-overflow-infinite":
		return v, true
	case "number-overflow-clamped":
		return max(-math.MaxFloat64, min(v, math.MaxFloat64)), true
	case "number-overflow-above-greatest":
		if q, small := exactDecimal(s); small && q.Abs(q).Cmp(maxFinite) > 0 {
			return 0, false
		}
	case "number-underflow-refused":
		if v == 0 && strings.Trim(strings.FieldsFunc(s, func(c rune) bool { return c == 'e' || c == 'E' })[0], "-0.") != "" {
			return 0, false
		}
	case "number-subnormal-refused":
		if v != 0 && math.Abs(v) < 0x1p-1022 {
			return 0, false
		}
	case "number-subnormal-zero":
		if math.Abs(v) < 0x1p-1022 {
			return 0, true
		}
	case "number-binary32":
		v = float64(float32(v))
	case "number-extended":
		if f, _, err := big.ParseFloat(s, 10, 64, big.ToNearestEven); err == nil && v != 0 && !math.IsInf(v, 0) {
			v, _ = f.Float64()
		}
	case "number-rounded-down":
		if q, small := exactDecimal(s); small && !math.IsInf(v, 0) && v > 0 && rat(v).Cmp(q) > 0 {
			v = math.Nextafter(v, 0)
		}
	case "number-by-powers":
		v = byPowers(s)
	case "number-ties-up":
		if q, small := exactDecimal(s); small && v > 0 && v < math.MaxFloat64 {
			up := math.Nextafter(v, math.Inf(1))
			middle := rat(v)
			middle.Add(middle, rat(up)).Quo(middle, big.NewRat(2, 1))
			if q.Cmp(middle) == 0 {
				v = up
			}
		}
	}
	return v, !math.IsInf(v, 0)
}

// exactDecimal is the exact value of a number that is not extreme.
func exactDecimal(s string) (*big.Rat, bool) {
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		if n, err := strconv.Atoi(s[at+1:]); err != nil || n < -2000 || n > 2000 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(s)
}

// cutDigits replaces what follows the first n significant digits by zeros.
func cutDigits(s string, n int) string {
	b := []byte(s)
	seen := 0
	for i, c := range b {
		if c == 'e' || c == 'E' {
			break
		}
		if c < '0' || c > '9' || c == '0' && seen == 0 {
			continue
		}
		if seen++; seen > n {
			b[i] = '0'
		}
	}
	return string(b)
}

// byPowers reads a number as a beginner does: digit by digit, then times a power.
func byPowers(s string) float64 {
	negative := s[0] == '-'
	mantissa, exponent := s, 0
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		mantissa = s[:at]
		exponent, _ = strconv.Atoi(s[at+1:])
	}
	v, behind := 0.0, false
	for _, c := range mantissa {
		switch {
		case c == '.':
			behind = true
		case c != '-':
			v = v*10 + float64(c-'0')
			if behind {
				exponent--
			}
		}
	}
	v *= math.Pow(10, float64(exponent))
	if negative {
		return -v
	}
	return v
}

// modelCell is SPEC.md 3.11.
func (p wrongPort) modelCell(s string) (v float64, has, ok bool) {
	switch p {
	case "model-blank-is-none":
		s = strings.Trim(s, " ")
	case "model-minus-is-none":
		s = strings.TrimPrefix(s, "-")
	case "model-none-is-none":
		if s == "none" {
			s = ""
		}
	case "model-nan-is-none":
		if s == "nan" {
			s = ""
		}
	case "model-bad-is-none":
		if _, good := p.number(s); !good {
			s = ""
		}
	case "model-empty-refused":
		return p.numberAnd(s)
	case "model-empty-is-zero":
		if s == "" {
			return 0, true, true
		}
	case "model-zero-is-none":
		if v, good := p.number(s); good && v == 0 {
			return 0, false, true
		}
	case "model-ignored":
		if _, good := p.number(s); good {
			return 0, false, true
		}
	}
	if s == "" {
		return 0, false, true
	}
	return p.numberAnd(s)
}

func (p wrongPort) numberAnd(s string) (v float64, has, ok bool) {
	v, ok = p.number(s)
	return v, true, ok
}

// integerIn is an integer of kernels, flops or bytes.
func (p wrongPort) integerIn(column int, s string) (int64, bool) {
	n, ok := p.integer(s)
	switch name := []string{"kernels", "flops", "bytes"}[column]; p {
	case "kernels-32-bit":
		ok = ok && (name != "kernels" || int64(int32(n)) == n)
	case "kernels-32-bit-wraps":
		if name == "kernels" {
			n = int64(int32(n))
		}
	case "kernels-unsigned":
		ok = ok && (name != "kernels" || n >= 0)
	case "kernels-float":
		if name == "kernels" {
			n = int64(float64(n))
		}
	case "flops-float":
		if name == "flops" {
			n = int64(float64(n))
		}
	case "bytes-float":
		if name == "bytes" {
			n = int64(float64(n))
		}
	case "flops-empty-is-zero":
		ok = ok || name == "flops" && s == ""
	case "bytes-empty-is-zero":
		ok = ok || name == "bytes" && s == ""
	case "kernels-empty-is-one":
		if name == "kernels" && s == "" {
			return 1, true
		}
	}
	return n, ok
}

// integer is SPEC.md 3.8 and 3.9.
func (p wrongPort) integer(s string) (int64, bool) {
	limit := 1024
	switch p {
	case "integer-limit-none":
		limit = math.MaxInt
	case "integer-limit-1023":
		limit = 1023
	case "integer-limit-1025":
		limit = 1025
	case "integer-limit-20":
		limit = 20
	}
	if len(s) > limit {
		return 0, false
	}
	base := 10
	negative := strings.HasPrefix(s, "-")
	switch p {
	case "integer-plus":
		s = strings.TrimPrefix(s, "+")
	case "integer-underscore":
		s = strings.ReplaceAll(s, "_", "")
	case "integer-hex":
		if rest, found := strings.CutPrefix(s, "0x"); found {
			s, base = rest, 16
		}
	case "integer-octal":
		if rest, found := strings.CutPrefix(s, "0o"); found {
			s, base = rest, 8
		}
	case "integer-leading-zero-octal":
		if len(s) > 1 && s[0] == '0' && strings.Trim(s, "01234567") == "" {
			base = 8
		}
	case "integer-binary":
		if rest, found := strings.CutPrefix(s, "0b"); found {
			s, base = rest, 2
		}
	case "integer-unsigned-prefix":
		s = strings.TrimPrefix(s, "0u")
	case "integer-point-zero":
		s = regexp.MustCompile(`\.0+$`).ReplaceAllString(s, "")
	case "integer-point-truncated":
		s = regexp.MustCompile(`\.[0-9]*$`).ReplaceAllString(s, "")
	case "integer-exponent":
		if v, err := strconv.ParseFloat(s, 64); err == nil && v == math.Trunc(v) && strings.Contains(s, "e") && math.Abs(v) < 1e18 {
			return int64(v), true
		}
	case "integer-blank-before":
		s = strings.TrimLeft(s, " ")
	case "integer-blank-behind":
		s = strings.TrimRight(s, " ")
	case "integer-trimmed":
		s = strings.TrimSpace(s)
	case "integer-cr-behind":
		s = strings.TrimSuffix(s, "\r")
	case "integer-grouped":
		s = strings.ReplaceAll(s, ",", "")
	case "integer-trailing-garbage":
		s = regexp.MustCompile(`^(-?[0-9]+).*$`).ReplaceAllString(s, "$1")
	case "integer-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	case "integer-unicode-digits":
		s = unicodeDigits.Replace(s)
	case "integer-suffix":
		s = strings.TrimRight(s, "uUlLkKMG")
	case "integer-quoted":
		s = strings.Trim(s, `"`)
	case "integer-empty-is-zero":
		if s == "" {
			s = "0"
		}
	case "integer-minus-only":
		if s == "-" {
			s = "0"
		}
	case "integer-minus-minus":
		s = strings.TrimPrefix(s, "--")
	case "integer-minus-refused":
		if negative {
			return 0, false
		}
	case "integer-minus-zero-refused":
		if s == "-0" {
			return 0, false
		}
	case "integer-leading-zeros-refused":
		if regexp.MustCompile(`^-?0[0-9]`).MatchString(s) {
			return 0, false
		}
	}
	if base == 10 && !allDigits(strings.TrimPrefix(s, "-")) {
		return 0, false
	}
	n, good := new(big.Int).SetString(s, base)
	if !good {
		return 0, false
	}
	low := func() int64 { return int64(new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()) }
	switch p {
	case "integer-wraps":
		return low(), true
	case "integer-unsigned-64":
		return low(), n.IsUint64() || n.IsInt64()
	case "integer-clamped":
		if !n.IsInt64() {
			return map[bool]int64{true: math.MinInt64, false: math.MaxInt64}[negative], true
		}
	case "integer-float":
		v, _ := new(big.Float).SetInt(n).Float64()
		return int64(v), n.IsInt64()
	case "integer-63-bit":
		return n.Int64(), n.IsInt64() && n.Int64()<<1>>1 == n.Int64()
	case "integer-63-bit-wraps":
		return low() << 1 >> 1, true
	case "integer-53-bit":
		return n.Int64(), n.BitLen() <= 53
	case "integer-32-bit":
		return n.Int64(), n.IsInt64() && int64(int32(n.Int64())) == n.Int64()
	case "integer-unsigned-32":
		return n.Int64(), n.IsInt64() && n.Int64() <= math.MaxUint32
	case "integer-least-refused":
		return n.Int64(), n.IsInt64() && n.Int64() != math.MinInt64
	case "integer-18-digits":
		return n.Int64(), n.IsInt64() && len(strings.TrimLeft(s, "-0")) <= 18
	}
	return n.Int64(), n.IsInt64()
}

var flagColumnNames = []string{"flops-approx", "bytes-approx", "opaque"}

// flag is SPEC.md 3.10.
func (p wrongPort) flag(column int, s string) (value, ok bool) {
	if p == wrongPort("flag-other-is-false-"+flagColumnNames[column]) || p == "flag-other-is-false" {
		return s == "true", true
	}
	switch p {
	case "flag-other-is-true":
		return s != "false", true
	case "flag-any-case":
		s = strings.ToLower(s)
	case "flag-capital":
		if s == "True" || s == "False" {
			s = strings.ToLower(s)
		}
	case "flag-digit":
		if s == "0" || s == "1" {
			return s == "1", true
		}
	case "flag-short":
		if s == "t" || s == "f" {
			return s == "t", true
		}
	case "flag-yes-no":
		if s == "yes" || s == "no" {
			return s == "yes", true
		}
	case "flag-empty-is-false":
		if s == "" {
			return false, true
		}
	case "flag-trimmed":
		s = strings.TrimSpace(s)
	case "flag-cr-behind":
		s = strings.TrimSuffix(s, "\r")
	case "flag-prefix-of-cell":
		if strings.HasPrefix(s, "true") || strings.HasPrefix(s, "false") {
			return s[0] == 't', true
		}
	case "flag-prefix-of-word":
		if s != "" && (strings.HasPrefix("true", s) || strings.HasPrefix("false", s)) {
			return s[0] == 't', true
		}
	case "flag-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	}
	return s == "true", s == "true" || s == "false"
}

// line is SPEC.md section 4.
func (p wrongPort) line(r wrongRow) string {
	texts := []string{r.backend, r.digest, r.routine, r.label}
	for i, text := range texts {
		texts[i] = p.clean(i, text)
	}
	model := ""
	if r.hasModel {
		switch p {
		case "floor-model-not":
			model = strconv.FormatFloat(r.model, 'f', 6, 64)
		case "floor-model-shortest":
			model = strconv.FormatFloat(r.model, 'f', -1, 64)
		case "floor-model-with-float":
			model = strconv.FormatFloat(math.Floor(r.model*1e6)/1e6, 'f', 6, 64)
		case "write-zero-model-as-none":
			if r.model != 0 {
				model = p.time(r.model)
			}
		case "write-negative-model-as-none":
			if r.model >= 0 {
				model = p.time(r.model)
			}
		case "write-measured-as-model":
			model = p.time(r.ms)
		default:
			model = p.time(r.model)
		}
	} else if p == "write-no-model-as-zero" {
		model = "0.000000"
	} else if p == "write-no-model-as-nan" {
		model = "nan"
	} else if p == "write-no-model-as-blank" {
		model = " "
	}
	integer := func(n int64) string {
		switch p {
		case "write-integer-float":
			return strconv.FormatFloat(float64(n), 'f', 0, 64)
		case "write-integer-short":
			return strconv.FormatFloat(float64(n), 'g', -1, 64)
		case "write-integer-6-digits":
			return strconv.FormatFloat(float64(n), 'g', 6, 64)
		case "write-integer-plus":
			return fmt.Sprintf("%+d", n)
		case "write-integer-unsigned":
			return strconv.FormatUint(uint64(n), 10)
		case "write-integer-32-bit":
			return strconv.Itoa(int(int32(n)))
		case "write-integer-grouped":
			return regexp.MustCompile(`([0-9])([0-9]{3})$`).ReplaceAllString(strconv.FormatInt(n, 10), "$1,$2")
		}
		return strconv.FormatInt(n, 10)
	}
	flag := func(b bool) string {
		switch p {
		case "write-flag-capital":
			return map[bool]string{true: "True", false: "False"}[b]
		case "write-flag-digit":
			return map[bool]string{true: "1", false: "0"}[b]
		}
		return strconv.FormatBool(b)
	}
	first, second := r.flopsApprox, r.bytesApprox
	if p == "write-flags-swapped" {
		first, second = second, first
	}
	cells := append(texts, p.time(r.ms), model, integer(r.kernels), integer(r.flops), integer(r.bytes), flag(first), flag(second), flag(r.opaque))
	switch {
	case p == "write-11-columns-without-routine" && texts[2] == "":
		cells = slices.Delete(cells, 2, 3)
	case p == "write-trailing-tab":
		cells = append(cells, "")
	case p == "write-quoted":
		for i := range texts {
			if strings.ContainsAny(cells[i], `" ,`) {
				cells[i] = `"` + cells[i] + `"`
			}
		}
	case p == "write-commas":
		return strings.Join(cells, ",")
	}
	return strings.Join(cells, "\t")
}

var barredNames = map[byte]string{'\t': "tab", '\n': "lf", '\r': "cr", 0: "nul"}

// clean is SPEC.md 4.2.
func (p wrongPort) clean(column int, s string) string {
	switch p {
	case "clean-trimmed":
		s = strings.TrimSpace(s)
	case "clean-trimmed-after":
		return strings.Trim(wrongPort("").clean(column, s), " ")
	case "clean-crlf-is-one":
		s = strings.ReplaceAll(s, "\r\n", "\n")
	case "clean-runs-are-one":
		s = regexp.MustCompile(`[\t\n\r\x00]+`).ReplaceAllString(s, " ")
	case "clean-blanks-are-one":
		return regexp.MustCompile(` +`).ReplaceAllString(wrongPort("").clean(column, s), " ")
	case "clean-removed":
		s = regexp.MustCompile(`[\t\n\r\x00]`).ReplaceAllString(s, "")
	case "clean-question-mark":
		s = regexp.MustCompile(`[\t\n\r\x00]`).ReplaceAllString(s, "?")
	case "clean-escaped":
		s = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, "\x00", `\0`).Replace(s)
	case "clean-backslash-doubled":
		s = strings.ReplaceAll(s, `\`, `\\`)
	case "clean-all-control":
		s = regexp.MustCompile(`[\x01-\x1f]`).ReplaceAllString(s, " ")
	case "clean-delete":
		s = strings.ReplaceAll(s, "\x7f", " ")
	case "clean-vt-ff":
		s = strings.NewReplacer("\v", " ", "\f", " ").Replace(s)
	case "clean-nel":
		s = strings.ReplaceAll(s, "\u0085", " ")
	case "clean-u2028":
		s = strings.ReplaceAll(s, "\u2028", " ")
	case "clean-not-utf8":
		s = strings.ToValidUTF8(s, "\ufffd")
	case "clean-high-refused":
		s = regexp.MustCompile(`[^\x00-\x7f]`).ReplaceAllString(s, "?")
	case "clean-latin1":
		s = latin1ToUTF8(s)
	case "clean-first-only":
		for _, barred := range []string{"\t", "\n", "\r", "\x00"} {
			s = strings.Replace(s, barred, " ", 1)
		}
		return s
	case "clean-quotes-removed":
		s = strings.ReplaceAll(s, `"`, "")
	case "clean-not":
		return s
	}
	if strings.ContainsAny(s, "\t\n\r\x00") {
		b := []byte(s)
		for i, c := range b {
			if name, barred := barredNames[c]; barred && p != wrongPort("clean-"+textColumnNames[column]+"-"+name+"-kept") {
				b[i] = ' '
			}
		}
		s = string(b)
	}
	return s
}

// time is SPEC.md 4.6.
func (p wrongPort) time(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Sprint(v)
	}
	nearest := strconv.FormatFloat(v, 'f', 6, 64)
	million := new(big.Rat).SetInt64(1000000)
	units := new(big.Rat).Mul(rat(v), million)
	floor := new(big.Int).Div(units.Num(), units.Denom()) // Euclidean, the floor
	truncated := new(big.Int).Quo(units.Num(), units.Denom())
	switch p {
	case "floor-not":
		return nearest
	case "floor-shortest":
		return strconv.FormatFloat(v, 'f', -1, 64)
	case "floor-3-decimals":
		return strconv.FormatFloat(v, 'f', 3, 64)
	case "floor-9-decimals":
		return strconv.FormatFloat(v, 'f', 9, 64)
	case "floor-exact":
		return decimalUnits(floor)
	case "floor-toward-zero":
		if v < 0 {
			return decimalUnits(truncated)
		}
	case "floor-toward-zero-on-correction":
		if v < 0 {
			if got, _ := strconv.ParseFloat(nearest, 64); got < v {
				return decimalUnits(truncated)
			}
		}
	case "floor-negative-not":
		if v < 0 {
			return strings.Replace(nearest, "-0.000000", "0.000000", 1)
		}
	case "floor-with-float":
		return strconv.FormatFloat(math.Floor(v*1e6)/1e6, 'f', 6, 64)
	case "floor-with-int64":
		return decimalUnits(big.NewInt(int64(math.Floor(v * 1e6))))
	case "floor-with-epsilon":
		return strconv.FormatFloat(math.Floor(v*1e6+1e-3)/1e6, 'f', 6, 64)
	case "floor-with-relative-epsilon":
		return strconv.FormatFloat(math.Floor(v*1e6*(1+1e-15))/1e6, 'f', 6, 64)
	case "floor-with-round":
		return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', 6, 64)
	case "floor-minus-half":
		return strconv.FormatFloat(v-0.0000005, 'f', 6, 64)
	case "floor-of-shortest":
		// floors the shortest decimal that reads back, as text
		s := strconv.FormatFloat(v, 'f', -1, 64)
		whole, fraction, _ := strings.Cut(s, ".")
		if v >= 0 {
			return whole + "." + (fraction + "000000")[:6]
		}
	case "floor-cut-17-digits":
		d, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', 16, 64))
		d.Mul(d, million)
		return decimalUnits(new(big.Int).Div(d.Num(), d.Denom()))
	case "floor-large-exact":
		if math.Abs(v) >= 1<<33 {
			return decimalUnits(floor)
		}
	case "floor-large-from-2-32":
		if math.Abs(v) >= 1<<32 {
			return nearest
		}
	case "floor-large-not-exponent":
		if math.Abs(v) >= 1e21 { // as toFixed of JavaScript
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	case "floor-large-17-digits":
		if math.Abs(v) >= 1e17 {
			d, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', 16, 64))
			return d.FloatString(6)
		}
	case "floor-large-greatest":
		if math.Abs(v) >= 1<<33 && math.Abs(v) < 1<<53 {
			n := floor
			for {
				next := new(big.Int).Add(n, big.NewInt(1))
				if got, _ := strconv.ParseFloat(decimalUnits(next), 64); got > v {
					return decimalUnits(n)
				}
				n = next
			}
		}
	case "floor-large-half-up":
		if math.Abs(v) >= 1<<33 {
			return decimalUnits(roundHalf(units, false))
		}
	case "floor-large-half-away":
		if math.Abs(v) >= 1<<33 {
			return decimalUnits(roundHalf(units, true))
		}
	case "floor-zero-first":
		if nearest == "-0.000000" {
			return "0.000000"
		}
	case "floor-tiny-is-a-nano":
		if v > 0 && nearest == "0.000000" {
			return "0.000001"
		}
	case "floor-always-one-less":
		if new(big.Rat).SetInt(floor).Cmp(units) != 0 {
			n, _ := new(big.Int).SetString(strings.Replace(nearest, ".", "", 1), 10)
			return decimalUnits(n.Sub(n, big.NewInt(1)))
		}
	case "floor-compared-exactly":
		if d, _ := new(big.Rat).SetString(nearest); d.Cmp(rat(v)) > 0 {
			return decimalUnits(floor)
		}
		return strings.Replace(nearest, "-0.000000", "0.000000", 1)
	case "floor-comma":
		return strings.Replace(wrongPort("").time(v), ".", ",", 1)
	case "floor-zeros-trimmed":
		return strings.TrimSuffix(strings.TrimRight(wrongPort("").time(v), "0"), ".")
	case "floor-no-leading-zero":
		return regexp.MustCompile(`^(-?)0\.`).ReplaceAllString(wrongPort("").time(v), "$1.")
	}
	got, _ := strconv.ParseFloat(nearest, 64)
	if got > v {
		if p == "floor-step-in-binary64" {
			return strings.Replace(strconv.FormatFloat(got-0.000001, 'f', 6, 64), "-0.000000", "0.000000", 1)
		}
		if p == "floor-step-of-value-in-binary64" {
			return strings.Replace(strconv.FormatFloat(v-0.000001, 'f', 6, 64), "-0.000000", "0.000000", 1)
		}
		n, _ := new(big.Int).SetString(strings.Replace(nearest, ".", "", 1), 10)
		step := int64(1)
		if p == "floor-negative-steps-up" && v < 0 {
			step = -1
		}
		return decimalUnits(n.Sub(n, big.NewInt(step)))
	}
	if nearest == "-0.000000" && p != "floor-minus-zero" {
		return "0.000000"
	}
	return nearest
}

// decimalUnits writes n millionths with six decimals.
func decimalUnits(n *big.Int) string {
	return new(big.Rat).SetFrac(n, big.NewInt(1000000)).FloatString(6)
}

// roundHalf rounds to the nearest integer, ties up or away from zero.
func roundHalf(q *big.Rat, away bool) *big.Int {
	if away && q.Sign() < 0 {
		return new(big.Int).Neg(roundHalf(new(big.Rat).Neg(q), false))
	}
	sum := new(big.Rat).Add(q, big.NewRat(1, 2))
	return new(big.Int).Div(sum.Num(), sum.Denom())
}

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

// answerFit is SPEC.md B.3.
func (p wrongPort) answerFit(file string) string {
	rows := p.read(file)
	switch p {
	case "rows-reversed":
		slices.Reverse(rows)
	case "rows-sorted-by-digest":
		slices.SortStableFunc(rows, func(a, b wrongRow) int { return strings.Compare(a.digest, b.digest) })
	case "rows-sorted-by-time":
		slices.SortStableFunc(rows, func(a, b wrongRow) int { return big.NewFloat(a.ms).Cmp(big.NewFloat(b.ms)) })
	case "rows-repeated-dropped":
		seen := map[wrongRow]bool{}
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { twice := seen[r]; seen[r] = true; return twice })
	case "rows-same-digest-dropped":
		seen := map[[2]string]bool{}
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool {
			key := [2]string{r.backend, r.digest}
			twice := seen[key]
			seen[key] = true
			return twice
		})
	case "rows-last-dropped":
		rows = rows[:max(0, len(rows)-1)]
	case "rows-model-needed":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return !r.hasModel })
	case "rows-violating-dropped":
		rows = slices.DeleteFunc(rows, p.violates)
	case "rows-kernels-below-one-dropped":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return r.kernels < 1 })
	case "rows-negative-count-dropped":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return r.flops < 0 || r.bytes < 0 })
	case "rows-below-a-nano-dropped":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return r.ms > 0 && r.ms < 0.000001 })
	}
	var order []string
	groups := map[string][]wrongRow{}
	previous := ""
	for i, r := range rows {
		switch p {
		case "time-floored":
			r.ms, _ = strconv.ParseFloat(p.time(r.ms), 64)
		case "time-and-model-floored":
			r.ms, _ = strconv.ParseFloat(p.time(r.ms), 64)
			r.model, _ = strconv.ParseFloat(p.time(r.model), 64)
		case "time-six-decimals":
			r.ms, _ = strconv.ParseFloat(strconv.FormatFloat(r.ms, 'f', 6, 64), 64)
		case "time-binary32":
			r.ms = float64(float32(r.ms))
		case "counts-float":
			r.flops, r.bytes = int64(float64(r.flops)), int64(float64(r.bytes))
		case "columns-flops-bytes-swapped":
			r.flops, r.bytes = r.bytes, r.flops
		case "columns-flags-swapped":
			r.flopsApprox, r.bytesApprox = r.bytesApprox, r.flopsApprox
		case "time-is-model":
			if r.hasModel {
				r.ms = r.model
			}
		}
		key := r.backend
		switch p {
		case "group-any-case":
			key = strings.ToLower(key)
		case "group-trimmed":
			key = strings.TrimSpace(key)
		case "group-printed-name":
			key = p.printed(key)
		case "group-utf8":
			key = strings.ToValidUTF8(key, "\ufffd")
		case "group-all-one":
			key = "all"
		case "group-by-routine":
			key += "\x00" + r.routine
		case "group-adjacent":
			if i > 0 && previous != key {
				for len(groups[key]) > 0 {
					key += "\x00"
				}
			} else if i > 0 {
				key = order[len(order)-1]
			}
			previous = r.backend
		case "group-opaque-founds-none":
			if r.opaque && groups[key] == nil {
				continue
			}
		case "group-untimed-founds-none":
			if !r.opaque && !(r.ms > 0) && groups[key] == nil {
				continue
			}
		case "group-empty-dropped":
			if key == "" {
				continue
			}
		case "group-empty-joins-first":
			if key == "" && len(order) > 0 {
				key = order[0]
			}
		case "group-first-eight-bytes":
			key = key[:min(len(key), 8)]
		case "group-last-appearance":
			if at := slices.Index(order, key); at >= 0 {
				order = append(slices.Delete(order, at, at+1), key)
			}
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], r)
	}
	switch p {
	case "group-sorted":
		slices.Sort(order)
	case "group-reversed":
		slices.Reverse(order)
	case "group-timed-first":
		slices.SortStableFunc(order, func(a, b string) int { return len(p.timedRows(groups[b])) - len(p.timedRows(groups[a])) })
	case "group-untimed-no-section":
		order = slices.DeleteFunc(order, func(key string) bool { return len(p.timedRows(groups[key])) == 0 })
	case "group-only-first":
		order = order[:min(len(order), 1)]
	}
	var sections []string
	var envelopes []wrongEnvelope
	previousSlack := 0.0
	for _, key := range order {
		e := p.fit(groups[key])
		if p == "group-any-case" || p == "group-trimmed" || p == "group-all-one" || p == "group-utf8" {
			e.backend = key
		}
		if p == "slack-of-group-before" && previousSlack > 0 && e.slack == 0 {
			e.slack = previousSlack
		}
		previousSlack = e.slack
		envelopes = append(envelopes, e)
	}
	if p == "slack-of-all-groups" {
		greatest := wrongEnvelope{}
		for _, e := range envelopes {
			if e.slack > greatest.slack {
				greatest = e
			}
		}
		for i := range envelopes {
			if e := &envelopes[i]; greatest.slack > e.slack {
				e.slack, e.forcing = greatest.slack, greatest.forcing
			}
		}
	}
	for _, e := range envelopes {
		if section := p.report(e); p != "report-without-constants-dropped" || e.compute.witness != "" || e.memory.witness != "" {
			sections = append(sections, section)
		}
	}
	out := strings.Join(sections, "")
	switch p {
	case "report-blank-line-between":
		out = strings.Join(sections, "\n")
	case "report-blank-line-after":
		out = strings.Join(append(sections, ""), "\n")
	case "report-rule-between":
		out = strings.Join(sections, "#\n")
	case "report-no-last-lf":
		out = strings.TrimSuffix(out, "\n")
	case "report-empty-is-lf":
		if out == "" {
			out = "\n"
		}
	case "report-empty-says-so":
		if out == "" {
			out = "# no rows\n"
		}
	}
	return out
}

// wrongLeg is the constant of one leg, wrongEnvelope SPEC.md 6.2.
type wrongLeg struct {
	best    *big.Rat // the exact rate of the witness
	rate    float64  // the same, rounded as careless ports do
	count   int64
	ms      float64
	value   float64
	witness string
	given   bool
}

type wrongEnvelope struct {
	backend                                                  string
	rows, opaque, flopsApprox, bytesApprox, multi, violation int
	compute, memory                                          wrongLeg
	slack                                                    float64
	forcing                                                  string
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func (p wrongPort) timed(r wrongRow) bool {
	switch p {
	case "timed-zero":
		return !r.opaque && r.ms >= 0
	case "timed-not-zero":
		return !r.opaque && r.ms != 0
	case "timed-opaque":
		return r.ms > 0
	case "timed-from-a-nano":
		return !r.opaque && r.ms >= 0.000001
	case "timed-above-a-nano":
		return !r.opaque && r.ms > 0.000001
	case "timed-with-counts":
		return !r.opaque && r.ms > 0 && (r.flops > 0 || r.bytes > 0)
	case "timed-exact":
		return !r.opaque && r.ms > 0 && !r.flopsApprox && !r.bytesApprox
	case "timed-some-exact":
		return !r.opaque && r.ms > 0 && !(r.flopsApprox && r.bytesApprox)
	case "timed-kernels":
		return !r.opaque && r.ms > 0 && r.kernels > 0
	}
	return !r.opaque && r.ms > 0 && !math.IsInf(r.ms, 0)
}

func (p wrongPort) timedRows(rows []wrongRow) (timed []wrongRow) {
	for _, r := range rows {
		if p.timed(r) {
			timed = append(timed, r)
		}
	}
	return timed
}

func (p wrongPort) multi(r wrongRow) bool {
	switch p {
	case "multi-from-one":
		return r.kernels >= 1
	case "multi-from-three":
		return r.kernels > 2
	case "multi-not-one":
		return r.kernels != 1
	case "multi-only-two":
		return r.kernels == 2
	case "multi-unsigned":
		return uint64(r.kernels) > 1
	case "multi-32-bit":
		return int32(r.kernels) > 1
	}
	return r.kernels > 1
}

func (p wrongPort) violates(r wrongRow) bool {
	model, ms := r.model, r.ms
	exact := !r.flopsApprox && !r.bytesApprox
	has := r.hasModel
	switch p {
	case "violation-equal":
		return exact && !r.opaque && has && model >= ms
	case "violation-timed-only":
		has = has && ms > 0
	case "violation-opaque":
		return exact && has && model > ms
	case "violation-flops-approx":
		exact = !r.bytesApprox
	case "violation-bytes-approx":
		exact = !r.flopsApprox
	case "violation-either-exact":
		exact = !r.flopsApprox || !r.bytesApprox
	case "violation-without-model":
		has = true
	case "violation-model-zero-is-none":
		has = has && model != 0
	case "violation-model-positive":
		has = has && model > 0
	case "violation-needs-counts":
		has = has && (r.flops > 0 || r.bytes > 0)
	case "violation-single-kernel":
		has = has && r.kernels <= 1
	case "violation-multi-kernel":
		has = has && r.kernels > 1
	case "violation-floored":
		model, _ = strconv.ParseFloat(p.time(model), 64)
		ms, _ = strconv.ParseFloat(p.time(ms), 64)
	case "violation-model-floored":
		model, _ = strconv.ParseFloat(p.time(model), 64)
	case "violation-tolerant":
		return exact && !r.opaque && has && model > ms*(1+1e-9)
	case "violation-tolerant-absolute":
		return exact && !r.opaque && has && model > ms+1e-6
	case "violation-reversed":
		return exact && !r.opaque && has && model < ms
	case "violation-absolute":
		return exact && !r.opaque && has && math.Abs(model) > math.Abs(ms)
	case "violation-binary32":
		return exact && !r.opaque && has && float32(model) > float32(ms)
	}
	return exact && !r.opaque && has && model > ms
}

// seconds is SPEC.md 6.3.
func (p wrongPort) seconds(r wrongRow) *big.Rat {
	thousand := big.NewRat(1000, 1)
	switch p {
	case "time-decimal":
		if q, small := exactDecimal(r.decimal); small {
			return q.Quo(q, thousand)
		}
	case "time-seconds-rounded":
		return rat(r.ms / 1000)
	case "time-seconds-by-product":
		return rat(r.ms * 0.001)
	case "time-in-ms":
		return rat(r.ms)
	case "time-nanoseconds":
		ns := new(big.Rat).Mul(rat(r.ms), big.NewRat(1000000, 1))
		if n := new(big.Int).Div(ns.Num(), ns.Denom()); n.Sign() > 0 {
			return new(big.Rat).SetFrac(n, big.NewInt(1000000000))
		}
	}
	return new(big.Rat).Quo(rat(r.ms), thousand)
}

var beyond = new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 3000))

func quo(a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		return beyond // as an infinity
	}
	return new(big.Rat).Quo(a, b)
}

func finiteRat(v float64) *big.Rat {
	if math.IsInf(v, 0) {
		return beyond
	}
	return rat(v)
}

// rate is count per second, exact.
func (p wrongPort) rate(count int64, r wrongRow) *big.Rat {
	switch p {
	case "rate-float":
		return finiteRat(floatRate(count, r))
	case "rate-float-product-first":
		return finiteRat(float64(count) * 1000 / r.ms)
	case "rate-float-product-last":
		return finiteRat(float64(count) / r.ms * 1000)
	case "rate-count-float":
		return quo(rat(float64(count)), p.seconds(r))
	case "rate-integer":
		q := quo(new(big.Rat).SetInt64(count), p.seconds(r))
		return new(big.Rat).SetInt(new(big.Int).Div(q.Num(), q.Denom()))
	}
	return quo(new(big.Rat).SetInt64(count), p.seconds(r))
}

func floatRate(count int64, r wrongRow) float64 { return float64(count) / (r.ms / 1000) }

// up is SPEC.md 6.3.
func (p wrongPort) up(q *big.Rat) float64 {
	v, exact := q.Float64()
	switch p {
	case "up-nearest":
		return v
	case "up-down":
		if !exact && !math.IsInf(v, 0) && rat(v).Cmp(q) > 0 {
			v = math.Nextafter(v, 0)
		}
		return v
	case "up-always-one-more":
		return math.Nextafter(v, math.Inf(1))
	case "up-one-more-if-inexact":
		if !exact {
			v = math.Nextafter(v, math.Inf(1))
		}
		return v
	case "up-times-epsilon":
		return v * (1 + 0x1p-52)
	case "up-infinite-clamped":
		if math.IsInf(v, 1) {
			return math.MaxFloat64
		}
	case "up-binary32":
		f, _ := q.Float32()
		return float64(f)
	case "up-integer":
		return math.Ceil(v)
	}
	if !math.IsInf(v, 0) && rat(v).Cmp(q) < 0 {
		v = math.Nextafter(v, math.Inf(1))
	}
	return v
}

// feed gives one leg a row: SPEC.md 6.4 and 6.5.
func (p wrongPort) feed(name string, leg *wrongLeg, r wrongRow, count, other int64, approx, otherApprox bool) {
	if approx && p != wrongPort("leg-approx-"+name) {
		return
	}
	if otherApprox && p == wrongPort("leg-fully-exact-"+name) {
		return
	}
	if r.opaque && p != wrongPort("leg-opaque-"+name) && p != "timed-opaque" {
		return
	}
	if !p.timed(r) && p != wrongPort("leg-untimed-"+name) && p != wrongPort("leg-opaque-"+name) {
		return
	}
	if p.multi(r) && p == wrongPort("leg-multi-kernel-not-"+name) {
		return
	}
	if p == "leg-counts-abs" && count < 0 && count != math.MinInt64 {
		count = -count
	}
	switch {
	case count > 0:
	case p == wrongPort("leg-zero-count-"+name) && count == 0:
	case p == wrongPort("leg-negative-count-"+name) && count != 0:
	default:
		return
	}
	if p == wrongPort("leg-other-count-needed-"+name) && other <= 0 {
		return
	}
	rate, float := p.rate(count, r), floatRate(count, r)
	wins := leg.best == nil || rate.Cmp(leg.best) > 0
	if leg.best != nil {
		tie := rate.Cmp(leg.best) == 0
		switch p {
		case "leg-tie-last":
			wins = wins || tie
		case "leg-tie-greater-count":
			wins = wins || tie && count > leg.count
		case "leg-tie-smaller-count":
			wins = wins || tie && count < leg.count
		case "leg-tie-witness-order":
			wins = wins || tie && p.witness(r) < leg.witness
		case "leg-tie-single-kernel":
			wins = wins || tie && r.kernels == 1
		case "leg-compared-in-float":
			wins = float > leg.rate
		case "leg-compared-in-float-last":
			wins = float >= leg.rate
		case "leg-compared-in-float-product":
			wins = float64(count)*1000/r.ms > float64(leg.count)*1000/leg.ms
		case "leg-compared-in-cross-products":
			wins = float64(count)*leg.ms > float64(leg.count)*r.ms
		case "leg-compared-rounded-up":
			wins = p.up(rate) > leg.value
		case "leg-compared-tolerant":
			wins = float > leg.rate*(1+1e-12)
		case "leg-greatest-count":
			wins = count > leg.count
		case "leg-least-time":
			wins = r.ms < leg.ms
		case "leg-least-rate":
			wins = rate.Cmp(leg.best) < 0
		case "leg-first":
			wins = false
		case "leg-last":
			wins = true
		}
	}
	if wins {
		*leg = wrongLeg{best: rate, rate: float, count: count, ms: r.ms, value: p.up(rate), witness: p.witness(r), given: true}
	}
}

// fit is SPEC.md section 6 for one group.
func (p wrongPort) fit(rows []wrongRow) wrongEnvelope {
	e := wrongEnvelope{backend: rows[0].backend}
	count := func(to *int, yes bool) {
		if yes {
			*to++
		}
	}
	var running []*big.Rat // ratios with the legs up to then
	for _, r := range rows {
		timed, live := p.timed(r), !r.opaque
		// which rows the counters count, with the faults of each
		counted := func(name string) bool {
			return timed || p == wrongPort("count-untimed-"+name) && live || p == wrongPort("count-opaque-"+name) && r.ms > 0
		}
		count(&e.rows, counted("rows"))
		count(&e.opaque, r.opaque && (r.ms > 0 || p != "count-opaque-timed-only"))
		count(&e.multi, counted("multi") && p.multi(r) && !(p == "count-multi-exact" && (r.flopsApprox || r.bytesApprox)))
		count(&e.flopsApprox, counted("flops-approx") && r.flopsApprox && !(p == "count-approx-positive" && r.flops <= 0) &&
			!(p == "count-approx-only-one" && r.bytesApprox) || p == "count-flops-approx-of-all" && r.flopsApprox)
		count(&e.bytesApprox, counted("bytes-approx") && r.bytesApprox && !(p == "count-approx-positive" && r.bytes <= 0) &&
			!(p == "count-approx-else" && r.flopsApprox) || p == "count-bytes-approx-of-all" && r.bytesApprox)
		count(&e.violation, p.violates(r))

		p.feed("compute", &e.compute, r, r.flops, r.bytes, r.flopsApprox, r.bytesApprox)
		p.feed("memory", &e.memory, r, r.bytes, r.flops, r.bytesApprox, r.flopsApprox)
		if p == "slack-running-legs" || p == "slack-running-best" {
			q := new(big.Rat)
			if e.compute.given && e.memory.given && p.canForce(r) {
				q = p.ratio(r, e.compute, e.memory)
			}
			running = append(running, q)
		}
	}
	switch p {
	case "count-opaque-in-rows":
		e.rows += e.opaque
	case "count-approx-not-in-rows":
		e.rows -= max(e.flopsApprox, e.bytesApprox)
	case "count-all-in-rows":
		e.rows = len(rows)
	case "count-violations-once":
		e.violation = min(e.violation, 1)
	case "leg-witness-row-shared":
		if e.memory.given && e.compute.given {
			e.memory.witness = e.compute.witness
		}
	}
	p.slacken(&e, rows, running)
	return e
}

// canForce reports whether a row is one that can force slack: SPEC.md 6.7 and 6.8.
func (p wrongPort) canForce(r wrongRow) bool {
	switch p {
	case "slack-single-kernel":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && r.kernels >= 1
	case "slack-all-kernels":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox
	case "slack-three-kernels":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && r.kernels > 2
	case "slack-not-one-kernel":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && r.kernels != 1
	case "slack-flops-approx":
		return p.timed(r) && !r.bytesApprox && p.multi(r)
	case "slack-bytes-approx":
		return p.timed(r) && !r.flopsApprox && p.multi(r)
	case "slack-both-approx":
		return p.timed(r) && r.flopsApprox == r.bytesApprox && p.multi(r)
	case "slack-opaque":
		return r.ms > 0 && !r.flopsApprox && !r.bytesApprox && p.multi(r)
	case "slack-untimed":
		return !r.opaque && !r.flopsApprox && !r.bytesApprox && p.multi(r)
	case "slack-without-model-only":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && p.multi(r) && !r.hasModel
	}
	return p.timed(r) && !r.flopsApprox && !r.bytesApprox && p.multi(r)
}

// ratio is that of SPEC.md 6.7.
func (p wrongPort) ratio(r wrongRow, compute, memory wrongLeg) *big.Rat {
	flops, bytes := new(big.Rat).SetInt64(r.flops), new(big.Rat).SetInt64(r.bytes)
	pf, pb := finiteRat(compute.value), finiteRat(memory.value)
	switch p {
	case "slack-unrounded-legs":
		pf, pb = compute.best, memory.best
	case "slack-nearest-legs":
		f, _ := compute.best.Float64()
		b, _ := memory.best.Float64()
		pf, pb = finiteRat(f), finiteRat(b)
	case "slack-bumped-legs":
		pf, pb = finiteRat(compute.value*1.000002), finiteRat(memory.value*1.000002)
	case "slack-infinite-leg-greatest":
		pf, pb = rat(min(compute.value, math.MaxFloat64)), rat(min(memory.value, math.MaxFloat64))
	case "slack-float":
		return finiteRat((float64(r.flops)/compute.value + float64(r.bytes)/memory.value) / (r.ms / 1000))
	case "slack-float-product":
		return finiteRat((float64(r.flops)/compute.value + float64(r.bytes)/memory.value) * 1000 / r.ms)
	case "slack-float-terms":
		s := r.ms / 1000
		return finiteRat(float64(r.flops)/compute.value/s + float64(r.bytes)/memory.value/s)
	case "slack-abs-counts":
		flops.Abs(flops)
		bytes.Abs(bytes)
	}
	f, b := new(big.Rat).Quo(flops, pf), new(big.Rat).Quo(bytes, pb)
	switch {
	case p == "slack-greater-leg" && f.Cmp(b) > 0:
		b = new(big.Rat)
	case p == "slack-greater-leg":
		f = new(big.Rat)
	case p == "slack-times-kernels":
		greater := f
		if b.Cmp(f) > 0 {
			greater = b
		}
		return quo(new(big.Rat).Mul(greater, new(big.Rat).SetInt64(r.kernels)), p.seconds(r))
	}
	return quo(f.Add(f, b), p.seconds(r))
}

// slacken is SPEC.md 6.7.
func (p wrongPort) slacken(e *wrongEnvelope, rows []wrongRow, running []*big.Rat) {
	one := big.NewRat(1, 1)
	if p == "slack-none" {
		return
	}
	if !e.compute.given || !e.memory.given {
		if p == "slack-missing-leg-is-zero" {
			for _, r := range rows {
				if p.canForce(r) {
					_ = p.ratio(r, e.compute, e.memory) // divides by zero
				}
			}
		}
		if p == "slack-missing-leg-is-two" {
			for _, r := range rows {
				if p.canForce(r) {
					e.slack, e.forcing = 2, p.witness(r)
				}
			}
		}
		return
	}
	if p != "slack-infinite-leg-greatest" && (math.IsInf(e.compute.value, 0) || math.IsInf(e.memory.value, 0)) {
		return
	}
	candidates := rows
	if p == "slack-hull-corners" || p == "slack-undominated-later" || p == "slack-undominated-one-leg" {
		candidates = p.thinned(rows)
	}
	var greatest *big.Rat
	compute, memory := e.compute, e.memory
	for i, r := range candidates {
		if !p.canForce(r) {
			continue
		}
		q := p.ratio(r, compute, memory)
		if p == "slack-running-legs" {
			q = running[i]
		}
		wins := greatest == nil || q.Cmp(greatest) > 0
		if greatest != nil {
			switch p {
			case "slack-tie-last":
				wins = q.Cmp(greatest) >= 0
			case "slack-compared-in-float":
				a, _ := q.Float64()
				b, _ := greatest.Float64()
				wins = a > b
			case "slack-first":
				wins = greatest.Cmp(one) <= 0
			case "slack-last":
				wins = wins || q.Cmp(one) > 0
			case "slack-least":
				wins = greatest.Cmp(one) <= 0 || q.Cmp(one) > 0 && q.Cmp(greatest) < 0
			}
		}
		if p == "slack-row-by-row" {
			if wins = q.Cmp(one) > 0; wins {
				compute.value, memory.value = p.up(new(big.Rat).Mul(rat(compute.value), q)), p.up(new(big.Rat).Mul(rat(memory.value), q))
				if greatest != nil {
					q.Mul(q, greatest)
				}
			}
		}
		if p == "slack-running-best" {
			wins = greatest == nil || running[i].Cmp(greatest) > 0
			q = running[i]
		}
		if wins {
			greatest, e.forcing = q, p.witness(r)
			if p == "slack-running-best" {
				e.forcing = fmt.Sprint(i)
			}
		}
	}
	if p == "slack-running-best" && greatest != nil {
		i, _ := strconv.Atoi(e.forcing)
		greatest, e.forcing = p.ratio(rows[i], compute, memory), p.witness(rows[i])
	}
	if greatest == nil {
		return
	}
	if slack := greatest.Cmp(one); slack < 0 && p != "slack-below-one" || slack == 0 && p != "slack-from-one" {
		return
	}
	e.slack = p.up(greatest)
	exact := rat(e.slack)
	switch p {
	case "slack-nearest":
		e.slack, _ = greatest.Float64()
		exact = rat(e.slack)
	case "slack-one-more":
		e.slack = math.Nextafter(e.slack, 3)
		exact = rat(e.slack)
	case "slack-exact-in-product":
		exact = greatest
	case "slack-two":
		e.slack, exact = 2, big.NewRat(2, 1)
	case "slack-squared":
		exact.Mul(exact, exact)
	case "slack-tolerant":
		if e.slack < 1+1e-9 {
			e.slack = 0
			return
		}
	case "slack-rounded-printed":
		e.slack = 1.000001 * math.Ceil(e.slack*1e6) / 1e6
	}
	for _, leg := range []*wrongLeg{&e.compute, &e.memory} {
		q := new(big.Rat).Mul(finiteRat(leg.value), exact)
		switch {
		case p == "slack-compute-only" && leg == &e.memory, p == "slack-memory-only" && leg == &e.compute, p == "slack-not-applied":
		case p == "slack-product-nearest":
			leg.value, _ = q.Float64()
		case p == "slack-product-of-rates":
			leg.value = p.up(new(big.Rat).Mul(leg.best, exact))
		case p == "slack-divides":
			leg.value = p.up(new(big.Rat).Quo(finiteRat(leg.value), exact))
		default:
			leg.value = p.up(q)
		}
		if p == "slack-witness-of-legs" {
			leg.witness = e.forcing
		}
	}
}

// thinned leaves out rows that a port might believe it does not need: SPEC.md 6.11.
func (p wrongPort) thinned(rows []wrongRow) []wrongRow {
	type point struct {
		r    wrongRow
		x, y *big.Rat
	}
	var all, kept []point
	for _, r := range rows {
		if p.canForce(r) {
			all = append(all, point{r, p.rate(r.flops, r), p.rate(r.bytes, r)})
		}
	}
	for i, a := range all {
		needed := true
		for j, b := range all {
			x, y := b.x.Cmp(a.x), b.y.Cmp(a.y)
			if p == "slack-undominated-one-leg" {
				needed = needed && !(x > 0 && j != i)
				continue
			}
			equal := x == 0 && y == 0
			later := p == "slack-undominated-later" && j > i || p != "slack-undominated-later" && j < i
			if j != i && x >= 0 && y >= 0 && (!equal || later) {
				needed = false
			}
		}
		if needed {
			kept = append(kept, a)
		}
	}
	var thin []wrongRow
	for _, a := range kept {
		inside := false
		if p == "slack-hull-corners" {
			for _, l := range kept {
				for _, r := range kept {
					if l.x.Cmp(a.x) < 0 && a.x.Cmp(r.x) < 0 {
						// height of the chord at a, times the width
						left := new(big.Rat).Mul(l.y, new(big.Rat).Sub(r.x, a.x))
						right := new(big.Rat).Mul(r.y, new(big.Rat).Sub(a.x, l.x))
						width := new(big.Rat).Mul(a.y, new(big.Rat).Sub(r.x, l.x))
						inside = inside || width.Cmp(left.Add(left, right)) <= 0
					}
				}
			}
		}
		if !inside {
			thin = append(thin, a.r)
		}
	}
	return thin
}

// witness is SPEC.md 2.4.
func (p wrongPort) witness(r wrongRow) string {
	name := r.routine + "/" + r.label
	if r.routine == "" && p != "witness-slash-always" {
		name = r.label
	}
	if p == "witness-blank-routine-is-empty" && strings.TrimSpace(r.routine) == "" {
		name = r.label
	}
	if r.label == "" && p == "witness-no-slash-without-label" {
		name = r.routine
	}
	switch p {
	case "witness-trimmed":
		return strings.TrimSpace(name) + " (" + strings.TrimSpace(r.digest) + ")"
	case "witness-whole-trimmed":
		return strings.TrimSpace(name + " (" + r.digest + ")")
	case "witness-without-digest":
		return name
	case "witness-digest-only":
		return r.digest
	case "witness-digest-brackets":
		return name + " [" + r.digest + "]"
	case "witness-empty-digest-left-out":
		if r.digest == "" {
			return name
		}
	case "witness-no-blank":
		return name + "(" + r.digest + ")"
	case "witness-colon":
		name = strings.Replace(name, "/", ":", 1)
	case "witness-label-first":
		if r.routine != "" {
			name = r.label + "/" + r.routine
		}
	case "witness-label-only":
		name = r.label
	case "witness-with-backend":
		name = r.backend + "/" + name
	case "witness-cut-at-80":
		name = name[:min(len(name), 80)]
	case "witness-cut-at-1024":
		name = name[:min(len(name), 1024)]
	case "witness-nothing-left-out":
		if name == "" && r.digest == "" {
			return ""
		}
	}
	return name + " (" + r.digest + ")"
}

// printed is SPEC.md 7.3.
func (p wrongPort) printed(s string) string {
	bytes := func(pattern, by string) {
		s = latin1(regexp.MustCompile(pattern).ReplaceAllString(latin1ToUTF8(s), by))
	}
	switch p {
	case "print-uncleaned":
		return s
	case "print-clean-line-ends-only":
		return strings.NewReplacer("\n", " ", "\r", " ").Replace(s)
	case "print-clean-without-delete":
		bytes(`[\x00-\x1f]`, " ")
	case "print-clean-without-1f":
		bytes(`[\x00-\x1e\x7f]`, " ")
	case "print-clean-without-cr":
		bytes(`[\x00-\x0c\x0e-\x1f\x7f]`, " ")
	case "print-clean-without-escape":
		bytes(`[\x00-\x1a\x1c-\x1f\x7f]`, " ")
	case "print-clean-as-stored":
		bytes(`[\t\n\r\x00]`, " ")
	case "print-clean-c1":
		bytes(`[\x00-\x1f\x7f-\x9f]`, " ")
	case "print-clean-high":
		bytes(`[\x00-\x1f\x7f-\xff]`, " ")
	case "print-clean-runs-are-one":
		bytes(`[\x00-\x1f\x7f]+`, " ")
	case "print-clean-removed":
		bytes(`[\x00-\x1f\x7f]`, "")
	case "print-clean-question-mark":
		bytes(`[\x00-\x1f\x7f]`, "?")
	case "print-clean-escaped":
		s = strings.NewReplacer("\r", `\r`, "\x1b", `\x1b`).Replace(s)
	case "print-clean-space-too":
		bytes(`[\x00-\x20\x7f]`, "_")
	case "print-clean-trimmed":
		s = strings.TrimSpace(s)
	case "print-clean-not-utf8":
		s = strings.ToValidUTF8(s, "\ufffd")
	case "print-clean-separators":
		s = strings.NewReplacer("\u0085", " ", "\u2028", " ", "\u2029", " ").Replace(s)
	case "print-clean-hash":
		s = strings.ReplaceAll(s, "#", " ")
	case "print-clean-equals":
		s = strings.ReplaceAll(s, "=", " ")
	case "print-clean-latin1":
		s = latin1ToUTF8(s)
	case "print-clean-characters":
		// characters that Unicode calls controls, C1 ones too
		s = strings.Map(func(c rune) rune {
			if c < ' ' || c >= 0x7f && c < 0xa0 {
				return ' '
			}
			return c
		}, s)
	case "print-quoted":
		s = strconv.Quote(s)
	}
	switch p {
	case "print-clean-without-delete", "print-clean-without-1f", "print-clean-without-cr", "print-clean-without-escape", "print-clean-as-stored":
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c < ' ' || c == 0x7f {
			b[i] = ' '
		}
	}
	return string(b)
}

// latin1 is the reverse of latin1ToUTF8.
func latin1(s string) string {
	var b strings.Builder
	for _, c := range s {
		b.WriteByte(byte(c))
	}
	return b.String()
}

// format is SPEC.md 7.7.
func (p wrongPort) format(v float64) string {
	digits := 9
	switch p {
	case "print-rounded-to-seven":
		digits = 6
	case "print-rounded-to-eleven":
		digits = 10
	case "print-rounded-to-sixteen":
		digits = 16
	case "print-g":
		return strconv.FormatFloat(v, 'g', 7, 64)
	case "print-f":
		return strconv.FormatFloat(v, 'f', 6, 64)
	case "print-shortest":
		return strconv.FormatFloat(v, 'g', -1, 64)
	case "print-binary32":
		v = float64(float32(v))
	case "print-engineering":
		s := strconv.FormatFloat(v, 'e', 6, 64)
		return strings.NewReplacer("e+12", "T", "e+09", "G").Replace(s)
	}
	s := strconv.FormatFloat(v, 'e', digits, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	switch p {
	case "print-cut-exactly":
		mantissa, exponent = cutMantissa(v)
	case "print-cut-up":
		up, _ := new(big.Int).SetString(strings.Replace(mantissa, ".", "", 1), 10)
		up.Add(up, big.NewInt(999))
		if t := up.String(); len(t) == 10 {
			mantissa = t[:1] + "." + t[1:7]
		}
	case "print-cut-to-six":
		mantissa = mantissa[:7]
	case "print-cut-to-eight":
		mantissa = mantissa[:9]
	case "print-uncut":
	case "print-rounded-twice":
		short, _ := strconv.ParseFloat(mantissa, 64)
		mantissa = strconv.FormatFloat(short, 'f', 6, 64)
	default:
		mantissa = mantissa[:8]
	}
	n, _ := strconv.Atoi(exponent)
	switch p {
	case "print-zeros-trimmed":
		mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
	case "print-comma":
		mantissa = strings.Replace(mantissa, ".", ",", 1)
	}
	if n == 0 && p != "print-exponent-zero-kept" {
		return mantissa
	}
	switch p {
	case "print-exponent-one-left-out":
		if n == 1 {
			return strconv.FormatFloat(v, 'f', 5, 64)
		}
	case "print-exponent-padded":
		return mantissa + "e" + exponent
	case "print-exponent-padded-minus":
		if n < 0 {
			return mantissa + "e" + exponent
		}
	case "print-exponent-three-digits":
		return fmt.Sprintf("%se%+04d", mantissa, n)
	case "print-exponent-capital":
		return fmt.Sprintf("%sE%+d", mantissa, n)
	case "print-exponent-no-plus":
		return fmt.Sprintf("%se%d", mantissa, n)
	case "print-exponent-zeros-trimmed-behind":
		return mantissa + "e" + strings.TrimRight(fmt.Sprintf("%+d", n), "0")
	case "print-exponent-zeros-removed":
		return mantissa + "e" + strings.ReplaceAll(fmt.Sprintf("%+d", n), "0", "")
	case "print-exponent-negative-zero-kept":
		if n < 0 && n > -10 {
			return fmt.Sprintf("%se-0%d", mantissa, -n)
		}
	}
	return fmt.Sprintf("%se%+d", mantissa, n)
}

// cutMantissa cuts the exact value to seven digits, without rounding to ten first.
func cutMantissa(v float64) (mantissa, exponent string) {
	s := strconv.FormatFloat(v, 'e', 800, 64)
	mantissa, exponent, _ = strings.Cut(s, "e")
	return mantissa[:8], exponent
}

// bump is SPEC.md 7.4.
func (p wrongPort) bump(v float64) float64 {
	if math.IsInf(v, 0) {
		return v
	}
	exact := new(big.Rat).Mul(rat(v), big.NewRat(1000002, 1000000))
	product := v * 1.000002
	switch p {
	case "bump-missing":
		return v
	case "bump-twice":
		return product * 1.000002
	case "bump-exact-factor":
		nearest, _ := exact.Float64()
		return nearest
	case "bump-up":
		return wrongPort("").up(new(big.Rat).Mul(rat(v), rat(1.000002)))
	case "bump-down":
		down := wrongPort("").up(new(big.Rat).Mul(rat(v), rat(1.000002)))
		return math.Nextafter(down, 0)
	case "bump-one-millionth":
		return v * 1.000001
	case "bump-ten-millionths":
		return v * 1.00001
	case "bump-two-percent":
		return v * 1.02
	case "bump-added":
		return v + v*0.000002
	case "bump-added-constant":
		return v + 0.000002
	case "bump-binary32-factor":
		return v * float64(float32(1.000002))
	case "bump-divides":
		return v / 1.000002
	case "bump-overflow-clamped":
		return min(product, math.MaxFloat64)
	case "bump-of-slack":
		return product
	}
	return product
}

// report is SPEC.md section 7.
func (p wrongPort) report(e wrongEnvelope) string {
	plural := func(which string, n int) string {
		switch {
		case p == wrongPort("report-plural-"+which+"-always"):
			return "s"
		case p == wrongPort("report-plural-"+which+"-never"):
			return ""
		case p == wrongPort("report-plural-"+which+"-not-zero") && n == 0:
			return ""
		case p == wrongPort("report-plural-"+which+"-parentheses"):
			return "(s)"
		case n == 1:
			return ""
		}
		return "s"
	}
	name := p.printed(e.backend)
	rows, opaque, flopsApprox, bytesApprox, multi, violations := e.rows, e.opaque, e.flopsApprox, e.bytesApprox, e.multi, e.violation
	switch p {
	case "report-approx-swapped":
		flopsApprox, bytesApprox = bytesApprox, flopsApprox
	case "report-opaque-multi-swapped":
		opaque, multi = multi, opaque
	case "report-rows-violations-swapped":
		rows, violations = violations, rows
	case "report-backend-uncleaned":
		name = e.backend
	case "report-empty-backend-named":
		if name == "" {
			name = "unknown"
		}
	case "report-backend-quoted":
		name = strconv.Quote(name)
	case "report-backend-trimmed":
		name = strings.TrimSpace(name)
	case "report-backend-lower-case":
		name = strings.ToLower(name)
	}
	ms := fmt.Sprintf("), %d recorded bound violation%s\n", violations, plural("violations", violations))
	if p == "report-no-violations-left-out" && violations == 0 {
		ms = ")\n"
	}
	header := fmt.Sprintf("# backend %s: %d timed row%s (%d opaque excluded, %d approx-flops / %d approx-bytes excluded per leg, %d multi-kernel",
		name, rows, plural("rows", rows), opaque, flopsApprox, bytesApprox, multi) + ms
	if p == "report-opaque-left-out" && opaque == 0 {
		header = strings.Replace(header, "0 opaque excluded, ", "", 1)
	}
	slack := ""
	if e.slack > 0 {
		value := p.format(e.slack)
		if p == "bump-of-slack" {
			value = p.format(e.slack * 1.000002)
		}
		if p == "report-slack-six-decimals" {
			value = strconv.FormatFloat(e.slack, 'f', 6, 64)
		}
		forcing := p.printed(e.forcing)
		if p == "report-slack-uncleaned" {
			forcing = e.forcing
		}
		slack = fmt.Sprintf("# fission slack %s applied to both legs, forced by multi-kernel row: %s\n", value, forcing)
		if p == "report-slack-without-witness" {
			slack = fmt.Sprintf("# fission slack %s applied to both legs\n", value)
		}
		infinite := math.IsInf(p.bump(e.compute.value), 1) || math.IsInf(p.bump(e.memory.value), 1)
		if p == "report-slack-left-out" || p == "report-slack-left-out-if-infinite" && infinite ||
			p == "report-slack-left-out-if-one" && value == "1.000000" {
			slack = ""
		}
	} else if p == "report-slack-always" {
		slack = "# fission slack 1.000000\n"
	}
	part := func(leg, key string, c wrongLeg) string {
		witness := p.printed(c.witness)
		if p == wrongPort("report-"+leg+"-uncleaned") {
			witness = c.witness
		}
		value := p.bump(c.value)
		switch {
		case !c.given && p == "report-none-left-out":
			return ""
		case !c.given && p == "report-none-is-zero":
			return fmt.Sprintf("# %s-leg binding row: \n%s=0.000000\n", leg, key)
		case !c.given && p == "report-none-is-infinite":
			return fmt.Sprintf("# no finite constant covers %s: \n", key)
		case !c.given && p == "report-none-setting-empty":
			return fmt.Sprintf("%s=\n", key)
		case !c.given && p == "report-none-names-leg":
			return fmt.Sprintf("# no scoreable row constrains %s leg\n", leg)
		case !c.given && p == "report-none-both-lines":
			return fmt.Sprintf("# %s-leg binding row: none\n# no scoreable row constrains %s\n", leg, key)
		case !c.given:
			return fmt.Sprintf("# no scoreable row constrains %s\n", key)
		case math.IsInf(value, 1) && p == "report-infinite-left-out":
			return ""
		case math.IsInf(value, 1) && p == "report-infinite-printed":
			return fmt.Sprintf("# %s-leg binding row: %s\n%s=inf\n", leg, witness, key)
		case math.IsInf(value, 1) && p == "report-infinite-is-none":
			return fmt.Sprintf("# no scoreable row constrains %s\n", key)
		case math.IsInf(value, 1) && p == "report-infinite-without-witness":
			return fmt.Sprintf("# no finite constant covers %s\n", key)
		case math.IsInf(value, 1) && p == "report-infinite-with-witness-line":
			return fmt.Sprintf("# %s-leg binding row: %s\n# no finite constant covers %s: %s\n", leg, witness, key, witness)
		case math.IsInf(value, 1) && p == "report-infinite-uncleaned":
			return fmt.Sprintf("# no finite constant covers %s: %s\n", key, c.witness)
		case math.IsInf(value, 1) && p == "report-infinite-bump-unnoticed" && !math.IsInf(c.value, 1):
			return fmt.Sprintf("# %s-leg binding row: %s\n%s=inf\n", leg, witness, key)
		case math.IsInf(value, 1) && p == "report-infinite-bump-not-applied" && !math.IsInf(c.value, 1):
			value = c.value
		case math.IsInf(value, 1):
			return fmt.Sprintf("# no finite constant covers %s: %s\n", key, witness)
		}
		text := p.format(value)
		if p == "bump-after-cut" {
			cut, _ := strconv.ParseFloat(p.format(c.value), 64)
			text = p.format(cut * 1.000002)
		}
		if value == 0 {
			text = "0.000000"
		}
		switch p {
		case "report-setting-spaced":
			return fmt.Sprintf("# %s-leg binding row: %s\n%s = %s\n", leg, witness, key, text)
		case "report-setting-colon":
			return fmt.Sprintf("# %s-leg binding row: %s\n%s: %s\n", leg, witness, key, text)
		case "report-setting-first":
			return fmt.Sprintf("%s=%s\n# %s-leg binding row: %s\n", key, text, leg, witness)
		case "report-setting-indented":
			return fmt.Sprintf("# %s-leg binding row: %s\n  %s=%s\n", leg, witness, key, text)
		case "report-setting-comment":
			return fmt.Sprintf("# %s-leg binding row: %s\n%s=%s # per second\n", leg, witness, key, text)
		case "report-witness-left-out":
			return fmt.Sprintf("%s=%s\n", key, text)
		case "report-capital-leg":
			leg = strings.ToUpper(leg[:1]) + leg[1:]
		}
		return fmt.Sprintf("# %s-leg binding row: %s\n%s=%s\n", leg, witness, key, text)
	}
	key := "model_peak_memory_bandwidth"
	if p == "report-memory-key-short" {
		key = "model_peak_bandwidth"
	}
	compute, memory := part("compute", "model_peak_flops", e.compute), part("memory", key, e.memory)
	switch p {
	case "report-slack-last":
		return header + compute + memory + slack
	case "report-slack-first":
		return slack + header + compute + memory
	case "report-memory-first":
		return header + slack + memory + compute
	case "report-legs-swapped":
		return header + slack + part("compute", "model_peak_flops", e.memory) + part("memory", key, e.compute)
	case "report-header-left-out":
		return slack + compute + memory
	case "report-header-twice-with-slack":
		if slack != "" {
			return header + slack + header + compute + memory
		}
	}
	return header + slack + compute + memory
}
