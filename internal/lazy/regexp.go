// Package lazy makes things when they are first needed. A command that checks a
// hundred rows in a few milliseconds must not spend more on compiling the patterns
// of findings that it never makes.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is regexp.MustCompile at the first call. A test must call each.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
