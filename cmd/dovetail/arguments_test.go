package main

import (
	"math/rand/v2"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dovetail/search/questions"
)

func TestNumbersApart(t *testing.T) {
	for line, want := range map[string]string{
		"orders decks -5":                     "orders decks -- -5",
		"orders decks --times 3 -5 --kind in": "orders decks --times 3 --kind in -- -5",
		"orders decks 5 --times -3":           "orders decks 5 --times -3",
		"rank -m -3 -n -2":                    "rank -m -3 -n -2",
		"rank -m=-3 --emax -1":                "rank -m=-3 --emax -1",
		"topswops play 3 -1 --quiet 2":        "topswops play --quiet -- 3 -1 2",
		"topswops play -1 -- -2 --x":          "topswops play -- -1 -2 --x",
		"rank --quiet -7 --nonsense -8":       "rank --quiet --nonsense -- -7 -8",
		"orders decks - 5":                    "orders decks - 5",
		"orders decks 5 --times":              "orders decks 5 --times",
		"rank -z -x":                          "rank -z -x",
		"-5":                                  "-5",
		"":                                    "",
	} {
		if got := numbersApart(newRoot(), strings.Fields(line)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	got := questions.Quote([]string{"dovetail", "rank", "--model", "H=hindu(mean=6,sd=1)", "--resume", "it's mine", "--out=a.csv", ""})
	if want := `dovetail rank --model 'H=hindu(mean=6,sd=1)' --resume 'it'\''s mine' --out=a.csv ''`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A line is split as the shell does it.
func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"":                        nil,
		" \t ":                    nil,
		"a  b":                    {"a", "b"},
		`a 'b "c' "d 'e"f\ g \'h`: {"a", `b "c`, `d 'ef g`, "'h"},
		`'' "" x''`:               {"", "", "x"},
		`"\"\\\a\$"`:              {`"\\a$`},
		`'\'`:                     {`\`},
		"a\\\nb \"c\\\nd\"":       {"ab", "cd"},
		"x '":                     nil,
		`x \`:                     nil,
	} {
		if got, err := questions.Split(line); !slices.Equal(got, want) || (err != nil) != (want == nil && strings.TrimSpace(line) != "") {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
}

// The shell reads back what it was given, and so does the program.
func TestShellReadsCommandLines(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	const letters = "abcxyz '\"$\\!#~*?&;|<>(){}[]\n\t=^%é-"
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		args := make([]string, 1+rng.IntN(10))
		for i := range args {
			for range rng.IntN(9) {
				args[i] += string([]rune(letters)[rng.IntN(utf8.RuneCountInString(letters))])
			}
		}
		if split, err := questions.Split(questions.Quote(args)); err != nil || !slices.Equal(split, args) {
			t.Fatalf("%q, %v; want %q", split, err, args)
		}
		out, err := exec.Command(shell, "-c", `printf '%s\0' `+questions.Quote(args)).Output()
		if want := strings.Join(args, "\x00") + "\x00"; err != nil || string(out) != want {
			t.Fatalf("%q, %v; want %q", out, err, want)
		}
	}
	const quoting = "ab'\"\\ \n" // without a meaning for the shell but that of quotes
	for range 200 {
		line := ""
		for range rng.IntN(12) {
			line += string(quoting[rng.IntN(len(quoting))])
		}
		line = strings.TrimRight(line, "\n")
		args, err := questions.Split(line)
		if err != nil || strings.Contains(strings.ReplaceAll(line, "\\\n", ""), "\n") {
			continue // not one command for the shell
		}
		out, err := exec.Command(shell, "-c", "set -- "+line+"\nfor a do printf '%s\\0' \"$a\"; done").Output()
		if want := strings.Join(append(args, ""), "\x00"); err != nil || string(out) != want {
			t.Fatalf("%q: %q, %v; the shell has %q", line, want, err, out)
		}
	}
}

// An unknown name costs no more than reading it, however long it is: it is compared with those of commands and flags only
// where it can be similar.
func TestLongUnknownNames(t *testing.T) {
	for _, before := range []string{"", "topswops ", "orders ", "orders 52 --", "--", "topswops -"} {
		var begun, ended runtime.MemStats
		runtime.ReadMemStats(&begun)
		_, err := readCommand(t.Context(), before+strings.Repeat("x", 100_000))
		runtime.ReadMemStats(&ended)
		if took := ended.TotalAlloc - begun.TotalAlloc; err == nil || took > 60e6 {
			t.Errorf("%q and 100000 letters: %v, %d MB", before, err == nil, took/1e6)
		}
	}
}
