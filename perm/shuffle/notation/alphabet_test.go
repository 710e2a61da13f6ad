package notation

import (
	"slices"
	"strings"
	"testing"

	"dovetail/perm/shuffle/models"
)

func TestParseErrors(t *testing.T) {
	nines := strings.Repeat("9", 65)
	for spec, says := range map[string]string{
		"H=shove":                                  "unknown shuffle model",
		"H=hindu(":                                 "closing parenthesis",
		"H=hindu(mean)":                            "key=value",
		"H=hindu(sd=0)":                            "must be positive",
		"H=hindu(sd=-1)":                           "must be positive",
		"H=hindu(sd=1/0)":                          "not a number",
		"H=hindu(mean=1e999999999)":                "mean=1e999999999 is out of range",
		"H=hindu(mean=-3)":                         "must be positive",
		"H=hindu(mean=0)":                          "must be positive",
		"H=hindu(mean=nan)":                        "not a number",
		"H=hindu(mean=inf)":                        "not a number",
		"H=hindu(mean=1e300)":                      "too large; at most 1048576",
		"H=hindu(mean=1e-300)":                     "too many digits",
		"H=hindu(sd=1e99999)":                      "out of range",
		"H=hindu(sd=1e9999x)":                      "not a number",
		"H=hindu(sd=" + nines + ")":                "too long",
		"H=hindu(min=1.5)":                         "at least 1",
		"H=hindu(min=1e300)":                       "too large; at most 1048576",
		"H=hindu(min=-1)":                          "at least 1",
		"A=ashuffle(a=-1)":                         "from 1 to 65536",
		"A=ashuffle(a=nan)":                        "from 1 to 65536",
		"B=human(double=-1/10)":                    "from 0 to 1",
		"B=human(low=-1e300)":                      "too large",
		"C=cut(law=fixed,cards=-1)":                "half, rounded down, or",
		"D=deal(piles=-1)":                         "at least 1",
		"D=deal(piles=1e300)":                      "too large",
		"R=riffle(cut=normal,sd=-1)":               "must be positive",
		"R=riffle(cut=normal,sd=0)":                "must be positive",
		"H=hindu(min=0)":                           "at least 1",
		"H=hindu(min=x)":                           "at least 1",
		"H=hindu(round=up)":                        "one of nearest, floor, ceiling",
		"H=hindu(speed=1)":                         "unknown parameter speed",
		"H=hindu(sd=1,sd=2)":                       "given twice",
		"R=riffle(sd=1)":                           "parameter sd is used only with cut=normal",
		"R=riffle(cut=even)":                       "one of binomial, normal",
		"H=hindu(mean=1,,)":                        "key=value",
		"H=hindu(size=uniform,sd=1)":               "parameter sd is used only with size=normal",
		"H=hindu(size=uniform,max=4)":              "at least min",
		"H=hindu(min=2000000)":                     "too large",
		"W=wash(cards=1)":                          "the model has none",
		"C=cut(cards=1)":                           "parameter cards is used only with law=fixed",
		"C=cut(law=fixed,cards=all)":               "half, rounded down, or",
		"A=ashuffle(a=0)":                          "from 1 to 65536",
		"A=ashuffle(a=65537)":                      "too large",
		"B=human(low=1,high=1)":                    "must be below",
		"B=human(double=11/10)":                    "from 0 to 1",
		"V=inverse(of=shove)":                      "of: unknown shuffle model",
		"V=inverse(of=top":                         "closing parenthesis",
		"V=inverse(of=riffle(cut=normal)":          "closing parenthesis",
		"D=deal(piles=0)":                          "at least 1",
		"D=deal(order=1-1)":                        "each pile",
		"D=deal(order=1-3)":                        "each pile",
		"D=deal(order=1-2,piles=3)":                "lists 2 piles",
		"hindu":                                    "malformed model",
		"H=" + strings.Repeat("inverse(of=", 2000): "a model of 22002 characters is too long",
		"HH=hindu":                                 "malformed model",
		"7=hindu":                                  "malformed model",
		"":                                         "malformed model",
	} {
		_, err := ParseLetter(spec)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want one line with %q", spec, err, says)
		}
	}
}

func TestAlphabet(t *testing.T) {
	letters, err := New(8, []byte("HRD"), "literal", []string{"R=riffle(cut=normal)"})
	if err != nil {
		t.Fatal(err)
	}
	if got := letters[1].String(); got != "R=riffle(cut=normal,sd=5/3)" {
		t.Errorf("R is %s", got)
	}
	if got := letters[2].String(); got != "D=deal(piles=8,order=1-3-5-7-2-4-6-8,top=last)" {
		t.Errorf("D at n=8 is %s", got)
	}
	for _, c := range []struct {
		names, preset, model, says string
	}{
		{"HX", "literal", "", "unknown letter"},
		{"HH", "literal", "", "listed twice"},
		{"H", "figurative", "", "unknown preset"},
		{"D", "literal", "D=deal(piles=9)", "too many for 8 cards"},
		{"H", "literal", "H=hindu(min=9)", "packets of at least 9 are too many for 8 cards; use min=1..8"},
		{"H", "literal", "H=hindu(size=uniform,min=9,max=9)", "use min=1..8"},
		{"V", "literal", "V=inverse(of=hindu(min=9))", "use min=1..8"},
		{"C", "literal", "C=cut(law=fixed,cards=9)", "use cards=0..8"},
		{"B", "literal", "B=human(low=-9,high=-3)", "above the middle divides 8 cards"},
		{"B", "literal", "B=human(low=4,high=9)", "above the middle divides 8 cards"},
		{"HR", "literal", "D=deal(piles=2)", "defined but is not one of the letters used, H,R: add it"},
	} {
		var models []string
		if c.model != "" {
			models = []string{c.model}
		}
		_, err := New(8, []byte(c.names), c.preset, models)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// Every default letter reads back.
func TestPresets(t *testing.T) {
	for preset := range presets {
		letters, err := Preset(52, preset)
		if err != nil || len(letters) != len(standard) {
			t.Errorf("preset %s: %v, %v", preset, letters, err)
		}
	}
}

func FuzzParseLetter(f *testing.F) {
	for _, d := range models.Describe() {
		for _, s := range models.Variations(d.Name) {
			f.Add("H=" + s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := ParseLetter(s)
		if err != nil {
			return
		}
		again, err := ParseLetter(l.String())
		if err != nil || again.String() != l.String() {
			t.Errorf("%q: %s reads back as %v, %v", s, l, again, err)
		}
	})
}

func FuzzParseNames(f *testing.F) {
	for _, s := range []string{"H,R,D", "R", "", ",", "H, R", "HR", "R,R", "\u00df"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		names, err := ParseNames(s)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: the error has several lines: %q", s, err)
			}
			return
		}
		if again, err := ParseNames(ListNames(names)); err != nil || !slices.Equal(again, names) {
			t.Errorf("%q is %q, which reads back as %q, %v", s, names, again, err)
		}
	})
}
