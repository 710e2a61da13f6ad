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

	"dovetail/perm/faro"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/results/powers"
	"dovetail/results/render"
	onedeck "dovetail/search/faro"
	"dovetail/search/run"
)

// Listing requests the orders of each deck From, From+1, ..., To, of the kind out, in or both. No
// answer depends on the engine.
type Listing struct {
	From   number.Uint `json:"from"`
	To     number.Uint `json:"to"`
	Kind   string      `json:"kind"`
	Engine Method      `json:"-"`
}

func (Listing) Schema() string { return results.OrdersSchema }

// plan is the plan for the decks' moduli.
func (q Listing) plan() (Plan, error) {
	if q.From < 1 || q.From > q.To || q.To > faro.MaxDeck {
		return Plan{}, fmt.Errorf("%d..%d is no range within 1..%d", q.From, q.To, faro.MaxDeck)
	}
	return PlanDecks(uint64(q.From), uint64(q.To), q.Engine)
}

func (q Listing) Check() error {
	_, err := q.plan()
	return cmp.Or(err, powers.CheckOrderKind(q.Kind))
}

// Seconds implements [results.Question]. Rows take longer to write than to compute.
func (q Listing) Seconds() float64 {
	p, err := q.plan()
	if err != nil {
		return 0
	}
	return p.Seconds() + float64(8e-8*float64(q.To-q.From+1))
}

// each yields the decks.
func (q Listing) each(ctx context.Context, env run.Options, yield func(n, out, in uint64) bool) error {
	p, err := q.plan()
	if err == nil {
		err = p.CheckMemory(env.Memory, 1)
	}
	if err != nil {
		return results.Refuse(err)
	}
	return p.Decks(ctx, uint64(q.From), uint64(q.To), yield)
}

func (q Listing) Stream(ctx context.Context, env run.Options, w io.Writer, format string) error {
	rows, err := powers.NewOrderRows(w, format, q.Kind, uint64(q.From), uint64(q.To), results.TextOf(q))
	if err != nil {
		return err
	}
	var failed error
	err = q.each(ctx, env, func(n, out, in uint64) bool {
		failed = rows.Row(n, out, in)
		return failed == nil
	})
	if err := cmp.Or(failed, err); err != nil {
		return err
	}
	return rows.Close()
}

// rowBytes is about the size of a row in memory, for answers that are not streamed.
const rowBytes = 200

func (q Listing) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if rows := uint64(q.To - q.From + 1); env.Memory > 0 && rows > env.Memory/rowBytes {
		what := number.Count(rows, "row")
		return nil, results.Refuse(number.TooLarge{What: what, Need: min(rows, 1<<50) * rowBytes, Limit: env.Memory})
	}
	record := powers.OrderList{
		Head: results.Answering(q, results.Exact), From: number.OfUint(uint64(q.From)), To: number.OfUint(uint64(q.To)),
		Rows: []powers.OrderRow{},
	}
	err := q.each(ctx, env, func(n, out, in uint64) bool {
		row := powers.OrderRow{N: number.OfUint(n)}
		if q.Kind != "in" {
			row.Out = new(number.OfUint(out))
		}
		if q.Kind != "out" {
			row.In = new(number.OfUint(in))
		}
		record.Rows = append(record.Rows, row)
		return true
	})
	return record, err
}

// MaxDrawn is the most decks in a picture: more points would lie on each other.
const MaxDrawn = 100_000

// Picture draws the list.
func (Listing) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	l := answers[0].(powers.OrderList)
	curve := figure.Curve{XLabel: "cards", YLabel: "shuffles until the deck returns", Apart: true}
	for _, kind := range []struct {
		name  string
		order func(powers.OrderRow) *number.Int
	}{
		{"out-shuffles", func(r powers.OrderRow) *number.Int { return r.Out }},
		{"in-shuffles", func(r powers.OrderRow) *number.Int { return r.In }},
	} {
		series := figure.Series{Name: kind.name, First: int(l.From.Int64())}
		for _, r := range l.Rows {
			if order := kind.order(r); order != nil {
				series.Y = append(series.Y, float64(order.Uint64()))
			}
		}
		if series.Y != nil {
			curve.Series = append(curve.Series, series)
		}
	}
	return []figure.Block{figure.Title(fmt.Sprintf("Orders of perfect shuffles, %s to %s cards", l.From, l.To)), curve}, nil
}

// Lists of given decks, of any sizes in any order. Each is answered by itself, as soon as it is
// read, with the certificates of its orders, or by a row where the format has only rows.

// parseDeck reads the size of a deck.
func parseDeck(text string) (uint64, error) {
	a, b, err := number.ParseRange("deck", text, 1, faro.MaxDeck)
	if err == nil && a < b {
		err = fmt.Errorf("%s is a range; a range must be the only argument", text)
	}
	return uint64(a), err
}

// readDecks reads sizes separated by blanks, commas or line ends. What follows a # is a remark.
func readDecks(r io.Reader) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		lines, line, decks := bufio.NewScanner(fileio.Newlines(r)), 0, 0
		for lines.Scan() {
			line++
			text, _, _ := strings.Cut(lines.Text(), "#")
			for _, word := range number.Apart(text) {
				n, err := parseDeck(word)
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

// Listed are the decks of a file, of the input if the file or a single argument is -, and otherwise
// of the arguments. done closes the file.
func Listed(path string, input io.Reader, args ...string) (decks iter.Seq2[uint64, error], done func(), err error) {
	nothing := func() {}
	if path == "" && len(args) == 1 && args[0] == "-" {
		path, args = "-", nil
	}
	switch {
	case path != "" && len(args) > 0:
		return nil, nothing, errors.New("give either decks or --file, not both")
	case path == "-":
		return readDecks(input), nothing, nil
	case path != "":
		f, err := os.Open(path)
		if err != nil {
			return nil, nothing, fileio.Cannot("read", path, err)
		}
		return readDecks(f), func() { f.Close() }, nil
	}
	var sizes []uint64
	for _, text := range args {
		n, err := parseDeck(text)
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

// List writes the decks one by one. A b-file has the orders of the kind. Text and CSV also have
// their certificates, and JSON has both kinds.
func List(ctx context.Context, w io.Writer, format string, columns int, kind string, decks iter.Seq2[uint64, error]) error {
	records := func(yield func(powers.OrdersDeck, error) bool) {
		for n, err := range decks {
			var record powers.OrdersDeck
			if err == nil {
				record, err = run.AnswerTo[powers.OrdersDeck](ctx, onedeck.Deck{N: number.Uint(n), Only: kind}, run.Options{})
			}
			if err == nil {
				err = ctx.Err()
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
	if format != render.BFile {
		return render.Each(w, format, columns, records)
	}
	rows, err := powers.NewOrderRows(w, format, kind, 0, 0, results.QuestionText{})
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

func (q *Listing) Params() param.List {
	decks := param.RangeArg(&q.From, &q.To, "N", "deck", 1, faro.MaxDeck).Needed()
	decks.Optional = true
	return param.List{decks, onedeck.Shown(&q.Kind),
		engineFlag(&q.Engine, InOrder).Hide(func() bool { return true })}
}
