package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/explorer"
	"dovetail/search/orders"
)

// The explorer asks the program itself: each answer on its pages is that of a command line,
// which stands beside it.

// within is a command line that is asked from within the program: its records go to who asks.
type within struct {
	explorer.Answer
	tell func(share float64, text string)
}

type withinKey struct{}

// askedWithin is who asks from within, or nil.
func askedWithin(ctx context.Context) *within {
	w, _ := ctx.Value(withinKey{}).(*within)
	return w
}

// ask puts a command line to the program.
func ask(ctx context.Context, tell func(share float64, text string), line ...string) (explorer.Answer, error) {
	w := &within{tell: tell}
	root := newRoot()
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetArgs(line)
	if err := root.ExecuteContext(context.WithValue(ctx, withinKey{}, w)); err != nil {
		return explorer.Answer{}, err
	}
	if w.Records == nil {
		return explorer.Answer{}, fmt.Errorf("%s gives no record", commandLine(line))
	}
	return w.Answer, nil
}

// asked is what the explorer may ask.
func asked() explorer.Program {
	return explorer.Program{
		Ask: ask,
		Orders: func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
			p, err := orders.PlanDecks(from, to, orders.Auto)
			if err != nil {
				return usage(err)
			}
			return p.Decks(ctx, from, to, yield)
		},
		Line: func(line []string) string { return "dovetail " + commandLine(line) },
	}
}

// address is one to listen at.
var address = form[string]{"address", func(text string) (string, error) {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return "", fmt.Errorf("listen=%q is not an address such as 127.0.0.1:8080", text)
	}
	return text, nil
}}

func newExplore() *cobra.Command {
	var o struct {
		outputFlags
		listen string
		stay   bool
	}
	cmd := declare(&cobra.Command{
		Use:   "explore",
		Short: "Pages to look at and to play with, in the browser",
		Long: `Serve pages on which the answers of the other commands can be looked at and played with, and open them in
the browser: perfect shuffles, how far a deck is from fair, topswops, words of shuffles, a card trick, and what is
being computed. Each answer has the command line that prints it beside it. The pages are served to this machine
alone, until Ctrl-C; with another address in --listen, to who has the link, whose key works once.`,
		Example: `  dovetail explore
  dovetail explore --listen 127.0.0.1:8123 --no-open`,
	}, func(ctx context.Context, _ []string) error {
		l, err := net.Listen("tcp", o.listen)
		if err != nil {
			return usage(results.Cannot("listen at", o.listen, err))
		}
		s := explorer.New(asked(), l.Addr())
		err = results.WriteFile("-", func(w io.Writer) error {
			_, err := fmt.Fprintln(w, s.Link())
			return err
		})
		if err != nil {
			return err
		}
		if !o.stay {
			showLink(s.Link())
		}
		return s.Serve(ctx, l)
	}, options{
		flag(&o.listen, "listen", "127.0.0.1:0", "address to serve at; port 0 for any that is free", address),
		toggle(&o.stay, "no-open", "do not open the browser"),
		o.quietOption(),
	})
	return cmd
}

// showLink shows a link in the browser, if there is one.
func showLink(link string) {
	name, args := "xdg-open", []string{link}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", link}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		fmt.Fprintf(os.Stderr, "note: open %s in a browser\n", link)
		return
	}
	go cmd.Wait()
}
