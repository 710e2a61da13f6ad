// Package powers has the records of how often a fixed rule, such as a faro shuffle, is repeated until a deck is back, and of
// the primes and orders behind that.
package powers

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// OrdersDeck is one deck with the orders of its perfect shuffles.
type OrdersDeck struct {
	results.Head
	N   number.Int `json:"n" unit:"cards"`
	Out OrderOfTwo `json:"out"`
	In  OrderOfTwo `json:"in"`
	// The packets into which the out-shuffle and the in-shuffle cut the deck.
	Order [2]FirstDrop `json:"packets"`
	Only  string       `json:"-"` // out or in, if only that shuffle is shown; JSON has both
}

// FirstDrop says how a perfect shuffle cuts and interleaves.
type FirstDrop struct {
	Shuffle string     `json:"shuffle"`
	Top     number.Int `json:"top_packet" unit:"cards"`
	Bottom  number.Int `json:"bottom_packet" unit:"cards"`
	// The packet from which the new top card comes.
	First string `json:"first_card_from"`
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

// PrimePower is p^e, a prime p to the power e.
type PrimePower struct {
	P number.Int `json:"p" unit:"number"`
	E int        `json:"e" unit:"number"`
}

// OrderResidue is 2^Exponent modulo the modulus, Exponent = order/Q: it is not 1, so the order does not divide order/Q.
type OrderResidue struct {
	Q        number.Int `json:"q" unit:"number"`
	Exponent number.Int `json:"exponent" unit:"number"`
	Residue  number.Int `json:"residue" unit:"moduli"`
}

// Sections implements Record.
func (d OrdersDeck) Sections(p *render.Page) {
	p.Header = []string{"n", "shuffle", "order", "modulus", "modulus_factors", "order_factors"}
	const width = 28 // of a column of factors
	column := func(f []string) render.Lines { return render.Lines(render.Fold(width, "", "", " * ", f)) }
	p.Columns("<shuffle", "order", "modulus", "<factors of the modulus", "<factors of the order")
	var certificates []string
	for i, o := range []OrderOfTwo{d.Out, d.In} {
		name, modulus, order := []string{"out", "in"}[i], factorList(o.ModulusFactors), factorList(o.OrderFactors)
		if d.Only == []string{"in", "out"}[i] { // the other one
			continue
		}
		p.Add(d.N, name, o.Order, o.Modulus, strings.Join(modulus, " * "), strings.Join(order, " * "))
		p.Row(name, o.Order, o.Modulus, column(modulus), column(order))
		head := fmt.Sprintf("  certificate: modulo %s: ", o.Modulus)
		certificates = append(certificates, d.Order[i].String(), render.Fold(p.Width, head, "    ", ", ", o.certificate()))
	}
	p.Line("%s", strings.Join(certificates, "\n"))
}

// certificate are the powers that prove the order.
func (o OrderOfTwo) certificate() []string {
	parts := []string{fmt.Sprintf("2^%s = 1", o.Order)}
	for _, r := range o.Residues {
		parts = append(parts, fmt.Sprintf("2^(%s/%s) = %s", o.Order, r.Q, r.Residue))
	}
	return parts
}

// factorList writes 2^3 and 5; the empty product is 1.
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

// OrdersWith lists the decks that exactly K shuffles restore. When 2^K - 1 is
// not completely factored, there may be more: Kind is bound.
type OrdersWith struct {
	results.Head
	K int `json:"k" unit:"shuffles"`
	// The prime factors of 2^K - 1 that are known.
	Primes   []PrimePower `json:"primes"`
	Complete bool         `json:"complete"`
	// Parts of 2^K - 1 that could not be factored further.
	Composites []number.Int `json:"composites" unit:"number"`
	Effort     string       `json:"effort,omitempty"`
	Out        []number.Int `json:"out" unit:"cards"`
	In         []number.Int `json:"in" unit:"cards"`
}

// Sections implements Record.
func (o OrdersWith) Sections(p *render.Page) {
	parts := factorList(o.Primes)
	for _, c := range o.Composites {
		parts = append(parts, fmt.Sprintf("(%s, composite)", c))
	}
	p.Line("%s", render.Fold(p.Width, fmt.Sprintf("2^%d - 1 = ", o.K), "  ", " * ", parts))
	if !o.Complete {
		p.Line("The factorisation is incomplete after %s: there may be more decks than these (bound)", o.Effort)
	}
	p.Header = []string{"shuffle", "n"}
	for i, decks := range [][]number.Int{o.Out, o.In} {
		kind := []string{"out", "in"}[i]
		var sizes []string
		for _, n := range decks {
			sizes = append(sizes, n.String())
			p.Add(kind, n)
		}
		p.Line("%s", render.Fold(p.Width, number.Count(len(decks), kind+"-shuffled deck")+": ", "  ", " ", sizes))
	}
}

// OrdersVerify is the outcome of a check of the orders modulo the odd numbers
// in a range.
type OrdersVerify struct {
	results.Head
	From number.Int `json:"from" unit:"moduli"`
	To   number.Int `json:"to" unit:"moduli"`
	// The engine that was checked.
	Method string `json:"method"`
	// The number of orders that were found anew by a halving walk.
	Walked number.Int `json:"walked" unit:"moduli"`
	// The number of orders that were proved by a certificate.
	Certified  number.Int       `json:"certified" unit:"moduli"`
	Mismatches []OrdersMismatch `json:"mismatches"`
}

// OrdersMismatch is an order that failed.
type OrdersMismatch struct {
	Modulus number.Int `json:"modulus" unit:"moduli"`
	Order   number.Int `json:"order" unit:"shuffles"`
	Why     string     `json:"why"`
}

// Sections implements Record.
func (o OrdersVerify) Sections(p *render.Page) {
	p.Data(o.Mismatches)
	p.Line("Orders of 2 modulo the odd m in %s..%s by the %s engine", o.From, o.To, o.Method)
	p.Line("%s found anew by a halving walk, %s proved by a certificate", o.Walked, o.Certified)
	for _, m := range o.Mismatches {
		p.Line("MISMATCH m = %s: order %s: %s", m.Modulus, m.Order, m.Why)
	}
}

// Artin's constant: the share of the primes for which 2 is a primitive root,
// if a conjecture of Artin's is right (J. W. Wrench, Evaluation of Artin's
// constant and the twin-prime constant, 1961).
const Artin = 0.3739558136192022880547

// OrdersStats are sums over the orders of 2 modulo the odd m in a range.
type OrdersStats struct {
	results.Head
	From number.Int `json:"from" unit:"moduli"`
	To   number.Int `json:"to" unit:"moduli"`
	// The number of odd m in the range.
	Count number.Int `json:"count" unit:"moduli"`
	Sum   number.Int `json:"sum" unit:"shuffles"`
	// The exclusive or of m times the order, over all m, modulo 2^64.
	Xor number.Int `json:"xor" unit:"number"`
	Max number.Int `json:"max" unit:"shuffles"`
	// The least m whose order is the largest.
	MaxAt number.Int `json:"max_at" unit:"moduli"`
	Min   number.Int `json:"min" unit:"shuffles"`
	MinAt number.Int `json:"min_at" unit:"moduli"`
	// The number of odd primes in the range.
	Primes              number.Int `json:"primes" unit:"moduli"`
	PrimitiveRootPrimes number.Int `json:"primitive_root_primes" unit:"moduli"`
	// The sum of the orders modulo the primes.
	PrimeSum     number.Int `json:"prime_sum" unit:"shuffles"`
	Pseudoprimes number.Int `json:"base2_pseudoprimes" unit:"moduli"`

	// The share of the primes that have 2 as a primitive root; 0 if there are no primes.
	PrimitiveRootShare float64 `json:"primitive_root_share" unit:"probability"`
	Artin              float64 `json:"artin" unit:"probability"`
}

// Sections implements Record.
func (s OrdersStats) Sections(p *render.Page) {
	p.Head(nil, "orders of 2 modulo the odd m in %s..%s", s.From, s.To)
	p.Header = []string{"quantity", "value"}
	p.Columns("<quantity", "value", "<meaning")
	for _, r := range [][]any{
		{"from", s.From},
		{"to", s.To},
		{"count", s.Count, "odd moduli m"},
		{"sum", s.Sum, "of the orders of 2 modulo m"},
		{"xor", s.Xor, "of m*ord mod 2^64"},
		{"max", s.Max, "at m = " + s.MaxAt.String()},
		{"min", s.Min, "at m = " + s.MinAt.String()},
		{"primes", s.Primes, "odd primes m"},
		{"primitive_root_primes", s.PrimitiveRootPrimes, "primes with order m-1"},
		{"prime_sum", s.PrimeSum, "of the orders of the primes"},
		{"base2_pseudoprimes", s.Pseudoprimes, "composites with ord | m-1"},
		{"max_at", s.MaxAt},
		{"min_at", s.MinAt},
	} {
		p.Add(r[:2]...)
		if len(r) > 2 {
			p.Row(r...)
		}
	}
	if s.PrimitiveRootShare > 0 {
		p.Line("2 is a primitive root of %.10f of the primes; Artin's constant is %.10f", s.PrimitiveRootShare, s.Artin)
	}
}

// Faro is a deck after each of several perfect shuffles.
type Faro struct {
	results.Head
	N       int       `json:"n" unit:"cards"`
	Packets FirstDrop `json:"packets"`
	// The decks, the first before any shuffle, each from the top card down.
	Decks   [][]int `json:"decks" unit:"cards"`
	Returns bool    `json:"returns"`
	results.Named
}

// Sections implements Record.
func (f Faro) Sections(p *render.Page) {
	p.Line("%s", f.Packets)
	p.Header = []string{"shuffles"}
	for i := range f.N {
		p.Header = append(p.Header, fmt.Sprintf("position_%d", i+1))
	}
	width := len(strconv.Itoa(len(f.Decks) - 1))
	for i, deck := range f.Decks {
		p.Whole("%*d: %s", width, i, strings.Join(f.Called(deck...), ", "))
		p.Rows = append(p.Rows, append([]string{strconv.Itoa(i)}, results.Named{Names: f.Given}.Called(deck...)...))
	}
}

// Families are the perfect shuffles of one deck with their orders.
type Families struct {
	results.Head
	N        number.Int `json:"n" unit:"cards"`
	Shuffles []Family   `json:"shuffles"`
	// The size of the group that in- and out-shuffles generate.
	GroupSize number.Int `json:"group_size,omitzero" unit:"number"`
	// Which group in- and out-shuffles generate, or why its size is missing.
	Group string `json:"group"`
}

// Family is one of them.
type Family struct {
	Name    string     `json:"name"`
	Formula string     `json:"formula"`
	Order   number.Int `json:"order" unit:"shuffles"`
	// Whether the lengths of the shuffle's cycles give the same order.
	Cycles bool `json:"by_cycles"`
}

// Sections implements Record.
func (f Families) Sections(p *render.Page) {
	p.Header = []string{"shuffle", "order", "formula"}
	p.Columns("<shuffle", "order", "<formula", "<cycles")
	for _, s := range f.Shuffles {
		cycles := ""
		if s.Cycles {
			cycles = "agree"
		}
		p.Add(s.Name, s.Order, s.Formula)
		p.Row(s.Name, s.Order, s.Formula, cycles)
	}
	size := "of unknown size"
	if f.GroupSize.Int != nil {
		p.Add("group of in and out", f.GroupSize, f.Group)
		size = "of " + number.Count(f.GroupSize, "shuffle")
		if digits := len(f.GroupSize.String()); digits > 100 {
			size = fmt.Sprintf("of a size of %d digits (all in JSON)", digits)
		}
	}
	p.Line("%s", render.Fold(p.Width, "In- and out-shuffles generate a group ", "  ", " ", []string{size + ":", f.Group}))
}

// FamilyTable has the orders of the perfect shuffles with a name, for decks of several sizes.
type FamilyTable struct {
	results.Head
	Rows []FamilyRow `json:"rows"`
}

// FamilyRow is a deck. With 2n cards Monge is the OEIS's A019567(n) and the in-shuffle A002326(n); with n cards the
// out-shuffle is A024222(n), milk A003558(n-1), and down-under A051732(n).
type FamilyRow struct {
	N     number.Int `json:"n" text:"n" unit:"cards"`
	Out   number.Int `json:"out" text:"out" unit:"shuffles"`
	In    number.Int `json:"in" text:"in" unit:"shuffles"`
	Monge number.Int `json:"monge" text:"Monge" unit:"shuffles"`
	// The milk shuffle, which is also the Klondike shuffle.
	Milk number.Int `json:"milk" text:"milk" unit:"shuffles"`
	// The down-under deal; absent for decks of more than 5,000 cards.
	DownUnder *number.Int `json:"down_under,omitempty" text:"?down-under" unit:"shuffles"`
}

// Sections implements Record.
func (t FamilyTable) Sections(p *render.Page) {
	p.Table(t.Rows)
	p.Note("In the OEIS: out-shuffles of n cards A024222(n), in-shuffles of 2n A002326(n), Monge of 2n A019567(n), milk (Klondike) of " +
		"n A003558(n-1), down-under deals of n A051732(n).")
}

// Moves are how the fewest in- and out-shuffles bring a card to each position.
type Moves struct {
	results.Head
	N int `json:"n" unit:"cards"`
	// The position of the card before, counted from 1.
	From int        `json:"from" unit:"positions"`
	Rows []MovesRow `json:"rows"`
}

// MovesRow is a position, and a word that brings the card there: I for in, O for out.
type MovesRow struct {
	To       int    `json:"to" text:"to" unit:"positions"`
	Shuffles int    `json:"shuffles" text:"shuffles" unit:"shuffles"`
	Word     string `json:"word" text:"<word of I and O"`
}

// Sections implements Record.
func (m Moves) Sections(p *render.Page) { p.Table(m.Rows) }

// Move is how in- and out-shuffles bring a card from one position to another.
// Words are read from the left: I for in, O for out.
type Move struct {
	results.Head
	N number.Int `json:"n" unit:"cards"`
	// The position of the card before, counted from 1.
	From   number.Int `json:"from" unit:"positions"`
	To     number.Int `json:"to" unit:"positions"`
	Closed string     `json:"closed_form"`
	// A shortest word that does it; absent if the deck is too large to search.
	Shortest *string `json:"shortest,omitempty"`
}

// moves shows a word with its number of shuffles.
func moves(p *render.Page, name, word string) {
	p.Line("%s: %s (%s)", name, cmp.Or(word, "nothing to do"), number.Count(len(word), "shuffle"))
}

// MoveCards is how in- and out-shuffles bring several cards to as many places, in any order.
type MoveCards struct {
	results.Head
	N int `json:"n" unit:"cards"`
	// The positions of the cards before, counted from 1, and those after.
	From []int `json:"from" unit:"positions"`
	To   []int `json:"to" unit:"positions"`
	// A shortest word that does it; absent if it was not found.
	Shortest *string `json:"shortest,omitempty"`
	// No word with fewer shuffles does it.
	AtLeast int `json:"at_least" unit:"shuffles"`
}

// Sections implements Record.
func (m MoveCards) Sections(p *render.Page) {
	p.Head(nil, "n=%d, positions %s to %s in any order, I = in, O = out (replayed)", m.N, render.Spaced(m.From), render.Spaced(m.To))
	p.Header = []string{"n", "from", "to", "word", "at_least"}
	word := ""
	if m.Shortest == nil {
		p.Line("shortest: not found within the limit of sets of places; at least %s", number.Count(m.AtLeast, "shuffle"))
	} else {
		word = *m.Shortest
		moves(p, "shortest", word)
	}
	p.Add(m.N, m.From, m.To, word, m.AtLeast)
}

// Sections implements Record.
func (m Move) Sections(p *render.Page) {
	p.Head(nil, "n=%s, position %s to %s, I = in, O = out (replayed)", m.N, m.From, m.To)
	p.Header = []string{"by", "word", "shuffles"}
	add := func(by, name, word string) {
		p.Add(by, word, len(word))
		moves(p, name, word)
	}
	add("closed", "closed form", m.Closed)
	if m.Shortest == nil {
		p.Line("shortest: not searched, the deck is too large")
	} else {
		add("shortest", "shortest", *m.Shortest)
	}
}
