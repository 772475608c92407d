package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"cal.tsv", "cal.tsv"},
		{"a b/ü.tsv", "a b/ü.tsv"},
		{`a\b`, `a\b`},
		{"a\nb", `a\nb`},
		{"a\x1b[2Jb", `a\x1b[2Jb`},
		{"a\x7fb", `a\x7fb`},
		{"a\u202eb", `a\u202eb`}, // right-to-left override
		{"a\xffb", `a\xffb`},
		{"it's", "it's"},
		{"\ufffd", "\ufffd"},
	} {
		if got := visible(tt.in); got != tt.want {
			t.Errorf("visible(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestCharacterColumn(t *testing.T) {
	for _, tt := range []struct {
		line       string
		byteColumn int
		want       int
	}{
		{"abc", 1, 1},
		{"abc", 3, 3},
		{"äbc", 3, 2},
		{"ä€𝄞x", 10, 4},
		{"\xff\xfex", 3, 3}, // each byte that is not UTF-8 is a character
		{"e\u0301x", 4, 3},  // and so is a combining mark
		{"abc", 0, 1},       // unknown
		{"abc", 9, 4},
	} {
		if got := characterColumn(tt.line, tt.byteColumn); got != tt.want {
			t.Errorf("characterColumn(%q, %d) = %d, want %d", tt.line, tt.byteColumn, got, tt.want)
		}
	}
}

func TestCounted(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows"} {
		if got := counted(n, "row"); got != want {
			t.Errorf("counted(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestVersionText(t *testing.T) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for _, tt := range []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{
			"module",
			debug.BuildInfo{GoVersion: "go1.25.1", Main: debug.Module{Version: "v1.2.3"}},
			"calcheck v1.2.3\ngo1.25.1 " + platform + "\n",
		},
		{
			"no version",
			debug.BuildInfo{GoVersion: "go1.25.1"},
			"calcheck (unknown version)\ngo1.25.1 " + platform + "\n",
		},
		{
			"clean checkout",
			debug.BuildInfo{
				GoVersion: "go1.25.1", Main: debug.Module{Version: "(devel)"},
				Settings: []debug.BuildSetting{
					setting("vcs.revision", "0123abc"), setting("vcs.time", "2025-01-02T03:04:05Z"), setting("vcs.modified", "false"),
				},
			},
			"calcheck (devel)\ngo1.25.1 " + platform + "\nrevision 0123abc of 2025-01-02T03:04:05Z\n",
		},
		{
			"changed checkout",
			debug.BuildInfo{
				GoVersion: "go1.25.1", Main: debug.Module{Version: "(devel)"},
				Settings: []debug.BuildSetting{setting("vcs.revision", "0123abc"), setting("vcs.modified", "true")},
			},
			"calcheck (devel)\ngo1.25.1 " + platform + "\nrevision 0123abc, with uncommitted changes\n",
		},
	} {
		if got := versionText(&tt.info); got != tt.want {
			t.Errorf("%s: got\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
}
