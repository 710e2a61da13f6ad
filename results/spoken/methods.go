package spoken

import "strings"

// methods are the methods by which ends of intervals are known, as records name them, in words for reading.
var methods = map[string]string{
	"closed form":      "exact formula",
	"closed density":   "densities of decks",
	"trained test":     "test of decks",
	"annealed density": "random walks",
	"two cards":        "pairs of cards",
	"one card":         "single cards",
	"block":            "from its part",
	"contraction":      "from its parts",
	"none":             "nothing known",
}

// Method is a method in words. After some there are the parts of the word from which an end follows.
func Method(by string) string {
	for name, says := range methods {
		if rest, ok := strings.CutPrefix(by, name); ok && (rest == "" || rest[0] == ' ') {
			return says + rest
		}
	}
	return by
}

// Explained are the sampled methods among some, each in a sentence.
func Explained(by ...string) (says string) {
	for _, m := range [][2]string{
		{"trained test", " Test of decks: a rule that tells these decks from fair ones was tried on new decks of both kinds."},
		{"annealed density", " Random walks: on random decks they estimate how likely the shuffles make each."},
		{"closed density", " Densities of decks: how likely the shuffles make random decks."},
	} {
		for _, b := range by {
			if b == m[0] {
				says += m[1]
				break
			}
		}
	}
	return says
}
