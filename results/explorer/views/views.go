// Package views has all pages of the explorer except the first. Each is a value that lists its
// fields and panels, with the functions that prepare the content of records for templates.
package views

import (
	"context"
	"strings"

	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
)

// All are all views, in the order of the menu. A record has a page of its own, such as /record/topswops-19, as the path
// names its subject.
func All() []*view.View {
	return []*view.View{routine.View, play, shuffles, checking, findings, guessing, trick, topswops, fair, words, opening, record}
}

// play is the view with the ways to the games.
var play = &view.View{Name: "play", Panels: []*view.Panel{{Name: "games", Extra: drawGames, Bare: true}}}

// drawGames are the games.
func drawGames(_ context.Context, q view.Values, _ []view.Answer) (any, error) {
	var all []view.Link
	for _, v := range []*view.View{guessing, trick, topswops} {
		all = append(all, view.Link{Name: v.Name, URL: q.Away("/" + v.Name)})
	}
	return all, nil
}

// The forms of typed text. A card or letter is never a flag, or a name of a file.
var (
	cardsForm = view.Matching(`^[0-9A-Za-z♠♥♦♣]{1,12}([ ,]+[0-9A-Za-z♠♥♦♣]{1,12})*$`, "form.cards")
	dealtForm = view.Matching(`^([a-z]+(-[a-z]+)?|[0-9]+(\^[0-9]+)?(,[0-9]+(\^[0-9]+)?)*)$`, "form.dealt")
)

// deckOf are the cards of a field.
func deckOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
}
