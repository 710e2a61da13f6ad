package verify

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dovetail/results/stored"
)

// A file has one record or several, of any schemas, after one another or in lists.
func TestFiles(t *testing.T) {
	play, deck := string(genuine(t, "play")), string(genuine(t, "deck"))
	false := strings.Replace(deck, `"n":52`, `"n":53`, 1)
	for _, c := range []struct{ text, want string }{
		{play, "holds"},
		{"[" + play + "," + deck + "]\n", "holds holds"},
		{play + "\n" + deck + "\n", "holds holds"},
		{play + "[" + deck + "," + play + "]", "holds holds holds"},
		{"[" + play + "," + false + ",{}]", "holds fails unknown"},
		{play + " x", "unknown"},
		{"[" + play, "unknown"},
		{"", "unknown"},
		{"[]", "unknown"},
		{"[[" + play + "]]", "unknown"},
	} {
		v, err := Files(t.Context(), Limits{Time: time.Minute, Memory: 1 << 30}, strings.NewReader(c.text), "-")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, r := range v.Records {
			got = append(got, r.Verdict)
			if r.File != "-" || r.Index != i+1 && r.Index != 0 {
				t.Errorf("%q: record %d is %d of %s", c.text, i, r.Index, r.File)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%.80q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A file may be compressed, alone or in a folder. One that is cut off, or is larger than it seems, is named.
func TestCompressedFile(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, most, blanks int) string {
		var text bytes.Buffer
		z := gzip.NewWriter(&text)
		z.Write(genuine(t, "play"))
		z.Write(bytes.Repeat([]byte(" "), blanks))
		z.Close()
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, text.Bytes()[:min(most, text.Len())], 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	whole := write("whole.json.gz", 1<<20, 0)
	check := func(file string) stored.Verdict {
		v, err := Files(t.Context(), Limits{Memory: 48 << 20}, nil, file)
		if err != nil || len(v.Records) != 1 || v.Records[0].File != whole && v.Records[0].File != file {
			t.Fatalf("%v, %+v", err, v)
		}
		return v.Records[0]
	}
	for _, file := range []string{whole, folder} {
		if v := check(file); v.Verdict != stored.Holds {
			t.Errorf("%s: %+v", file, v)
		}
	}
	if v := check(write("cut.gz", 60, 0)); v.Verdict != stored.Unknown || !strings.Contains(v.Reason, "unexpected EOF") {
		t.Errorf("%+v", v)
	}
	if v := check(write("large.gz", 1<<20, 17<<20)); v.Verdict != stored.Unknown || !strings.Contains(v.Reason, "a third of what --memory allows") {
		t.Errorf("%+v", v)
	}
}

// A file that is missing does not keep others from being checked.
func TestMissingFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "play.json")
	if err := os.WriteFile(file, genuine(t, "play"), 0o666); err != nil {
		t.Fatal(err)
	}
	v, err := Files(t.Context(), Limits{}, nil, file+"x", file)
	if err != nil || len(v.Records) != 2 || v.Records[0].Verdict != stored.Unknown || v.Records[1].Verdict != stored.Holds {
		t.Errorf("%v, %+v", err, v)
	}
	if worst, first, count := v.Worst(); worst != stored.Unknown || first.File != file+"x" || count != 1 {
		t.Errorf("%s %v %d", worst, first, count)
	}
}

// What is in a file takes no more memory than is allowed, whatever it is: too many records, or too many values of one, are
// not read.
func TestMemoryOfAFile(t *testing.T) {
	zeros := strings.Repeat("0,", 100_000) + "0"
	for _, text := range []string{"[" + zeros + "]", strings.Repeat("0 ", 100_000), `{"schema":"dovetail/faro/2","kind":"exact","question":{"shuffle":"out","deck":[2,1],"times":1},"x":[` + zeros + `]}`} {
		v, err := Files(t.Context(), Limits{Memory: 24 << 20}, strings.NewReader(text), "-")
		if err != nil || len(v.Records) != 1 || v.Records[0].Verdict != stored.Unknown ||
			!strings.Contains(v.Records[0].Reason+strings.Join(v.Records[0].Unchecked, " "), "--memory allows") {
			t.Errorf("%.40s: %v, %d, %+v", text, err, len(v.Records), v.Records[:min(1, len(v.Records))])
		}
	}
}

// late is when what should end at once or soon is given up, on a machine that does much besides.
const late = 5 * time.Minute

// Neither a pipe that stays open nor an engine that does not listen keeps the check from
// ending with its context.
func TestEndsWithItsContext(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	for name, check := range map[string]func(ctx context.Context) error{
		"a pipe": func(ctx context.Context) error {
			_, err := Files(ctx, Limits{}, r, "-")
			return err
		},
		"a search": func(ctx context.Context) error {
			text := `{"schema":"dovetail/topswops-census/3","kind":"exact","question":{"n":16},"n":16,"total":20922789888000,"counts":[20922789888000],"mean":0,"mean_exact":"0/1","central":[0,0,0],"central_exact":["0/1","0/1","0/1"],"sources":8178130767479}`
			_, err := Record(ctx, Limits{}, []byte(text))
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		start := time.Now()
		if err := check(ctx); !errors.Is(err, context.Canceled) || time.Since(start) > late {
			t.Errorf("%s: %v after %v", name, err, time.Since(start))
		}
	}
}

// What would take too long is not begun, and is listed.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		name, verdict, unchecked string
		Limits
	}{
		{"large: at least 66", stored.Partly, "count", Limits{Time: 1, Memory: 1 << 30}},
		{"census", stored.Partly, theRest, Limits{Time: 1, Memory: 1 << 30}},
		{"stats", stored.Partly, theRest, Limits{Time: 1, Memory: 1 << 30}},
		{"pairs", stored.Unknown, everything, Limits{Time: 1, Memory: 1 << 30}},
		{"rank", stored.Partly, theRest, Limits{Memory: 1}},
		{"rank by bound", stored.Partly, theRest, Limits{Memory: 1}},
		{"large race", stored.Partly, theRest, Limits{Memory: 1}},
		{"rank by law", stored.Partly, theRest, Limits{Memory: 1}},
		{"pairs", stored.Unknown, everything, Limits{Memory: 1}},
		{"law of RD", stored.Unknown, everything, Limits{Memory: 1}},
		{"stats", stored.Partly, theRest, Limits{Memory: 1}},
	} {
		text := genuine(t, c.name) // the first makes all examples, which takes seconds
		start := time.Now()
		c.grace = late
		v, err := Record(t.Context(), c.Limits, text)
		if err != nil || v.Verdict != c.verdict || !named(v.Unchecked, c.unchecked) || time.Since(start) > late {
			t.Errorf("%s: %v, %+v after %v", c.name, err, v, time.Since(start))
		}
	}
}

// The page says of every schema what is checked.
func TestPageNamesEverySchema(t *testing.T) {
	page, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range Schemas() {
		if !strings.Contains(string(page), strings.TrimPrefix(schema, "dovetail/")) {
			t.Errorf("docs/verify.md does not name %s", schema)
		}
	}
}
