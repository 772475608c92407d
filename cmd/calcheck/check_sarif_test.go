package main

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sarifLog is what of SARIF the tests look at.
type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		Tool               sarifTool
		OriginalURIBaseIDs map[string]sarifArtifact
		Results            []sarifResult
		Invocations        []sarifInvocation
	}
}

// validSARIF holds a document against the schema of the standard.
func validSARIF(t *testing.T, document string) (log sarifLog) {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schema, err := compiler.Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatalf("%v in\n%s", err, document)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%#v", err)
	}
	if err := json.Unmarshal([]byte(document), &log); err != nil {
		t.Fatal(err)
	}
	if log.Schema != sarifSchema || log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Errorf("%s, version %s, %d runs", log.Schema, log.Version, len(log.Runs))
	}
	return log
}

// TestSARIF: every rule, with and without another row, in files of any name.
func TestSARIF(t *testing.T) {
	inputs := []input{{name: "a.tsv"}, {name: stdinName}, {name: `b c/d%:é\xff#?.tsv`}, {name: "../out.tsv"}, {name: "unread.tsv"}}
	var found []finding
	for i, r := range rules {
		f := foundIn(&inputs[i%4], r, i+1)[0]
		if i%2 == 1 {
			f.other = &place{&inputs[(i+1)%4], 1, 2}
		}
		found = append(found, f)
	}
	found[0].line, found[0].column = 0, 0
	_, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatSARIF}}, inputs, errors.New("unread.tsv: \x00 {0}"), found)
	run := validSARIF(t, stdout).Runs[0]

	if len(run.Tool.Driver.Rules) != len(rules) || len(run.Results) != len(rules) {
		t.Fatalf("%d rules and %d results, want %d", len(run.Tool.Driver.Rules), len(run.Results), len(rules))
	}
	for i, r := range rules {
		described := run.Tool.Driver.Rules[i]
		if described.ID != r.id || described.DefaultConfiguration.Level != r.severity ||
			described.HelpURI != "https://github.com/calcheck/calibration/blob/main/docs/rules.md#"+r.id ||
			described.ShortDescription.Text != r.summary || !strings.Contains(described.Help.Text, described.FullDescription.Text) {
			t.Errorf("rule %s is described as %+v", r.id, described)
		}
		result := run.Results[i]
		if result.RuleID != r.id || result.RuleIndex != i || result.Level != r.severity || len(result.RelatedLocations) != i%2 ||
			result.PartialFingerprints[sarifFingerprint] == "" || result.BaselineState != "" {
			t.Errorf("a finding of %s is %+v", r.id, result)
		}
		if region := result.Locations[0].PhysicalLocation.Region; region.StartLine != i+1 || region.StartColumn != 1 {
			t.Errorf("a finding in line %d is at %+v", i+1, region)
		}
	}

	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	up := fileURI(filepath.ToSlash(filepath.Dir(dir)))
	want := []sarifArtifact{
		{URI: "a.tsv", URIBaseID: sarifBase},
		{URI: "%3Cstdin%3E", Description: &sarifText{Text: "standard input"}},
		{URI: `b%20c/d%25%3A%C3%A9%5Cxff%23%3F.tsv`, URIBaseID: sarifBase},
		{URI: up + "/out.tsv"},
	}
	if runtime.GOOS == "windows" {
		want[2].URI = strings.ReplaceAll(want[2].URI, "%5C", "/")
	}
	for i, want := range want {
		if diff := cmp.Diff(want, run.Results[i].Locations[0].PhysicalLocation.ArtifactLocation); diff != "" {
			t.Errorf("file %s (-want +got):\n%s", inputs[i].name, diff)
		}
	}
	if base := run.OriginalURIBaseIDs[sarifBase].URI; base != fileURI(filepath.ToSlash(dir))+"/" {
		t.Errorf("relative to %s", base)
	}
	if i := run.Invocations[0]; i.ExecutionSuccessful || len(i.Notifications) != 1 || i.Notifications[0].Message.Text != `unread.tsv: \x00 {{0}}` {
		t.Errorf("an unreadable file: %+v", i)
	}
}

// TestSARIFOfNothing is of a clean file.
func TestSARIFOfNothing(t *testing.T) {
	_, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatSARIF}}, []input{{name: "a.tsv"}}, nil, nil)
	run := validSARIF(t, stdout).Runs[0]
	if run.Results == nil || len(run.Results) != 0 || !run.Invocations[0].ExecutionSuccessful {
		t.Errorf("results %v, invocation %+v", run.Results, run.Invocations)
	}
}

// TestSARIFWorkspace: in a workflow, paths start from the checkout.
func TestSARIFWorkspace(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	schema := filepath.Join(dir, "sub", "testdata")
	if err := os.CopyFS(schema, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, "sub"))
	for _, tt := range []struct{ workspace, want string }{
		{dir, "sub/a.tsv"},
		{filepath.Join(dir, "other"), "a.tsv"},
		{"", "a.tsv"},
	} {
		t.Setenv("GITHUB_WORKSPACE", tt.workspace)
		inputs := []input{{name: "a.tsv"}}
		_, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatSARIF}}, inputs, nil, foundIn(&inputs[0], bomRule, 1))
		run := validSARIF(t, stdout).Runs[0]
		got := run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI
		if got != tt.want {
			t.Errorf("in workspace %q: %s, want %s", tt.workspace, got, tt.want)
		}
		base, err := url.Parse(run.OriginalURIBaseIDs[sarifBase].URI)
		if err != nil {
			t.Fatal(err)
		}
		if whole, want := base.JoinPath(got).String(), fileURI(filepath.ToSlash(filepath.Join(dir, "sub", "a.tsv"))); whole != want {
			t.Errorf("in workspace %q: in all %s, want %s", tt.workspace, whole, want)
		}
	}
}

func TestSARIFPlain(t *testing.T) {
	for message, want := range map[string]string{
		"W_preset[bs=512]":            "W_preset[bs=512]",
		`"[here](https://x.invalid)"`: `"\[here](https://x.invalid)"`,
		"[[a](b)](c)":                 `[\[a](b)](c)`,
		"{0} and {x}":                 "{{0}} and {x}",
	} {
		if got := sarifPlain(message); got != want {
			t.Errorf("sarifPlain(%s) = %s, want %s", message, got, want)
		}
	}
}
