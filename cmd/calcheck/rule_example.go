package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// An example is files, and how to check them.
type example struct {
	flags []string // of check
	files []exampleFile
}

type exampleFile struct {
	name string
	rows string // the file in the notation of pages; each line ends in a line feed
}

// escapes are the notation of examples, which survives editors and Markdown.
var escapes = []struct{ start, escape, meaning string }{
	{`\t`, `\t`, "is a tab"},
	{`\r`, `\r`, "a carriage return"},
	{`\x`, `\xHH`, "the byte of these two hexadecimal digits"},
	{`\{`, `\{x*N}`, "N times x"},
	{`\c`, `\c`, "the end of a file without a line feed"},
}

// notation says what the escapes in the examples stand for, as far as they hold
// any.
func notation(examples ...example) string {
	var said []string
	for _, e := range escapes {
		holds := func(f exampleFile) bool { return strings.Contains(f.rows, e.start) }
		if slices.ContainsFunc(examples, func(x example) bool { return slices.ContainsFunc(x.files, holds) }) {
			said = append(said, fmt.Sprintf("`%s` %s", e.escape, e.meaning))
		}
	}
	return "In the examples " + strings.Join(said, ", ") + "."
}

const (
	fence       = "```"
	fileInfo    = "text " // then the name of the file
	commandInfo = "console"
	command     = "calcheck check"
)

// parseExample reads a section of a page: a block per file, and, if the check of
// them needs flags, one with the command.
func parseExample(section string) (example, error) {
	var e example
	var commandLine string
	for section != "" {
		info, rest, opened := strings.Cut(strings.TrimPrefix(section, fence), "\n")
		block, rest, closed := strings.Cut("\n"+rest, "\n"+fence)
		if !strings.HasPrefix(section, fence) || !opened || !closed {
			return e, errors.New("want blocks, and nothing else")
		}
		block = strings.TrimPrefix(block, "\n") + "\n"
		section = strings.TrimSpace(rest)
		if info == commandInfo {
			commandLine = block
			continue
		}
		name, ok := strings.CutPrefix(info, fileInfo)
		if !ok {
			return e, fmt.Errorf("a block of %q, want %q or %q", info, fileInfo+"NAME", commandInfo)
		}
		file := exampleFile{name, block}
		if _, err := file.content(); err != nil {
			return e, err
		}
		e.files = append(e.files, file)
	}
	if len(e.files) == 0 {
		return e, errors.New("no file")
	}
	if commandLine != "" {
		words := strings.Fields(strings.TrimPrefix(commandLine, "$ "+command))
		e.flags = words[:max(0, len(words)-len(e.files))]
		if e.command() != strings.TrimSuffix(strings.TrimPrefix(commandLine, "$ "), "\n") {
			return e, fmt.Errorf("the command %q does not check the files", commandLine)
		}
	}
	return e, nil
}

// command is how to check the files, if they were there.
func (e example) command() string {
	words := append([]string{command}, e.flags...)
	for _, f := range e.files {
		words = append(words, f.name)
	}
	return strings.Join(words, " ")
}

// findings are what check prints of the files. They are not written down on the
// page, where they could be out of date.
func (e example) findings() string {
	var options checkOptions
	flags := pflag.NewFlagSet(command, pflag.ContinueOnError)
	options.register(flags)
	if err := flags.Parse(slices.Clone(e.flags)); err != nil {
		panic(err) // the examples are part of the program, and a test checks all of them
	}
	var inputs []input
	for _, f := range e.files {
		inputs = append(inputs, input{name: f.name, raw: func() (io.ReadCloser, error) {
			content, err := f.content()
			return io.NopCloser(strings.NewReader(content)), err
		}})
	}
	var found strings.Builder
	run := &cli{stdout: bufio.NewWriter(&found), stderr: io.Discard}
	run.check(inputs, options)
	run.stdout.Flush()
	return found.String()
}

// content is the file itself.
func (f exampleFile) content() (string, error) {
	var b strings.Builder
	for rest := f.rows; rest != ""; {
		switch {
		case rest == "\\c\n":
			return b.String(), nil
		case rest[0] == '\\':
			n, err := unescape(&b, rest)
			if err != nil {
				return "", fmt.Errorf("%s: %w", f.name, err)
			}
			rest = rest[n:]
		case rest[0] != '\n' && (rest[0] < ' ' || rest[0] > '~'):
			return "", fmt.Errorf(`%s: byte %q: write \x%02x`, f.name, rest[0], rest[0])
		default:
			b.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return b.String(), nil
}

// unescape writes what the escape at the start of s stands for, and returns its
// length.
func unescape(b *strings.Builder, s string) (int, error) {
	if repeated, ok := strings.CutPrefix(s, `\{`); ok {
		repeated, _, closed := strings.Cut(repeated, "}")
		text, times, _ := strings.Cut(repeated, "*")
		n, err := strconv.Atoi(times)
		if !closed || err != nil || n < 1 {
			return 0, fmt.Errorf(`no repetition: %.20q`, s)
		}
		b.WriteString(strings.Repeat(text, n))
		return len(`\{}`) + len(repeated), nil
	}
	// Of Go's escapes those that the notation has; a backslash itself is \x5c.
	if len(s) < 2 || !strings.ContainsRune("trx", rune(s[1])) {
		return 0, fmt.Errorf("no escape: %.20q", s)
	}
	c, multibyte, rest, err := strconv.UnquoteChar(s, 0)
	if err != nil || multibyte {
		return 0, fmt.Errorf("no escape: %.20q", s)
	}
	b.WriteByte(byte(c))
	return len(s) - len(rest), nil
}
