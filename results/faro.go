package results

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// FaroSchema names the form of Faro.
const FaroSchema = "dovetail/faro/1"

// Faro is a deck after each of several perfect shuffles.
type Faro struct {
	Schema  string    `json:"schema"`
	Kind    string    `json:"kind"`
	N       int       `json:"n"`
	Packets FirstDrop `json:"packets"`
	Decks   [][]int   `json:"decks"` // from the start on, top card first
	Returns bool      `json:"returns"`
}

// Text implements Record.
func (f Faro) Text(w io.Writer) error {
	fmt.Fprintln(w, f.Packets)
	width := len(strconv.Itoa(len(f.Decks) - 1))
	for i, deck := range f.Decks {
		if _, err := fmt.Fprintf(w, "%*d: %s\n", width, i, strings.Join(cards(deck), ", ")); err != nil {
			return err
		}
	}
	if f.Returns {
		fmt.Fprintf(w, "back in order after %s\n", counted(len(f.Decks)-1, "shuffle"))
	}
	return nil
}

func cards(deck []int) []string {
	out := make([]string, len(deck))
	for i, c := range deck {
		out[i] = strconv.Itoa(c)
	}
	return out
}

// Table implements Record.
func (f Faro) Table() ([]string, [][]string) {
	header := []string{"shuffles"}
	for i := range f.N {
		header = append(header, fmt.Sprintf("position_%d", i+1))
	}
	var rows [][]string
	for i, deck := range f.Decks {
		rows = append(rows, append([]string{strconv.Itoa(i)}, cards(deck)...))
	}
	return header, rows
}
