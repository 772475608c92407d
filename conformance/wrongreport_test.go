package conformance

// The wrong port: the report.

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

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
