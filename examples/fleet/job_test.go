package main

import (
	"strings"
	"testing"
)

func TestParseJob(t *testing.T) {
	const at = `"url":"http://shop.example/"`
	for _, tc := range []struct{ name, data, wrong string }{
		{"a read", `{"id":"a-1","steps":[{` + at + `,"take":["text","marks"]}]}`, ""},
		{"an act", `{"id":"a","steps":[{` + at + `,"do":[{"click":{"role":"button","name":"Pay"}}],"wait":"Paid"},{"take":["picture"]}]}`, ""},
		{"a task", `{"id":"a","task":"Buy a mug",` + at + `,"sites":["pay.example"]}`, ""},
		{"no JSON", `{"id":`, "EOF"},
		{"another type", `[1]`, "cannot unmarshal"},
		{"more behind it", `{"id":"a","task":"b",` + at + `} {}`, "behind"},
		{"an unknown field", `{"id":"a","step":[]}`, "unknown field"},
		{"no id", `{"task":"b",` + at + `}`, "id"},
		{"an id that is a subject", `{"id":"a.b","task":"b",` + at + `}`, "id"},
		{"nothing to do", `{"id":"a"}`, "either"},
		{"both", `{"id":"a","task":"b",` + at + `,"steps":[{` + at + `}]}`, "either"},
		{"an address without a task", `{"id":"a",` + at + `,"steps":[{` + at + `}]}`, "go with a task"},
		{"no beginning", `{"id":"a","steps":[{"take":["text"]}]}`, "step 1: the address"},
		{"a file", `{"id":"a","steps":[{"url":"file:///etc/passwd"}]}`, "none of http"},
		{"an unknown take", `{"id":"a","steps":[{` + at + `,"take":["video"]}]}`, "not known"},
		{"two verbs", `{"id":"a","steps":[{` + at + `,"do":[{"click":{"role":"a"},"fill":{"role":"b"}}]}]}`, "one of"},
		{"no role", `{"id":"a","steps":[{` + at + `,"do":[{"click":{"name":"Pay"}}]}]}`, "role"},
		{"too many steps", `{"id":"a","steps":[{` + at + `}` + strings.Repeat(`,{"take":["text"]}`, 50) + `]}`, "51 steps"},
		{"too many actions", `{"id":"a","steps":[{` + at + `,"do":[` + strings.Repeat(`{"click":{"role":"a"}},`, 20) + `{"click":{"role":"a"}}]}]}`, "21 actions"},
		{"too large", `{"id":"a","task":"` + strings.Repeat("x", mostBytes) + `"}`, "bytes"},
	} {
		_, err := parseJob([]byte(tc.data))
		if tc.wrong == "" && err != nil || tc.wrong != "" && (err == nil || !strings.Contains(err.Error(), tc.wrong)) {
			t.Errorf("%s: got %v, want %q", tc.name, err, tc.wrong)
		}
	}
}

func TestReadJobs(t *testing.T) {
	const one = `{"id":"a","task":"b","url":"http://shop.example/"}`
	jobs, err := readJobs(strings.NewReader(one + "\n" + strings.Replace(one, `"a"`, `"c"`, 1)))
	if err != nil || len(jobs) != 2 || jobs[1].ID != "c" {
		t.Errorf("%v, %v", jobs, err)
	}
	for _, bad := range []string{one + one, one + "{", one + `{"id":"x"}`} {
		if _, err := readJobs(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "job 2") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestActs(t *testing.T) {
	act := []Action{{Click: &Target{"button", "Pay"}}}
	if (Step{URL: "http://shop.example/"}).Acts() || !(Step{Do: act}).Acts() || (Step{Do: act, Again: true}).Acts() {
		t.Error("a step acts when it does something that must not be done again")
	}
}
