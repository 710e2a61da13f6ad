package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/search/run"
)

func letters(t testing.TB, specs ...string) (all []notation.Letter) {
	for _, spec := range specs {
		l := must.Have(notation.ParseLetter(spec))(t)
		all = append(all, l)
	}
	return all
}

func record(t testing.TB, c Counts, specs ...string) results.Fit {
	return must.Have(run.AnswerTo[results.Fit](context.Background(), Question{c, letters(t, specs...)}, run.Options{}))(t)
}

func near(t testing.TB, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %v, want %v within %v", what, got, want, within)
	}
}

// The counts of 2017 add up to all cards of eight riffles. Where each packet is counted, the packet changes
// at one place less than there are packets: 179 of 376, and the riffle of Gilbert, Shannon and Reeds is not
// refused by the packets alone, as the author found by a likelihood.
func TestShinn(t *testing.T) {
	c := Published("2017")
	cards := 0
	for k, count := range c.Packets {
		cards += k * count
	}
	if cards != 8*48 || total(c.Packets) != 187 || total(c.Cuts) != 8 {
		t.Errorf("%d packets of %d cards, %d cuts", total(c.Packets), cards, total(c.Cuts))
	}
	r := record(t, c, "R=riffle")
	if p := r.Models[0].Packets.P; !(*p > 0.05 && *p < 0.06) {
		t.Errorf("the riffle has p %v", *p)
	}
	f := r.Fitted
	near(t, "switch", f.Switch, 179./376, 0.01)
	if f.LeftOut != 0 || f.PlacesLow != places(179./376, 4) || f.PlacesHigh != f.PlacesLow {
		t.Errorf("%+v", f)
	}
}

// The five riffles of 2022, given as they fell: the packet changes at 173 of 255 places, as counted in the strings by
// hand, and the riffle of Gilbert, Shannon and Reeds is refused.
func TestWood(t *testing.T) {
	c := Published("2022")
	if c.N != 52 || c.Riffles != 5 || total(c.Packets) != 173+5 {
		t.Errorf("%d packets of %d riffles of %d cards", total(c.Packets), c.Riffles, c.N)
	}
	r := record(t, c, "R=riffle")
	if p := r.Models[0].Packets.P; !(*p > 1.2e-5 && *p < 1.4e-5) {
		t.Errorf("the riffle has p %v", *p)
	}
	near(t, "switch", r.Fitted.Switch, 0.6845, 5e-5)
	near(t, "its error", r.Fitted.SwitchSE, 0.0326, 5e-5)
	near(t, "places", r.Fitted.PlacesLow, 173./255, 1e-4)
}

// The counts of 1988, as another program found them.
func TestDiaconis(t *testing.T) {
	c := Published("1988")
	mean, variance := moments(c.Cuts)
	near(t, "mean cut", mean, 27.35, 1e-9)
	near(t, "deviation of cuts", math.Sqrt(variance), 1.598, 5e-4)
	cards := 0
	for k, count := range c.Packets {
		cards += k * count
	}
	if total(c.Packets) != 3365 || cards != 5112 || total(c.Cuts) != 100 {
		t.Errorf("%d packets of %d cards, %d cuts", total(c.Packets), cards, total(c.Cuts))
	}
	r := record(t, c, "R=riffle", "B=human")
	gsr, human := r.Models[0], r.Models[1]
	near(t, "chi-square of packets", gsr.Packets.ChiSquare, 399, 0.5)
	near(t, "chi-square of cuts", gsr.Cuts.ChiSquare, 88.4, 0.05)
	if gsr.Packets.DF != 5 || gsr.Cuts.DF != 8 {
		t.Errorf("%d and %d degrees of freedom", gsr.Packets.DF, gsr.Cuts.DF)
	}
	near(t, "packets a riffle", gsr.PacketsEach, 26.5, 1e-9)
	near(t, "packets a human riffle", human.PacketsEach, 46, 0.1)
	for k, share := range []float64{.5094, .2500, .1226, .0601, .0295} {
		near(t, fmt.Sprint("share of packets of ", k+1), gsr.Packets.Cells[k].Expected/3365, share, 6e-5)
	}
	// The human letter cuts 25, 26 or 27 cards.
	if human.Cuts.DF != 2 || human.Cuts.Impossible != 53 {
		t.Errorf("%+v", human.Cuts)
	}
	f := r.Fitted
	near(t, "switch", f.Switch, 0.65, 0.01)
	if f.LeftOut != 88 || f.LeftOutLow != 1 || f.LeftOutHigh != 12 {
		t.Errorf("%+v", f)
	}
	if fitted := r.Models[2]; fitted.Cuts.DF != len(fitted.Cuts.Cells)-3 || fitted.Packets.DF != len(fitted.Packets.Cells)-2 {
		t.Errorf("%+v: a switch and two numbers of the cut were fitted", fitted)
	}
	near(t, "places", f.PlacesLow, 3266.0/5100, 1e-4)
	near(t, "places", f.PlacesHigh, 3277.0/5100, 1e-4)
}

// A chi-square by hand: four cells. The last one includes larger sizes.
func TestCellsAreJoined(t *testing.T) {
	counts := []int{0, 8, 12, 15, 4, 1, 0, 0}
	shares := []float64{.01, .19, .3, .3, .1, .04, .04, .02}
	got := test(counts, shares, 0, 0)
	var text []string
	for _, c := range got.Cells {
		text = append(text, fmt.Sprintf("%d-%d %d/%v", c.From, c.To, c.Count, c.Expected))
	}
	if s := strings.Join(text, ", "); s != "0-1 8/8, 2-2 12/12, 3-3 15/12, 4-7 5/8" {
		t.Error(s)
	}
	near(t, "chi-square", got.ChiSquare, 9.0/12+9.0/8, 1e-6)
	if got.DF != 3 || got.Impossible != 0 {
		t.Errorf("%+v", got)
	}
	near(t, "p of 3 degrees", *got.P, 0.5988, 1e-3)
	shares[5] = 0
	if got := test(counts, shares, 0, 0); got.Impossible != 1 {
		t.Errorf("%+v", got)
	}
	// Nothing is left to test where all is in one cell or was fitted.
	if got := test([]int{0, 3, 1}, []float64{0, .7, .3}, 1, 0); got.DF != 0 || got.P != nil || len(got.Cells) != 1 || got.ChiSquare != 0 || got.Cells[0].From != 1 {
		t.Errorf("%+v", got)
	}
}

// Where all is of one size, what lies beyond has cells of its own: a perfect riffle is no GSR
// riffle, in which half of the packets are longer, and not all cuts are in the middle.
func TestOneSize(t *testing.T) {
	c := must.Have(Read(strings.NewReader("riffles 100\ncut 26 100\npacket 1 5200")))(t)
	r := record(t, c, "R=riffle")
	cuts, packets := r.Models[0].Cuts, r.Models[0].Packets
	middle, single := 11.0116, 5200*13.5/26.5
	near(t, "cuts", cuts.ChiSquare, (100-middle)*(100-middle)/middle+100-middle, 0.01)
	near(t, "packets", packets.ChiSquare, (5200-single)*(5200-single)/single+5200-single, 0.01)
	if cuts.DF != 2 || packets.DF != 1 || len(r.Cuts) != 3 || len(r.Packets) != 2 {
		t.Errorf("%+v, %+v", cuts, packets)
	}
}

// hands riffle: labels that change with chance s, whatever the cut.
func hands(rng *rand.Rand, n, riffles int, s float64) Counts {
	c := Counts{N: n, Riffles: riffles, Cuts: make([]int, n+1), Packets: make([]int, n+1)}
	for range riffles {
		label, run, top := rng.IntN(2), 0, 0
		for range n {
			if run > 0 && rng.Float64() < s {
				c.Packets[run]++
				run, label = 0, 1-label
			}
			run++
			top += label
		}
		c.Packets[run]++
		c.Cuts[top]++
	}
	return c
}

// Riffles of the model itself have chi-squares about as large as there are degrees of
// freedom, though packets are not independent.
func TestCalibrated(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	riffle := letters(t, "R=riffle")[0]
	const sets = 400
	var packets, cuts, beyond, df float64
	for range sets {
		m := hands(rng, 52, 100, 0.5).against(riffle, 0, 0)
		packets += m.Packets.ChiSquare / float64(m.Packets.DF) / sets
		cuts += m.Cuts.ChiSquare / float64(m.Cuts.DF) / sets
		df += float64(m.Packets.DF) / sets
		if *m.Packets.P < 0.05 {
			beyond += 1.0 / sets
		}
	}
	t.Logf("packets %.3f of %.1f, cuts %.3f a degree; p < 0.05 in %.3f", packets, df, cuts, beyond)
	near(t, "cuts", cuts, 1, 4*math.Sqrt(2/8.0/sets))
	if packets > 1.1 || packets < 0.7 || beyond > 0.08 {
		t.Errorf("packets %v, beyond %v", packets, beyond)
	}
}

// The switch that hands have is found within its error, with the law of the cut or without;
// and nothing beside it is likelier.
func TestLikeliest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range []float64{0.3, 0.5, 0.65, 0.9} {
		c := hands(rng, 52, 400, s)
		for _, cuts := range [][]int{nil, c.Cuts} {
			c.Cuts = cuts
			f := record(t, c).Fitted
			near(t, fmt.Sprint("switch ", s), f.Switch, s, 4*f.SwitchSE)
			if f.LeftOut != 0 || f.PlacesLow != f.PlacesHigh {
				t.Errorf("%+v", f)
			}
			near(t, "by places", f.PlacesLow, s, 4*math.Sqrt(s*(1-s)/(400*51)))
			if f.SwitchSE > 2.5*math.Sqrt(s*(1-s)/(400*51)) {
				t.Errorf("%+v", f)
			}
			if (f.SD > 0) != (cuts != nil) {
				t.Errorf("%+v", f)
			}
			if cuts == nil {
				log := func(s float64) float64 { return c.logLikelihood(riffles.ChainRuns(52, s)) }
				if best := log(f.Switch); log(f.Switch-0.001) > best || log(f.Switch+0.001) > best {
					t.Errorf("%v is not likeliest", f.Switch)
				}
			}
		}
	}
	// Nobody switches always or never.
	for _, text := range []string{"packet 2 10", "packet 1 1000000\npacket 2 1", "packet 1 5"} {
		c := must.Have(Read(strings.NewReader(text)))(t)
		if f := record(t, c).Fitted; f != nil {
			t.Errorf("%q: %+v", text, f)
		}
	}
	// The longest that is counted stands for longer ones.
	grouped := hands(rng, 52, 400, 0.3)
	for k := 4; k <= 52; k++ {
		grouped.Packets[3] += grouped.Packets[k]
		grouped.Packets[k] = 0
	}
	few := record(t, grouped).Fitted
	near(t, "switch of grouped packets", few.Switch, 0.3, 4*few.SwitchSE)
	// A law of cuts: N(26 + 1.5, 0.8^2), rounded.
	c := Counts{N: 52, Cuts: make([]int, 53), Packets: make([]int, 53)}
	for range 10000 {
		c.Cuts[int(math.Round(27.5+0.8*rng.NormFloat64()))]++
	}
	c.Packets[1], c.Packets[2] = 200000, 100000
	c = must.Have(c.checked())(t)
	f := record(t, c).Fitted
	near(t, "off", f.Off, 1.5, 4*f.OffSE)
	near(t, "sd", f.SD, 0.8, 4*f.SDSE)
	near(t, "se of off", f.OffSE, 0.0084, 0.0006)
}

// What is expected of a riffle by the cuts is what closed form and chain say.
func TestTwoWaysToExpect(t *testing.T) {
	for _, n := range []int{2, 3, 10, 52, 208} {
		cuts, _ := shuffle.HandsOf(letters(t, "R=riffle")[0].Model, n)
		runs := riffles.CutRuns(cuts, 0.5)
		for k := 1; k < n; k++ {
			want := float64(n-k+3) * math.Pow(0.5, float64(k+1))
			near(t, fmt.Sprintf("n=%d k=%d", n, k), runs[k], want, 1e-11*want+1e-30)
		}
		for _, s := range []float64{0.05, 0.5, 0.77, 0.999} {
			sum := 0.0
			chain := riffles.ChainCuts(n, s)
			for _, p := range chain {
				sum += p
			}
			near(t, fmt.Sprintf("n=%d s=%v: cuts", n, s), sum, 1, 1e-10)
			byCuts, byChain := riffles.CutRuns(chain, s), riffles.ChainRuns(n, s)
			for k := range byChain {
				near(t, fmt.Sprintf("n=%d s=%v k=%d", n, s, k), byCuts[k], byChain[k], 1e-10*byChain[k]+1e-30)
			}
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "no counts found; want lines such as cut 26 16 or packet 1 2102",
		"cut 26 0":                            "no counts found; want lines such as cut 26 16 or packet 1 2102",
		"cards 52\ncut 53 1":                  "line 2: a cut of 53 is out of range 0..52",
		"packet 0 1":                          "line 1: a packet of 0 is out of range 1..52",
		"cut 26 -1":                           "line 1: cut -1 is negative",
		"cut 26 x":                            `line 1: "x" is not a whole number`,
		"cut 26 1.5":                          `line 1: "1.5" is not a whole number`,
		"cut 26":                              "line 1: cut wants a size and a count",
		"cards":                               "line 1: cards wants one number",
		"cards 1\ncut 1 1":                    "cards 1 is out of range 2..208",
		"cards 209\ncut 1 1":                  "cards 209 is out of range 2..208",
		"cut 26 1\n# twice\ncut 26 2":         "line 3: cut 26 is already given in line 1",
		"cards 52\ncards 52":                  "line 2: cards is already given in line 1",
		"riffles 3\ncut 26 1\ncut 25 1":       "the cuts add up to 2, but there are 3 riffles",
		"riffles 1\npacket 1 53":              "the packets have 53 cards, more than the 52 of 1 riffles",
		"riffles 10\npacket 1 9":              "there are 9 packets, fewer than the 10 riffles",
		"shuffles 1":                          `line 1: "shuffles" is not one of cards, riffles, cut, packet, source`,
		"cut 26 9999999999":                   "line 1: cut 9999999999 is too large; at most 1000000000",
		"cut 26 99999999999999999999":         `line 1: "99999999999999999999" is not a whole number`,
		strings.Repeat("x", 70000) + " 1":     `line 1: "` + number.Brief(strings.Repeat("x", 70000)) + `" is not one of cards, riffles, cut, packet, source`,
		"\ufeffcut 26 2\r\nsource me\r\n":     "",
		"cut 26 1\npacket 1 2 3":              "line 2: packet wants a size and a count",
		"source me # and you\n\ncut 26 2 # x": "",
		"source me # and you\rcut 26 2\r":     "",
	} {
		c, err := Read(strings.NewReader(text))
		if got := fmt.Sprint(err); got != want && (want != "" || err != nil) {
			t.Errorf("%.40q: %s; want %s", text, got, want)
		} else if err == nil && (c.Source != "me" || c.Riffles != 2 || c.Cuts[26] != 2 || c.N != 52) {
			t.Errorf("%+v", c)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, person := range People {
		text, err := people.ReadFile("people/" + person + ".txt")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("cards 3\npacket 1 4\ncut 0 2\ncut 3 1")
	r := letters(f, "R=riffle", "B=human(low=-1/2,high=1/2)")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(strings.NewReader(text))
		if err != nil || c.N > 60 {
			return
		}
		q := Question{c, r}
		if _, err := q.Answer(t.Context(), run.Options{}); err != nil {
			t.Fatal(err)
		}
		again, err := results.Of[Question]().Question(q.Schema(), results.TextOf(q).Question)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(q) {
			t.Fatalf("%v becomes %v, %v", q, again, err)
		}
	})
}

func TestCheck(t *testing.T) {
	for _, wrong := range []string{"D=deal", "Y=riffle", "H=hindu", "F=faro"} {
		if _, err := (Question{Published("1988"), letters(t, wrong)}).Answer(t.Context(), run.Options{}); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}
