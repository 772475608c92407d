package main

// hints are what a malformed line can look like. Each looks at the line and
// says what it looks like, or nothing. A hint must not mislead: it speaks only
// where the line would be well-formed, or nearly, if the guess were right.
//
// The first that speaks is taken. Those of the line as a whole come before those
// of one cell, because a line of the wrong shape is read cell by cell as
// nonsense; but blanks around a number come before a blank in place of a tab.
var hints = []func(*malformed) string{
	tornHint,
	headerHint,
	separatorHint,
	foreignHint,
	nulHint,
	lineFeedHint,
	extraTabHint,
	newerSchemaHint,
	gluedRowsHint,
	missingModelHint,
	missingCountHint,
	lineEndHint,
	blanksHint,
	missingTabHint,
	shiftedHint,
	startOfRowHint,

	quotesHint,
	flagHint,
	notFiniteHint,
	missingValueHint,
	baseHint,
	plusHint,
	pointHint,
	commaHint,
	groupingHint,
	wholeNumberHint,
	unitHint,
	minusHint,
	digitsHint,

	commentHint,
}

// hint says what the line looks like, or "" where one cannot tell.
func (m *malformed) hint() string {
	if !m.guessable() {
		return lineFeedHint(m) // a whole file can be one line
	}
	for _, hint := range hints {
		if text := hint(m); text != "" {
			return text
		}
	}
	return ""
}
