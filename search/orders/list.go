package orders

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"unicode"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
)

// Lists of decks that somebody names, of any sizes in any order: each is answered by itself, as soon
// as it is read, with the certificates of its orders, or by a row where the format has only rows.

// ParseDeck reads the size of a deck.
func ParseDeck(text string) (uint64, error) {
	n, err := number.ParseInt("deck", text, 2, faro.MaxDeck)
	return uint64(n), err
}

// ReadDecks reads sizes apart by blanks, commas or line ends; what follows a # is a remark.
func ReadDecks(r io.Reader) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		lines, line, decks := bufio.NewScanner(r), 0, 0
		for lines.Scan() {
			line++
			text, _, _ := strings.Cut(lines.Text(), "#")
			for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || unicode.IsSpace(c) }) {
				n, err := ParseDeck(word)
				if err != nil {
					err = results.Refuse(fmt.Errorf("line %d: %w", line, err))
				}
				decks++
				if !yield(n, err) || err != nil {
					return
				}
			}
		}
		switch err := lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(0, results.Refuse(fmt.Errorf("line %d is too long", line+1)))
		case err != nil:
			yield(0, err)
		case decks == 0:
			yield(0, results.Refuse(errors.New("the list of decks is empty")))
		}
	}
}

// Listed are the decks of a file, of the input if that or a single argument is -, or else of the
// arguments. The file is closed by done.
func Listed(path string, input io.Reader, args ...string) (decks iter.Seq2[uint64, error], done func(), err error) {
	nothing := func() {}
	if path == "" && len(args) == 1 && args[0] == "-" {
		path, args = "-", nil
	}
	switch {
	case path != "" && len(args) > 0:
		return nil, nothing, errors.New("give either decks or --file, not both")
	case path == "-":
		return ReadDecks(input), nothing, nil
	case path != "":
		f, err := os.Open(path)
		if err != nil {
			return nil, nothing, results.Unread(path, err)
		}
		return ReadDecks(f), func() { f.Close() }, nil
	}
	var sizes []uint64
	for _, text := range args {
		n, err := ParseDeck(text)
		if err != nil && strings.Contains(text, "..") {
			err = fmt.Errorf("%s is a range; a range must be the only argument", text)
		}
		if err != nil {
			return nil, nothing, err
		}
		sizes = append(sizes, n)
	}
	return func(yield func(uint64, error) bool) {
		for _, n := range sizes {
			if !yield(n, nil) {
				return
			}
		}
	}, nothing, nil
}

// List writes the decks one by one, and hands their records to keep, if there is one. A b-file or
// a Parquet table has the orders of the kind; the other formats have both, with their certificates.
func List(ctx context.Context, w io.Writer, format, kind string, decks iter.Seq2[uint64, error], keep func(results.OrdersDeck)) error {
	records := func(yield func(results.OrdersDeck, error) bool) {
		for n, err := range decks {
			var record results.OrdersDeck
			if err == nil {
				record, err = results.AnswerTo[results.OrdersDeck](ctx, faro.Deck{N: number.Uint(n)}, results.Env{})
			}
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && keep != nil {
				keep(record)
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
	if format != results.BFile && format != results.Parquet {
		return results.RenderEach(w, format, records)
	}
	rows, err := results.NewOrderRows(w, format, kind, 0, 0, results.Asked{})
	if err != nil {
		return err
	}
	for record, err := range records {
		if err == nil {
			err = cmp.Or(rows.Row(record.N.Uint64(), record.Out.Order.Uint64(), record.In.Order.Uint64()), rows.Flush())
		}
		if err != nil {
			return err
		}
	}
	return rows.Close()
}
