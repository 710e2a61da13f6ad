package questions

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/intervals"
)

// Notes point out, beside an answer, efforts that are assumed, and shuffles whose packets are made for a larger deck: most of
// them take the whole deck, and leave it unchanged. Letters that a word does not contain are
// ignored.
func Notes(q results.Question) (notes []string) {
	var deck struct {
		N       int               `json:"n"`
		Word    string            `json:"word"`
		Letters []notation.Letter `json:"models"`
		Effort  string            `json:"effort"`
	}
	if json.Unmarshal(results.TextOf(q).Question, &deck) != nil {
		return nil
	}
	if assumed, err := intervals.Assumed(deck.Letters); err == nil && deck.Effort != "" && deck.Effort == assumed {
		notes = append(notes, fmt.Sprintf("a person is assumed to take %s seconds for the letters; --effort says otherwise", assumed))
	}
	for _, l := range deck.Letters {
		if deck.Word != "" && strings.IndexByte(deck.Word, l.Name) < 0 {
			continue
		}
		packets := shuffle.PacketsOf(l.Model)
		if packets == nil {
			continue
		}
		if mean := packets.MeanPacket(); mean.Cmp(big.NewRat(int64(deck.N), 1)) > 0 {
			notes = append(notes, fmt.Sprintf("packets of %s have %s cards on average, more than the %d of the deck; "+
				"a packet of the whole deck leaves it unchanged", l, mean.RatString(), deck.N))
		}
	}
	return notes
}
