package results

import (
	"fmt"
	"io"
	"strconv"

	"dovetail/results/number"
)

// MoveSchema names the form of Move.
const MoveSchema = "dovetail/orders-move/1"

// Move is how in- and out-shuffles bring a card from one position to another.
// Words are read from the left: I for in, O for out.
type Move struct {
	Schema   string     `json:"schema"`
	Kind     string     `json:"kind"`
	N        number.Int `json:"n"`
	From     number.Int `json:"from"` // positions from 1
	To       number.Int `json:"to"`
	Closed   string     `json:"closed_form"`
	Shortest *string    `json:"shortest,omitempty"` // absent when the deck is too large to search
}

// Text implements Record.
func (m Move) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s cards, position %s to %s, I = in, O = out (replayed)\n", m.N, m.From, m.To)
	fmt.Fprintf(w, "closed form: %s (%s)\n", word(m.Closed), counted(len(m.Closed), "shuffle"))
	if m.Shortest == nil {
		_, err := fmt.Fprintln(w, "shortest: not searched, the deck is too large")
		return err
	}
	_, err := fmt.Fprintf(w, "shortest: %s (%s)\n", word(*m.Shortest), counted(len(*m.Shortest), "shuffle"))
	return err
}

func word(s string) string {
	if s == "" {
		return "nothing to do"
	}
	return s
}

// Table implements Record.
func (m Move) Table() ([]string, [][]string) {
	rows := [][]string{{"closed", m.Closed, strconv.Itoa(len(m.Closed))}}
	if m.Shortest != nil {
		rows = append(rows, []string{"shortest", *m.Shortest, strconv.Itoa(len(*m.Shortest))})
	}
	return []string{"by", "word", "shuffles"}, rows
}
