package fit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
	"dovetail/results/param"
)

// Hands say whose riffle it is: that of a preset, of a chance to switch with a cut, of any model,
// or of given counts.
type Hands struct {
	Preset  string
	Switch  string // a probability
	Cut     string // one of Cuts
	Off, SD string // of a normal cut
	Riffle  string // a model
}

// Presets are hands by name: the Gilbert-Shannon-Reeds riffle; the people whose riffles were
// counted; equally neat hands, with the cut of the chain; clumsy ones; and an ideal riffle after a
// cut anywhere.
var Presets = slices.Concat([]string{"ideal"}, People, []string{"neat", "clumsy", "sloppy"})

// Cuts are the laws of the cut. Those without a switch are of riffles whose cards fall at random.
var Cuts = []string{"chain", "binomial", "normal", "uniform", "half"}

// Model is the model of the hands. Counts determine it if there are any.
func (h Hands) Model(counted *Counts) (shuffle.Model, error) {
	given := 0
	for _, one := range []bool{counted != nil, h.Preset != "", h.Switch != "" || h.Cut != "", h.Riffle != ""} {
		if one {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, errors.New("the hands are given twice; give counts, --preset, --switch with --cut, or --riffle")
	case (h.Off != "" || h.SD != "") && h.Cut != "normal":
		return nil, errors.New("off and sd are parameters of --cut normal")
	case h.Off != "" && h.Switch == "":
		return nil, errors.New("off needs --switch")
	}
	switch {
	case counted != nil:
		return counted.model()
	case h.Riffle != "":
		return models.Parse(h.Riffle)
	case h.Switch != "" || h.Cut != "":
		return models.Parse(h.spell())
	}
	switch h.Preset {
	case "":
		return Published(People[0]).model()
	case "ideal":
		return models.Parse("riffle")
	case "neat":
		return models.Parse("clumpy(switch=13/20)")
	case "clumsy":
		return models.Parse("clumpy(switch=2/5)")
	case "sloppy":
		return models.Parse("riffle(cut=uniform)")
	}
	if slices.Contains(People, h.Preset) {
		return Published(h.Preset).model()
	}
	return nil, fmt.Errorf("preset=%q is not one of %s", h.Preset, param.Join(Presets))
}

// spell is the model by its chance to switch, or without one.
func (h Hands) spell() string {
	spelled := "riffle("
	if h.Switch != "" {
		spelled = fmt.Sprintf("clumpy(switch=%s,", h.Switch)
	}
	spelled += "cut=" + cmp.Or(h.Cut, "chain")
	for _, x := range [][2]string{{"off", h.Off}, {"sd", h.SD}} {
		if x[1] != "" {
			spelled += fmt.Sprintf(",%s=%s", x[0], x[1])
		}
	}
	return spelled + ")"
}

// Check refuses an unknown cut.
func (h Hands) Check() error {
	switch {
	case h.Cut != "" && !slices.Contains(Cuts, h.Cut):
		return fmt.Errorf("cut=%q is not one of %s", h.Cut, param.Join(Cuts))
	case h.Cut == "chain" && h.Switch == "":
		return errors.New("cut=chain is the cut that follows from --switch")
	}
	return nil
}

// model is the clumpy riffle with the largest likelihood under the counts.
func (c Counts) model() (shuffle.Model, error) {
	f, err := c.likeliest()
	switch {
	case err != nil:
		return nil, err
	case f == nil:
		return nil, errors.New("no clumpy riffle can be fitted to these counts: they need packets of more than one length")
	}
	return models.Parse(f.Model)
}

// Riffles as one sees them: somebody who riffles a sorted deck and deals it through finds some
// cards in a row from the upper half, then some from the lower one, and so on in turn.

// Seen counts riffles of one deck. They are separated by semicolons. Each has its packets from the
// top, or signs. Riffles in signs may stand on lines of their own.
func Seen(text string) (c Counts, err error) {
	text = strings.Trim(text, "; \n")
	if first := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }); len(first) > 0 && signsOf(first[0]) != "" {
		text = strings.Join(first, ";")
	}
	for riffle := range strings.SplitSeq(text, ";") {
		packets, err := packetsOf(riffle)
		if err == nil {
			err = c.add(packets)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// add counts a riffle by its packets from the top. The first is of the upper half, and may be empty.
func (c *Counts) add(packets []int) error {
	cards := 0
	for _, size := range packets {
		cards += size
	}
	switch {
	case c.N == 0 && (cards < 2 || cards > maxDeck):
		return fmt.Errorf("the packets have %d cards together, not 2 to %d", cards, maxDeck)
	case c.N == 0:
		c.N = cards
	case cards != c.N:
		return fmt.Errorf("one riffle has %d cards, another %d", c.N, cards)
	}
	if c.Cuts == nil {
		c.Cuts, c.Packets = make([]int, c.N+1), make([]int, c.N+1)
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
	return nil
}

// halves are the signs for a card of the upper half, or the left one, and for one of the other.
var halves = []string{"12", "LR", "TB"}

// shortest is the least number of signs in a riffle: fewer digits are a number of cards.
const shortest = 4

// isRiffle reports whether a line of a file has a riffle: signs, or packets after "runs" or by themselves.
func isRiffle(words []string) bool {
	return words[0] == "runs" || !slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, "0123456789,") != "" }) ||
		len(words) == 1 && signsOf(words[0]) != ""
}

// signsOf are the two signs of a riffle in signs, or "".
func signsOf(word string) string {
	for _, signs := range halves {
		if len(word) >= shortest && strings.Trim(strings.ToUpper(word), signs) == "" {
			return signs
		}
	}
	return ""
}

// packetsOf are the sizes of the packets of one riffle. They are read from signs such as 1112212 or
// LLRLR, one for each card, or from a list, perhaps after the word runs. Only the first may be
// empty.
func packetsOf(riffle string) (packets []int, err error) {
	riffle = strings.TrimPrefix(strings.TrimSpace(riffle), "runs")
	if signs := signsOf(riffle); signs != "" {
		half := signs[0]
		packets = []int{0}
		for _, sign := range []byte(strings.ToUpper(riffle)) {
			if sign != half {
				half = sign
				packets = append(packets, 0)
			}
			packets[len(packets)-1]++
		}
		return packets, nil
	}
	for word := range strings.FieldsFuncSeq(riffle, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		size, err := strconv.Atoi(word)
		if err != nil || size < 0 || size > maxDeck || size == 0 && packets != nil {
			return nil, fmt.Errorf("%q is not the size of a packet", number.Brief(word))
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
