package conformance

import (
	"errors"
	"strings"

	"github.com/calcheck/calibration"
)

// textColumns is how many columns of a row are text; they are its first.
const textColumns = 4

var errEmit = errors.New("no emit request: expected 12 columns, the four texts with no escapes but \\t \\n \\r \\0 \\\\")

// parseEmit reads an emit request: 12 columns whose text cells are escaped, as
// a writer may be handed text that no line could hold.
func parseEmit(request string) (calibration.Row, error) {
	cells := strings.SplitN(request, "\t", textColumns+1)
	if strings.Count(request, "\t") != calibration.NumColumns-1 {
		return calibration.Row{}, errEmit
	}
	// The numbers are read as in any line, beside text that is empty.
	row, err := calibration.ParseLine(strings.Repeat("\t", textColumns) + cells[textColumns])
	if err != nil {
		return calibration.Row{}, err
	}
	for i, text := range []*string{&row.Backend, &row.Digest, &row.Routine, &row.Label} {
		unescaped, ok := unescape(cells[i])
		if !ok {
			return calibration.Row{}, errEmit
		}
		*text = unescaped
	}
	return row, nil
}

var escapes = map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', '0': 0, '\\': '\\'}

// unescape undoes the escapes of an emit request. It fails on an escape that is
// none of them, and on a backslash at the end.
func unescape(s string) (string, bool) {
	var b strings.Builder
	for {
		plain, rest, found := strings.Cut(s, `\`)
		b.WriteString(plain)
		if !found {
			return b.String(), true
		}
		if rest == "" {
			return "", false
		}
		c, known := escapes[rest[0]]
		if !known {
			return "", false
		}
		b.WriteByte(c)
		s = rest[1:]
	}
}

// escapeText is the reverse of unescape.
func escapeText(s string) string {
	return strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, "\x00", `\0`, `\`, `\\`).Replace(s)
}
