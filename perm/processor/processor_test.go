package processor

import "testing"

func TestChoose(t *testing.T) {
	all := Features{true, true, true, true, true, true, false}
	neon := Features{NEON: true}
	avx2 := Features{AVX2: true}
	for _, test := range []struct {
		has  Features
		text string
		want Features
		err  bool
	}{
		{all, "", all, false}, {all, "none", Features{}, false}, {all, "AVX2", avx2, false}, {all, "avx512", all, false},
		{avx2, "avx512", avx2, true}, {Features{}, "avx2", Features{}, true}, {Features{}, "none", Features{}, false},
		{all, "sse", all, true}, {all, "avx", all, true},
		{neon, "neon", neon, false}, {neon, "none", Features{}, false}, {neon, "avx2", neon, true}, {all, "neon", all, true},
	} {
		if got, err := choose(test.has, test.text); got != test.want || (err != nil) != test.err {
			t.Errorf("%v with %q: %v, %v", test.has, test.text, got, err)
		}
	}
}

// A group of instructions comes with what it builds on.
func TestDetected(t *testing.T) {
	f := detected()
	if f.AVX512 && !f.AVX2 || (f.VBMI || f.IFMA || f.VNNI) && !f.AVX512 || f.GFNI && !f.VBMI {
		t.Errorf("%+v", f)
	}
	for f, want := range map[Features]string{
		{}: "portable Go", {AVX2: true}: "AVX2", {AVX2: true, AVX512: true}: "AVX-512",
		{true, true, true, false, true, false, false}: "AVX-512 with VBMI, IFMA", {NEON: true}: "NEON",
	} {
		if f.String() != want {
			t.Errorf("%+v is called %q, want %q", f, f, want)
		}
	}
}

// Every choice can be made here, and each leaves in something else.
func TestChoices(t *testing.T) {
	seen := map[Features]bool{}
	for _, choice := range Choices() {
		f, err := Of(choice)
		if err != nil || seen[f] {
			t.Errorf("%s: %v, %v", choice, f, err)
		}
		seen[f] = true
	}
	if !seen[detected()] || !seen[Features{}] {
		t.Errorf("%v leave out too much or too little", Choices())
	}
}
