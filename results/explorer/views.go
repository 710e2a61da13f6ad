package explorer

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
)

// views are the pages, in the order of the menu.
var views []*view

func init() { views = []*view{shuffles, fair, topswops, words, trick, runs} }

// asks is a panel's line that depends on the parameters.
func asks(line func(q values) []string) func(values) ([][]string, error) {
	return func(q values) ([][]string, error) { return [][]string{line(q)}, nil }
}

// The forms of what is typed. A card or letter is never a flag, or a name of a file.
var (
	cardsForm = form{regexp.MustCompile(`^[0-9A-Za-z♠♥♦♣]{1,12}([ ,]+[0-9A-Za-z♠♥♦♣]{1,12})*$`), "form.cards"}
	wordForm  = form{regexp.MustCompile(`^[A-Za-z][A-Za-z, ]{0,80}$`), "form.word"}
	dealtForm = form{regexp.MustCompile(`^([a-z]+(-[a-z]+)?|[0-9]+(\^[0-9]+)?(,[0-9]+(\^[0-9]+)?)*)$`), "form.dealt"}
	manyForm  = form{regexp.MustCompile(`^[1-9][0-9]{0,18}$`), "form.many"}
)

// deckOf are the cards of a field.
func deckOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
}

// shuffles is the view of perfect shuffles.
var shuffles = &view{
	name: "shuffles",
	fields: []field{
		{name: "n", otherwise: "52", form: manyForm},
		{name: "kind", otherwise: "out", choices: []string{"out", "in"}},
		{name: "card", otherwise: "1", lo: 1, hi: 1 << 60},
		{name: "to", otherwise: "13", lo: 1, hi: 1 << 60},
		{name: "from", otherwise: "2", lo: 2, hi: 999_999},
		{name: "upto", otherwise: "2000", lo: 3, hi: 1_000_000},
	},
	panels: []*panel{
		{name: "order", lines: asks(func(q values) []string { return []string{"orders", q.text("n")} })},
		{name: "steps", lines: func(q values) ([][]string, error) {
			if n, err := strconv.Atoi(q.text("n")); err != nil || n > mostSteps {
				return nil, wrong("shuffles.toomany")
			}
			return [][]string{{"faro", q.text("n"), "--kind", q.text("kind")}}, nil
		}, file: drawSteps, as: "png", extra: func(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
			return all[0].Records[0].(results.Faro).Decks, nil
		}},
		{name: "move", lines: func(q values) ([][]string, error) {
			n, err := strconv.ParseInt(q.text("n"), 10, 64)
			if err == nil && (q.number("card") > n || q.number("to") > n) {
				return nil, nil
			}
			return [][]string{{"orders", "move", q.text("n"), "--card", q.text("card"), "--to", q.text("to")}}, nil
		}},
		{name: "scatter", file: drawScatter, as: "png", extra: scatterFrame},
		{name: "list", file: listOrders, as: "csv"},
		{name: "families", lines: asks(func(q values) []string { return []string{"orders", "families", q.text("n")} })},
	},
}

// mostSteps is the largest deck of which every step is shown.
const mostSteps = 208

// fair is the view of distances from a fair deck.
var fair = &view{
	name: "fair",
	fields: []field{
		{name: "n", otherwise: "52", lo: 2, hi: 160},
		{name: "upto", otherwise: "12", lo: 2, hi: 30},
		{name: "how", otherwise: "riffle", choices: []string{"riffle", "shelf", "top"}},
		{name: "a", otherwise: "2", lo: 2, hi: 100},
		{name: "cut", otherwise: "none", choices: []string{"none", "before", "after"}},
		{name: "shelves", otherwise: "10", lo: 1, hi: 1000},
		{name: "cards", otherwise: "1", lo: 1, hi: 160},
		{name: "deck", otherwise: "red-black", form: dealtForm},
	},
	panels: []*panel{
		{name: "curves", lines: asks(func(q values) []string {
			line := []string{"riffles", "-n", q.text("n"), "--to", q.text("upto")}
			switch q.text("how") {
			case "shelf":
				return append(line, "--shelf", q.text("shelves"))
			case "top":
				line[4] = strconv.FormatInt(10*q.number("n"), 10)
				return append(line, "--top", q.text("cards"))
			}
			line = append(line, q.packets()...)
			if q.text("cut") != "none" {
				line = append(line, "--cut", q.text("cut"))
			}
			return line
		}), extra: drawRiffles},
		{name: "bet", slow: true, auto: true, lines: func(q values) ([][]string, error) {
			line := []string{"guess", "-n", q.text("n"), "--to", q.text("upto")}
			switch q.text("how") {
			case "shelf":
				return [][]string{append(line, "--shelf", q.text("shelves"))}, nil
			case "top":
				return nil, nil // no closed form is known
			}
			return [][]string{append(line, q.packets()...)}, nil
		}, extra: drawGuess},
		{name: "repeated", slow: true, auto: true, lines: func(q values) ([][]string, error) {
			if q.text("how") != "riffle" {
				return nil, nil
			}
			line := []string{"repeated", "-n", q.text("n"), "--deck", q.text("deck"), "--to", strconv.FormatInt(min(q.number("upto"), 12), 10), "--decks", "2000"}
			return [][]string{append(line, q.packets()...)}, nil
		}, extra: drawRepeated},
	},
}

// packets are how many a riffle cuts the deck into, if that is not two.
func (q values) packets() []string {
	if q.text("a") == "2" {
		return nil
	}
	return []string{"--a", q.text("a")}
}

// topswops is the view of one game and of the longest ones.
var topswops = &view{
	name: "topswops",
	fields: []field{
		{name: "deck", otherwise: "2 9 4 5 11 12 10 1 8 13 3 6 7", form: cardsForm, wide: true},
		{name: "n", otherwise: "12", lo: 1, hi: 13},
		{name: "most", otherwise: "97", lo: 2, hi: 97},
	},
	panels: []*panel{
		{name: "play", lines: func(q values) ([][]string, error) {
			deck := deckOf(q.text("deck"))
			if len(deck) > 104 {
				return nil, wrong("topswops.toomany")
			}
			return [][]string{append([]string{"topswops", "play", "--"}, deck...)}, nil
		}, extra: playGame},
		{name: "longest", slow: true, lines: func(q values) (lines [][]string, _ error) {
			for n := int64(1); n <= q.number("n"); n++ {
				lines = append(lines, []string{"topswops", "max", strconv.FormatInt(n, 10)})
			}
			return lines, nil
		}, extra: drawLongest},
		{name: "records", slow: true, lines: asks(func(q values) []string {
			return []string{"topswops", "records", "2.." + q.text("most"), "--rounds", "1"}
		}), extra: drawRecords},
	},
}

// words is the view of one word, of another beside it, and of all of a length.
var words = &view{
	name: "words",
	fields: []field{
		{name: "word", otherwise: "RRRRDRR", letters: 40, word: true},
		{name: "other", otherwise: "HDHRDHH", letters: 40, word: true},
		{name: "n", otherwise: "52", lo: 2, hi: 120},
		{name: "seed", otherwise: "1", lo: 1, hi: 1 << 60},
		{name: "alphabet", otherwise: paper, letters: 15},
		{name: "m", otherwise: "7", lo: 1, hi: 12, slide: true},
		{name: "by", otherwise: "bound", choices: rankings},
	},
	more: func(ctx context.Context, s *Server, q *values, read func(field)) error { return s.used(ctx, q, read) },
	panels: []*panel{
		{name: "score", lines: func(q values) ([][]string, error) {
			return [][]string{q.about("word", "score"), q.about("other", "score")}, nil
		}, extra: drawScores},
		{name: "bitmap", lines: asks(func(q values) []string { return q.about("word", "score", "--matrix", "E") }), file: drawBitmap, as: "png", apart: true},
		{name: "another", lines: asks(func(q values) []string { return q.about("other", "score", "--matrix", "E") }), file: drawBitmap, as: "png", apart: true},
		{name: "dealt", lines: asks(func(q values) []string {
			return append([]string{"deck", "--word", q.text("word"), "-n", q.text("n"), "--seed", q.text("seed")}, q.models(q.text("word"))...)
		}), extra: dealtCards},
		{name: "rank", slow: true, lines: asks(func(q values) []string {
			line := []string{"rank", "-n", q.text("n"), "-m", q.text("m"), "--by", q.text("by"), "--top", "20"}
			if q.text("by") == "decks" {
				line = append(line, "--time", "2m")
			}
			if of := q.text("alphabet"); of != paper {
				line = append(line, "--alphabet", strings.Join(strings.Split(of, ""), ","))
			}
			return append(line, q.models(q.text("alphabet"))...)
		}), extra: drawRanking},
		{name: "tvd", slow: true, open: true, lines: asks(func(q values) []string { return q.about("word", "tvd", "--decks", "64", "--steps", "50") })},
	},
}

// about puts a command about one of the words.
func (q values) about(of, command string, more ...string) []string {
	word := q.text(of)
	return slices.Concat([]string{command, word, "-n", q.text("n")}, more, q.models(word))
}

// trick is the view of the card trick.
var trick = &view{
	name: "trick",
	fields: []field{
		{name: "riffles", otherwise: "3", lo: 1, hi: 7, slide: true},
		{name: "seed", otherwise: "1", lo: 1, hi: 1 << 60},
		{name: "place", otherwise: "30", lo: 2, hi: 52, slide: true},
		{name: "deck", form: cardsForm, wide: true},
	},
	panels: []*panel{
		{name: "spectator", lines: func(q values) ([][]string, error) {
			if q.text("deck") != "" {
				return nil, nil
			}
			return [][]string{spectatorLine(q)}, nil
		}, extra: spectatorSees},
		{name: "magician", extra: magician},
		{name: "odds", slow: true, auto: true, lines: asks(func(values) []string {
			return []string{"trick", "--riffles", "1..7", "--decks", "2000"}
		}), extra: drawTrick},
	},
}

// spectatorLine deals a new deck that is riffled and cut.
func spectatorLine(q values) []string {
	return []string{"deck", "--word", strings.Repeat("R", int(q.number("riffles"))) + "C", "--seed", q.text("seed")}
}
