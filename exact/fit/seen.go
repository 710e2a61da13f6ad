package fit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Riffles as one sees them: who riffles a sorted deck and deals it through finds so many cards in a row
// from the upper half, then so many from the lower one, and so on by turns.

// Seen counts riffles of one deck. They are parted by semicolons, each has the packets from the top, and
// begins with one of the upper half: 0 if the first card is of the lower half.
func Seen(text string) (c Counts, err error) {
	for riffle := range strings.SplitSeq(strings.Trim(text, "; \n"), ";") {
		packets, err := packetsOf(riffle)
		if err != nil {
			return c, err
		}
		cards := 0
		for _, size := range packets {
			cards += size
		}
		switch {
		case c.N == 0 && (cards < 2 || cards > maxDeck):
			return c, fmt.Errorf("the packets have %d cards together, not 2 to %d", cards, maxDeck)
		case c.N == 0:
			c.N, c.Cuts, c.Packets = cards, make([]int, cards+1), make([]int, cards+1)
		case cards != c.N:
			return c, fmt.Errorf("one riffle has %d cards, another %d", c.N, cards)
		}
		upper := 0
		for i, size := range packets {
			if i%2 == 0 {
				upper += size
			}
			if size > 0 {
				c.Packets[size]++
			}
		}
		c.Cuts[upper]++
		c.Riffles++
	}
	return c, nil
}

// packetsOf are the sizes of the packets of one riffle. Only the first may be empty.
func packetsOf(riffle string) (packets []int, err error) {
	for word := range strings.FieldsFuncSeq(riffle, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		size, err := strconv.Atoi(word)
		if err != nil || size < 0 || size > maxDeck || size == 0 && packets != nil {
			return nil, fmt.Errorf("%q is not the size of a packet", brief(word))
		}
		packets = append(packets, size)
	}
	if packets == nil {
		return nil, errors.New("a riffle has packets, from the top")
	}
	return packets, nil
}

// String is a file of counts.
func (c Counts) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cards %d\n", c.N)
	if c.Riffles > 0 {
		fmt.Fprintf(&b, "riffles %d\n", c.Riffles)
	}
	if c.Source != "" {
		fmt.Fprintf(&b, "source %s\n", c.Source)
	}
	for _, list := range []struct {
		name   string
		counts []int
	}{{"cut", c.Cuts}, {"packet", c.Packets}} {
		for size, count := range list.counts {
			if count > 0 {
				fmt.Fprintf(&b, "%s %d %d\n", list.name, size, count)
			}
		}
	}
	return b.String()
}
