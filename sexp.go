package calibration

import "strconv"

// Sexp returns the row as a one-line s-expression, in the machine form of the
// original's sexp_of_row (spec section 10): (field value) pairs in the order of
// the columns.
func (r Row) Sexp() string {
	var w sexpWriter
	w.open()
	w.field(columnNames[colBackend], r.Backend)
	w.field(columnNames[colDigest], r.Digest)
	w.field(columnNames[colRoutine], r.Routine)
	w.field(columnNames[colLabel], r.Label)
	w.field(columnNames[colMeasured], sexpFloat(r.MeasuredMS))
	w.open()
	w.atom(columnNames[colModel])
	w.open()
	if r.HasModel {
		w.atom(sexpFloat(r.ModelMS))
	}
	w.close()
	w.close()
	w.field(columnNames[colKernels], strconv.FormatInt(r.Kernels, 10))
	w.field(columnNames[colFLOPs], strconv.FormatInt(r.FLOPs, 10))
	w.field(columnNames[colBytes], strconv.FormatInt(r.Bytes, 10))
	w.field(columnNames[colFLOPsApprox], strconv.FormatBool(r.FLOPsApprox))
	w.field(columnNames[colBytesApprox], strconv.FormatBool(r.BytesApprox))
	w.field(columnNames[colOpaque], strconv.FormatBool(r.Opaque))
	w.close()
	return string(w.b)
}

// Sexp returns the envelope as a one-line s-expression, in the machine form of
// the original's sexp_of_fit (spec section 10). A constant is (value witness).
func (e Envelope) Sexp() string {
	var w sexpWriter
	w.open()
	w.field("fit_backend", e.Backend)
	w.field("fit_rows", strconv.FormatInt(e.Rows, 10))
	w.field("fit_opaque", strconv.FormatInt(e.Opaque, 10))
	w.field("fit_flops_approx", strconv.FormatInt(e.FLOPsApprox, 10))
	w.field("fit_bytes_approx", strconv.FormatInt(e.BytesApprox, 10))
	w.field("fit_multi_kernel", strconv.FormatInt(e.MultiKernel, 10))
	w.field("fit_violations", strconv.FormatInt(e.Violations, 10))
	w.constant("fit_fission_slack", e.FissionSlack)
	w.constant("fit_peak_flops", e.PeakFLOPS)
	w.constant("fit_peak_memory_bandwidth", e.PeakMemoryBandwidth)
	w.close()
	return string(w.b)
}

// sexpWriter writes the machine form: a blank stands only between two atoms
// neither of which is quoted.
type sexpWriter struct {
	b         []byte
	afterBare bool // the last thing written is an atom without quotes
}

func (w *sexpWriter) open() {
	w.b = append(w.b, '(')
	w.afterBare = false
}

func (w *sexpWriter) close() {
	w.b = append(w.b, ')')
	w.afterBare = false
}

func (w *sexpWriter) field(name, value string) {
	w.open()
	w.atom(name)
	w.atom(value)
	w.close()
}

func (w *sexpWriter) constant(name string, c Constant) {
	w.open()
	w.atom(name)
	w.open()
	if c.Some() {
		w.open()
		w.atom(sexpFloat(c.Value))
		w.atom(c.Witness)
		w.close()
	}
	w.close()
	w.close()
}

func (w *sexpWriter) atom(s string) {
	if bareAtom(s) {
		if w.afterBare {
			w.b = append(w.b, ' ')
		}
		w.b = append(w.b, s...)
		w.afterBare = true
		return
	}
	w.b = append(w.b, '"')
	for i := range len(s) {
		w.b = appendSexpByte(w.b, s[i])
	}
	w.b = append(w.b, '"')
	w.afterBare = false
}

// bareAtom reports whether the atom needs no quotes.
func bareAtom(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ' || c >= 0x7f:
			return false
		case c == '"' || c == '(' || c == ')' || c == ';' || c == '\\':
			return false
		case i > 0 && (s[i-1] == '#' && c == '|' || s[i-1] == '|' && c == '#'):
			return false // would open or close a block comment
		}
	}
	return s != ""
}

func appendSexpByte(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\t':
		return append(b, '\\', 't')
	case '\r':
		return append(b, '\\', 'r')
	case '\b':
		return append(b, '\\', 'b')
	}
	if c < ' ' || c >= 0x7f {
		return append(b, '\\', '0'+c/100, '0'+c/10%10, '0'+c%10)
	}
	return append(b, c)
}

// sexpFloat prints as C's %.15G, or as %.17G where that does not read back.
func sexpFloat(v float64) string {
	switch {
	case v != v:
		return "NAN"
	case v > 0 && v/2 == v:
		return "INF"
	case v < 0 && v/2 == v:
		return "-INF"
	}
	s := strconv.FormatFloat(v, 'G', 15, 64)
	if back, err := strconv.ParseFloat(s, 64); err == nil && back == v {
		return s
	}
	return strconv.FormatFloat(v, 'G', 17, 64)
}
