// Package fit compares counts of how somebody riffles, where they cut and how many cards fell in a
// row from the same half, with what models of riffles expect. It also finds the clumpy riffle that
// comes closest.
//
// What a model expects is exact (shuffle.HandsOf), and the test is Pearson's: the sum of (counted
// - expected)^2/expected over cells, beside the chi-square law with as many degrees of
// freedom as there are cells, less one and less the number of fitted parameters. Packets are
// treated as independent draws from the shares that a model expects, although they share a deck.
package fit

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/param"
)

// maxDeck is the most cards of a deck, and maxCount the largest count.
const (
	maxDeck  = 208
	maxCount = 1_000_000_000
)

// Counts is the observations of riffles of N cards.
type Counts struct {
	N       int    `json:"n"`
	Riffles int    `json:"riffles,omitzero"` // 0 if not known
	Source  string `json:"source,omitzero"`  // who counted whose riffles
	Cuts    []int  `json:"cuts,omitzero"`    // Cuts[c] riffles had a top half of c cards; N+1 of them, or nil
	Packets []int  `json:"packets,omitzero"` // Packets[k] times k cards fell in a row from the same half
}

//go:embed people
var people embed.FS

// People are those whose riffles were counted, by the year in which their counts were published.
var People = []string{"1988", "2017", "2022"}

// Published is the counts of one of People.
func Published(person string) Counts {
	text, err := people.Open("people/" + person + ".txt")
	if err != nil {
		panic(err)
	}
	c, err := Read(text)
	if err != nil {
		panic(err)
	}
	return c
}

// File is the optional argument for a file of counts.
func File(path *string) param.Param {
	p := param.Input(path)
	p.Optional = true
	return p
}

// Counted are the counts in a file, or in the standard input if the name is -; nil without a file.
func Counted(path string) (*Counts, error) {
	if path == "" {
		return nil, nil
	}
	c, err := fileio.ReadAs(path, os.Stdin, Read)
	return &c, err
}

// longest is the most characters of a file of counts.
const longest = 1 << 20

// Read reads a file of counts. Its lines are "cards N", "riffles R", "cut SIZE COUNT", "packet
// LENGTH COUNT" and "source WORDS", in any order. Or the file has riffles as they fell, one on each
// line: a sign for each card, as in 1112212 or LLRLR, or the packets, as in "runs 2 1 3". What
// follows a # is a remark.
func Read(r io.Reader) (c Counts, err error) {
	c.N = 52
	type entry struct{ size, count, line int }
	var cuts, packets []entry
	seen := map[string]int{}
	lines := bufio.NewScanner(fileio.Newlines(io.LimitReader(r, longest)))
	lines.Buffer(nil, longest+1)
	line := 0
	var fell Counts // counted from the riffles
	for lines.Scan() {
		line++
		text, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "\ufeff"), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		var values []int
		wrong := func(format string, args ...any) (Counts, error) {
			return c, fmt.Errorf("line %d: %w", line, fmt.Errorf(format, args...))
		}
		if isRiffle(words) {
			packets, err := packetsOf(strings.Join(words, " "))
			if err == nil {
				err = fell.add(packets)
			}
			if err != nil {
				return wrong("%w", err)
			}
			continue
		}
		key, want := words[0], 1
		switch key {
		case "source":
			c.Source = strings.Join(words[1:], " ")
			continue
		case "cards", "riffles":
		case "cut", "packet":
			want = 2
		default:
			return wrong("%q is not one of cards, riffles, cut, packet, source", number.Brief(key))
		}
		if len(words) != want+1 {
			return wrong("%s wants %s", key, map[int]string{1: "one number", 2: "a size and a count"}[want])
		}
		for _, word := range words[1:] {
			x, err := strconv.Atoi(word)
			switch {
			case err != nil:
				return wrong("%q is not a whole number", number.Brief(word))
			case x < 0:
				return wrong("%s %d is negative", key, x)
			case x > maxCount:
				return wrong("%s %d is too large; at most %d", key, x, maxCount)
			}
			values = append(values, x)
		}
		name := strings.Join(words[:want], " ")
		if seen[name] > 0 {
			return wrong("%s is already given in line %d", name, seen[name])
		}
		seen[name] = line
		switch key {
		case "cards":
			c.N = values[0]
		case "riffles":
			c.Riffles = values[0]
		case "cut":
			cuts = append(cuts, entry{values[0], values[1], line})
		case "packet":
			packets = append(packets, entry{values[0], values[1], line})
		}
	}
	if err := lines.Err(); err != nil {
		return c, err
	}
	if fell.Riffles > 0 {
		if _, said := seen["cards"]; len(cuts)+len(packets) > 0 || said && c.N != fell.N {
			return c, fmt.Errorf("there are riffles of %d cards, and counts beside them; want the ones or the others", fell.N)
		}
		fell.Source = c.Source
		return fell.checked()
	}
	if c.N < 2 || c.N > maxDeck {
		return c, fmt.Errorf("cards %d is out of range 2..%d", c.N, maxDeck)
	}
	for _, list := range []struct {
		name    string
		least   int
		entries []entry
		to      *[]int
	}{{"cut", 0, cuts, &c.Cuts}, {"packet", 1, packets, &c.Packets}} {
		for _, e := range list.entries {
			if e.size < list.least || e.size > c.N {
				return c, fmt.Errorf("line %d: a %s of %d is out of range %d..%d", e.line, list.name, e.size,
					list.least, c.N)
			}
			if *list.to == nil {
				*list.to = make([]int, c.N+1)
			}
			(*list.to)[e.size] = e.count
		}
	}
	return c.checked()
}

// checked refuses counts that contradict each other. riffles is the number of those with a cut,
// unless the counts say how many there were.
func (c Counts) checked() (Counts, error) {
	cuts, packets, cards := total(c.Cuts), total(c.Packets), 0
	for k, count := range c.Packets {
		cards += k * count
	}
	if c.Riffles == 0 {
		c.Riffles = cuts
	}
	if cuts == 0 {
		c.Cuts = nil
	}
	if packets == 0 {
		c.Packets = nil
	}
	switch {
	case cuts+packets == 0:
		return c, errors.New("no counts found; want lines such as cut 26 16 or packet 1 2102")
	case cuts > 0 && cuts != c.Riffles:
		return c, fmt.Errorf("the cuts add up to %d, but there are %d riffles", cuts, c.Riffles)
	case c.Riffles > 0 && cards > c.Riffles*c.N:
		return c, fmt.Errorf("the packets have %d cards, more than the %d of %d riffles", cards, c.Riffles*c.N,
			c.Riffles)
	case packets > 0 && packets < c.Riffles:
		return c, fmt.Errorf("there are %d packets, fewer than the %d riffles", packets, c.Riffles)
	}
	return c, nil
}

func total(counts []int) (sum int) {
	for _, count := range counts {
		sum += count
	}
	return sum
}

// listed are the counts as a record has them: from the least counted size to the greatest, with a
// margin if they are equal.
func listed(counts []int, smallest int) (list []results.FitCount) {
	if total(counts) == 0 {
		return nil
	}
	from, to := span(counts, smallest)
	for size := from; size <= to; size++ {
		list = append(list, results.FitCount{Cards: size, Count: counts[size]})
	}
	return list
}

func greatest(counts []int) int {
	size := len(counts) - 1
	for counts[size] == 0 {
		size--
	}
	return size
}

// likeliest is the clumpy riffle with the largest likelihood. The law of its cut has the mean and
// the standard deviation of the counted cuts; as cuts are integers, 1/12 is subtracted from the
// variance (Sheppard). Without cuts the law is the chain's. The switch s then maximizes the
// likelihood of the packets,
//
//	l(s) = sum_k N_k log p_k(s),  p_k = (expected packets of k cards)/(of any length),
//
// where the longest counted size stands for longer ones too, as in the test. The standard error of
// s comes from the second derivative. There is none where s = 0 or 1 is likeliest.
func (c Counts) likeliest() (*results.FittedRiffle, error) {
	packets := total(c.Packets)
	if packets == 0 || greatest(c.Packets) == 1 {
		return nil, nil
	}
	f := &results.FittedRiffle{}
	cut := "chain"
	if cuts := total(c.Cuts); cuts > 1 {
		mean, variance := moments(c.Cuts)
		f.Off, f.OffSE = places(mean-float64(float64(c.N)/2), 3), places(math.Sqrt(variance/float64(cuts)), 3)
		f.SD = places(math.Sqrt(max(variance-1.0/12, 1e-4)), 3)
		f.SDSE = places(f.SD/math.Sqrt(2*float64(cuts)), 3)
		cut = fmt.Sprintf("normal,off=%v,sd=%v", f.Off, f.SD)
	}
	spell := func(s float64) string { return fmt.Sprintf("clumpy(switch=%v,cut=%s)", s, cut) }
	m, err := models.Parse(spell(0.5))
	if err != nil {
		return nil, err
	}
	given, _ := shuffle.HandsOf(m, c.N)
	runs := func(s float64) []float64 {
		if cut == "chain" {
			return riffles.ChainRuns(c.N, s)
		}
		return riffles.CutRuns(given, s)
	}
	log := func(s float64) float64 { return c.logLikelihood(runs(s)) }
	const h = 1e-3
	s := maximum(log, h, 1-h)
	if s < 2*h || s > 1-2*h {
		return nil, nil
	}
	bend := (log(s+h) - 2*log(s) + log(s-h)) / (h * h)
	f.Switch, f.SwitchSE = places(s, 4), places(1/math.Sqrt(-bend), 4)
	f.Model = spell(f.Switch)
	c.leftOut(f)
	return f, nil
}

// logLikelihood is that of the packets for the expected number of each length.
func (c Counts) logLikelihood(runs []float64) (log float64) {
	last, all, tail := greatest(c.Packets), 0.0, 0.0
	for k, x := range runs {
		all += x
		if k >= last {
			tail += x
		}
	}
	for k, count := range c.Packets[:last] {
		if count > 0 {
			log += float64(float64(count) * elementary.Log(runs[k]/all))
		}
	}
	return log + float64(float64(c.Packets[last])*elementary.Log(tail/all))
}

// leftOut estimates the chance to switch from all n-1 places between two cards of a riffle. The
// packet changes at one place fewer than there are packets. Where cards are in no counted packet,
// these may have been anything from one packet to packets of one card more than the longest, so
// there are two bounds.
func (c Counts) leftOut(f *results.FittedRiffle) {
	if c.Riffles == 0 {
		return
	}
	packets := total(c.Packets)
	f.LeftOut = c.Riffles * c.N
	for k, count := range c.Packets {
		f.LeftOut -= k * count
	}
	if f.LeftOut > 0 {
		f.LeftOutLow = 1
		f.LeftOutHigh = max(1, f.LeftOut/(greatest(c.Packets)+1))
	}
	share := func(more int) float64 {
		return places(float64(packets+more-c.Riffles)/float64(c.Riffles*(c.N-1)), 4)
	}
	f.PlacesLow, f.PlacesHigh = share(f.LeftOutLow), share(f.LeftOutHigh)
}

// moments are the mean of sizes and their unbiased variance, with an error bound for the rounding
// of the mean.
func moments(counts []int) (mean, variance float64) {
	all, sum := 0.0, 0.0
	for size, count := range counts {
		all += float64(count)
		sum += float64(float64(count) * float64(size))
	}
	mean = sum / all
	square, off := 0.0, 0.0
	for size, count := range counts {
		d := float64(size) - mean
		weighted := float64(float64(count) * d)
		square += float64(weighted * d)
		off += weighted
	}
	return mean, (square - float64(off*off)/all) / (all - 1)
}

// maximum is where a function that first rises and then falls is greatest, by golden section
// search.
func maximum(f func(float64) float64, lo, hi float64) float64 {
	golden := (math.Sqrt(5) - 1) / 2
	a, b := hi-float64(golden*(hi-lo)), lo+float64(golden*(hi-lo))
	fa, fb := f(a), f(b)
	for hi-lo > 1e-6 {
		if fa > fb {
			hi, b, fb = b, a, fa
			a = hi - float64(golden*(hi-lo))
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + float64(golden*(hi-lo))
			fb = f(b)
		}
	}
	return (lo + hi) / 2
}

// places rounds to a number of decimal places.
func places(x float64, count int) float64 {
	unit := math.Pow10(count)
	return math.Round(x*unit) / unit
}
