package results

import (
	"encoding/json"
	"testing"
)

func TestValue(t *testing.T) {
	for _, c := range []struct {
		value         Value
		text, encoded string
	}{
		{Value{}, "", "null"}, {Whole(2704), "2704", "2704"}, {Num(5.86e-4), "0.000586", "0.000586"},
		{Num(2703.2841), "2703.28", "2703.2841"}, {Text("> 100"), "> 100", `"\u003e 100"`},
	} {
		b, err := json.Marshal(c.value)
		if err != nil || string(b) != c.encoded || c.value.String() != c.text {
			t.Errorf("%v is shown as %q and written as %s, %v; want %q and %s", c.value, c.value, b, err, c.text,
				c.encoded)
		}
		var back Value
		if err := json.Unmarshal(b, &back); err != nil || back != c.value {
			t.Errorf("%s reads back as %v, %v", b, back, err)
		}
	}
}

func FuzzValueJSON(f *testing.F) {
	for _, s := range []string{"1.5", "null", `"text"`, "1e400", "true", "-0", `"\u0000"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var v, again Value
		if json.Unmarshal([]byte(s), &v) != nil {
			return
		}
		b, err := json.Marshal(v)
		if err != nil || json.Unmarshal(b, &again) != nil || again != v {
			t.Errorf("%q is %v, written %s, %v", s, v, b, err)
		}
	})
}
