package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// fitted is the letter of the fitted riffle.
const fitted = 'Y'

// Names are the letters with which counts are compared by default.
var Names = []byte("RBL")

// check refuses letters whose hands are unknown.
func check(n int, letters []notation.Letter) error {
	for _, l := range letters {
		if l.Name == fitted {
			return fmt.Errorf("letter %c is reserved for the fitted riffle; use another letter for %s", l.Name, l.Model)
		}
		if cuts, _ := shuffle.HandsOf(l.Model, n); cuts == nil {
			return fmt.Errorf("%s is not a riffle of two halves that can be compared with observed riffles", l)
		}
	}
	return nil
}

// Question asks how counts compare with the models of letters, and for the clumpy riffle with the
// largest likelihood.
type Question struct {
	Counts
	Letters []notation.Letter `json:"models"`
}

func (Question) Schema() string { return results.FitSchema }

func (q *Question) Params() param.List {
	path, person := "", ""
	said := param.Choice(&person, "preset", "", "with --fit, the year in which somebody's counts were published: "+
		param.Join(People)+" (default "+People[0]+")", People...)
	said.Clear = func() { q.Counts = Counts{} }
	said.Texts = func() []string {
		if p := q.published(); p != People[0] {
			return []string{p}
		}
		return nil
	}
	letters := spelling.Of(&q.N, &q.Letters, Names)
	for i, p := range letters {
		switch p.Name {
		case "alphabet":
			letters[i].Usage = "with --fit, letters of the models to compare (see dovetail models)"
		case "model":
			letters[i] = p.For("--fit")
		}
	}
	return append(param.List{File(&path), param.Chosen("fit", "compare counts with models of riffles, and fit the closest model"),
		said, param.After(func(given func(string) bool) error {
			if given("preset") && path != "" {
				return errors.New("counts of a file and of --preset; give one of them")
			}
			counts, err := Counted(path)
			if err == nil && counts == nil {
				published := Published(cmp.Or(person, People[0]))
				counts = &published
			}
			if err == nil {
				q.Counts = *counts
			}
			return err
		})}, letters...)
}

// published is the person whose counts these are, or "".
func (q Question) published() string {
	for _, p := range People {
		if reflect.DeepEqual(q.Counts, Published(p)) {
			return p
		}
	}
	return ""
}

// Filed reports whether the counts come from a file.
func (q Question) Filed() bool { return q.published() == "" }

func (q Question) Check() error {
	if q.N < 2 || q.N > maxDeck {
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, maxDeck)
	}
	for _, counts := range [][]int{q.Cuts, q.Packets} {
		if counts != nil && len(counts) != q.N+1 {
			return fmt.Errorf("there are counts for %d sizes, not for 0 to %d cards", len(counts), q.N)
		}
		for size, count := range counts {
			if count < 0 || count > maxCount {
				return fmt.Errorf("%d times %d cards of %d cannot be counted", count, size, q.N)
			}
		}
	}
	if _, err := q.checked(); err != nil {
		return err
	}
	if err := notation.CheckLetters(q.N, q.Letters); err != nil {
		return err
	}
	return check(q.N, q.Letters)
}

func (q Question) Seconds() float64 {
	return 1e-7 * float64(q.N*q.N*q.N) * float64(len(q.Letters)+1)
}

func (q Question) Answer(context.Context, run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	c := q.Counts
	r := results.Fit{
		Head: results.Answering(q, results.Exact), N: c.N, Riffles: c.Riffles, Source: c.Source,
		Cuts: listed(c.Cuts, 0), Packets: listed(c.Packets, 1), Models: []results.FitModel{},
	}
	for _, l := range q.Letters {
		r.Models = append(r.Models, c.against(l, 0, 0))
	}
	var err error
	if r.Fitted, err = c.likeliest(); err != nil || r.Fitted == nil {
		return r, err
	}
	m, err := models.Parse(r.Fitted.Model)
	if err != nil {
		return r, err
	}
	cuts := 0
	if total(c.Cuts) > 1 {
		cuts = 2
	}
	closest := c.against(notation.Letter{Name: fitted, Model: m}, cuts, 1)
	closest.Model = r.Fitted.Model
	r.Models = append(r.Models, closest)
	return r, nil
}

// against compares the counts with a model, and says how many of its parameters were fitted to the
// cuts and to the packets.
func (c Counts) against(l notation.Letter, cuts, packets int) results.FitModel {
	halves, runs := shuffle.HandsOf(l.Model, c.N)
	sum := 0.0
	for _, x := range runs {
		sum += x
	}
	m := results.FitModel{ModelLetter: results.ModelLetter{Letter: string(l.Name), Model: l.Model.String()},
		PacketsEach: digits(sum)}
	if c.Cuts != nil {
		m.Cuts = test(c.Cuts, halves, 0, cuts)
	}
	if c.Packets != nil {
		m.Packets = test(c.Packets, runs, 1, packets)
	}
	return m
}

// Picture is the shares that were counted, beside those of the models.
func (q Question) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	c, r := q.Counts, answers[0].(results.Fit)
	blocks := []figure.Block{figure.Title(r.What())}
	counted := []figure.Curve{
		{XLabel: "cards in the top half", YLabel: "share of the riffles"},
		{XLabel: "cards that fall in a row", YLabel: "share of the packets"},
	}
	for i, counts := range [][]int{c.Cuts, c.Packets} {
		if total(counts) == 0 {
			continue
		}
		list := listed(counts, i)
		from, to := max(i, list[0].Cards-3), min(c.N, list[len(list)-1].Cards+3)
		add := func(name string, share func(size int) float64) {
			s := figure.Series{Name: name, First: from}
			for size := from; size <= to; size++ {
				s.Y = append(s.Y, share(size))
			}
			counted[i].Series = append(counted[i].Series, s)
		}
		all := float64(total(counts))
		add("counted", func(size int) float64 { return float64(counts[size]) / all })
		for _, m := range r.Models {
			model, err := models.Parse(m.Model)
			if err != nil {
				return nil, err
			}
			cuts, runs := shuffle.HandsOf(model, c.N)
			shares := [][]float64{cuts, runs}[i]
			sum := 0.0
			for _, x := range shares {
				sum += x
			}
			add(m.Letter+"="+m.Model, func(size int) float64 { return shares[size] / sum })
		}
		blocks = append(blocks, counted[i])
	}
	return blocks, nil
}

// least is how often a cell must be expected, by Cochran's rule.
const least = 5

// test compares counts with the shares that a model expects, after a number of parameters was
// fitted. There is a cell for each size from the least that is counted to the greatest, and these
// two include the sizes beyond them. Where all counts are of one size, the sizes beyond it have
// cells of their own. Then, from the smallest on, cells are joined until each is expected 5 times,
// and the remaining ones join the last. No size is smaller than smallest.
func test(counts []int, shares []float64, smallest, fitted int) *results.FitTest {
	if total(counts) == 0 {
		return nil
	}
	from, to := span(counts, smallest)
	all := float64(total(counts))
	sum := 0.0
	for _, p := range shares {
		sum += p
	}
	t := &results.FitTest{}
	cell := results.FitCell{From: smallest}
	for size, p := range shares {
		cell.Expected += all * p / sum
		cell.Count += counts[size]
		cell.To = size
		if counts[size] > 0 && p == 0 {
			t.Impossible += counts[size]
		}
		if size < from || size >= to || cell.Expected < least {
			continue
		}
		t.Cells = append(t.Cells, cell)
		cell = results.FitCell{From: size + 1}
	}
	if last := len(t.Cells) - 1; last >= 0 && cell.Expected < least {
		t.Cells[last].To, t.Cells[last].Count = cell.To, t.Cells[last].Count+cell.Count
		t.Cells[last].Expected += cell.Expected
	} else {
		t.Cells = append(t.Cells, cell)
	}
	for i, cell := range t.Cells {
		t.Cells[i].Expected = digits(cell.Expected)
		if len(t.Cells) == 1 {
			break // all that was counted is all that was expected
		}
		off := float64(cell.Count) - cell.Expected
		t.ChiSquare += off * off / cell.Expected
	}
	t.ChiSquare = digits(t.ChiSquare)
	if t.DF = len(t.Cells) - 1 - fitted; t.DF < 1 {
		t.DF = 0
		return t
	}
	p := digits(mathext.GammaIncRegComp(float64(t.DF)/2, t.ChiSquare/2))
	t.P = &p
	return t
}

// span is the least counted size and the greatest, or their neighbours if they are the same.
func span(counts []int, smallest int) (from, to int) {
	from, to = slices.IndexFunc(counts, func(count int) bool { return count > 0 }), greatest(counts)
	if from == to {
		from, to = max(from-1, smallest), min(to+1, len(counts)-1)
	}
	return from, to
}

// digits rounds to six significant digits, which rounding errors do not reach.
func digits(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Floor(elementary.Log10(math.Abs(x))) - 5
	if unit < -300 {
		return 0
	}
	if unit < 0 {
		return math.Round(x*math.Pow10(int(-unit))) / math.Pow10(int(-unit))
	}
	return math.Round(x/math.Pow10(int(unit))) * math.Pow10(int(unit))
}
