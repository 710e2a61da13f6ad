package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dovetail/exact/tally"
	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/results"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

// cutoff compares the repetition at which the white count rises most.
func (c *comparison) cutoff() statement {
	p := printedCutoff
	return equal(p.Where, fmt.Sprintf("m where w of %s^m rises most", p.Letter), p.Times,
		c.repeat(p.Letter, p.Up).Cutoff)
}

// lines compares the red lines of bitmaps.
func (c *comparison) lines() (rows []statement) {
	for _, p := range printedLines {
		bitmap := must(c.eval.Bitmap(c.ctx, c.word(p.Word)))
		rows = append(rows, equal(p.Where, "red lines of "+p.Word, p.W, redGroups(c.Alphabet.N, bitmap)))
	}
	rows[len(rows)-1].note = "ours are groups of touching red cells in the exact bitmaps."
	return rows
}

// twice compares two counts that the paper gives for the same word: runs differ by
// chance only.
func (c *comparison) twice() (rows []statement) {
	for _, p := range printedRepeated {
		for _, q := range printedBest {
			if p.Word != q.Word {
				continue
			}
			sd := math.Sqrt2 * c.row(p.Word).ExpectedSD
			s := statement{where: figure(p.Where) + ", " + figure(q.Where),
				what: fmt.Sprintf("w of %s, %d less %d", label(p.Word), q.W, p.W),
				ours: whole(0)}
			rows = append(rows, measured(s, float64(q.W-p.W), 0, sd, sd))
		}
	}
	return rows
}

// figure is the last part of a place in the paper.
func figure(where string) string { return where[strings.LastIndexByte(where, ' ')+1:] }

// reach compares the number of repetitions that make every cell white. The paper had
// one run for each number of repetitions. Let a(m) be the chance that the run of m is
// all white. Then the first such m has the chance (1 - a(1)) ... (1 - a(m-1)) a(m).
func (c *comparison) reach(p repetition) statement {
	cells := c.Alphabet.N * c.Alphabet.N
	limit := 10 * p.Times
	again := c.eval.Repeated(c.word(p.Letter))
	exactly, expected := 0, 0
	none, mean, square := 1.0, 0.0, 0.0
	for m := 1; m <= limit && (exactly == 0 || expected == 0 || none > 1e-12); m++ {
		r := must(again.Next(c.ctx))
		if exactly == 0 && r.White == cells {
			exactly = m
		}
		if expected == 0 && r.Expected >= float64(cells)-0.5 {
			expected = m
		}
		all := 1.0
		for _, f := range c.chances(again.Deviation()) {
			all *= f
		}
		mean += float64(float64(m) * none * all)
		square += float64(float64(m) * float64(m) * none * all)
		none *= 1 - all
	}
	s := statement{where: p.Where, what: fmt.Sprintf("m where %s^m is all white", p.Letter)}
	if exactly == 0 || expected == 0 || none > 1e-12 {
		s.paper, s.ours = whole(p.Times), text(fmt.Sprintf("> %d", limit))
		return s
	}
	s.ours = whole(exactly)
	s.note = fmt.Sprintf(
		"exactly from m = %d on; E[w] >= %d.5 from m = %d on; expected: the first all-white run, "+
			"of one run for each m.",
		exactly, cells-1, expected)
	sd := math.Sqrt(max(0, square-float64(mean*mean)))
	s = measured(s, float64(p.Times), mean, sd, sd)
	s.reproduces = s.reproduces || exactly == p.Times
	return s
}

// redGroups counts the groups of red cells that touch by side or corner.
func redGroups(n int, bitmap []int8) (count int) {
	seen := make([]bool, len(bitmap))
	red := func(cell int) bool { return bitmap[cell] > 0 && !seen[cell] }
	for start := range bitmap {
		if !red(start) {
			continue
		}
		count++
		for stack := []int{start}; len(stack) > 0; {
			cell := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !red(cell) {
				continue
			}
			seen[cell] = true
			i, j := cell/n, cell%n
			for a := max(0, i-1); a <= min(n-1, i+1); a++ {
				for b := max(0, j-1); b <= min(n-1, j+1); b++ {
					stack = append(stack, a*n+b)
				}
			}
		}
	}
	return count
}

// silent compares the repetitions of the deal. None of them had a white cell.
func (c *comparison) silent() statement {
	p := printedSilent
	var most results.WordRow
	for _, r := range c.repeat(p.Letter, p.Times).Rows {
		if r.Expected >= most.Expected {
			most = r
		}
	}
	s := statement{where: p.Where, what: fmt.Sprintf("largest w of %s^m, m <= %d", p.Letter, p.Times),
		ours: whole(most.White)}
	return c.noted(p.Letter, measured(s, float64(p.W), most.Expected, most.ExpectedSD, most.ExpectedSD))
}

// nearly is the mean displacement of cards, as a share of a uniform shuffle's, up to
// which a deck counts as nearly unchanged.
const nearly = 0.1

// maxPowers bounds the search for a power near the identity.
const maxPowers = 10000

// returns compares the numbers of deals after which the deck is nearly unchanged.
func (c *comparison) returns() []statement {
	p := printedReturn
	first := statement{where: p.Where, what: fmt.Sprintf("m where %s^m is nearly the identity", p.Letter),
		paper: whole(p.Times), ours: text("none")}
	single := c.Alphabet.Letters[c.word(p.Letter)[0]].Perm
	if single == nil {
		first.note = "the model is no permutation."
		return []statement{first}
	}
	n := float64(len(single))
	uniform := (float64(n*n) - 1) / (3 * n) // mean of |i-j|
	power, found, moved := perm.Identity(len(single)), 0, 0.0
	for m := 1; m <= maxPowers && (found == 0 || m <= p.Times); m++ {
		power = power.Then(single)
		mean := displacement(power)
		if m == p.Times {
			moved = mean
		}
		if found == 0 && mean <= nearly*uniform {
			found = m
		}
	}
	if found > 0 {
		first.ours = whole(found)
		first.reproduces = found == p.Times
	}
	first.note = fmt.Sprintf(
		"ours is the first power that moves cards at most %v times as far as a uniform shuffle; the order of %s is %v.",
		nearly, p.Letter, single.Order())
	return []statement{first, {
		where: p.Where, what: fmt.Sprintf("places that %s^%d moves a card", p.Letter, p.Times),
		paper: text("near 0"), ours: num(
			math.Round(100*moved) / 100), reproduces: moved <= nearly*uniform,
		note: fmt.Sprintf("the mean over cards; that of a uniform shuffle is %.2f.", uniform),
	}}
}

// displacement is the mean of |i - p(i)|.
func displacement(p perm.Perm) float64 {
	sum := 0
	for i, j := range p {
		sum += max(i-j, j-i)
	}
	return float64(sum) / float64(len(p))
}

// ranked are all words of one length by E[w], best first.
type ranked []words.Row

// place is a word's place, from 1.
func (r ranked) place(word string) int {
	return 1 + slices.IndexFunc(r, func(row words.Row) bool { return row.Word == word })
}

// rank ranks the words of the lengths of section 4.4 by E[w].
func (c *comparison) rank(o run.Options) {
	q := c.Query
	q.Key, c.ranked = words.ByExpected, map[int]ranked{}
	for q.M = printedRiffleTop.From; q.M <= printedRiffleTop.To; q.M++ {
		q.Top = int(elementary.Pow(float64(len(q.Alphabet.Letters)), float64(q.M)))
		c.ranked[q.M] = must(rank.Rank(c.ctx, q, o)).Rows
	}
}

// place compares a word's place with that by E[w]. A run orders words by chance where
// their E[w] are close. So a place also counts as reproduced if one run of each could
// not distinguish the word from ours at that place.
func (c *comparison) place(p printedPlace) statement {
	all := c.ranked[len(p.Word)]
	ours := all.place(p.Word)
	s := equal(p.Where, fmt.Sprintf("place of %s of %d", p.Word, len(all)), p.Rank, ours)
	word, there := all[ours-1], all[p.Rank-1]
	s.expected, s.sd = &word.Expected, &word.ExpectedSD
	if sd := elementary.Hypot(word.ExpectedSD, there.ExpectedSD); !s.reproduces && sd > 0 {
		z := (word.Expected - there.Expected) / sd
		s.z = &z
		s.reproduces = math.Abs(z) <= sigmas
	}
	if p.Rank == 1 && ours != 1 {
		s.note = fmt.Sprintf("ours first is %s with E[w] = %.1f.", there.Word, there.Expected)
	}
	return s
}

// parts compares how many of the first words have one of the pieces.
func (c *comparison) parts() statement {
	p := printedParts
	with := 0
	var without []string
	for _, r := range c.ranked[p.M][:p.Top] {
		if slices.ContainsFunc(p.Any, func(part string) bool { return strings.Contains(r.Word, part) }) {
			with++
		} else {
			without = append(without, r.Word)
		}
	}
	s := equal(p.Where, fmt.Sprintf("top %d of m=%d with %s", p.Top, p.M, strings.Join(p.Any, " or ")), p.Top, with)
	if len(without) > 0 {
		s.note = "ours without: " + strings.Join(without, ", ") + "."
	}
	return s
}

// riffleTop compares the lengths at which riffles alone are among the first.
func (c *comparison) riffleTop() statement {
	p := printedRiffleTop
	var paper, ours []string
	for m := p.From; m <= p.To; m++ {
		if m <= p.Last {
			paper = append(paper, fmt.Sprint(m))
		}
		if c.ranked[m].place(strings.Repeat(p.Letter, m)) <= p.Top {
			ours = append(ours, fmt.Sprint(m))
		}
	}
	s := statement{where: p.Where, what: fmt.Sprintf("m with %s^m in the top %d", p.Letter, p.Top),
		paper: text(strings.Join(paper, ",")), ours: text(strings.Join(ours, ","))}
	s.reproduces = s.paper == s.ours
	return s
}

// table1 compares how white counts fell over the runs of table 1; and
// keeps the histograms.
func (c *comparison) table1() (rows []statement) {
	cells := c.Alphabet.N * c.Alphabet.N
	top := cards * cards
	for _, p := range printedTable1 {
		r := c.row(p.Word)
		e := must(c.eval.Deviation(c.ctx, c.word(p.Word)))
		law := dark(c.chances(e))
		rows = append(rows, c.noted(p.Word, centre(p, r, median(cells, law))))
		if p.Word == allWhiteWord {
			rows = append(rows, allWhite(p.Word, law[0]))
		}
		c.histograms = append(c.histograms, histogram{p.Word, p.Runs[:], binned(law, cells-top, len(p.Runs))})
	}
	return rows
}

// centre compares the mean of a row of table 1, or its median if the last bin
// is not empty. A sample median of normal numbers has sqrt(pi/2) times the
// standard error of the mean.
func centre(p spread, r words.Row, ours float64) statement {
	top := cards * cards
	runs := make([]float64, len(p.Runs))
	mean := 0.0
	for k, count := range p.Runs {
		runs[k] = float64(count)
		mean += runs[k] * float64(top-k) / spreadRuns
	}
	stderr := r.ExpectedSD / math.Sqrt(spreadRuns)
	s := statement{where: p.Where, what: "mean w of " + p.Word, ours: whole(r.White)}
	if p.Runs[len(p.Runs)-1] == 0 {
		return measured(s, mean, r.Expected, r.ExpectedSD, stderr)
	}
	s.what = "median w of " + p.Word
	return measured(s, median(top, runs), ours, r.ExpectedSD, math.Sqrt(math.Pi/2)*stderr)
}

// allWhite compares the share of runs in which every cell is white.
func allWhite(word string, chance float64) statement {
	sd := math.Sqrt(chance * (1 - chance) / spreadRuns)
	s := statement{where: printedAllWhite.Where, what: "share all white of " + word,
		note: fmt.Sprintf("expected as if cells were independent; the sd is that of a share of %d runs.",
			spreadRuns)}
	return measured(s, printedAllWhite.Value, chance, sd, sd)
}

// dark is the law of the number k of cells that are not white, independent
// cells with the given chances to be white: the product of their generating
// functions f + (1-f)x, up to the x^k beyond which less than 10^-20 is left.
func dark(white []float64) []float64 {
	mean, variance := 0.0, 0.0
	for _, f := range white {
		mean += 1 - f
		variance += float64(f * (1 - f))
	}
	// Bernstein: P(k > mean + t) <= exp(-t^2 / (2 variance + 2t/3)).
	const reach = 46.1 // -ln 10^-20
	size := min(len(white), int(mean+math.Sqrt(2*reach*variance)+2*reach/3)+1)
	law := make([]float64, size+1)
	law[0] = 1
	for i, f := range white {
		for k := min(i+1, size); k > 0; k-- {
			law[k] = float64(f*law[k]) + float64((1-f)*law[k-1])
		}
		law[0] *= f
	}
	return law
}

// median of a count whose values top, top-1, ... have the given weights, each
// spread evenly over an interval of length 1 around it.
func median(top int, weight []float64) float64 {
	half := 0.0
	for _, x := range weight {
		half += float64(x / 2)
	}
	above, k := 0.0, 0
	for ; k < len(weight)-1 && above+weight[k] < half; k++ {
		above += weight[k]
	}
	return float64(top-k) + 0.5 - (half-above)/weight[k]
}

// binned is the expected number of runs in each of a number of bins, the first for
// the count of dark cells from, the last for all that is left.
func binned(law []float64, from, bins int) []float64 {
	out := make([]float64, bins)
	rest := 1.0
	for k, p := range law {
		if bin := k - from; bin < bins-1 {
			out[max(0, bin)] += float64(spreadRuns * p)
			rest -= p
		}
	}
	out[bins-1] = spreadRuns * max(0, rest)
	return out
}

// tolerance compares e_max with the one from exact binomial tails. The paper's
// is the c-quantile of a sample, whose standard error is half of q(c+d)-q(c-d)
// with d = sqrt(c(1-c)/runs): so much does the share of runs below a point
// vary. q is tally.Formula.
func (c *comparison) tolerance() statement {
	n, p := c.Alphabet.N, printedTolerance
	d := math.Sqrt(p.Quantile * (1 - p.Quantile) / float64(p.Runs))
	sd := (tally.Formula(n, samples, p.Quantile+d) - tally.Formula(n, samples, p.Quantile-d)) / 2
	auto, _ := tally.Auto(n, samples).Float64()
	s := statement{
		where: p.Where, what: fmt.Sprintf("e_max for %d cards", n), ours: num(auto),
		note: fmt.Sprintf("ours takes cells as independent; the sd is that of a %v quantile of %d runs.", p.Quantile,
			p.Runs),
	}
	return measured(s, p.Value, auto, sd, sd)
}
