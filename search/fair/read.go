package fair

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/results/fileio"
	"dovetail/search/run"
)

// Decks are read as programs log them: one a line, with its cards from the top by number or by
// name, separated by blanks or commas, in brackets or without; or a JSON object with the list
// "deck"; or a list of such lists or objects. A list may be on several lines. Cards may count from 0.
// Lines that are empty or begin with # are ignored, and so is a first line of titles. A file may be
// compressed by gzip.

// MaxCards is the largest deck.
const (
	minCards = 4
	MaxCards = 416
)

// Reading says how decks are read.
type Reading struct {
	N     int         // cards of a deck; 0 for the number in the first line
	Kinds []Kind      // of equal cards; nil to take them from the first line
	From  string      // one of froms
	Skip  bool        // lines that are no deck are counted and ignored
	Order cards.Order // of a new deck
	Ranks int         // of new decks; 0 for 13 of 52 named cards, and otherwise none

	Threads int // that count decks; 0 for one on each processor
}

// reader reads one file.
type reader struct {
	Reading
	tally  *Tally
	style  cards.Style
	base   int               // the number of the first card
	known  map[string]uint16 // names of cards, or of kinds
	deck   []uint16
	lists  int
	sample []string // the words of the first deck
	stamps []int    // by card, the last list that had it
	counts []int    // of kinds in a line
	rows   [][]int
	began  bool // after the titles, if there are any
	failed int
	pool   *pool // which takes the decks after the first ones
}

// Read counts the decks of a file.
func Read(from io.Reader, how Reading) (c Counts, err error) {
	in := bufio.NewReaderSize(from, 1<<16)
	switch magic, _ := in.Peek(2); string(magic) {
	case "\x1f\x8b":
		z, err := gzip.NewReader(in)
		if err != nil {
			return c, incomplete(err)
		}
		in = bufio.NewReaderSize(fileio.Newlines(z), 1<<16)
	case "\xff\xfe", "\xfe\xff":
		return c, errors.New("the text is in UTF-16, as PowerShell writes it; want UTF-8")
	default:
		in = bufio.NewReaderSize(fileio.Newlines(in), 1<<16)
	}
	r := &reader{Reading: how, known: map[string]uint16{}}
	wrong := r.lines(in)
	if r.pool != nil {
		wrong = cmp.Or(r.pool.done(), wrong)
	}
	switch {
	case wrong != nil:
		return c, wrong
	case r.From == Table:
		c, err = r.table()
	case r.tally == nil || r.tally.Decks == 0:
		err = errors.New("there are no decks; want one on each line, its cards from the top")
	default:
		if c = r.tally.Done(); how.Kinds == nil {
			err = r.joined()
		}
		if r.pool != nil {
			for _, w := range r.pool.workers {
				c.add(w.tally.Done())
			}
		}
	}
	c.Failed = r.failed
	return c, err
}

// lines reads all lines.
func (r *reader) lines(in *bufio.Reader) error {
	decks := lists{found: r.found}
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", number, incomplete(err))
		}
		if wrong := decks.line(number, bytes.TrimPrefix(line, []byte("\ufeff"))); wrong != nil {
			return wrong
		}
		if err == io.EOF {
			return decks.end()
		}
	}
}

// found takes the text of a deck that begins in a line.
func (r *reader) found(line int, text []byte) error {
	switch {
	case r.pool != nil:
		return r.pool.add(line, text)
	case !r.ready() && !isText(text):
		return fmt.Errorf("line %d is no text, but binary; want one deck on each line", line)
	case !r.began && r.untitled(text):
		r.began = true
		return nil
	}
	wrong := r.line(text)
	switch {
	case wrong == nil:
	case !r.began && titles(text):
	case r.Skip && r.ready():
		r.failed++
	default:
		return fmt.Errorf("line %d: %w%s", line, wrong, r.advice(text))
	}
	r.began = true
	if threads := run.Threads(r.Threads); r.tally != nil && r.tally.Decks == scored && threads > 1 && !r.Skip {
		r.pool = newPool(r, text, threads)
	}
	return nil
}

// incomplete is the error for a compressed file that was cut off.
func incomplete(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the compressed file ends too soon; it is not complete")
	}
	return err
}

// isText reports whether all of a line's bytes can be those of a text.
func isText(line []byte) bool {
	return utf8.Valid(line) && !bytes.ContainsFunc(line, func(c rune) bool { return unicode.IsControl(c) && c != '\t' })
}

// ready reports whether the format of the decks is known.
func (r *reader) ready() bool { return r.tally != nil || r.rows != nil }

// line reads a line, or a list within it.
func (r *reader) line(text []byte) error {
	list, err := unwrapped(text)
	if err != nil {
		return err
	}
	if r.From == Table {
		return r.row(list)
	}
	if r.tally == nil {
		if err := r.first(list); err != nil {
			return err
		}
	}
	if err := r.parse(list); err != nil {
		return err
	}
	r.tally.Add(r.deck)
	if r.sample == nil {
		r.sample = slices.Collect(words(list))
	}
	return nil
}

// unwrapped is the list of an object, or the line itself.
func unwrapped(text []byte) ([]byte, error) {
	switch text[0] {
	case '{':
		return object(text)
	case '[':
		if end := bytes.IndexByte(text, ']'); end < 0 {
			return nil, errors.New("the list is not closed by ]")
		} else if end < len(text)-1 {
			return nil, fmt.Errorf("%q is followed by more; want nothing but the cards", number.Brief(string(text[:end+1])))
		}
	}
	return text, nil
}

// parse reads the cards of a list.
func (r *reader) parse(list []byte) error {
	if r.Kinds == nil && r.style == nil && r.numbers(list) {
		return nil
	}
	r.lists++
	r.deck = r.deck[:0]
	clear(r.counts)
	for word := range parts(list) {
		c, err := r.card(word)
		if err != nil {
			return fmt.Errorf("place %d: %w", len(r.deck)+1, err)
		}
		if len(r.deck) == r.tally.Listed {
			return fmt.Errorf("more than the %s of the first deck", numberOf(r.tally.Listed))
		}
		if r.Kinds != nil {
			if r.counts[c]++; r.counts[c] > r.Kinds[c].Count {
				return fmt.Errorf("place %d: more cards %s than the deck has (%d)", len(r.deck)+1, r.Kinds[c].Name, r.Kinds[c].Count)
			}
		} else if r.stamps[c] == r.lists {
			return fmt.Errorf("card %s is at places %d and %d", r.name(c), slices.Index(r.deck, c)+1, len(r.deck)+1)
		} else {
			r.stamps[c] = r.lists
		}
		r.deck = append(r.deck, c)
	}
	if len(r.deck) != r.tally.Listed {
		return fmt.Errorf("%s, not the %d of the first deck", numberOf(len(r.deck)), r.tally.Listed)
	}
	return nil
}

// numbers reads the cards of a list of numbers, and reports whether it is a deck. It is the fast path of parse.
func (r *reader) numbers(list []byte) bool {
	r.lists++
	deck, x, digits := r.deck[:0], 0, 0
	for i := 0; i <= len(list); i++ {
		if i < len(list) {
			if d := list[i] - '0'; d <= 9 {
				x, digits = 10*x+int(d), digits+1
				continue
			} else if !separates[list[i]] {
				return false
			}
		}
		if digits == 0 {
			continue
		}
		c := x - r.base
		if digits > 6 || uint(c) >= uint(len(r.stamps)) || r.stamps[c] == r.lists {
			return false
		}
		r.stamps[c] = r.lists
		deck = append(deck, uint16(c))
		x, digits = 0, 0
	}
	r.deck = deck
	return len(deck) == r.tally.Listed
}

func numberOf(n int) string { return number.Count(n, "card") }

// object is the list of an object.
func object(text []byte) ([]byte, error) {
	var o struct {
		Deck, Cards, Decks json.RawMessage
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("not a JSON object: %w", err)
	}
	list := o.Deck
	if list == nil {
		list = o.Cards
	}
	switch {
	case list == nil && o.Decks != nil:
		return nil, errors.New(`the object has a list "decks"; want this list alone`)
	case list == nil:
		return nil, errors.New(`the object has no list "deck"`)
	case bytes.IndexByte(list, '{') >= 0:
		return nil, errors.New(`the cards are objects; want their names, such as "AS"`)
	}
	return list, nil
}

// card is the number of a card, or kind, from 0.
func (r *reader) card(word []byte) (uint16, error) {
	if r.Kinds == nil && r.style == nil {
		x := 0
		for _, b := range word {
			if b < '0' || b > '9' || x > 1e6 {
				return 0, fmt.Errorf("%q is not the number of a card", number.Brief(string(word)))
			}
			x = 10*x + int(b-'0')
		}
		if x < r.base || x >= r.base+r.tally.N {
			return 0, fmt.Errorf("card %d is out of range %d..%d", x, r.base, r.base+r.tally.N-1)
		}
		return uint16(x - r.base), nil
	}
	if c, ok := r.known[string(word)]; ok {
		return c, nil
	}
	if r.Kinds != nil {
		return 0, fmt.Errorf("%q is not one of the kinds %s", number.Brief(string(word)), r.someKinds())
	}
	c, err := r.style.Card(string(word), r.tally.N)
	if err == nil && strings.Trim(string(word), "0123456789") == "" {
		err = fmt.Errorf("card %s: give either all cards by number, or all by name", word)
	}
	if err != nil {
		return 0, err
	}
	r.known[string(word)] = uint16(c - 1)
	return uint16(c - 1), nil
}

// someKinds are the names of the first kinds.
func (r *reader) someKinds() string {
	const most = 10
	var names []string
	for _, kind := range r.Kinds[:min(most, len(r.Kinds))] {
		names = append(names, number.Brief(kind.Name))
	}
	if len(r.Kinds) > most {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

// name is the card's name in errors.
func (r *reader) name(c uint16) string {
	if r.style == nil {
		return fmt.Sprint(int(c) + r.base)
	}
	return r.style.Name(int(c) + 1)
}
