package fair

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/cards"
)

// lists finds the texts of decks in lines: a line that is no JSON, or a list or an object of JSON, on
// one line or on several. A list of lists or of objects is not itself a deck.
type lists struct {
	found  func(line int, text []byte) error // takes a deck that begins in a line
	open   []byte                            // what is not closed yet, or nothing
	from   int                               // the line in which it begins
	inside int                               // how many brackets are open in it, if it is an object
	around int                               // how many lists are open around it
}

// line takes a line, with a number from 1.
func (l *lists) line(number int, line []byte) error {
	text := bytes.TrimSpace(line)
	switch {
	case len(text) == 0:
		return nil
	case len(l.open) == 0 && l.around == 0 && text[0] == '#':
		return nil
	case len(l.open) == 0 && l.around == 0 && (single(text) || !structured(text)):
		return l.found(number, text)
	case len(l.open) > 0 && (line[0] == '{' || line[0] == '[') && !l.bare(): // at the left edge: the last one was never closed
		if err := l.close(); err != nil {
			return err
		}
	}
	quoted := false
	for i := 0; i < len(text); i++ {
		b := text[i]
		switch {
		case quoted && b == '\\' && i+1 < len(text):
			l.open = append(l.open, b)
			i++
			b = text[i]
		case b == '"':
			quoted = !quoted
		case quoted:
		case (b == '[' || b == '{') && l.inside > 0:
			l.inside++
		case (b == ']' || b == '}') && l.inside > 1:
			l.inside--
		case b == '[' || b == '{':
			if err := l.begin(number, b); err != nil {
				return err
			}
			continue
		case b == ']' || b == '}':
			if err := l.finish(b); err != nil {
				return err
			}
			continue
		}
		if len(l.open) == 0 {
			if b == ',' || b == ' ' || b == '\t' || b == ';' {
				continue
			}
			l.from = number
		}
		l.open = append(l.open, b)
	}
	switch {
	case len(l.open) == 0:
		return nil
	case l.around == 0 && l.plain():
		return l.close()
	case len(l.open) > longest:
		return fmt.Errorf("line %d: %w", l.from, errLong)
	}
	l.open = append(l.open, ' ')
	return nil
}

// bare reports whether a list has begun that has no cards yet.
func (l *lists) bare() bool { return l.open[0] == '[' && len(bytes.Trim(l.open, "[, \t")) == 0 }

// plain reports whether what is open is neither a list nor an object.
func (l *lists) plain() bool { return l.open[0] != '[' && l.open[0] != '{' }

// begin takes the bracket of a list or an object. What is open is a list around it, or was never
// closed.
func (l *lists) begin(number int, bracket byte) error {
	if len(l.open) > 0 {
		if l.bare() {
			l.around++
		} else if err := l.close(); err != nil {
			return err
		}
	}
	l.open, l.from = append(l.open[:0], bracket), number
	l.inside = indicator(bracket == '{')
	return nil
}

// finish takes the bracket after a list or an object, or after a list of these.
func (l *lists) finish(bracket byte) error {
	if len(l.open) > 0 && !l.plain() {
		l.open = append(l.open, bracket)
		return l.close()
	}
	l.around = max(0, l.around-1)
	if len(l.open) > 0 {
		return l.close()
	}
	return nil
}

// close takes what is open as a deck.
func (l *lists) close() error {
	text := bytes.TrimSpace(l.open)
	l.open, l.inside = l.open[:0], 0
	return l.found(l.from, text)
}

// end takes the end of the file.
func (l *lists) end() error {
	if len(l.open) > 0 {
		if err := l.close(); err != nil {
			return err
		}
	}
	if l.around > 0 {
		return errors.New("a list of decks is not closed by ]; the file is not complete")
	}
	return nil
}

// single reports whether a line is one list, the commonest case.
func single(line []byte) bool {
	return line[0] == '[' && bytes.IndexByte(line, ']') == len(line)-1 && bytes.IndexByte(line[1:], '[') < 0
}

// structured reports whether a line begins, continues or ends a list or an object, and has nothing
// else.
func structured(line []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case quoted && b == '\\':
			i++
		case b == '"' && depth > 0:
			quoted = !quoted
		case quoted:
		case b == '[' || b == '{':
			depth++
		case b == ']' || b == '}':
			depth--
		case depth <= 0 && b != ',' && b != ' ' && b != '\t' && b != ';':
			return false
		}
	}
	return true
}

// longest is the most bytes of a line, or of a deck on several.
const longest = 1 << 20

var errLong = fmt.Errorf("more than %d bytes; want one deck on each line", longest)

// readLine is the next line, valid until the one after it.
func readLine(in *bufio.Reader) (line []byte, err error) {
	line, err = in.ReadSlice('\n')
	for err == bufio.ErrBufferFull {
		if len(line) > longest {
			return nil, errLong
		}
		var more []byte
		line = slices.Clone(line)
		more, err = in.ReadSlice('\n')
		line = append(line, more...)
	}
	return line, err
}

// titles reports whether a line that is no deck is the titles of columns: words, but no card.
func titles(line []byte) bool {
	if line[0] == '{' || line[0] == '[' {
		return false
	}
	named := slices.Collect(words(line))
	return slices.ContainsFunc(named, func(word string) bool { return !isNumber(word) }) &&
		!slices.ContainsFunc(named, func(word string) bool {
			_, err := cards.Suits.Style().Card(word, 52)
			return err == nil
		})
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// untitled reports whether a first line is the numbers of columns instead of a deck: c1,c2,c3 or
// id,pos 1,pos 2, or ten and more cards in the order of a new deck, which a fair shuffler makes once
// in 10! times. A deck that others continue from can have that order.
func (r *reader) untitled(line []byte) bool {
	named := slices.Collect(words(line))
	if r.From != New || r.Kinds != nil || len(named) < 10 {
		return numbered(named)
	}
	from := indicator(named[0] != "0")
	for i, word := range named {
		if word != strconv.Itoa(from+i) {
			return numbered(named)
		}
	}
	return true
}

// numbered reports whether words end in two or more that are one word with the numbers from 0 or 1
// on, as in c1 c2 c3 or pos 1 pos 2. There may be up to as many others before.
func numbered(named []string) bool {
	last := len(named) - 1
	if last < 1 {
		return false
	}
	step, prefix := 1, strings.TrimRight(named[last], "0123456789")
	if prefix == "" { // pos 1 pos 2
		step, prefix = 2, named[last-1]
	}
	if isNumber(prefix) {
		return false
	}
	count, number := 0, 0
	for i := last; i >= step-1; i -= step {
		digits, ok := named[i], step == 1 || named[i-1] == prefix
		if step == 1 {
			digits, ok = strings.CutPrefix(named[i], prefix)
		}
		x, err := strconv.Atoi(digits)
		if !ok || err != nil || count > 0 && x != number-1 {
			break
		}
		count, number = count+1, x
	}
	return count > 1 && number <= 1 && number >= 0 && len(named) <= 2*count*step
}

// words are the parts between blanks, commas, quotes and brackets.
func words(line []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range parts(line) {
			if !yield(string(word)) {
				return
			}
		}
	}
}

// separates has the bytes between words.
var separates = [256]bool{' ': true, ',': true, '\t': true, '"': true, '\'': true, '[': true, ']': true, '(': true, ')': true, ';': true, '|': true}

// parts are the words, without copies.
func parts(line []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		from := -1
		for i, b := range line {
			switch {
			case separates[b]:
				if from >= 0 && !yield(line[from:i]) {
					return
				}
				from = -1
			case from < 0:
				from = i
			}
		}
		if from >= 0 {
			yield(line[from:])
		}
	}
}
