package results

import "fmt"

// counted is "1 shuffle", "2 shuffles".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
