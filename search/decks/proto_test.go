package decks

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

func alphabet(t testing.TB, n int, names string, definitions ...string) *word.Alphabet {
	t.Helper()
	letters, err := shuffle.Alphabet(n, []byte(names), "literal", definitions)
	if err != nil {
		t.Fatal(err)
	}
	return word.New(n, letters, word.Laws(n, letters))
}

func TestProto(t *testing.T) {
	spec := os.Getenv("PROTO")
	if spec == "" {
		t.Skip()
	}
	n := 52
	var defs []string
	if os.Getenv("N8") != "" {
		n = 8
		defs = strings.Split("H=hindu(mean=20/13,sd=10/39) D=deal(order=1-3-2)", " ")
	}
	a := alphabet(t, n, "HRDV", append(defs, "V=inverse(of=riffle)")...)
	w, err := a.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	ann, err := newAnnealing(a, w)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("block %v, %d letters, undone %v\n", ann.block, len(ann.letters), ann.undone)
	p := &path{}
	p.level, p.most = ann.level()
	begin := time.Now()
	stages := pilot(ann, p, 1, spec)
	sd := 0.2
	if v := os.Getenv("SD"); v != "" {
		sd, _ = strconv.ParseFloat(v, 64)
	}
	steps := int(math.Pow(length(stages)/sd, 2)) + 1
	p.divide(stages, steps)
	fmt.Printf("pilot %v, %d stages, length %.1f, %d sweeps\n", time.Since(begin), len(stages), length(stages), steps)
	if os.Getenv("STAGES") != "" {
		for _, s := range stages {
			fmt.Printf("%.4f sd %.3f tau %.2f\n", s.beta, math.Sqrt(s.variance), s.forget)
		}
	}
	decks, _ := strconv.Atoi(os.Getenv("DECKS"))
	e := &estimator{w: ann, p: p, walks: 2, seed: 1, purpose: spec, v: newWalkers(ann, 2*group)}
	var block []shuffle.Dealer
	for _, k := range factors(ann.block) {
		block = append(block, shuffle.NewAShuffle(k).Dealer(n))
	}
	begin = time.Now()
	var up, low, up2, low2 float64
	for d := 0; d < decks; d += group {
		high, lo := e.forward(d)
		for k := range high {
			up += high[k]
			up2 += high[k] * high[k]
			low += lo[k]
			low2 += lo[k] * lo[k]
		}
	}
	N := float64(decks)
	se := func(s, q float64) float64 { return math.Sqrt((q/N - s*s/N/N) / N) }
	took := time.Since(begin)
	// the tail
	back := newWalkers(ann, 2*group)
	tail, ones := 0.0, 0
	var rev, rev2 float64
	for d := 0; d < decks/4; d += 2 * group {
		for k := range 2 * group {
			back.deal(k, chainOf(block, n), stream(1, spec+" back", d+k, 0))
		}
		for _, l := range back.backward(p) {
			if l > math.Log(cap) {
				tail += 1 - cap/math.Exp(l)
			}
			if l > 0 {
				ones++
				rev += 1 - math.Exp(-l)
			}
			rev2 += math.Exp(-l)
		}
	}
	M := N / 4
	fmt.Printf("%v a walk; low %.4f±%.4f - tail<=%.4f  high %.4f±%.4f; from the word: E(1-1/w)+ %.4f, E 1/w %.3f\n", took/time.Duration(2*decks), low/N, se(low, low2), tail/M, up/N, se(up, up2), rev/M, rev2/M)
}

func chainOf(ds []shuffle.Dealer, n int) shuffle.Dealer {
	if len(ds) == 1 {
		return ds[0]
	}
	panic("chain")
}
