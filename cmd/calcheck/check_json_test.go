package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJSON writes the names down that programs rely on.
func TestJSON(t *testing.T) {
	inputs := []input{{name: "a.tsv"}, {name: "b.tsv"}}
	found := []finding{
		{place: place{&inputs[0], 2, 3}, rule: duplicateRow, message: "text \xff \u2028 \x1b", other: &place{&inputs[1], 4, 5}},
		{place: place{&inputs[0], 6, 7}, rule: numberSyntax, message: "m", content: "c"},
	}
	_, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatJSON}}, inputs, errors.New("b.tsv: gone"), found)
	want := strings.NewReplacer("KEY1", keyPrefix(found[0]), "KEY2", keyPrefix(found[1])).Replace(`{"findings":[
{"file":"a.tsv","line":2,"column":3,"rule":"duplicate-row","severity":"warning","message":"text \ufffd \u2028 \u001b","other":{"file":"b.tsv","line":4,"column":5},"fingerprint":"KEY1:1"},
{"file":"a.tsv","line":6,"column":7,"rule":"number-syntax","severity":"error","message":"m","fingerprint":"KEY2:1"}
],"summary":{"files":2,"unreadable":[{"file":"b.tsv","message":"b.tsv: gone"}],"rows":0,"errors":1,"warnings":1,"notes":0,"rules":{"duplicate-row":1,"number-syntax":1},"known":0,"stale":0,"unprinted":0}}
`)
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !json.Valid([]byte(stdout)) {
		t.Error("it is no JSON")
	}
	_, _, stdout, _ = sunk(t, checkOutput{formats: []string{formatJSON}}, inputs, nil, nil)
	want = `{"findings":[],"summary":{"files":2,"unreadable":[],"rows":0,"errors":0,"warnings":0,"notes":0,"rules":{},"known":0,"stale":0,"unprinted":0}}` + "\n"
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("of nothing (-want +got):\n%s", diff)
	}
}

// keyPrefix is what a fingerprint has of the key of a finding in a.tsv.
func keyPrefix(f finding) string {
	key := keyOf(f, "a.tsv")
	return hex.EncodeToString(key[:16])
}
