// Package routine is the first page of the explorer: you shuffled, watch me read your deck. Somebody
// chooses a shuffle, how often, and whose hands. A deck goes through it, what survives of its order
// is lit, its cards are named before they are turned over, and a sentence says whether it is fair.
// Exact, recorded and quickly proved answers are there at once. More is computed by a job.
package routine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// View is the view of somebody's own shuffles.
var View = &view.View{
	Name: view.First,
	Fields: []view.Field{
		{Name: "word", Default: "RRR", Letters: mostShuffles, More: view.OtherHands},
		{Name: "n", Default: "52", Lo: 2, Hi: 100},
		{Name: "aim", Default: "10", Choices: aims, Apart: true},
		{Name: "packets", Label: "routine.packets", Form: packetsForm, Apart: true},
		{Name: "seed", Default: "1", Lo: 1, Hi: 1 << 60, Apart: true},
		{Name: "card", Default: "1", Lo: 1, Hi: 100, Apart: true},
	},
	Letters: true,
	Inside:  "routine",
	Alone:   "answer",
	Picture: func(view.Values) string { return "shared.png" },
	Title:   routineTitle,
	Panels: []*view.Panel{
		{Name: "routine", Extra: drawChoice, Bare: true},
		{Name: "deck", Commands: view.Beside(watched), Apart: true, Extra: drawFollowed, Bare: true},
		{Name: "answer", Commands: Commands, Slow: true, Quick: true, Extra: DrawVerdict, Button: "routine.sharpen", Bare: true},
		{Name: "measure", Extra: measured},
		{Name: "shared", File: shareRoutine, Ending: "png"},
	},
}

// mostShuffles is the number of shuffles that a routine has at most.
const mostShuffles = 20

// aims are the bets of a hundred that somebody may win more than he should, to choose from.
var aims = []string{"10", "5", "1"}

// Heading is the title of the page.
func Heading(q view.Values) string {
	if len(q.Text("word")) == 1 {
		return q.Says.Of("routine.title.one")
	}
	return fmt.Sprintf(q.Says.Of("routine.title"), fmt.Sprint(len(q.Text("word"))))
}

// packetsForm accepts everything: the panel that measures hands reports errors.
var packetsForm = view.Matching(`(?s)^.*$`, "form.packets")

// Commands are questions about a routine: what is proved in a moment, and what is on record. If
// nothing is, questions that take longer follow, each narrower than the one before.
func Commands(q view.Values) (commands []view.Command, err error) {
	word := q.Text("word")
	i, ok := q.Distance(word)
	effort := provable(q)
	if ok && i.Lower.Value > 0 && i.Lower.Records != nil && i.Upper.Records != nil {
		effort = "single" // two cards prove less than what is on record
	}
	proved, err := q.Answers.Command(results.IntervalSchema, view.With(q.Own(word), view.Given{effort: true}), view.How{})
	if err != nil {
		return nil, err
	}
	proved.Quick = true
	commands = []view.Command{proved}
	if ok && i.Upper.Parts == nil {
		for _, k := range q.Answers.Filed() {
			if slices.ContainsFunc(i.Upper.Records, func(s results.Source) bool { return s.Name == k.Name }) {
				filed := q.Answers.CommandOf(view.How{}, k.Question)
				filed.Quick = true
				return append(commands, filed), nil
			}
		}
	}
	if riffle := riffled(q, word); riffle != "" && riffle != ideal && counted(q) {
		for _, effort := range []int{1, 3} {
			a, err := handsCommand(q, riffle, effort)
			if err != nil {
				return nil, err
			}
			commands = append(commands, a)
		}
		return commands, nil
	}
	if !strings.ContainsAny(word, mixing) {
		return commands, nil // densities can be estimated for riffles only
	}
	for _, effort := range []view.Given{{"decks": 64, "steps": 50}, {"decks": 2048, "steps": 1500}} {
		if a, err := q.Answers.Command(results.TVDSchema, view.With(q.Own(word), effort), view.How{}); err == nil {
			commands = append(commands, a)
		}
	}
	return commands, nil
}

// mostProved is the largest deck of which riffles by hand are counted, and pairs of cards bound a distance in a moment.
const mostProved = 64

// provable is what is proved in a moment: by pairs of cards, or by single ones where there are too many pairs.
func provable(q view.Values) string {
	if q.Number("n") > mostProved {
		return "single"
	}
	return "ends"
}

// DrawVerdict is what the answers say of the routine of a page.
func DrawVerdict(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	v, err := judge(ctx, q, all)
	if err == nil {
		for _, aim := range aims {
			v.Aims = append(v.Aims, hand{aim, with(q, q.Text("word"), "aim", aim), aim == q.Text("aim")})
		}
	}
	return v, err
}

// judged is what is known of a routine at once.
func judged(ctx context.Context, q view.Values) (v Verdict, err error) {
	commands, err := Commands(q)
	if err != nil {
		return v, err
	}
	all, err := q.Answers.AtOnce(ctx, commands)
	if err != nil {
		return v, err
	}
	return judge(ctx, q, all)
}

// routineTitle is the title of a routine's page where others link to it, with a sentence.
func routineTitle(ctx context.Context, q view.Values) (title, says string) {
	v, err := judged(ctx, q)
	if err != nil {
		return "", ""
	}
	return Spoken(q, q.Text("word")) + ": " + v.Says(), v.Wins()
}
