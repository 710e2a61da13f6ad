package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/stored"
)

// genuine is the text of an example.
func genuine(t testing.TB, name string) []byte {
	i := slices.IndexFunc(examples(), func(e example) bool { return e.name == name })
	if i < 0 {
		t.Fatalf("there is no example %q", name)
	}
	return examples()[i].text
}

// Records that were once taken for true, and what is wrong with each.
func TestFalsehoods(t *testing.T) {
	type record = map[string]any
	list := func(r record, field string) []any { return r[field].([]any) }
	for _, c := range []struct {
		name, what string
		change     func(r record)
	}{
		{"at least 21", "a deck left out with its end, and count made to fit", func(r record) {
			r["decks"], r["ends"] = list(r, "decks")[1:], list(r, "ends")[1:]
			r["count"] = len(list(r, "decks"))
		}},
		{"max counted", "no decks with count 999", func(r record) { r["count"] = 999 }},
		{"max", "no decks with count 999", func(r record) {
			delete(r, "decks")
			delete(r, "ends")
			r["count"] = 999
		}},
		{"max", "sorted", func(r record) { r["sorted"] = true }},
		{"sorted", "not sorted", func(r record) { delete(r, "sorted") }},
		{"max", "a part", func(r record) { r["part"], r["of"] = 1, 2 }},
		{"max", "a part by its question", func(r record) { r["question"].(record)["shard"] = "2/2" }},
		{"part", "another part", func(r record) { r["part"] = 1 }},
		{"part", "more tasks", func(r record) { r["tasks"] = r["all_tasks"] }},
		{"part", "another best", func(r record) { r["best"] = []string{"22 moves with 8 cards"} }},
		{"part", "another search", func(r record) { r["of"] = "dovetail topswops max 9" }},
		{"part", "an exact answer", func(r record) { r["kind"] = results.Exact }},
		{"max", "assumed lengths", func(r record) { r["assumed"] = []int{7} }},
		{"max", "the forward engine", func(r record) { r["engine"] = "forward" }},
		{"max", "an unknown engine", func(r record) { r["engine"] = "oracle" }},
		{"max", "a sample", func(r record) { r["kind"] = results.Sampled }},
		{"max", "games moved from size to size", func(r record) {
			a, b := list(r, "bundles")[0].(record), list(r, "bundles")[1].(record)
			a["games"], b["games"] = plus(a["games"].(json.Number).String(), 1), plus(b["games"].(json.Number).String(), -1)
		}},
		{"max", "games moved from part to part", func(r record) {
			a, b := list(r, "parts")[0].(record), list(r, "parts")[1].(record)
			a["games"], b["games"] = plus(a["games"].(json.Number).String(), 1), plus(b["games"].(json.Number).String(), -1)
		}},
		{"max", "ends moved from part to part", func(r record) {
			a, b := list(r, "parts")[0].(record), list(r, "parts")[1].(record)
			a["ends"], b["ends"] = plus(a["ends"].(json.Number).String(), 1), plus(b["ends"].(json.Number).String(), -1)
		}},
		{"max", "another threshold", func(r record) { r["thresholds"].([]any)[0] = 2 }},
		{"max", "roots", func(r record) { r["tasks"].(record)["roots"] = 1 }},
		{"census", "counts moved with sum and mean kept", func(r record) {
			counts := list(r, "counts")
			for i, k := range []int64{1, -2, 1} {
				counts[i] = plus(counts[i].(json.Number).String(), k)
			}
		}},
		{"census", "a kind of its own", func(r record) { r["kind"] = results.Bound }},
		{"table", "f(6) one more", func(r record) { list(r, "rows")[4].(record)["length"] = 11 }},
		{"perfect words", "words with C = 1", func(r record) { r["c1_words"] = 33 }},
		{"rank", "a better word left out", func(r record) {
			r["rows"] = list(r, "rows")[1:]
			for i, row := range list(r, "rows") {
				row.(record)["rank"] = i + 1
			}
		}},
		{"spread", "another seed", func(r record) { r["seed"] = 8 }},
		{"with", "a prime that is none", func(r record) {
			r["primes"] = []record{{"p": 2047, "e": 1}}
			r["out"], r["in"] = []int{2047, 2048}, []int{2046, 2047}
		}},
	} {
		t.Run(c.name+", "+c.what, func(t *testing.T) {
			tree, err := forms.Parse(genuine(t, c.name))
			if err != nil {
				t.Fatal(err)
			}
			c.change(tree.(record))
			text, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			v, err := Record(t.Context(), Limits{Memory: 1 << 30}, text)
			if err != nil || v.Verdict != stored.Fails || v.Reason == "" || strings.Contains(v.Reason, "\n") {
				t.Errorf("%v, %+v", err, v)
			}
		})
	}
}

// A record that hides what was assumed says more than was known. It holds only if a search
// that assumes nothing comes out the same; without one that is left open.
func TestHiddenAssumptions(t *testing.T) {
	tree, err := forms.Parse(genuine(t, "large: max"))
	if err != nil {
		t.Fatal(err)
	}
	if r := tree.(map[string]any); len(r["assumed"].([]any)) == 0 {
		t.Fatal("nothing is assumed")
	} else {
		r["assumed"] = []int{}
		delete(r["question"].(map[string]any), "known")
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	for limit, searched := range map[time.Duration]bool{0: true, 1: false} {
		v, err := Record(t.Context(), Limits{Time: limit, Memory: 1 << 30}, text)
		open := slices.ContainsFunc(v.Unchecked, func(u string) bool { return strings.Contains(u, "assumed") })
		if err != nil || !proves(v) || open == searched {
			t.Errorf("within %v: %v, %+v", limit, err, v)
		}
	}
}

// A race and an interval of a word that it chose have streams of their own. Of a record that names none the decks are
// not dealt again, and the verdict says so.
func TestOtherStreams(t *testing.T) {
	seen := map[any]bool{}
	for _, name := range []string{"tvd annealed", "tvd closed", "tvd tested", "large race"} {
		for change, proved := range map[string]bool{"none": true, "missing": true, "wrong": false} {
			tree, err := forms.Parse(genuine(t, name))
			if err != nil {
				t.Fatal(err)
			}
			record := tree.(map[string]any)
			of := record
			if sampling, ok := record["sampling"].(map[string]any); ok {
				of = sampling
			}
			seen[of["streams"]] = true
			switch change {
			case "missing":
				delete(of, "streams")
			case "wrong":
				of["streams"] = "others"
			}
			text, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			v, err := Record(t.Context(), Limits{Memory: 1 << 30}, text)
			open := slices.ContainsFunc(v.Unchecked, func(u string) bool { return strings.Contains(u, "streams") })
			if err != nil || proves(v) != proved || open != (change == "missing") {
				t.Errorf("%s, streams %s: %v, %+v", name, change, err, v)
			}
		}
	}
	if len(seen) != 2 || !seen["rank"] || !seen["tvd"] {
		t.Errorf("streams are %v", seen)
	}
}

// What stands on its own is checked without computing anything again.
func TestWhatStandsOnItsOwn(t *testing.T) {
	quick, small, brief := Limits{Time: 1, Memory: 1 << 30, grace: late}, Limits{Memory: 1}, Limits{Time: time.Second, Memory: 1 << 30, grace: late}
	type record struct {
		name string
		Limits
	}
	held := map[record]bool{}
	for _, c := range []struct {
		name string
		Limits
		old, new string
	}{
		{"max", quick, `"length":22,"count"`, `"length":23,"count"`},
		{"max", quick, `"count":1,`, `"count":2,`},
		{"max", quick, `"nodes":`, `"nodes":1`},
		{"max", quick, `"visits":`, `"visits":1`},
		{"max", quick, `"done":`, `"done":1`},
		{"max", quick, `"empty":`, `"empty":1`},
		{"max", quick, `"roots":`, `"roots":1`},
		{"max", quick, `{"length":22,"tasks":1}`, `{"length":21,"tasks":1}`},
		{"max", quick, `{"length":22,"tasks":1}`, `{"length":22,"tasks":2}`},
		{"max", quick, `"kind":"exact"`, `"kind":"bound"`},
		{"max", quick, `"engine":"bundles"`, `"engine":"oracle"`},
		{"max", quick, `"decks":[[`, `"decks":[[1,2,3,4,5,6,7,8],[`},
		{"large: max", quick, `"thresholds":[1,3,7,14]`, `"thresholds":[1,4,7,14]`},
		{"large: max", quick, `"thresholds":[1,3,7,14]`, `"thresholds":[3,7,14,29]`},
		{"large: max", quick, `"thresholds":[1,3,7,14]`, `"thresholds":[3,7,14]`},
		{"large: max", quick, `"roots":120`, `"roots":119`},
		{"large: max", quick, `"assumed":[1,2,`, `"assumed":[1,1,2,`},
		{"large: max", quick, `"assumed":[1,2,`, `"assumed":[2,`},
		{"large: max", quick, `{"cards":9,`, `{"cards":8,`},
		{"large: max", quick, `{"cards":6,`, `{"cards":5,`},
		{"sorted", quick, `"ends":[[1,2`, `"ends":[[2,1`},
		{"census", quick, `"counts":[`, `"counts":[1`},
		{"census", quick, `"mean_exact":"`, `"mean_exact":"1`},
		{"census", quick, `"mean":`, `"mean":1`},
		{"census", quick, `"central":[`, `"central":[1`},
		{"census", quick, `"sources":`, `"sources":1`},
		{"stats", quick, `"count":"`, `"count":"1`},
		{"stats", quick, `"max":946`, `"max":945`},
		{"stats", quick, `"min_at":3`, `"min_at":5`},
		{"stats", quick, `"primitive_root_share":`, `"primitive_root_share":1`},
		{"orders verify", quick, `"walked":`, `"walked":1`},
		{"rank", small, `"words":"`, `"words":"1`},
		{"rank", small, `"scored":`, `"scored":1`},
		{"rank", small, `"method":"enumerated"`, `"method":"dealt"`},
		{"rank", small, `"w":`, `"w":1`},
		{"rank by law", small, `"w":`, `"w":1`},
		{"rank by bound", small, `"w":`, `"w":1`},
		{"perfect words", small, `"length":3`, `"length":2`},
		{"large race", brief, `"close":0`, `"close":1`},
		{"large race", brief, `"cell_error":`, `"cell_error":1`},
		{"large race", brief, `"tvd_error":`, `"tvd_error":1`},
		{"large race", brief, `"c_rank":`, `"c_rank":1`},
		{"large race", brief, `"tvd_low_exact":"`, `"tvd_low_exact":"1e-99999999`},
		{"large race", brief, `"tvd_low":`, `"tvd_low":1`},
		{"sample", small, `"tvd_low":`, `"tvd_low":1`},
		{"sample", small, `"inside":`, `"inside":1`},
		{"sample", small, `"fair_mean":`, `"fair_mean":1`},
	} {
		text := string(genuine(t, c.name))
		times := 1
		if strings.HasPrefix(c.old, `"thresholds"`) || strings.HasPrefix(c.old, `"engine"`) {
			times = -1 // in the question too
		}
		false := strings.Replace(text, c.old, c.new, times)
		if false == text {
			false = strings.Replace(text, strings.TrimSuffix(c.old, `"`), strings.Replace(c.new, `:"`, ":", 1), 1)
		}
		if false == text {
			t.Fatalf("%s has no %s: %s", c.name, c.old, text)
		}
		v, err := Record(t.Context(), c.Limits, []byte(false))
		if err != nil || v.Verdict != stored.Fails {
			t.Errorf("%s, %s: %v, %+v", c.name, c.new, err, v)
		}
		if genuine := (record{c.name, c.Limits}); !held[genuine] {
			held[genuine] = true
			if v, err := Record(t.Context(), c.Limits, []byte(text)); err != nil || !proves(v) {
				t.Errorf("%s: %v, %+v", c.name, err, v)
			}
		}
	}

	// A deck of fewer moves beside one that has as many as it should; words that change
	// places with their scores.
	for _, c := range []struct {
		name string
		Limits
		change func(r map[string]any)
	}{
		{"large: two decks", quick, func(r map[string]any) {
			one := []int{1, 2, 3, 4, 5, 6, 7}
			r["decks"].([]any)[0], r["ends"].([]any)[0] = one, one
		}},
		{"rank by bound", quick, func(r map[string]any) { r["rows"].([]any)[0].(map[string]any)["tvd_low_exact"] = "" }},
		{"rank by bound", quick, func(r map[string]any) { r["best"].(map[string]any)["tvd_low_exact"] = "" }},
		{"fair", quick, func(r map[string]any) {
			r["question"].(map[string]any)["repeats"].(map[string]any)["pairs"] = 1_000_000_000
		}},
		{"fair", quick, func(r map[string]any) { r["question"].(map[string]any)["rotations"] = 42 }},
		{"fair", quick, func(r map[string]any) { r["refused"], r["question"].(map[string]any)["refused"] = 1_000_000, 1_000_000 }},
		{"rank", small, func(r map[string]any) {
			rows := r["rows"].([]any)
			rows[0], rows[1] = rows[1], rows[0]
			for i, row := range rows {
				row.(map[string]any)["rank"] = i + 1
			}
		}},
	} {
		tree, err := forms.Parse(genuine(t, c.name))
		if err != nil {
			t.Fatal(err)
		}
		c.change(tree.(map[string]any))
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := Record(t.Context(), c.Limits, text); err != nil || v.Verdict != stored.Fails {
			t.Errorf("%s: %v, %+v", c.name, err, v)
		}
	}
}

// wildly makes of a value what no program prints, or what no program should compute.
func wildly(path string, value any, try func(how string, to any)) {
	for _, to := range []any{nil, true, "", "x", "-1", []any{}, map[string]any{}, []any{nil}} {
		try(fmt.Sprintf("as %v", to), to)
	}
	for _, s := range []string{"-1", "0", "1e8", "100000000", "9223372036854775807", "18446744073709551616", "1e999", "-0.5"} {
		try("as "+s, json.Number(s))
	}
	if s, ok := value.(string); ok {
		try("as a long text", strings.Repeat(s+"R", 1000))
	}
}

// No record makes the check panic or take longer than it may, and none gets through.
func TestWildRecordsAreRefused(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, e := range examples() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			for _, x := range edits(t, e.text, longtest.Of(83, 17)*e.stride, wildly) {
				start := time.Now()
				v, err := Record(t.Context(), Limits{Time: limit, Memory: 64 << 20, Threads: 1}, x.text)
				if took := time.Since(start); took > late {
					t.Errorf("%s: takes %v", x.what, took)
				}
				if err != nil || strings.Contains(v.Reason, "internal error") || proves(v) && !x.listed(v.Unchecked) && !same(t, e.text, x.text) && !otherQuestion(x.what) {
					t.Errorf("%s: %v, %+v", x.what, err, v)
				}
			}
		})
	}
}

// What panics, or does not listen, takes no more than its own verdict.
func TestOneRecordTakesNothingDown(t *testing.T) {
	const name, deaf = "dovetail/test/1", "nothing could be checked"
	defer delete(verifiers, name)
	for reason, check := range map[string]func(e *checker) error{
		"cannot be checked: internal error: assignment to entry in nil map": func(*checker) error {
			none := func() map[string]int { return nil }()
			none["x"] = 1
			return nil
		},
		"cannot be checked: internal error: inside": func(e *checker) error {
			err := e.whole(0, func(context.Context) (any, error) { panic("inside") })
			return err
		},
		deaf: func(*checker) error { select {} },
	} {
		verifiers[name] = verifier{check: check}
		limit := time.Minute
		if reason == deaf {
			limit = time.Millisecond
		}
		v, err := Record(t.Context(), Limits{Time: limit}, []byte(`{"schema":"`+name+`"}`))
		if err != nil || v.Reason != reason {
			t.Errorf("%s: %v, %+v", reason, err, v)
		}
	}
}

// Lists that a check looks into may be empty.
func TestEmptyLists(t *testing.T) {
	for _, change := range []func(sampling map[string]any){
		func(sampling map[string]any) { sampling["compared"] = []any{} },
		func(sampling map[string]any) { sampling["compared"] = sampling["compared"].([]any)[:1] },
	} {
		tree, err := forms.Parse(genuine(t, "large race"))
		if err != nil {
			t.Fatal(err)
		}
		change(tree.(map[string]any)["sampling"].(map[string]any))
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Record(t.Context(), Limits{Time: time.Second, Memory: 1 << 30, grace: late}, text)
		if err != nil || v.Verdict != stored.Fails || !strings.HasPrefix(v.Reason, "compared has ") {
			t.Errorf("%v, %+v", err, v)
		}
	}
}

// same reports whether two texts are one record.
func same(t *testing.T, a, b []byte) bool {
	x, err1 := forms.Parse(a)
	y, err2 := forms.Parse(b)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return forms.Differ(x, y, "") == ""
}

// What is no object of fields, each once, is refused.
func TestForm(t *testing.T) {
	text := string(genuine(t, "play"))
	for name, false := range map[string]string{
		"an unknown field": strings.Replace(text, `"n":5`, `"n":5,"N":5`, 1),
		"a field twice":    strings.Replace(text, `"n":5`, `"n":5,"n":5`, 1),
		"a missing field":  strings.Replace(text, `"n":5,`, ``, 1),
		"another case":     strings.Replace(text, `"n":5`, `"N":5`, 1),
		"more digits":      strings.Replace(text, `"n":5`, `"n":5.00000000000000000001`, 1),
		"a huge length":    strings.Replace(string(genuine(t, "rank by samples")), `"m":2`, `"m":9223372036854775807`, 1),
		"only a schema":    `{"schema":"dovetail/topswops-census/3"}`,
		"a huge deck":      `{"schema":"dovetail/topswops-census/3","kind":"exact","question":{"n":100000000},"n":100000000,"total":1,"counts":[1],"mean":0,"mean_exact":"0","central":[0,0,0],"central_exact":["0","0","0"],"sources":1}`,
		"no decks":         `{"schema":"dovetail/law/4","arithmetic":"float"}`,
	} {
		v, err := Record(t.Context(), Limits{Time: late, Memory: 1 << 30}, []byte(false))
		if err != nil || v.Verdict != stored.Fails || strings.Contains(v.Reason, "\n") {
			t.Errorf("%s: %v, %+v", name, err, v)
		}
	}
	// The order of fields says nothing, nor blanks between them, nor how a double is written.
	stats := string(genuine(t, "stats"))
	for _, again := range []string{
		strings.Replace(strings.Replace(text, `"n":5,`, ``, 1), `"kind":`, ` "n" : 5, "kind":`, 1),
		strings.Replace(stats, `"artin":0.37395581361920227`, `"artin":3.7395581361920227e-1`, 1),
	} {
		v, err := Record(t.Context(), Limits{Memory: 1 << 30}, []byte(again))
		if err != nil || v.Verdict != stored.Holds {
			t.Errorf("%s: %v, %+v", again, err, v)
		}
	}
	for _, unknown := range []string{`7`, `null`, `"x"`, `{}`, `{"schema":7}`, `{"schema":"dovetail/none/1"}`, `[]`} {
		v, err := Record(t.Context(), Limits{}, []byte(unknown))
		if err != nil || v.Verdict != stored.Unknown || v.Reason == "" {
			t.Errorf("%s: %v, %+v", unknown, err, v)
		}
	}
}

// FuzzRecord feeds any text. Nothing panics, and nothing takes longer than it may.
func FuzzRecord(f *testing.F) {
	for _, e := range examples() {
		if e.stride == 1 {
			f.Add(e.text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			t.Skip()
		}
		start := time.Now()
		if _, err := Record(t.Context(), Limits{Time: 100 * time.Millisecond, Memory: 64 << 20, Threads: 1}, text); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took > late {
			t.Errorf("takes %v", took)
		}
	})
}
