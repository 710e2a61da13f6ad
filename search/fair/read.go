package fair

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"dovetail/perm/cards"
	"dovetail/perm/number"
)

// Decks are read as programs log them: one a line, with its cards from the top by number or by
// name, separated by blanks or commas, in brackets or without; or a JSON object with the list
// "deck"; or a list of such lists. Cards may count from 0. Lines that are empty or begin with # are
// ignored, and so is a first line of titles. A file may be compressed by gzip.

// MaxCards is the largest deck, and longest the most bytes of a line.
const (
	minCards = 4
	MaxCards = 416
	longest  = 1 << 20
)

// Reading says how decks are read.
type Reading struct {
	N     int         // cards of a deck; 0 for the number in the first line
	Kinds []Kind      // of equal cards; nil to take them from the first line
	From  string      // one of froms
	Skip  bool        // lines that are no deck are counted and ignored
	Order cards.Order // of a new deck
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
	stamps []int // by card, the last list that had it
	counts []int // of kinds in a line
	rows   [][]int
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
		in = bufio.NewReaderSize(z, 1<<16)
	case "\xff\xfe", "\xfe\xff":
		return c, errors.New("the text is in UTF-16, as PowerShell writes it; want UTF-8")
	}
	r := &reader{Reading: how, known: map[string]uint16{}}
	failed, began := 0, false
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err != nil && err != io.EOF {
			return c, fmt.Errorf("line %d: %w", number, incomplete(err))
		}
		for text := range lists(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))) {
			switch wrong := r.line(text); {
			case wrong == nil:
			case !began && titles(text):
			case how.Skip && r.ready():
				failed++
			default:
				return c, fmt.Errorf("line %d: %w", number, wrong)
			}
			began = true
		}
		if err == io.EOF {
			break
		}
	}
	switch {
	case r.From == Table:
		c, err = r.table()
	case r.tally == nil || r.tally.Decks == 0:
		err = errors.New("there are no decks; want one on each line, its cards from the top")
	default:
		c = r.tally.Done()
	}
	c.Failed = failed
	return c, err
}

// incomplete is the error for a compressed file that was cut off.
func incomplete(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the compressed file ends too soon; it is not complete")
	}
	return err
}

// lists are the decks of a line. This is nothing if the line is empty, a remark, or a bracket of a
// list that has its decks on lines of their own. It is each inner list of a list of lists, and
// otherwise the line.
func lists(line []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		bracket := bytes.Trim(line, ", ")
		if len(line) == 0 || line[0] == '#' || len(bracket) == 1 && (bracket[0] == '[' || bracket[0] == ']') {
			return
		}
		if inner, ok := bytes.CutPrefix(line, []byte("[")); ok {
			if inner = bytes.TrimSpace(inner); len(inner) > 0 && inner[0] == '[' {
				for part := range bytes.SplitSeq(inner, []byte("]")) {
					if part = bytes.Trim(part, ", "); len(part) > 0 && !yield(part) {
						return
					}
				}
				return
			}
		}
		yield(line)
	}
}

// readLine is the next line, valid until the one after it.
func readLine(in *bufio.Reader) (line []byte, err error) {
	line, err = in.ReadSlice('\n')
	for err == bufio.ErrBufferFull {
		if len(line) > longest {
			return nil, fmt.Errorf("more than %d bytes; want one deck on each line", longest)
		}
		var more []byte
		line = slices.Clone(line)
		more, err = in.ReadSlice('\n')
		line = append(line, more...)
	}
	return line, err
}

// titles reports whether a line has no digit and no name of a card: the titles of columns, or one word.
func titles(line []byte) bool {
	if line[0] == '{' || line[0] == '[' {
		return false
	}
	for word := range words(line) {
		if _, err := cards.Suits.Style().Card(string(word), 52); err == nil {
			return false
		}
	}
	return true
}

// words are the parts between blanks, commas, quotes and brackets.
func words(line []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		from := -1
		for i, b := range line {
			switch b {
			case ' ', ',', '\t', '\r', '"', '\'', '[', ']', '(', ')', ';', '|':
				if from >= 0 && !yield(line[from:i]) {
					return
				}
				from = -1
			default:
				if from < 0 {
					from = i
				}
			}
		}
		if from >= 0 {
			yield(line[from:])
		}
	}
}

// ready reports whether the format of the decks is known.
func (r *reader) ready() bool { return r.tally != nil || r.rows != nil }

// line reads a line, or a list within it.
func (r *reader) line(text []byte) (err error) {
	r.lists++
	if text[0] == '{' {
		if text, err = object(text); err != nil {
			return err
		}
	}
	if r.From == Table {
		return r.row(text)
	}
	if r.tally == nil {
		if err := r.first(text); err != nil {
			return err
		}
	}
	r.deck = r.deck[:0]
	clear(r.counts)
	for word := range words(text) {
		c, err := r.card(word)
		if err != nil {
			return fmt.Errorf("place %d: %w", len(r.deck)+1, err)
		}
		if len(r.deck) == r.tally.Listed {
			return fmt.Errorf("more than the %s of the first deck", numberOf(r.tally.Listed))
		}
		if r.Kinds != nil {
			if r.counts[c]++; r.counts[c] > r.Kinds[c].Count {
				return fmt.Errorf("place %d: more than the %d cards %s of the deck", len(r.deck)+1, r.Kinds[c].Count, r.Kinds[c].Name)
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
	r.tally.Add(r.deck)
	return nil
}

func numberOf(n int) string { return number.Count(n, "card") }

// object is the list of an object.
func object(text []byte) ([]byte, error) {
	var o struct {
		Deck, Cards json.RawMessage
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("not a JSON object: %w", err)
	}
	list := o.Deck
	if list == nil {
		list = o.Cards
	}
	if list == nil {
		return nil, errors.New(`the object has no list "deck"`)
	}
	return list, nil
}

// card is the number of a card, or kind, from 0.
func (r *reader) card(word []byte) (uint16, error) {
	if r.Kinds == nil && r.style == nil {
		x := 0
		for _, b := range word {
			if b < '0' || b > '9' || x > 1e6 {
				return 0, fmt.Errorf("%q is not the number of a card", short(word))
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
		return 0, fmt.Errorf("%q is not one of the kinds %s", short(word), strings.Join(Counts{Kinds: r.Kinds}.names(), ", "))
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

func short(word []byte) string { return string(word[:min(len(word), 40)]) }

// name is the card's name in errors.
func (r *reader) name(c uint16) string {
	if r.style == nil {
		return fmt.Sprint(int(c) + r.base)
	}
	return r.style.Name(int(c) + 1)
}

// first takes the format of the decks from the first line.
func (r *reader) first(text []byte) error {
	var all []string
	for word := range words(text) {
		all = append(all, string(word))
	}
	if len(all) == 0 {
		return errors.New("no cards")
	}
	sorted := slices.Sorted(slices.Values(all))
	twice := len(slices.Compact(slices.Clone(sorted))) < len(sorted)
	numbers := !slices.ContainsFunc(all, func(w string) bool { return strings.Trim(w, "0123456789") != "" })
	n, style := r.N, cards.Style(nil)
	switch {
	case r.Kinds != nil:
		sum := 0
		for _, k := range r.Kinds {
			sum += k.Count
		}
		if n != 0 && n != sum {
			return fmt.Errorf("the kinds have %s, not %d", numberOf(sum), n)
		}
		n = sum
	case twice && n != 0 && n != len(all):
		return fmt.Errorf("some of %s of %d are equal; say with --kinds how many there are of each", numberOf(len(all)), n)
	case twice:
		for _, w := range slices.Compact(sorted) {
			count := 0
			for _, x := range all {
				count += indicator(x == w)
			}
			r.Kinds = append(r.Kinds, Kind{Name: w, Count: count})
		}
		n = len(all)
	case numbers:
		if slices.Contains(all, "0") {
			r.base = 0
		} else {
			r.base = 1
		}
	case n == 0 || n == len(all):
		d, err := cards.Parse(strings.Join(all, " "), r.Order)
		if err != nil {
			return err
		}
		style = d.Style
	default:
		style = r.Order.Style()
		if err := style.Covers(n); err != nil {
			return err
		}
	}
	if n == 0 {
		n = len(all)
	}
	c := Counts{N: n, Listed: len(all), Kinds: r.Kinds, From: r.From}
	switch {
	case n < minCards || n > MaxCards:
		return fmt.Errorf("the deck has %s, not %d to %d", numberOf(n), minCards, MaxCards)
	case c.Listed > n:
		return fmt.Errorf("%s are listed of a deck of %d", numberOf(c.Listed), n)
	case len(r.Kinds) == 1:
		return errors.New("all cards are equal")
	case r.From == Previous && !c.whole():
		return errors.New("decks that continue from the deck before need all cards, and different ones")
	}
	r.style = style
	for k, kind := range r.Kinds {
		r.known[kind.Name] = uint16(k)
	}
	r.stamps, r.counts = make([]int, n), make([]int, len(r.Kinds))
	r.tally = NewTally(c)
	if c.whole() {
		r.tally.scorers = scorers(n)
	}
	return nil
}

// row is one row of a table: how often a card was at each place.
func (r *reader) row(text []byte) error {
	var row []int
	for word := range words(text) {
		x, err := number.ParseInt("count", string(word), 0, 1e12)
		if err != nil {
			return err
		}
		row = append(row, int(x))
	}
	if len(r.rows) > 0 && len(row) != len(r.rows[0]) {
		return fmt.Errorf("%d counts, not the %d of the first row", len(row), len(r.rows[0]))
	}
	r.rows = append(r.rows, row)
	return nil
}

// table converts the rows of a table to counts.
func (r *reader) table() (c Counts, err error) {
	n := len(r.rows)
	if n < minCards || n > MaxCards || len(r.rows[0]) != n {
		return c, fmt.Errorf("a table has as many rows as places, %d to %d", minCards, MaxCards)
	}
	if r.N != 0 && r.N != n {
		return c, fmt.Errorf("the table is of %s, not %d", numberOf(n), r.N)
	}
	if r.Kinds != nil {
		return c, errors.New("the cards of a table are different ones; leave out --kinds")
	}
	c = Counts{N: n, Listed: n, From: Table, Cells: r.rows}
	for _, x := range c.Cells[0] {
		c.Decks += x
	}
	if c.Decks < 1 || c.Decks > most {
		return c, fmt.Errorf("the first row counts %d decks, not 1 to %d", c.Decks, int64(most))
	}
	return c, c.check()
}
