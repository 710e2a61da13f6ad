package results

import (
	"fmt"
	"io"

	"dovetail/results/number"
)

// OrdersVerifySchema names the form of OrdersVerify.
const OrdersVerifySchema = "dovetail/orders-verify/1"

// OrdersVerify is the outcome of a check of the orders modulo the odd numbers
// in a range.
type OrdersVerify struct {
	Schema     string           `json:"schema"`
	Kind       string           `json:"kind"`
	From       number.Int       `json:"from"`
	To         number.Int       `json:"to"`
	Method     string           `json:"method"`    // the engine that was checked
	Walked     number.Int       `json:"walked"`    // orders found anew
	Certified  number.Int       `json:"certified"` // orders proved
	Mismatches []OrdersMismatch `json:"mismatches"`
}

// OrdersMismatch is an order that failed.
type OrdersMismatch struct {
	Modulus number.Int `json:"modulus"`
	Order   number.Int `json:"order"`
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
		verdict = counted(n, "mismatch") + " listed"
	}
	_, err := fmt.Fprintln(w, verdict)
	return err
}

// Table implements Record.
func (o OrdersVerify) Table() ([]string, [][]string) {
	var rows [][]string
	for _, m := range o.Mismatches {
		rows = append(rows, []string{m.Modulus.String(), m.Order.String(), m.Why})
	}
	return []string{"modulus", "order", "why"}, rows
}
