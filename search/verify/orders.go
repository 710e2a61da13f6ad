package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"slices"

	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/perm/modular"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/orders"
	"dovetail/search/run"
)

// within63 reads a number from lo to hi.
func within63(name string, x number.Int, lo, hi int64) (uint64, error) {
	if !x.IsInt64() || x.Int64() < lo || x.Int64() > hi {
		return 0, fmt.Errorf("%s=%s is out of range %d..%d", name, x, lo, hi)
	}
	return x.Uint64(), nil
}

// ordersDeck factors again.
func ordersDeck(e *exam, r results.OrdersDeck) error {
	n, err := within63("n", r.N, 2, orders.LargestModulus)
	if err != nil {
		return err
	}
	_, err = e.whole(0, func(context.Context) (any, error) { return faro.DeckRecord(n) })
	return err
}

func families(e *exam, r results.Families) error {
	n, err := within63("n", r.N, 2, 1<<62-1)
	if err != nil {
		return err
	}
	_, err = e.whole(0, func(context.Context) (any, error) { return faro.FamiliesRecord(n) })
	return err
}

func move(e *exam, r results.Move) error {
	n, err := within63("n", r.N, 2, 1<<62-1)
	if err != nil {
		return err
	}
	from, err := within63("from", r.From, 1, int64(n))
	to, err2 := within63("to", r.To, 1, int64(n))
	if err := cmp.Or(err, err2); err != nil {
		return err
	}
	_, err = e.whole(0, func(context.Context) (any, error) { return faro.MoveRecord(n, from-1, to-1) })
	return err
}

// trail shuffles as often as there are decks after the first.
func trail(e *exam, r results.Faro) error {
	kind, err := faro.ParseKind(r.Packets.Shuffle)
	if err != nil {
		return err
	}
	if err := cmp.Or(
		require(len(r.Decks) > 0 && len(r.Decks[0]) == r.N && r.N > 0, "decks does not begin with one of %d cards", r.N),
		require(r.N <= faro.MaxPrinted/max(len(r.Decks), 1), "decks are more than %d cards", faro.MaxPrinted),
	); err != nil {
		return err
	}
	if deck := r.Decks[0]; !slices.Equal(deck, cards.New(r.N, 0)) {
		if err := cards.Check(deck); err != nil {
			return err
		}
	}
	_, err = e.whole(0, func(ctx context.Context) (any, error) {
		return faro.TrailRecord(ctx, kind, r.Decks[0], len(r.Decks)-1)
	})
	return err
}

// ordersWith multiplies the factors of 2^k - 1 and tests that they are prime, and lists
// the decks by them: factors need not be found again.
func ordersWith(e *exam, r results.OrdersWith) error {
	if err := require(r.K >= 1 && r.K <= mersenne.MaxExponent, "k=%d is out of range 1..%d", r.K, mersenne.MaxExponent); err != nil {
		return err
	}
	f := mersenne.Factorisation{K: uint64(r.K)}
	for _, p := range r.Primes {
		if p.E < 1 || p.E > r.K {
			return fmt.Errorf("primes has %s to the power %d", p.P, p.E)
		}
		f.Primes = append(f.Primes, slices.Repeat([]*big.Int{p.P.Int}, p.E)...)
	}
	for _, c := range r.Composites {
		f.Composites = append(f.Composites, c.Int)
	}
	_, err := e.whole(0, func(ctx context.Context) (any, error) {
		if err := f.Check(ctx); err != nil {
			return nil, err
		}
		return orders.WithRecord(f)
	})
	if err == nil && len(f.Composites) > 0 {
		e.unchecked("composites", "that they withstood the effort")
	}
	return err
}

// span reads a range of moduli.
func span(from, to number.Int, method orders.Method) (orders.Span, error) {
	a, err := within63("from", from, 2, orders.LargestModulus)
	b, err2 := within63("to", to, int64(a), orders.LargestModulus)
	if err := cmp.Or(err, err2, require(slices.Contains(orders.Methods, method), "method=%q is not one of %v", method, orders.Methods)); err != nil {
		return orders.Span{}, err
	}
	return orders.NewSpan(int64(a), int64(b), method)
}

// ordersStats sums again, or holds the extremes to their orders.
func ordersStats(e *exam, r results.OrdersStats) error {
	s, err := span(r.From, r.To, orders.Auto)
	if err != nil {
		return err
	}
	done, err := e.whole(s.Seconds(), func(ctx context.Context) (any, error) {
		if err := s.CheckMemory(e.Memory, e.Threads); err != nil {
			return nil, tooLarge{err}
		}
		st, err := s.Total(ctx, run.Options{Threads: e.Threads})
		return s.StatsRecord(st), err
	})
	if err != nil || done {
		return err
	}
	values := map[string]uint64{}
	for _, f := range []struct {
		name  string
		value number.Int
	}{{"count", r.Count}, {"max", r.Max}, {"max_at", r.MaxAt}, {"min", r.Min}, {"min_at", r.MinAt},
		{"primes", r.Primes}, {"primitive_root_primes", r.PrimitiveRootPrimes}} {
		if !f.value.IsUint64() {
			return fmt.Errorf("%s is %s, out of range", f.name, f.value)
		}
		values[f.name] = f.value.Uint64()
	}
	for _, end := range []string{"max", "min"} {
		m := values[end+"_at"]
		if m < s.From || m > s.To || m%2 == 0 {
			return fmt.Errorf("%s_at is %d, no modulus of the range", end, m)
		}
		c, err := modular.Order(2, m)
		if err := cmp.Or(err, require(c.Order == values[end], "%s is %d, the order of 2 modulo %d is %d", end, values[end], m, c.Order)); err != nil {
			return err
		}
	}
	e.checked("count, and that max and min are orders")
	share := float64(values["primitive_root_primes"]) / float64(max(values["primes"], 1))
	want := r
	want.Kind, want.PrimitiveRootShare, want.Artin = results.Exact, share, results.Artin
	want.Count = number.OfUint((s.To-s.From)/2 + 1)
	return e.same(want)
}

func ordersVerify(e *exam, r results.OrdersVerify) error {
	s, err := span(r.From, r.To, orders.Method(r.Method))
	if err != nil {
		return err
	}
	sum := new(big.Int).Add(r.Walked.Int, r.Certified.Int)
	if count := new(big.Int).SetUint64((s.To-s.From)/2 + 1); sum.Cmp(count) != 0 || r.Walked.Sign() < 0 || r.Certified.Sign() < 0 {
		return fmt.Errorf("%s orders walked and %s certified are not those of %s moduli", r.Walked, r.Certified, count)
	}
	e.checked("that each modulus is counted")
	_, err = e.whole(s.Seconds()+s.VerifySeconds(), func(ctx context.Context) (any, error) {
		if err := s.CheckMemory(e.Memory, e.Threads); err != nil {
			return nil, tooLarge{err}
		}
		v, err := s.Verify(ctx, e.Threads, func(int) {})
		return s.VerifyRecord(v), err
	})
	return err
}

// orderList prints the list again and holds its text against that, byte by byte. A list may be
// long: it is taken apart only if it is not what is printed.
func orderList(e *exam) error {
	var r struct {
		From, To number.Int
		Rows     firstRow
	}
	if err := json.Unmarshal(e.text, &r); err != nil || r.From.Int == nil || r.To.Int == nil || !r.Rows.is {
		return of(func(*exam, results.OrderList) error { return errors.New("rows has no entries") }).check(e)
	}
	from, err := within63("from", r.From, 2, orders.LargestModulus)
	if err != nil {
		return err
	}
	to, err := within63("to", r.To, int64(from), orders.LargestModulus)
	if err != nil {
		return err
	}
	p, err := orders.PlanDecks(from, to, orders.Auto)
	if err != nil {
		return err
	}
	list := func(ctx context.Context, w io.Writer) error {
		if err := p.CheckMemory(e.Memory, 1); err != nil {
			return tooLarge{err}
		}
		return printed(ctx, w, p, r.Rows.kind(), from, to)
	}
	same, done, err := within(e, everything, p.Seconds(), func(ctx context.Context) (bool, error) {
		c := &comparison{left: bytes.TrimSpace(e.text)}
		err := list(ctx, c)
		return err == nil && len(c.left) == 0, cmp.Or(err, ctx.Err())
	})
	if err != nil && !errors.Is(err, errDiffers) || err == nil && !done {
		return err
	}
	if same {
		e.checked("every field, computed again")
		return nil
	}
	return of(func(e *exam, r results.OrderList) error {
		if err := require(uint64(len(r.Rows)) == to-from+1, "rows has %d entries, not those from %d to %d", len(r.Rows), from, to); err != nil {
			return err
		}
		_, err := e.whole(p.Seconds(), func(ctx context.Context) (any, error) {
			var text bytes.Buffer
			err := list(ctx, &text)
			return json.RawMessage(text.Bytes()), err
		})
		return err
	}).check(e)
}

// firstRow is the first of the rows of a list, if there is one.
type firstRow struct {
	results.OrderRow
	is bool
}

// UnmarshalJSON implements [json.Unmarshaler].
func (f *firstRow) UnmarshalJSON(rows []byte) error {
	inside := bytes.Trim(rows, "[]"+blanks)
	if f.is = len(inside) > 0; !f.is {
		return nil
	}
	return json.Unmarshal(inside[:end(inside)], &f.OrderRow)
}

// kind is the shuffles of the list.
func (f firstRow) kind() string {
	switch {
	case f.Out == nil:
		return "in"
	case f.In == nil:
		return "out"
	}
	return "both"
}

// comparison is written to what should be its text, but for blanks at the end.
type comparison struct{ left []byte }

var errDiffers = errors.New("another text")

// Write implements [io.Writer].
func (c *comparison) Write(p []byte) (int, error) {
	if rest, same := bytes.CutPrefix(c.left, p); same {
		c.left = rest
	} else if more, same := bytes.CutPrefix(p, c.left); same && len(bytes.TrimSpace(more)) == 0 {
		c.left = nil
	} else {
		return 0, errDiffers
	}
	return len(p), nil
}

// printed prints a list of orders.
func printed(ctx context.Context, w io.Writer, p orders.Plan, kind string, from, to uint64) error {
	rows, err := results.NewOrderRows(w, "json", kind, from, to)
	if err != nil {
		return err
	}
	var failed error
	err = p.Decks(ctx, from, to, func(n, out, in uint64) bool {
		failed = rows.Row(n, out, in)
		return failed == nil
	})
	return cmp.Or(failed, err, rows.Close())
}

// ordersSet makes the set again, if the record says what it holds, or else looks into
// the file.
func ordersSet(e *exam, r results.OrdersSet) error {
	if r.What == "" {
		return setFile(e, r)
	}
	p, members, err := orders.ParseSet(r.What)
	if err != nil {
		return err
	}
	_, err = e.whole(p.Seconds(), func(ctx context.Context) (any, error) {
		if err := p.CheckMemory(e.Memory, 1); err != nil {
			return nil, tooLarge{err}
		}
		set, what, err := p.Set(ctx, members)
		if err != nil {
			return nil, err
		}
		var data bytes.Buffer
		if _, err := set.WriteTo(&data); err != nil {
			return nil, err
		}
		again := orders.SetRecord(r.File, set, data.Bytes())
		again.What = what
		return again, nil
	})
	if err == nil {
		e.unchecked("file", "where the set is")
	}
	return err
}

func setFile(e *exam, r results.OrdersSet) error {
	if info, err := os.Stat(r.File); err != nil || !info.Mode().IsRegular() {
		e.left(everything, "there is no file %s", r.File)
		return nil
	} else if info.Size() != r.Bytes {
		return fmt.Errorf("bytes is %d, %s has %d", r.Bytes, r.File, info.Size())
	}
	_, err := e.whole(0, func(context.Context) (any, error) { return orders.ReadSet(r.File) })
	return err
}
