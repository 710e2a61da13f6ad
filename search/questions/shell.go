package questions

import (
	"errors"
	"fmt"
	"strings"
)

// Split reads the arguments of a command line as a POSIX shell does, in which only quotes and
// backslashes have a meaning.
func Split(line string) (args []string, err error) {
	var word []rune
	var quote rune
	begun, escaped := false, false
	for _, c := range line {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("$`\"\\\n", c) {
				word = append(word, '\\')
			}
			if c != '\n' {
				word = append(word, c)
			}
			escaped = false
		case c == '\\' && quote != '\'':
			escaped = true
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && strings.ContainsRune(" \t\r\n", c):
			if begun || word != nil {
				args = append(args, string(word))
			}
			word, begun = nil, false
		default:
			word = append(word, c)
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	case escaped:
		return nil, errors.New("nothing follows the last backslash")
	case begun || word != nil:
		args = append(args, string(word))
	}
	return args, nil
}
