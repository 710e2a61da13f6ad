package results

import (
	"fmt"
	"io"
	"strings"

	"dovetail/results/number"
)

// OrdersDeckSchema names the form of OrdersDeck.
const OrdersDeckSchema = "dovetail/orders-deck/1"

// OrdersDeck is one deck with the orders of its perfect shuffles.
type OrdersDeck struct {
	Schema string       `json:"schema"`
	Kind   string       `json:"kind"`
	N      number.Int   `json:"n"`
	Out    OrderOfTwo   `json:"out"`
	In     OrderOfTwo   `json:"in"`
	Order  [2]FirstDrop `json:"packets"` // of the out- and the in-shuffle
}

// FirstDrop says how a perfect shuffle cuts and interleaves.
type FirstDrop struct {
	Shuffle string     `json:"shuffle"`
	Top     number.Int `json:"top_packet"`
	Bottom  number.Int `json:"bottom_packet"`
	First   string     `json:"first_card_from"` // the packet of the new top card
}

// String says how the deck is cut and which packet comes out on top.
func (d FirstDrop) String() string {
	return fmt.Sprintf("%s-shuffle: top packet %s, bottom packet %s; the new deck begins with the %s packet",
		d.Shuffle, d.Top, d.Bottom, d.First)
}

// OrderOfTwo is the order of 2 modulo an odd number with its certificate.
type OrderOfTwo struct {
	Order          number.Int     `json:"order"`
	Modulus        number.Int     `json:"modulus"`
	ModulusFactors []PrimePower   `json:"modulus_factors"`
	OrderFactors   []PrimePower   `json:"order_factors"`
	Residues       []OrderResidue `json:"residues"`
}

// PrimePower is P^E.
type PrimePower struct {
	P number.Int `json:"p"`
	E int        `json:"e"`
}

// OrderResidue is 2^Exponent modulo the modulus, Exponent = order/Q: it is not
// 1, so the order has no smaller multiple of its factor without Q.
type OrderResidue struct {
	Q        number.Int `json:"q"`
	Exponent number.Int `json:"exponent"`
	Residue  number.Int `json:"residue"`
}

// Text implements Record.
func (d OrdersDeck) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s cards (exact)\n", d.N)
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
