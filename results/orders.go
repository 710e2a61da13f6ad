package results

import (
	"fmt"
	"io"
	"strings"

	"dovetail/results/number"
)

// OrdersDeckSchema names the form of OrdersDeck.
const OrdersDeckSchema = "dovetail/orders-deck/2"

// OrdersDeck is one deck with the orders of its perfect shuffles.
type OrdersDeck struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N     number.Int   `json:"n" unit:"cards"`
	Out   OrderOfTwo   `json:"out"`
	In    OrderOfTwo   `json:"in"`
	Order [2]FirstDrop `json:"packets"` // of the out- and the in-shuffle
}

// FirstDrop says how a perfect shuffle cuts and interleaves.
type FirstDrop struct {
	Shuffle string     `json:"shuffle"`
	Top     number.Int `json:"top_packet" unit:"cards"`
	Bottom  number.Int `json:"bottom_packet" unit:"cards"`
	First   string     `json:"first_card_from"` // the packet of the new top card
}

// String says how the deck is cut and which packet comes out on top.
func (d FirstDrop) String() string {
	return fmt.Sprintf("%s-shuffle: top packet %s, bottom packet %s; the new deck begins with the %s packet",
		d.Shuffle, d.Top, d.Bottom, d.First)
}

// OrderOfTwo is the order of 2 modulo an odd number with its certificate.
type OrderOfTwo struct {
	Order          number.Int     `json:"order" unit:"shuffles"`
	Modulus        number.Int     `json:"modulus" unit:"moduli"`
	ModulusFactors []PrimePower   `json:"modulus_factors"`
	OrderFactors   []PrimePower   `json:"order_factors"`
	Residues       []OrderResidue `json:"residues"`
}

// PrimePower is P^E.
type PrimePower struct {
	P number.Int `json:"p" unit:"number"`
	E int        `json:"e" unit:"number"`
}

// OrderResidue is 2^Exponent modulo the modulus, Exponent = order/Q: it is not
// 1, so the order has no smaller multiple of its factor without Q.
type OrderResidue struct {
	Q        number.Int `json:"q" unit:"number"`
	Exponent number.Int `json:"exponent" unit:"number"`
	Residue  number.Int `json:"residue" unit:"moduli"`
}

// Text implements Record.
func (d OrdersDeck) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s (exact)\n", number.Count(d.N, "card"))
	t := newTable([]string{"shuffle", "order", "modulus", "factors of the modulus", "factors of the order"},
		"shuffle", "factors of the modulus", "factors of the order")
	t.AppendRow(d.Out.row("out"))
	t.AppendRow(d.In.row("in"))
	fmt.Fprintln(w, t.Render())
	for i, o := range []OrderOfTwo{d.Out, d.In} {
		head := fmt.Sprintf("  certificate: modulo %s: ", o.Modulus)
		fmt.Fprintf(w, "%s\n%s\n", d.Order[i], fold(lineWidth, head, "    ", ", ", o.certificate()))
	}
	return nil
}

func (o OrderOfTwo) row(name string) []any {
	const width = 28 // of a column of factors
	cell := func(f []PrimePower) string { return fold(width, "", "", " * ", factorList(f)) }
	return []any{name, o.Order.String(), o.Modulus.String(), cell(o.ModulusFactors), cell(o.OrderFactors)}
}

// certificate are the powers that prove the order.
func (o OrderOfTwo) certificate() []string {
	parts := []string{fmt.Sprintf("2^%s = 1", o.Order)}
	for _, r := range o.Residues {
		parts = append(parts, fmt.Sprintf("2^(%s/%s) = %s", o.Order, r.Q, r.Residue))
	}
	return parts
}

// Table implements Record.
func (d OrdersDeck) Table() ([]string, [][]string) {
	row := func(name string, o OrderOfTwo) []string {
		return []string{d.N.String(), name, o.Order.String(), o.Modulus.String(), factors(o.ModulusFactors), factors(o.OrderFactors)}
	}
	return []string{"n", "shuffle", "order", "modulus", "modulus_factors", "order_factors"},
		[][]string{row("out", d.Out), row("in", d.In)}
}

// factors writes 2^3 * 5; the empty product is 1.
func factors(f []PrimePower) string { return strings.Join(factorList(f), " * ") }

func factorList(f []PrimePower) []string {
	var parts []string
	for _, q := range f {
		s := q.P.String()
		if q.E > 1 {
			s += fmt.Sprintf("^%d", q.E)
		}
		parts = append(parts, s)
	}
	if parts == nil {
		return []string{"1"}
	}
	return parts
}

// OrdersWithSchema names the form of OrdersWith.
const OrdersWithSchema = "dovetail/orders-with/2"

// OrdersWith lists the decks that exactly K shuffles restore. When 2^K - 1 is
// not completely factored, there may be more: Kind is bound.
type OrdersWith struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	K          int          `json:"k" unit:"shuffles"`
	Primes     []PrimePower `json:"primes"` // of 2^K - 1
	Complete   bool         `json:"complete"`
	Composites []number.Int `json:"composites" unit:"number"` // parts of 2^K - 1 left whole
	Effort     string       `json:"effort,omitempty"`
	Out        []number.Int `json:"out" unit:"cards"`
	In         []number.Int `json:"in" unit:"cards"`
}

// Text implements Record.
func (o OrdersWith) Text(w io.Writer) error {
	parts := factorList(o.Primes)
	for _, c := range o.Composites {
		parts = append(parts, fmt.Sprintf("(%s, composite)", c))
	}
	fmt.Fprintln(w, fold(lineWidth, fmt.Sprintf("2^%d - 1 = ", o.K), "  ", " * ", parts))
	if !o.Complete {
		fmt.Fprintf(w, "The factorisation is incomplete after %s: there may be more decks than these (bound)\n", o.Effort)
	}
	fmt.Fprintf(w, "Restored by exactly %s (%s):\n", number.Count(o.K, "shuffle"), o.Kind)
	fmt.Fprintln(w, list(number.Count(len(o.Out), "out-shuffled deck"), o.Out))
	_, err := fmt.Fprintln(w, list(number.Count(len(o.In), "in-shuffled deck"), o.In))
	return err
}

func list(what string, xs []number.Int) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, x.String())
	}
	return fold(lineWidth, what+": ", "  ", " ", parts)
}

// Table implements Record.
func (o OrdersWith) Table() ([]string, [][]string) {
	var rows [][]string
	for _, n := range o.Out {
		rows = append(rows, []string{"out", n.String()})
	}
	for _, n := range o.In {
		rows = append(rows, []string{"in", n.String()})
	}
	return []string{"shuffle", "n"}, rows
}

// OrdersVerifySchema names the form of OrdersVerify.
const OrdersVerifySchema = "dovetail/orders-verify/2"

// OrdersVerify is the outcome of a check of the orders modulo the odd numbers
// in a range.
type OrdersVerify struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	From       number.Int       `json:"from" unit:"moduli"`
	To         number.Int       `json:"to" unit:"moduli"`
	Method     string           `json:"method"`                  // the engine that was checked
	Walked     number.Int       `json:"walked" unit:"moduli"`    // orders found anew
	Certified  number.Int       `json:"certified" unit:"moduli"` // orders proved
	Mismatches []OrdersMismatch `json:"mismatches"`
}

// OrdersMismatch is an order that failed.
type OrdersMismatch struct {
	Modulus number.Int `json:"modulus" unit:"moduli"`
	Order   number.Int `json:"order" unit:"shuffles"`
	Why     string     `json:"why"`
}

// Text implements Record.
func (o OrdersVerify) Text(w io.Writer) error {
	fmt.Fprintf(w, "Orders of 2 modulo the odd m in %s..%s by the %s engine\n", o.From, o.To, o.Method)
	fmt.Fprintf(w, "%s found anew by a halving walk, %s proved by a certificate\n", o.Walked, o.Certified)
	for _, m := range o.Mismatches {
		fmt.Fprintf(w, "MISMATCH m = %s: order %s: %s\n", m.Modulus, m.Order, m.Why)
	}
	verdict := "no mismatch"
	if n := len(o.Mismatches); n > 0 {
		verdict = number.Count(n, "mismatch") + " listed"
	}
	_, err := fmt.Fprintln(w, verdict)
	return err
}

// Table implements Record.
func (o OrdersVerify) Table() ([]string, [][]string) {
	return csvTable(o.Mismatches)
}

// OrdersSetSchema names the form of OrdersSet.
const OrdersSetSchema = "dovetail/orders-set/2"

// OrdersSet describes a set of numbers in a file, a roaring bitmap in its
// portable format.
type OrdersSet struct {
	Schema string     `json:"schema" csv:"-"`
	Kind   string     `json:"kind" csv:"-"`
	Asked             // null of a file that is described
	File   string     `json:"file"`
	What   string     `json:"what,omitempty" csv:"-"` // known when the set was made
	Count  number.Int `json:"count" unit:"decks"`
	Least  number.Int `json:"least" unit:"cards"`
	Most   number.Int `json:"most" unit:"cards"`
	Bytes  int64      `json:"bytes" unit:"bytes"`
	XXHash string     `json:"xxhash64"` // of the file
}

// Text implements Record.
func (s OrdersSet) Text(w io.Writer) error {
	if s.What != "" {
		fmt.Fprintln(w, s.What)
	}
	_, err := fmt.Fprintf(w, "%s: %s from %s to %s, %d bytes, xxhash64 %s\n", s.File, number.Count(s.Count, "member"), s.Least, s.Most, s.Bytes, s.XXHash)
	return err
}

// Table implements Record.
func (s OrdersSet) Table() ([]string, [][]string) {
	return csvTable([]OrdersSet{s})
}
