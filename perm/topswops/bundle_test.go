package topswops

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// bundlesAt are bundles of m cards with random ends and slacks.
func bundlesAt(rng *rand.Rand, m, count int) []Bundle {
	bundles := make([]Bundle, count)
	for i := range bundles {
		b := &bundles[i]
		for p, v := range rng.Perm(m - 1) {
			b.End[p+1] = uint8(v + 1)
		}
		for z := range m {
			if rng.IntN(3) == 0 {
				b.Slack[z] = uint8(rng.IntN(256) >> rng.IntN(8))
			}
			b.Slack[0] = max(b.Slack[0], b.Slack[z])
		}
		b.From = rng.Uint32()
		for s := range b.Path {
			b.Path[s] = uint8(rng.Uint32())
		}
	}
	return bundles
}

// A front half is a deck as it is before its cut: the decks of a bundle's games, played from
// their start, end as the bundle that comes from them.
func TestFrontsByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for m := 1; m < 12; m++ {
		for _, b := range bundlesAt(rng, m, 30) {
			f := Fronts{Card: m, Least: 1, Gap: -1, Top: 255, Kind: 64, Step: 3}
			var end Deck
			for p := range m {
				end = end.Put(int(b.End[p]), p)
			}
			var games [MaxCards]Outcome
			after := end.Put(m, m).Exchange(m, 0).Flip(m + 1)
			for z := range m {
				games[z] = after.Exchange(0, z).Play()
			}
			next := f.appendGo(nil, []Bundle{b})
			i, played := 0, 0
			for z := range m {
				if b.Slack[z] == 0 {
					continue
				}
				c := &next[i]
				i++
				if z > 0 {
					played++
				}
				for p := range m + 1 {
					if games[z].End.Position(int(c.End[p])) != p {
						t.Fatalf("%v after %d: end %v, want %v", b, z, c.End, games[z].End.Unpack(m+1))
					}
				}
				for y := range MaxCards {
					var want uint8
					if y == 0 || y != z && y < m && games[z].Shown>>y&1 == 0 && b.Slack[y] > 0 {
						want = uint8(min(255, int(min(b.Slack[y], b.Slack[z]))+2+int(games[z].Moves)))
					}
					if y == 0 {
						want = uint8(min(255, int(b.Slack[z])+2+int(games[z].Moves)))
					}
					if c.Slack[y] != want {
						t.Fatalf("%v after %d: slack of %d is %d, want %d", b, z, y, c.Slack[y], want)
					}
				}
				path := b.Path
				path[3] = 64 + uint8(z)
				if c.Path != path || c.From != b.From {
					t.Fatalf("%v after %d: %v", b, z, c)
				}
			}
			if i != len(next) || uint64(played) != f.Played {
				t.Fatalf("%v: %d bundles from %d games, want %d from %d", b, len(next), f.Played, i, played)
			}
		}
	}
}

// inOrder sorts bundles: kernels end games in an order of their own.
func inOrder(bundles []Bundle) {
	slices.SortFunc(bundles, func(a, b Bundle) int {
		return cmp.Or(cmp.Compare(a.From, b.From), slices.Compare(a.End[:], b.End[:]), slices.Compare(a.Path[:], b.Path[:]), slices.Compare(a.Slack[:], b.Slack[:]))
	})
}

// What the kernels do is what appendGo does, in any order.
func TestFrontsKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for m := 1; m < MaxCards; m++ {
		for _, count := range []int{0, 1, 2, 7, 40, 300} {
			parents := bundlesAt(rng, m, count)
			f := Fronts{Card: m, Least: uint8(1 + rng.IntN(1+rng.IntN(80))), Gap: rng.IntN(60) - 10, Top: uint8(rng.IntN(256)), Step: rng.IntN(16), Kind: uint8(rng.IntN(8) << 5)}
			testFronts(t, f, bundlesAt(rng, m, 3), parents)
		}
	}
}

// testFronts compares the bundles of parents, appended to existing ones.
func testFronts(t *testing.T, f Fronts, before, parents []Bundle) {
	g := f
	want := g.appendGo(slices.Clone(before), parents)
	inOrder(want)
	for _, by := range []func(f *Fronts, out, parents []Bundle) []Bundle{(*Fronts).Append, (*Fronts).appendTogether} {
		f := f
		got := by(&f, slices.Clone(before), parents)
		inOrder(got)
		if f.Played != g.Played || !slices.Equal(got, want) {
			t.Fatalf("m=%d, %d parents: %d bundles by %d games, want %d by %d",
				f.Card, len(parents), len(got), f.Played, len(want), g.Played)
		}
	}
}

// Games of more moves than a byte can count are played too, beside shorter ones.
func TestFrontsKernelLongGames(t *testing.T) {
	for moves, deck := range map[int][]uint8{
		275: {1, 3, 5, 2, 8, 4, 19, 10, 6, 11, 7, 15, 16, 14, 12, 9, 0, 21, 20, 17, 13, 18},
		282: {6, 16, 7, 12, 9, 13, 5, 18, 14, 20, 0, 8, 1, 15, 17, 19, 10, 2, 4, 3, 11},
	} {
		m := len(deck)
		var parents []Bundle
		for deck[0] != 0 {
			b := Bundle{From: uint32(len(parents))}
			for p, v := range deck {
				b.Slack[v] = 30 - v
				if p > 0 {
					b.End[m-p] = v
				}
				if v == 0 {
					b.End[m-p] = deck[0]
				}
			}
			parents = append(parents, b)
			slices.Reverse(deck[:deck[0]+1])
		}
		if len(parents) != moves {
			t.Fatalf("%d moves, not %d", len(parents), moves)
		}
		for _, part := range [][]Bundle{parents, parents[:20], parents[20:22], parents[21:]} {
			testFronts(t, Fronts{Card: m, Least: 1, Gap: 200, Top: 255}, nil, part)
		}
	}
}

func TestStillsKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for m := 1; m < MaxCards; m++ {
		for _, count := range []int{0, 1, 15, 40} {
			parents := bundlesAt(rng, m, count)
			s := Stills{Card: m, By: -rng.IntN(60), Top: uint8(rng.IntN(256)), Step: rng.IntN(16), Keep: 32, Swap: 64}
			s.Gap = -s.By + rng.IntN(20)
			before := bundlesAt(rng, m, 3)
			want := slowly(s, slices.Clone(before), parents)
			for _, got := range [][]Bundle{s.Append(slices.Clone(before), parents), s.appendGo(slices.Clone(before), parents)} {
				if !slices.Equal(got, want) {
					t.Fatalf("m=%d, %d parents: %d bundles, want %d", m, count, len(got), len(want))
				}
			}
			s.By, s.Gap = rng.IntN(300), -rng.IntN(20)
			if got, want := s.Append(nil, parents), slowly(s, nil, parents); !slices.Equal(got, want) {
				t.Fatalf("m=%d, %d parents, slacks that grow: %d bundles, want %d", m, count, len(got), len(want))
			}
		}
	}
}

// slowly is Append card by card.
func slowly(s Stills, out, parents []Bundle) []Bundle {
	for _, b := range parents {
		for v := range s.Card { // 0 is for the bundle that keeps all
			by, path := -s.Gap, s.Swap+uint8(v)
			if v == 0 {
				by, path = s.By, s.Keep
			}
			if Raised(b.Slack[v], by, s.Top) == 0 {
				continue
			}
			c := b
			for y := range s.Card {
				slack := b.Slack[y]
				if v > 0 {
					slack = min(slack, b.Slack[v])
				}
				c.Slack[y] = Raised(slack, by, s.Top)
			}
			c.Slack[s.Card] = Raised(b.Slack[v], -s.Gap, s.Top)
			c.End[s.Card] = uint8(s.Card)
			if v > 0 {
				c.End[slices.Index(c.End[:], uint8(v))], c.End[s.Card] = uint8(s.Card), uint8(v)
			}
			c.Path[s.Step] = path
			out = append(out, c)
		}
	}
	return out
}

func BenchmarkFronts(b *testing.B) {
	const m = 14
	parents := bundlesAt(rand.New(rand.NewPCG(1, 3)), m, 1000)
	f := Fronts{Card: m, Least: 1, Gap: 30, Top: 200}
	var out []Bundle
	for b.Loop() {
		out = f.Append(out[:0], parents)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(f.Played), "ns/game")
}
