// Package spoken has the words and numbers of a sentence for somebody who plays cards: shuffles by their names, and
// distances in few digits, rounded outwards where they are the ends of an interval.
package spoken

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"dovetail/perm/number"
)

// After says what was done to a deck: "After 4 riffles, one deal into 10 piles and 2 riffles (RRRRDRR),". Models are as a
// record has them, "R=riffle(cut=binomial)".
func After(word string, models []string) string { return "After " + Word(word, models) + "," }

// Word is a word by the names of its shuffles, with its letters if they are few.
func Word(word string, models []string) string {
	said := shuffles(word, models)
	switch {
	case said == "":
		return number.Brief(word)
	case len(word) > 12:
		return said
	}
	return fmt.Sprintf("%s (%s)", said, word)
}

// shuffles are those of a word, or empty if that is long.
func shuffles(word string, models []string) string {
	called := map[rune]string{}
	for _, m := range models {
		if letter, model, ok := strings.Cut(m, "="); ok && len(letter) == 1 {
			called[rune(letter[0])] = model
		}
	}
	const most = 5 // groups of equal letters
	var groups []string
	for i := 0; i < len(word); {
		to := i
		for to < len(word) && word[to] == word[i] {
			to++
		}
		model := called[rune(word[i])]
		if model == "" || len(groups) == most {
			return ""
		}
		groups = append(groups, repeated(to-i, model))
		i = to
	}
	if len(groups) < 2 {
		return strings.Join(groups, "")
	}
	return strings.Join(groups[:len(groups)-1], ", ") + " and " + groups[len(groups)-1]
}

// piles finds into how many piles a model deals, or how many packets, shelves or exchanges it has.
var piles = regexp.MustCompile(`\b(piles|a|m|k)=(\d+)`)

// repeated is so many times a shuffle by a model.
func repeated(times int, model string) string {
	name, _, _ := strings.Cut(model, "(")
	many := ""
	if found := piles.FindStringSubmatch(model); found != nil {
		many = found[2]
	}
	one, more := name+" shuffle", name+" shuffles"
	switch name {
	case "riffle":
		one, more = "riffle", "riffles"
	case "clumpy", "human":
		one, more = "riffle by hand", "riffles by hand"
	case "ashuffle":
		one, more = "riffle of "+many+" packets", "riffles of "+many+" packets"
	case "hindu":
		one, more = "Hindu shuffle", "Hindu shuffles"
	case "deal", "pile":
		one, more = "deal into "+many+" piles", "deals into "+many+" piles"
	case "milk":
		if many != "" {
			one, more = "milk into "+many+" piles", "milks into "+many+" piles"
		}
	case "cut":
		one, more = "cut", "cuts"
	case "faro":
		one, more = "perfect shuffle", "perfect shuffles"
	case "shelf":
		one, more = "pass through a machine of "+many+" shelves", "passes through a machine of "+many+" shelves"
	case "transpositions":
		if one, more = "round of "+many+" random exchanges", "rounds of "+many+" random exchanges"; many == "1" {
			one, more = "random exchange", "random exchanges"
		}
	case "adjacent":
		one, more = "exchange of neighbours", "exchanges of neighbours"
	case "parts":
		one, more = "shuffle in parts", "shuffles in parts"
	case "monge":
		one, more = "Monge shuffle", "Monge shuffles"
	case "wash":
		one, more = "wash", "washes"
	case "thorp":
		one, more = "Thorp shuffle", "Thorp shuffles"
	}
	if times == 1 {
		return "one " + one
	}
	return fmt.Sprintf("%d %s", times, more)
}

// Cards are so many cards with their verb.
func Cards(n int) string {
	if n == 1 {
		return "1 card is"
	}
	return fmt.Sprintf("%d cards are", n)
}

// Figure is a number in three digits, in three places from 0.1 on.
func Figure(x float64) string {
	switch {
	case x == 0:
		return "0"
	case math.Abs(x) >= 0.0995:
		return strconv.FormatFloat(x, 'f', 3, 64)
	case math.Abs(x) < 1e-4:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	three, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return strconv.FormatFloat(three, 'f', -1, 64)
}

// Decimal is a decimal of a record as a number.
func Decimal(decimal string) float64 {
	x, _ := strconv.ParseFloat(decimal, 64)
	return x
}

// Rounded are the ends of what digits that were rounded to the nearest may be, half a unit of the last place around them; 0
// is itself.
func Rounded(decimal string) (low, high float64) {
	mantissa, exponent, _ := strings.Cut(decimal, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	power, _ := strconv.Atoi(exponent)
	x := Decimal(decimal)
	if x == 0 {
		return 0, 0
	}
	half := math.Pow10(power-len(fraction)) / 2
	return x - half, x + half
}

// Away is how far from fair something is that lies between two ends, which are rounded outwards unless they are within a
// thousandth of each other.
func Away(low, high float64) string {
	const places = 1000
	down, up := math.Floor(low*places)/places, math.Ceil(high*places)/places
	switch {
	case high == 0:
		return "0 from fair, so perfectly mixed"
	case low > 0.999:
		return "more than 0.999 from fair"
	case low > 0 && high-low <= high/1000:
		return Figure((low+high)/2) + " from fair"
	case down == 0 && up >= 1:
		return "at an unknown distance from fair"
	case up >= 1:
		return fmt.Sprintf("at least %.3f from fair", down)
	case down == 0:
		return fmt.Sprintf("at most %s from fair", Up(high))
	}
	return fmt.Sprintf("between %.3f and %.3f from fair", down, up)
}

// AwayBetween is the same of ends as records have them.
func AwayBetween(low, high string) string { return Away(Decimal(low), Decimal(high)) }

// Up is a number in three places, or in three digits below 0.1, rounded up.
func Up(x float64) string {
	if x >= 0.1 {
		return fmt.Sprintf("%.3f", math.Ceil(x*1000)/1000)
	}
	exponent := int(math.Floor(math.Log10(x)))
	three := int(math.Ceil(x / math.Pow(10, float64(exponent-2))))
	rounded, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", three, exponent-2), 64)
	return strconv.FormatFloat(rounded, 'g', -1, 64)
}

// Sure is how sure an answer of a kind is.
func Sure(kind string) string {
	if kind == "bound" {
		return "proved"
	}
	return kind
}
