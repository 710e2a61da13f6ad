package guess

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Player names a likeliest card each time and is then shown the card. Where no exact method is
// known it names an unseen card that is likeliest at that position.
type Player struct {
	unseen []bool
	left   int
	error  float64 // of each chance
	strategy
}

// strategy is how a player uses the cards that were shown.
type strategy interface {
	// best is a likeliest card, from 0, and its chance. Of equally likely cards it is the first.
	best(unseen []bool, left int) (card int, chance float64)
	see(unseen []bool, left, card int) // before the card is taken off
}

// NewPlayer is a player who knows how the deck of a question was shuffled. It also reports whether
// no player can do better.
func NewPlayer(ctx context.Context, q Question) (p *Player, optimal bool, err error) {
	p = &Player{unseen: make([]bool, q.N), left: q.N, error: chanceError(q.N)}
	for card := range p.unseen {
		p.unseen[card] = true
	}
	of := closedForm(q.models())
	switch {
	case !of.known(q.N) && q.N <= maxWhole:
		q.From = len(q.Word)
		err = q.laws(ctx, 1, run.Options{}.Limit(), func(_ int, l listed) { p.strategy, p.error = &reading{listed: l}, p.error+float64(2*l.error) })
	case of.by == cut && of.known(q.N):
		p.strategy = &splitting{biased: newBiased(q.N, of.top)}
	case !of.known(q.N):
		laws, err := position.NewLawsWithin(ctx, q.N, q.Letters)
		if err != nil {
			return nil, false, err
		}
		w, err := laws.Parse(q.Word)
		if err != nil {
			return nil, false, err
		}
		e, err := position.NewChain(laws).Word(ctx, w)
		p.strategy, p.error = placed{e}, position.ErrorBound(q.N, len(w))
		return p, false, err
	case of.by == sequels:
		p.strategy = newRunning(of.ratio(q.N))
	default:
		s := &stepping{}
		err = stepped(ctx, of, q.N, func(level *steps) { s.levels = append(s.levels, level) })
		s.j = s.levels[len(s.levels)-1].startAt()
		p.strategy = s
	}
	return p, true, err
}

// Name is the card, from 0, that the player names next, and the chance that it is.
func (p *Player) Name() (card int, chance float64) { return p.best(p.unseen, p.left) }

// See tells the player the card.
func (p *Player) See(card int) {
	p.see(p.unseen, p.left, card)
	p.unseen[card] = false
	p.left--
}

// Unseen reports whether the card has not been shown.
func (p *Player) Unseen(card int) bool { return p.unseen[card] }

// tieTolerance is the difference up to which two chances may differ by rounding alone.
const tieTolerance = 1 + 1e-9

// running plays after a-shuffles. The cards of a run may be in any order, so that the descents to
// come are those of independent random orders of the runs: m(L, d) of runs.go is a sum over
// products of Eulerian numbers.
type running struct {
	ratio    []float64
	descents int
	orders   [][]float64 // by l: the share of the orders of l cards with each number of descents
}

func newRunning(ratio []float64) *running {
	r := &running{ratio: ratio, orders: [][]float64{{1}, {1}}}
	for l := 2; l <= len(ratio); l++ {
		row := make([]float64, l)
		for d, share := range r.orders[l-1] { // the l-th card goes into a descent or to the end, or elsewhere
			row[d] += share * float64(d+1) / float64(l)
			row[d+1] += share * float64(l-1-d) / float64(l)
		}
		r.orders = append(r.orders, row)
	}
	return r
}

// mean is m of runs with these lengths.
func (r *running) mean(lengths []int) (sum float64) {
	all := []float64{1}
	for _, l := range lengths {
		next := make([]float64, len(all)+max(l, 1)-1)
		for i, x := range all {
			for d, share := range r.orders[l] {
				next[i+d] += float64(x * share)
			}
		}
		all = next
	}
	for d, share := range all {
		sum += float64(share * r.ratio[r.descents+d])
	}
	return sum
}

func (r *running) best(unseen []bool, left int) (card int, chance float64) {
	var first, lengths []int
	for c, is := range unseen {
		switch {
		case is && (c == 0 || !unseen[c-1]):
			first, lengths = append(first, c), append(lengths, 1)
		case is:
			lengths[len(lengths)-1]++
		}
	}
	all := r.mean(lengths) * float64(left)
	for i := range lengths {
		lengths[i]--
		if x := r.mean(lengths) / all; x > chance*tieTolerance {
			card, chance = first[i], x
		}
		lengths[i]++
	}
	return card, chance
}

func (r *running) see(unseen []bool, _, card int) {
	if card > 0 && unseen[card-1] {
		r.descents++
	}
}

// stepping plays after undone a-shuffles and shelf machines.
type stepping struct {
	levels   []*steps // by cards unseen
	j, up, v int
}

// after returns where the i-th unseen card leads.
func (s *stepping) after(left, i int) (up, v int) {
	if i >= s.j {
		return 1, s.v
	}
	return 0, s.levels[left].down(s.up, s.v)
}

func (s *stepping) best(unseen []bool, left int) (card int, chance float64) {
	all := s.levels[left].state[s.j][s.up][s.v].m * float64(left)
	i := 0
	for c, is := range unseen {
		if !is {
			continue
		}
		up, v := s.after(left, i)
		if x := s.levels[left-1].state[i][up][v].m / all; x > chance*tieTolerance {
			card, chance = c, x
		}
		i++
	}
	return card, chance
}

func (s *stepping) see(unseen []bool, left, card int) {
	i := 0
	for c := range card {
		if unseen[c] {
			i++
		}
	}
	s.up, s.v = s.after(left, i)
	s.j = i
}

// placed plays by the deviation of the position law, E = P - 1/n.
type placed struct{ e *dense.Matrix }

func (p placed) best(unseen []bool, left int) (card int, chance float64) {
	n := len(unseen)
	for c, is := range unseen {
		if x := max(0, p.e.At(c, n-left)+1/float64(n)); is && (x > chance*tieTolerance || !unseen[card]) {
			card, chance = c, x
		}
	}
	return card, chance
}

func (placed) see([]bool, int, int) {}

// Game is a deck shuffled by the word of a question. A user guesses it card by card, beside the
// best player if one is known, and otherwise beside one who names the likeliest card of each
// position.
type Game struct {
	Question
	Seed  uint64
	Style cards.Style
}

// Play reads a guess a line, shows the card, and keeps score until the last card, quit, the end of
// the input, or the end of ctx. Before each guess it writes to prompt.
func (g Game) Play(ctx context.Context, in io.Reader, out, prompt io.Writer) error {
	deck, err := dealt(ctx, g.Question, g.Seed)
	if err != nil {
		return err
	}
	other, optimal, err := NewPlayer(ctx, g.Question)
	if err != nil {
		return err
	}
	t := &table{Game: g, other: other, called: "the other player", lines: bufio.NewScanner(in), out: out, prompt: prompt}
	if optimal {
		t.called = "the best player"
	}
	if err := t.open(ctx, optimal); err != nil {
		return err
	}
	shown := 0
	for ; shown < len(deck); shown++ {
		named, ok := t.ask(ctx, shown)
		if !ok {
			break
		}
		t.show(shown, named, int(deck[shown]))
	}
	fmt.Fprintf(out, "You were right in %d of %s, %s in %d.\n", t.right, number.Count(shown, "card"), t.called,
		t.rights)
	if err := ctx.Err(); err != nil {
		return err // while a line may still be read
	}
	return t.lines.Err()
}

// table is a game in progress.
type table struct {
	Game
	other         *Player
	called        string
	lines         *bufio.Scanner
	out, prompt   io.Writer
	right, rights int // right guesses of the user and of the other player
}

// open says what is played, and the mean number of right guesses of the best player.
func (t *table) open(ctx context.Context, optimal bool) error {
	fmt.Fprintf(t.out, "A new deck, %s to %s from the top, was shuffled by %s:\n", t.Style.Name(1), t.Style.Name(t.N),
		t.Word)
	for _, l := range t.Letters {
		fmt.Fprintf(t.out, "  %s\n", l)
	}
	fmt.Fprintf(t.out, "Name each card before it is shown; hint says what %s names, and its chance.\n", t.called)
	fmt.Fprintln(t.prompt, help)
	if !optimal {
		fmt.Fprintln(t.out,
			"No best player is known for this word. The other player names a most likely card at each")
		fmt.Fprintln(t.out, "position, of those not yet shown; its chance does not take the shown cards into account.")
		return nil
	}
	t.From = len(t.Word)
	r, err := run.AnswerTo[games.Guess](ctx, t.Question, run.Options{})
	if err == nil {
		fmt.Fprintf(t.out, "The best player is right in %s of %s on average, in %s of a fair deck.\n",
			r.Rows[0].Complete, number.Count(t.N, "card"), r.Fair)
	}
	return err
}

const help = "A card is named as the first and last above, or by its number; hint, help and quit are no cards."

// scan reads a line, unless ctx ends before.
func (t *table) scan(ctx context.Context) bool {
	read := make(chan bool, 1)
	go func() { read <- t.lines.Scan() }()
	select {
	case ok := <-read:
		return ok
	case <-ctx.Done():
		return false
	}
}

// ask reads until the user names a card, from 1, that can be the next one.
func (t *table) ask(ctx context.Context, shown int) (card int, ok bool) {
	for {
		fmt.Fprintf(t.prompt, "card %d of %d: ", shown+1, t.N)
		if !t.scan(ctx) {
			fmt.Fprintln(t.prompt)
			return 0, false
		}
		switch text := strings.TrimSpace(t.lines.Text()); {
		case text == "":
		case strings.EqualFold(text, "quit"):
			return 0, false
		case strings.EqualFold(text, "help"):
			fmt.Fprintln(t.out, help)
		case strings.EqualFold(text, "hint"):
			named, chance := t.other.Name()
			fmt.Fprintf(t.out, "hint: %s, with chance %.4f\n", t.Style.Name(named+1), chance)
		default:
			card, err := t.Style.Card(text, t.N)
			switch {
			case err != nil:
				fmt.Fprintf(t.out, "%v; name one, or hint, help or quit\n", err)
			case !t.other.Unseen(card - 1):
				fmt.Fprintf(t.out, "%s has been shown; name another\n", t.Style.Name(card))
			default:
				return card, true
			}
		}
	}
}

// show turns a card over, from 0.
func (t *table) show(place, named, card int) {
	verdict := func(right bool, count *int) string {
		if right {
			*count++
			return "right"
		}
		return "wrong"
	}
	theirs, _ := t.other.Name()
	you, they := verdict(named == card+1, &t.right), verdict(theirs == card, &t.rights)
	fmt.Fprintf(t.out, "card %d is %s: you %s (%s), %s %s (%s); %d to %d\n", place+1, t.Style.Name(card+1), you,
		t.Style.Name(named), t.called, they, t.Style.Name(theirs+1), t.right, t.rights)
	t.other.See(card)
}
