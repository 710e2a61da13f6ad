package render

import (
	"encoding/json"
	"testing"
)

// Every number that is a text has its double before it, at any depth, and nothing else has; the text of a question, and
// texts that look like fields, stay as they are.
func TestJSON(t *testing.T) {
	type row struct {
		Low  string   `json:"low_exact"`
		High string   `json:"high_exact,omitempty"`
		All  []string `json:"all_exact"`
	}
	got, err := JSON(struct {
		Question json.RawMessage `json:"question"`
		Says     string          `json:"says"`
		Large    string          `json:"large"`
		Odd      string          `json:"odd_exact"`
		Share    json.Number     `json:"share"`
		Rows     []row           `json:"rows"`
	}{json.RawMessage(`{"word":"_exact"}`), `"tvd_exact":"1" <`, "36472996377170786403", "not a number", "0.900",
		[]row{{"1/3", "1e-400", []string{"0.5", "1"}}, {Low: "1e-07", All: []string{}}}})
	const want = `{"question":{"word":"_exact"},"says":"\"tvd_exact\":\"1\" <","large":"36472996377170786403","odd_exact":"not a number",` +
		`"share":0.900,"rows":[{"low":0.3333333333333333,"low_exact":"1/3","high":0,"high_exact":"1e-400","all":[0.5,1],"all_exact":["0.5","1"]},` +
		`{"low":1e-7,"low_exact":"1e-07","all":[],"all_exact":[]}]}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\n%s", err, got, want)
	}
}
