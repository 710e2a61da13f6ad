// Package cards reads and writes decks as people do: cards by number, or by rank and suit.
//
// A deck lists its cards from the top, as the pack lies face down: the card, from 1, at each
// position. A card that has a name has the number of its place in a new deck, see [Order].
package cards

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Deck is a deck of cards 1 to n with the style that it was written in.
type Deck struct {
	Cards []int
	Style Style
}

// Parse reads a deck: its cards from the top, by number or by name, separated by blanks, commas or
// line ends; brackets and quotes are ignored. Any named cards are accepted: cards other than those
// that a new deck begins with are numbered in the order of a new deck. An error says which card is
// wrong, where, and which is missing.
func Parse(text string, order Order) (Deck, error) {
	d, err := listed(text, order)
	if err != nil {
		return d, err
	}
	if err = d.Style.Check(d.Cards); err != nil && d.Style != nil {
		if packet, ok := d.packet(); ok {
			return packet, nil
		}
	}
	return d, err
}

// packet is the named cards as a deck of their own, if each is there once.
func (d Deck) packet() (own Deck, ok bool) {
	sorted := slices.Sorted(slices.Values(d.Cards))
	if len(slices.Compact(slices.Clone(sorted))) < len(sorted) || len(sorted) == 0 {
		return d, false
	}
	for _, card := range sorted {
		own.Style = append(own.Style, d.Style.Name(card))
	}
	for _, card := range d.Cards {
		place, _ := slices.BinarySearch(sorted, card)
		own.Cards = append(own.Cards, place+1)
	}
	return own, true
}

// CheckWhole is an error if the cards are not those that a new deck begins with, as their numbers
// then give only their order.
func (d Deck) CheckWhole(order Order) error {
	names, whole := order.Style(), Deck{}
	for _, card := range d.Cards {
		if d.Style == nil {
			return nil
		}
		number, err := names.number(d.Style.Name(card))
		if err != nil {
			return err
		}
		whole.Cards = append(whole.Cards, number)
	}
	return names.Check(whole.Cards)
}

// Taken says which deck the named cards are, if they are not those that a new deck begins with.
func (s Style) Taken(order Order) string {
	names := order.Style()
	missing := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(s, name) })
	switch {
	case len(s) == 0 || len(missing) == 0:
		return ""
	case len(missing) <= 5:
		return fmt.Sprintf("this is a deck of %d cards: %s missing", len(s), strings.Join(missing, " "))
	}
	return fmt.Sprintf("this is a deck of %d cards, which is new in the order %s", len(s), strings.Join(s, " "))
}

// listed is the cards of a text, in any number.
func listed(text string, order Order) (d Deck, err error) {
	names := order.Style()
	for words := split(text); len(words) > 0; {
		name, used := next(words)
		position := len(d.Cards) + 1
		style := Numbers
		if used > 0 && !isNumber(name) {
			style = names
		}
		switch card, err := style.number(name); {
		case used == 0 || err != nil:
			return d, fmt.Errorf("%q at position %d is not a card; want numbers, or names such as AS, 10H or K♦",
				brief(words[0]), position)
		case position > 1 && (style == nil) != (d.Style == nil):
			return d, fmt.Errorf("card %s at position %d: give either all cards by number, or all by name", name,
				position)
		default:
			d.Cards, d.Style, words = append(d.Cards, card), style, words[used:]
		}
	}
	return d, nil
}

// Read is Parse for a reader.
func Read(r io.Reader, order Order) (Deck, error) {
	const most = 1 << 24
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return Deck{}, err
	}
	if len(text) > most {
		return Deck{}, fmt.Errorf("more than %d bytes; this is not a deck", most)
	}
	return Parse(string(text), order)
}

// ReadLines reads cards as somebody types them. It ends with the line of the n-th card, or with the
// input. A line with a mistake ends it, or with again is left out, so that it can be typed anew.
func ReadLines(r io.Reader, n int, order Order, again func(wrong error)) (Deck, error) {
	text := ""
	for lines := bufio.NewReader(io.LimitReader(r, 1<<16)); ; {
		line, err := lines.ReadString('\n')
		before := text
		text += line
		d, wrong := listed(text, order)
		if wrong == nil && len(d.Cards) >= n {
			_, wrong = Parse(text, order)
		}
		switch {
		case err == nil && wrong != nil && again != nil:
			again(wrong)
			text = before
		case err != nil && err != io.EOF:
			return d, err
		case err != nil || wrong != nil || len(d.Cards) >= n:
			return Parse(text, order)
		}
	}
}

// New is the deck first, first+1, ... of n cards; a new deck, with first = 1.
func New(n, first int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = first + i
	}
	return deck
}

// Check says why the cards are no deck 1..n, or nil.
func Check(deck []int) error { return Numbers.Check(deck) }

// Check does the same in the words of the style.
func (s Style) Check(deck []int) error {
	n := len(deck)
	if n == 0 {
		return errors.New("no cards were given")
	}
	at := make([]int, max(n, len(s))+1)
	wrong := ""
	for i, card := range deck {
		known := 1 <= card && card < len(at)
		if known && at[card] > 0 && wrong == "" {
			wrong = fmt.Sprintf("card %s is at positions %d and %d", s.Name(card), at[card], i+1)
		}
		if known {
			at[card] = i + 1
		}
	}
	for i, card := range deck {
		if wrong == "" && (card < 1 || card > n) {
			wrong = fmt.Sprintf("card %s at position %d is out of range %s..%s", s.Name(card), i+1, s.Name(1),
				s.Name(n))
		}
	}
	for card := 1; wrong != ""; card++ {
		if at[card] == 0 {
			return fmt.Errorf("n=%d: %s; card %s is missing", n, wrong, s.Name(card))
		}
	}
	return nil
}

// split parts a text into words. Characters that only choose how a suit is drawn are left out.
func split(text string) []string {
	text = strings.NewReplacer("\ufe0e", "", "\ufe0f", "", "\ufeff", "").Replace(text)
	return strings.FieldsFunc(text,
		func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(`,;|()[]{}"'，、；`, c) })
}

// longest is more than the bytes of any card's name, or number.
const longest = 40

// brief is the beginning of a text that is too long for an error.
func brief(word string) string {
	if len(word) > longest {
		return fmt.Sprintf("%.*s...", longest/2, word)
	}
	return word
}

// next is the card that the first words name, as its digits or its canonical name, and the number
// of these words; none if they name no card.
func next(words []string) (name string, used int) {
	if len(words[0]) > longest {
		return "", 0
	}
	word := strings.ToLower(words[0])
	if name, ok := short(word); ok {
		return name, 1
	}
	after := words[1:]
	if len(after) > 0 && strings.EqualFold(after[0], "of") {
		after = after[1:]
	}
	if len(after) > 0 {
		rank, suit := rankOf[word], suitOf[strings.ToLower(after[0])]
		if rank != "" && suit != "" {
			return rank + suit, len(words) - len(after) + 1
		}
	}
	if isNumber(word) {
		return word, 1
	}
	return "", 0
}

// short is the name of a card that is a letter or symbol of a suit behind a rank, or before it.
func short(word string) (name string, ok bool) {
	for i := range word {
		for _, parts := range [][2]string{{word[:i], word[i:]}, {word[i:], word[:i]}} {
			rank, suit := rankOf[parts[0]], suitOf[parts[1]]
			if rank != "" && suit != "" && len(parts[0]) <= 2 && utf8.RuneCountInString(parts[1]) == 1 {
				return rank + suit, true
			}
		}
	}
	return "", false
}

func isNumber(word string) bool {
	digits := strings.TrimPrefix(word, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// number is the number of the card with that name.
func (s Style) number(name string) (int, error) {
	if s == nil {
		return strconv.Atoi(name)
	}
	for i, own := range s {
		if own == name {
			return i + 1, nil
		}
	}
	return 0, fmt.Errorf("%s is not a card of the deck", name)
}

// Card reads one card of n, by number or by name.
func (s Style) Card(text string, n int) (int, error) {
	words := split(text)
	if len(words) > 0 {
		name, used := next(words)
		if isNumber(name) {
			s = Numbers
		}
		if card, err := s.number(name); err == nil && used == len(words) && 1 <= card && card <= n {
			return card, nil
		}
	}
	return 0, fmt.Errorf("%q is not one of the cards %s..%s", brief(text), s.Name(1), s.Name(n))
}

// Style is the names of cards 1, 2, ...
type Style []string

// Numbers is the style that calls cards by their numbers.
var Numbers Style

// Name is the name of a card.
func (s Style) Name(card int) string {
	if 1 <= card && card <= len(s) {
		return s[card-1]
	}
	return strconv.Itoa(card)
}

// CheckNew is the error of these names of cards 1 to n. The cards must be different, in the order
// that they have in some new deck.
func (s Style) CheckNew(n int) error {
	if len(s) != n {
		return fmt.Errorf("%d names for %d cards", len(s), n)
	}
	if !slices.ContainsFunc(Orders, func(o Order) bool {
		rest := o.Style()
		for _, name := range s {
			place := slices.Index(rest, name)
			if place < 0 {
				return false
			}
			rest = rest[place+1:]
		}
		return true
	}) {
		return errors.New("not different cards in the order of a new deck")
	}
	return nil
}

// Covers is an error if a deck of n cards has some without a name.
func (s Style) Covers(n int) error {
	if s != nil && n > len(s) {
		return fmt.Errorf("only %d cards of the deck of %d have names; use numbers", len(s), n)
	}
	return nil
}

// Order is the order of a new deck of cards, from the top.
type Order string

// The orders. Bicycle is how decks of the United States Playing Card Company are sold: turned over,
// ace to king of spades and of diamonds, then king to ace of clubs and of hearts, without jokers
// and advertisements (https://ambitiouswithcards.com/new-deck-order/). Suits has the suits in the
// order in which they rank at bridge (Laws of Duplicate Bridge 2017, law 1).
const (
	Suits   Order = "suits"   // ace to king of spades, hearts, diamonds, clubs
	Bicycle Order = "bicycle" // ace to king of hearts and clubs, king to ace of diamonds and spades
	Ranks   Order = "ranks"   // the aces of spades, hearts, diamonds, clubs, the twos, ..., the kings
)

// Orders are all of them.
var Orders = []Order{Suits, Bicycle, Ranks}

const suits = "♠♥♦♣"

var ranks = strings.Fields("A 2 3 4 5 6 7 8 9 10 J Q K")

// Style calls the cards of a new deck by rank and suit. The order "" is that of Suits.
func (o Order) Style() (s Style) {
	suit := func(suit string, ranks []string) {
		for _, rank := range ranks {
			s = append(s, rank+suit)
		}
	}
	switch o {
	case Bicycle:
		falling := slices.Clone(ranks)
		slices.Reverse(falling)
		suit("♥", ranks)
		suit("♣", ranks)
		suit("♦", falling)
		suit("♠", falling)
	case Ranks:
		for _, rank := range ranks {
			for _, suit := range suits {
				s = append(s, rank+string(suit))
			}
		}
	default:
		for _, c := range suits {
			suit(string(c), ranks)
		}
	}
	return s
}

// rankOf and suitOf are the texts for a rank and a suit, in lower case.
var rankOf, suitOf = spellings(ranks,
	strings.Fields("ace/a two/2 three/3 four/4 five/5 six/6 seven/7 eight/8 nine/9 ten/10/t jack/j queen/q king/k")),
	spellings(strings.Split(suits, ""),
		strings.Fields("spades/spade/s/♠/♤ hearts/heart/h/♥/♡ diamonds/diamond/d/♦/♢ clubs/club/c/♣/♧"))

func spellings(names, written []string) map[string]string {
	all := map[string]string{}
	for i, forms := range written {
		for form := range strings.SplitSeq(forms, "/") {
			all[form] = names[i]
		}
	}
	return all
}
