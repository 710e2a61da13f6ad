package guess

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"dovetail/exact/position"
	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
)

// Game is a deck shuffled by the word of a question, which a user guesses card by card, beside the
// best player.
type Game struct {
	Question
	Seed  uint64
	Style cards.Style
}

// Play reads a guess a line, shows the card, and keeps score until the last card, quit, the end of
// the input or of ctx. Where a guess is due it says so to prompt.
func (g Game) Play(ctx context.Context, in io.Reader, out, prompt io.Writer) error {
	deck, err := g.deal(ctx)
	if err != nil {
		return err
	}
	best, optimal, err := NewPlayer(ctx, g.Question)
	if err != nil {
		return err
	}
	t := &table{Game: g, best: best, lines: bufio.NewScanner(in), out: out, prompt: prompt}
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
	fmt.Fprintf(out, "You were right in %d of %s, the best player in %d.\n", t.right, number.Count(shown, "card"),
		t.rights)
	if err := ctx.Err(); err != nil {
		return err // while a line may still be read
	}
	return t.lines.Err()
}

// deal shuffles a new deck.
func (g Game) deal(ctx context.Context) (deck []uint16, err error) {
	laws := position.NewLaws(g.N, g.Letters)
	w, err := laws.Parse(g.Word)
	if err != nil {
		return nil, err
	}
	for dealt := range deals.OfWord(laws, w, "guess", g.Seed).Block(0, 1) {
		deck = slices.Clone(dealt)
	}
	return deck, ctx.Err()
}

// table is a game under way.
type table struct {
	Game
	best          *Player
	lines         *bufio.Scanner
	out, prompt   io.Writer
	right, rights int // of the user and of the best player
}

// open says what is played, and what the best player is right in on average.
func (t *table) open(ctx context.Context, optimal bool) error {
	fmt.Fprintf(t.out, "A new deck, %s to %s from the top, was shuffled by %s:\n", t.Style.Name(1), t.Style.Name(t.N),
		t.Word)
	for _, l := range t.Letters {
		fmt.Fprintf(t.out, "  %s\n", l)
	}
	fmt.Fprintln(t.out, "Name each card before it is shown; hint says what the best player names, and its chance.")
	fmt.Fprintln(t.prompt, help)
	if !optimal {
		fmt.Fprintln(t.out,
			"No best player is known for this word. The one beside you names, of the cards not shown, one that")
		fmt.Fprintln(t.out, "is likeliest at its position; the chance is that before any card was shown.")
		return nil
	}
	t.From = len(t.Word)
	r, err := results.AnswerTo[results.Guess](ctx, t.Question, results.Env{})
	if err == nil {
		fmt.Fprintf(t.out, "He is right in %s of %s on average, in %s of a fair deck.\n",
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

// ask reads until a card is named, from 1, that can be the next one.
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
			named, chance := t.best.Name()
			fmt.Fprintf(t.out, "hint: %s, with chance %.4f\n", t.Style.Name(named+1), chance)
		default:
			card, err := t.Style.Card(text, t.N)
			switch {
			case err != nil:
				fmt.Fprintf(t.out, "%v; name one, or hint, help or quit\n", err)
			case !t.best.Unseen(card - 1):
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
	best, _ := t.best.Name()
	you, they := verdict(named == card+1, &t.right), verdict(best == card, &t.rights)
	fmt.Fprintf(t.out, "card %d is %s: you %s (%s), the best player %s (%s); %d to %d\n",
		place+1, t.Style.Name(card+1), you, t.Style.Name(named), they, t.Style.Name(best+1), t.right, t.rights)
	t.best.See(card)
}
