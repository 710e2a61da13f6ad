package forms

import (
	"encoding/json"
	"testing"

	"dovetail/results"
	"dovetail/results/games"
)

// Errors of reading name fields and types as JSON does, not as Go.
func TestMisread(t *testing.T) {
	for text, want := range map[string]string{
		`{"bounds":["9"]}`:       "bounds has a string where a whole number within its range belongs",
		`{"bounds":9}`:           "bounds has a number where a list belongs",
		`{"length":2.5}`:         "length has the number 2.5 where a whole number within its range belongs",
		`{"length":[2]}`:         "length has a list where a whole number within its range belongs",
		`{"sorted":{}}`:          "sorted has an object where true or false belongs",
		`{"engine":true}`:        "engine has true or false where a string belongs",
		`{"tasks":{"roots":""}}`: "tasks.roots has a string where a whole number within its range belongs",
		`[]`:                     "it has a list where an object belongs",
		`{"cpu_seconds":""}`:     "cpu_seconds has a string where a number that fits its field belongs",
	} {
		var r games.TopswopsMax
		err := json.Unmarshal([]byte(text), &r)
		if err == nil {
			t.Fatalf("%s is read", text)
		}
		if got := results.Misread(err).Error(); got != want {
			t.Errorf("%s: %s; want %s", text, got, want)
		}
	}
}
