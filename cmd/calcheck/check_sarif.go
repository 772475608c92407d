package main

import (
	"bufio"
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/calcheck/calibration/internal/lazy"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifBase   = "%SRCROOT%" // what relative URIs are relative to

	projectURL = "https://github.com/calcheck/calibration"
)

// sarifFingerprint names what makes a finding the same one in a later run. It is
// not primaryLocationLineHash, the name that GitHub's code scanning looks for:
// its upload action computes that itself, and warns of each value that differs.
const sarifFingerprint = "calcheckContent/v1"

// sarifFindings writes SARIF as the findings come, a result per line. What is
// known only at the end, the invocation, follows the results; the order of an
// object's members is free.
type sarifFindings struct {
	w        *bufio.Writer
	root     string // absolute
	baseline bool   // known findings are left out: all that are written are new
	begun    bool
}

func (s *sarifFindings) write(f printedFinding) {
	s.separate()
	result := sarifResult{
		RuleID:              f.rule.id,
		RuleIndex:           slices.Index(rules, f.rule),
		Level:               f.rule.severity, // SARIF has the same three levels
		Message:             sarifText{Text: sarifPlain(f.message)},
		Locations:           []sarifLocation{s.location(f.place)},
		PartialFingerprints: map[string]string{sarifFingerprint: f.fingerprint},
	}
	if f.other != nil {
		other := s.location(*f.other)
		other.Message = &sarifText{Text: "the other row"}
		result.RelatedLocations = []sarifLocation{other}
	}
	if s.baseline {
		result.BaselineState = "new"
	}
	s.w.WriteString(inJSON(result))
}

// separate writes what comes before a result: of the first, the head of the
// document.
func (s *sarifFindings) separate() {
	if s.begun {
		s.w.WriteString(",\n")
		return
	}
	s.begun = true
	fmt.Fprintf(s.w, "{\"$schema\":%s,\"version\":\"2.1.0\",\"runs\":[{\"tool\":%s,\n", inJSON(sarifSchema), inJSON(newSARIFTool()))
	s.w.WriteString(`"columnKind":"unicodeCodePoints",`)
	if s.root != "" {
		base := sarifArtifact{URI: fileURI(strings.TrimSuffix(filepath.ToSlash(s.root), "/") + "/")}
		fmt.Fprintf(s.w, "\"originalUriBaseIds\":%s,", inJSON(map[string]sarifArtifact{sarifBase: base}))
	}
	s.w.WriteString("\"results\":[\n")
}

func (s *sarifFindings) end(sum *summary) error {
	if s.begun {
		s.w.WriteByte('\n')
	} else {
		s.separate()
	}
	invocation := sarifInvocation{ExecutionSuccessful: sum.unreadable == 0}
	for in, err := range sum.failures() {
		invocation.Notifications = append(invocation.Notifications, sarifNotification{
			severityError, sarifText{Text: sarifPlain(visible(err.Error()))}, []sarifLocation{{PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: s.artifact(in)}}},
		})
	}
	if sum.unprinted > 0 {
		invocation.Notifications = append(invocation.Notifications, sarifNotification{
			Level: severityNote, Message: sarifText{Text: fmt.Sprintf("+%d more, beyond --max-findings", sum.unprinted)},
		})
	}
	fmt.Fprintf(s.w, "],\n\"invocations\":[%s]}]}\n", inJSON(invocation))
	return nil
}

var (
	sarifLink        = lazy.Regexp(`\[([^\[\]]*)\]\(`)
	sarifPlaceholder = lazy.Regexp(`\{(\d+)\}`)
)

// sarifPlain is a message without links and placeholders, which SARIF knows in
// plain text too: a name from a file must not become a link to somewhere else.
// What a viewer would take for neither is left alone, since many show escapes
// as they are.
func sarifPlain(message string) string {
	message = sarifLink().ReplaceAllString(message, `\[$1](`)
	return sarifPlaceholder().ReplaceAllString(message, "{{$1}}")
}

func (s *sarifFindings) location(p place) sarifLocation {
	return sarifLocation{PhysicalLocation: sarifPhysicalLocation{
		s.artifact(p.in), &sarifRegion{max(p.line, 1), max(p.column, 1)},
	}}
}

// artifact says where a file is: relative to the root if it is in it.
func (s *sarifFindings) artifact(in *input) sarifArtifact {
	if in.path == "" && in.name == stdinName {
		return sarifArtifact{URI: relativeURI(stdinName), Description: &sarifText{Text: "standard input"}}
	}
	path, absolute := fromRoot(s.root, cmp.Or(in.path, in.name)) // the name as it is, not as it is shown
	if absolute {
		return sarifArtifact{URI: fileURI(path)}
	}
	return sarifArtifact{URI: relativeURI(path), URIBaseID: sarifBase}
}

func newSARIFTool() sarifTool {
	driver := sarifDriver{Name: "calcheck", Version: "unknown", InformationURI: projectURL}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		driver.Version = info.Main.Version
		if semantic := regexp.MustCompile(`^v(\d+\.\d+\.\d+.*)$`).FindStringSubmatch(driver.Version); semantic != nil {
			driver.SemanticVersion = semantic[1]
		}
	}
	for _, r := range rules {
		page := r.page()
		driver.Rules = append(driver.Rules, sarifRule{
			ID:                   r.id,
			ShortDescription:     sarifText{Text: r.summary},
			FullDescription:      sarifText{Text: page.what},
			Help:                 page.sarifHelp(),
			HelpURI:              r.url(),
			DefaultConfiguration: sarifDefault{r.severity},
		})
	}
	return sarifTool{driver}
}

// sarifHelp is what a viewer shows beside a finding. The pages are plain enough
// to read as text too.
func (p rulePage) sarifHelp() sarifText {
	help := p.what
	for i, body := range []string{p.why, p.mend} {
		help += "\n\n## " + pageSections[i] + "\n\n" + body
	}
	return sarifText{Text: help, Markdown: help}
}
