package orders

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
)

// Listing asks for the orders of each deck From, From+1, ..., To, of the kind out, in or both. No
// answer depends on the engine.
type Listing struct {
	From   number.Uint `json:"from"`
	To     number.Uint `json:"to"`
	Kind   string      `json:"kind"`
	Engine Method      `json:"-"`
}

// Schema implements [results.Question].
func (Listing) Schema() string { return results.OrdersSchema }

// plan is that of the decks' moduli.
func (q Listing) plan() (Plan, error) {
	if q.From < 2 || q.From > q.To || q.To > faro.MaxDeck {
		return Plan{}, fmt.Errorf("%d..%d is no range within 2..%d", q.From, q.To, faro.MaxDeck)
	}
	return PlanDecks(uint64(q.From), uint64(q.To), cmp.Or(q.Engine, Auto))
}

// Check implements [results.Question].
func (q Listing) Check() error {
	_, err := q.plan()
	return cmp.Or(err, results.CheckOrderKind(q.Kind))
}

// Seconds implements [results.Question].
func (q Listing) Seconds() float64 {
	p, err := q.plan()
	if err != nil {
		return 0
	}
	return p.Seconds()
}

// each yields the decks.
func (q Listing) each(ctx context.Context, env results.Env, yield func(n, out, in uint64) bool) error {
	p, err := q.plan()
	if err == nil {
		err = p.CheckMemory(env.Memory, 1)
	}
	if err != nil {
		return results.Refuse(err)
	}
	return p.Decks(ctx, uint64(q.From), uint64(q.To), yield)
}

// Stream implements [results.Streaming].
func (q Listing) Stream(ctx context.Context, env results.Env, w io.Writer, format string) error {
	rows, err := results.NewOrderRows(w, format, q.Kind, uint64(q.From), uint64(q.To), results.Ask(q))
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

// rowBytes is about what a row takes that is not written away.
const rowBytes = 200

// Answer implements [results.Question].
func (q Listing) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if rows := uint64(q.To - q.From + 1); env.Memory > 0 && rows > env.Memory/rowBytes {
		return nil, results.Refuse(number.TooLarge{What: number.Count(rows, "row"), Need: min(rows, 1<<50) * rowBytes, Limit: env.Memory})
	}
	record := results.OrderList{
		Schema: q.Schema(), Kind: results.Exact, Asked: results.Ask(q), From: number.OfUint(uint64(q.From)), To: number.OfUint(uint64(q.To)),
		Rows: []results.OrderRow{},
	}
	err := q.each(ctx, env, func(n, out, in uint64) bool {
		row := results.OrderRow{N: number.OfUint(n)}
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

// MostDrawn is how many decks a picture has at most: points beyond would lie on each other.
const MostDrawn = 100_000

// Picture draws a list.
func Picture(l results.OrderList) []figure.Block {
	curve := figure.Curve{XLabel: "cards", YLabel: "shuffles until the deck returns", Apart: true}
	for _, kind := range []struct {
		name  string
		order func(results.OrderRow) *number.Int
	}{{"out-shuffles", func(r results.OrderRow) *number.Int { return r.Out }}, {"in-shuffles", func(r results.OrderRow) *number.Int { return r.In }}} {
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
	return []figure.Block{figure.Title(fmt.Sprintf("Orders of perfect shuffles, %s to %s cards", l.From, l.To)), curve}
}
