package number

import (
	"fmt"
	"strings"
)

// Count is a number of things in words, by the noun for one of them: "1 move", "2 moves",
// "0 mismatches", "10 shelves".
func Count(n any, noun string) string {
	digits := fmt.Sprint(n)
	switch {
	case digits == "1":
		return "1 " + noun
	case strings.HasSuffix(noun, "lf"):
		return digits + " " + strings.TrimSuffix(noun, "f") + "ves"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "ch"):
		return digits + " " + noun + "es"
	}
	return digits + " " + noun + "s"
}
