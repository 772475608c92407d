package main

import "strings"

// foreignData is how packed files start, and what they are then. Gzip is unpacked
// before it gets here, once.
var foreignData = []struct{ start, what string }{
	{magicGzip, "gzip data, packed a second time"},
	{"\xfd7zXZ\x00", "xz data: of packed files only gzip is read"},
	{"\x28\xb5\x2f\xfd", "zstd data: of packed files only gzip is read"},
	{"BZh", "bzip2 data: of packed files only gzip is read"},
	{"PK\x03\x04", "a zip archive: of packed files only gzip is read"},
}

// foreignText is how lines of other files of text start, which hold no tabs.
var foreignText = []struct{ start, what string }{
	{"<<<<<<< ", "a conflict that a merge has left"},
	{"=======", "a conflict that a merge has left"},
	{">>>>>>> ", "a conflict that a merge has left"},
	{"version https://git-lfs.github.com/", "a pointer of Git LFS: git lfs pull fetches the file"},
	{baselineVersion, "a baseline of calcheck"},
	{"model_peak_", "a report of calcheck fit, or a tuner's config"},
	{"# backend ", "a report of calcheck fit, or a tuner's config"},
	{"{", "JSON"},
	{"[", "JSON"},
	{"<", "HTML or XML"},
}

// foreignHint: the line starts as those of other files do.
func foreignHint(m *malformed) string {
	for _, f := range foreignData {
		if strings.HasPrefix(m.line, f.start) {
			return "looks like " + f.what
		}
	}
	if len(m.cells) > 1 {
		return ""
	}
	for _, f := range foreignText {
		if strings.HasPrefix(m.line, f.start) {
			return "looks like " + f.what
		}
	}
	if strings.Count(m.line, `\t`) >= leastTabs {
		return `looks like \t instead of tabs`
	}
	return ""
}

// leastTabs is how many tabs a row has at least.
const leastTabs = 10
