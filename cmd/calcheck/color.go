package main

import (
	"errors"
	"io"
	"os"
	"runtime"
)

// colorMode is the value of --color: whether text has colours. The zero value is auto.
type colorMode string

const (
	colorAuto   colorMode = "auto"
	colorAlways colorMode = "always"
	colorNever  colorMode = "never"
)

func (m *colorMode) Set(s string) error {
	switch colorMode(s) {
	case colorAuto, colorAlways, colorNever:
		*m = colorMode(s)
		return nil
	}
	return errors.New("expected auto, always or never")
}

func (m *colorMode) String() string {
	if *m == "" {
		return string(colorAuto)
	}
	return string(*m)
}

// Type is what help calls the value.
func (m *colorMode) Type() string { return "when" }

// wanted reports whether what is written to w is to have colours: by itself on a
// terminal, unless the user has said otherwise as https://no-color.org has it.
func (m *colorMode) wanted(w io.Writer) bool {
	switch *m {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	if runtime.GOOS == "windows" && os.Getenv("WT_SESSION") == "" && os.Getenv("TERM") == "" {
		return false // an old console, which shows the escapes
	}
	file, ok := w.(*os.File)
	return ok && isTerminal(file)
}

// The sequences that text is coloured with: "select graphic rendition" of ECMA-48.
const (
	colorReset = "\x1b[0m"
	colorBold  = "\x1b[1m"
	colorFaint = "\x1b[2m"
)

var severityColors = map[severity]string{
	severityError:   "\x1b[1;31m", // red
	severityWarning: "\x1b[1;33m", // yellow
	severityNote:    "\x1b[1;36m", // cyan
}

// colored is the finding as String has it, with colours.
func (f finding) colored() string {
	return colorBold + f.place.String() + ":" + colorReset + " " +
		severityColors[f.rule.severity] + string(f.rule.severity) + ":" + colorReset + " " +
		f.message + " " + colorFaint + "[" + f.rule.id + "]" + colorReset
}
