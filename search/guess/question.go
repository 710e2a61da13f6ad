package guess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/law"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/games"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Limits of a [Question].
const (
	MaxDeck    = 1000
	MaxTimes   = 100 // letters of a word that repeats one letter
	MaxPackets = 1 << 16
	maxShelves = MaxPackets / 2
)

// Question asks how many of N cards can be guessed after each letter of a word from the
// letter From on. The letters are those of the word, in the order of their first appearance.
type Question struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Word    string            `json:"word"`
	From    int               `json:"from"`
}

func (Question) Schema() string { return results.GuessSchema }

func (q *Question) Params() param.List {
	from, to := max(1, q.From), len(q.Word)
	riffles := param.Range(&from, &to, "riffles", "1..10", 1, MaxTimes, "numbers of riffles, or of letters of the word").
		Hide(func() bool { return from == 1 })
	riffles.Clear = func() { q.From = 0 }
	return append(param.List{riffles}, shuffled(&q.N, &q.Letters, &q.Word, func(given bool, length int) (int, error) {
		if q.From = 1; given {
			q.From = from
		}
		if !given && length > 0 {
			return length, nil
		}
		if length > 0 && to > length {
			return 0, fmt.Errorf("riffles=%s is out of range 1..%d, the letters of the word",
				param.Span[int](1, MaxTimes).Format([2]int{from, to}), length)
		}
		return to, nil
	})...)
}

// shuffled are the parameters of n cards and how they are shuffled: by a word, by riffles, by
// a-shuffles or by passes through a shelf machine. times is how many there are, for a word of a
// length if that is not 0.
func shuffled(n *int, letters *[]notation.Letter, word *string, times func(given bool, length int) (int, error)) param.List {
	a, shelves := int64(2), int64(0)
	w := spelling.New(n, letters, word)
	text := w.Argument()
	text.Optional = true
	riffled := func() bool { return w.Text == "" }
	const says = "a word already says which shuffles there are"
	all := param.List{text, param.Cards(n, "52", 1, MaxDeck),
		param.Int(&a, "a", "2", 1, MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles").If(riffled, says),
		param.Int(&shelves, "shelf", "0", 0, maxShelves, "number of shelves of a shelf machine; 0 for riffles").
			If(riffled, says)}
	return append(append(all, w.Models()...), param.After(func(given func(string) bool) error {
		var words []string
		length := 0
		if w.Text != "" {
			_, word, err := (notation.Spelling{N: *n, Preset: w.Preset, Definitions: w.Definitions}).Own(w.Text)
			if err != nil {
				return err
			}
			words, length = []string{word}, len(word)
		}
		of, err := times(given("riffles"), length)
		if err != nil {
			return err
		}
		if length > 0 {
			words[0] = words[0][:of]
		}
		q, err := NewQuestion(notation.Spelling{N: *n, Preset: w.Preset, Definitions: w.Definitions}, words, cmp.Or(a, 2), shelves, 1, of)
		*letters, *word = q.Letters, q.Word
		return err
	}))
}

// NewQuestion spells a word, which may come in parts. Without a word it repeats one letter a number
// of times: a pass through the given number of shelves, if there are any, and otherwise an
// a-shuffle.
func NewQuestion(s notation.Spelling, words []string, a, shelves int64, from, times int) (q Question, err error) {
	var text string
	switch {
	case len(words) > 0:
		text = strings.Join(words, "")
	case shelves > 0 && a != 2:
		return q, fmt.Errorf("a=%d is a parameter of riffles; leave it out for shelf machines", a)
	case shelves > 0:
		text, err = again(&s, times, "S=shelf(m=%d)", shelves)
	case a != 2:
		text, err = again(&s, times, "A=ashuffle(a=%d)", a)
	default:
		text = strings.Repeat("R", times)
	}
	if err != nil {
		return q, err
	}
	q.N, q.From = s.N, from
	if q.Letters, q.Word, err = s.Own(text); err != nil {
		return q, err
	}
	return q, q.Check()
}

// again defines a letter and repeats it.
func again(s *notation.Spelling, times int, definition string, number int64) (string, error) {
	l, err := notation.ParseLetter(fmt.Sprintf(definition, number))
	s.Definitions = append(s.Definitions, l)
	return strings.Repeat(string(l.Name), times), err
}

func (q Question) Check() error {
	switch {
	case q.N < 1 || q.N > MaxDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, MaxDeck)
	case q.From < 1 || q.From > len(q.Word):
		return fmt.Errorf("from=%d is out of range 1..%d, the number of shuffles", q.From, len(q.Word))
	}
	return notation.CheckWord(q.N, q.Letters, q.Word)
}

// models are those of the word.
func (q Question) models() (models []shuffle.Model) {
	for _, c := range []byte(q.Word) {
		models = append(models, notation.Find(q.Letters, c))
	}
	return models
}

// together is the number of laws by runs that are computed at a time. Their tables take most of the
// memory.
const together = 12

func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	laws, err := position.NewLawsWithin(ctx, q.N, q.Letters)
	if err != nil {
		return nil, err
	}
	r := games.Guess{
		Head: results.Answering(q, results.Exact), N: q.N, Word: q.Word,
		Models: laws.Definitions(), Fair: number.Decimal(fair(q.N), digits),
	}
	w, err := laws.Parse(q.Word)
	if err != nil {
		return r, err
	}
	meter := pace.Of(ctx)
	meter.Start(q.Seconds(), 0)
	threads := run.Threads(env.Threads)
	if r.Rows, err = q.blind(ctx, laws, w, threads); err != nil {
		return r, err
	}
	return r, q.complete(ctx, r.Rows, threads, env.Limit())
}

// blind adds the guesses without feedback.
func (q Question) blind(ctx context.Context, laws *position.Laws, w word.Word, threads int) (rows []games.GuessRow, err error) {
	chain, group := position.NewChain(laws), new(errgroup.Group)
	group.SetLimit(threads)
	rows = make([]games.GuessRow, len(w)-q.From+1)
	for i := range rows {
		length := q.From + i
		e, err := chain.Word(ctx, w[:length])
		if err != nil {
			return nil, errors.Join(err, group.Wait())
		}
		group.Go(func() error {
			b, err := newBlind(e, position.ErrorBound(q.N, length))
			row := games.GuessRow{Shuffles: length, Letter: q.Word[length-1 : length], Names: names(b.names)}
			row.None, row.NoneError = rounded(b.none, b.error)
			row.Permutation, row.PermutationError = rounded(b.permutation, b.error)
			rows[i] = row
			pace.Of(ctx).Add(q.rowSeconds())
			return err
		})
	}
	return rows, group.Wait()
}

// complete adds the guesses with feedback, where these are known.
func (q Question) complete(ctx context.Context, rows []games.GuessRow, threads int, memory uint64) error {
	var runs []*games.GuessRow // after a-shuffles
	var ratios [][]float64
	var tasks []func() error
	models, others := q.models(), false
	for i := range rows {
		row := &rows[i]
		switch of := closedForm(models[:row.Shuffles]); {
		case !of.known(q.N):
			others = true
		case of.by == sequels:
			runs, ratios = append(runs, row), append(ratios, of.ratio(q.N))
		case of.by == cut:
			tasks = append(tasks, func() error { q.fill(row, newBiased(q.N, of.top).start(), 0); return nil })
		default:
			tasks = append(tasks, func() error {
				var last *steps
				err := stepped(ctx, of, q.N, func(s *steps) { last = s })
				q.fill(row, last.start(), 0)
				return err
			})
		}
	}
	threads = min(threads, together)
	each := (min(together, len(runs)) + threads - 1) / threads
	for from := 0; from < len(runs); from += each {
		to := min(from+each, len(runs))
		step := q.runSeconds() / float64(q.N) * float64(to-from) / float64(min(together, len(runs)))
		tasks = append(tasks, func() error {
			right, err := riffled(ctx, q.N, ratios[from:to], func() { pace.Of(ctx).Add(step) })
			for i, w := range right {
				q.fill(runs[from+i], w, 0)
			}
			return err
		})
	}
	if err := pace.Share(ctx, threads, len(tasks), func(context.Context, int) func(int) error {
		return func(i int) error { return tasks[i]() }
	}); err != nil || !others || q.N > maxWhole {
		return err
	}
	return q.laws(ctx, threads, memory, func(length int, l listed) { q.fill(&rows[length-q.From], l.after(0, q.N), l.error) })
}

// fill writes the mean w of the number r of right guesses and its standard deviation, the root of s + w - w^2, where s is
// the mean of r(r-1). chance bounds the relative error of probabilities beyond that of doubles.
func (q Question) fill(row *games.GuessRow, start outlook, chance float64) {
	off, w, s := relativeError(q.N)+chance, start.w, start.s
	text, err := rounded(w, w*off)
	row.Complete, row.CompleteError = text, &err
	variance := max(0, s-float64(w*(w-1)))
	wrong := float64((off + 0x1p-51) * (s + w + float64(2*w*w)))
	deviation := math.Sqrt(variance)
	row.Deviation = number.Digits(deviation, min(math.Sqrt(wrong), wrong/deviation)+float64(0x1p-52*deviation), 6)
}

// fair is the number of guessed cards of a fair deck with complete feedback.
func fair(n int) *big.Rat {
	sum := new(big.Rat)
	for k := range n {
		sum.Add(sum, big.NewRat(1, int64(k+1)))
	}
	return sum
}

// digits is the most decimal places.
const digits = 10

// rounded writes x with the digits that an error allows, and bounds the error of the written
// number.
func rounded(x, err float64) (string, float64) {
	places := min(digits, int(math.Floor(-elementary.Log10(err))))
	unit := math.Pow10(-places)
	return strconv.FormatFloat(x, 'f', places, 64), up(err + float64(unit/2))
}

// up rounds x up to two digits.
func up(x float64) float64 {
	text := strconv.FormatFloat(x, 'e', 1, 64)
	y, _ := strconv.ParseFloat(text, 64)
	if y < x {
		y, _ = strconv.ParseFloat(strconv.FormatFloat(x*1.05, 'e', 1, 64), 64)
	}
	return y
}

// names writes the named cards as runs of positions, 1 x26, 52 x26 for card 1 first and card 52
// from the 27th on. It writes nothing if that is long.
func names(cards []int) (text string) {
	const most = 4
	count := 0
	for from := 0; from < len(cards); count++ {
		to := from
		for to < len(cards) && cards[to] == cards[from] {
			to++
		}
		if count > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%d x%d", cards[from]+1, to-from)
		from = to
	}
	if count > most {
		return ""
	}
	return text
}

// Seconds is about the time of the answer.
func (q Question) Seconds() float64 {
	rows := len(q.Word) - q.From + 1
	sum := float64(q.rowSeconds() * float64(rows))
	if q.N <= maxWhole {
		sum += float64(law.Seconds(q.N, q.Letters, q.Word) * float64(rows))
	}
	runs, models := 0, q.models()
	for length := q.From; length <= len(q.Word); length++ {
		if of := closedForm(models[:length]); of.known(q.N) && of.by == sequels {
			runs++
		}
	}
	return sum + float64(q.runSeconds()*float64((runs+together-1)/together))
}

// rowSeconds is about the time of a position law and an assignment, and of steps.
func (q Question) rowSeconds() float64 { return 5e-9 * elementary.Pow(float64(q.N), 3) }

// runSeconds is about the time of runs. A card more takes a third more.
func (q Question) runSeconds() float64 { return 0.7 * elementary.Pow(4.0/3, float64(q.N-52)) }

// Picture is the curves of the answer.
func (Question) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(games.Guess)
	title := fmt.Sprintf("%d cards: the best player's right guesses after %s", r.N, r.Shuffles())
	return []figure.Block{figure.Title(title), curve(r)}, nil
}

// curve draws the values beside those of a fair deck.
func curve(r games.Guess) figure.Curve {
	curve := figure.Curve{XLabel: "shuffles", YLabel: "cards guessed right"}
	add := func(name string, text func(row games.GuessRow) string) {
		if s := figure.Column(name, r.Rows[0].Shuffles, r.Rows, text); len(s.Y) > 0 {
			curve.Series, curve.YMax = append(curve.Series, s), max(curve.YMax, slices.Max(s.Y))
		}
	}
	add("each card shown", func(row games.GuessRow) string { return row.Complete })
	add("none shown", func(row games.GuessRow) string { return row.None })
	add("none shown, each named once", func(row games.GuessRow) string { return row.Permutation })
	if r.Rows[0].Complete != "" {
		fair, _ := strconv.ParseFloat(r.Fair, 64)
		curve.Markers = append(curve.Markers,
			figure.Marker{Name: fmt.Sprintf("fair deck, each card shown: %.4f", fair), At: fair})
	}
	curve.Markers = append(curve.Markers, figure.Marker{Name: "fair deck, none shown: 1", At: 1})
	return curve
}
