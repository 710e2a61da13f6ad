package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dovetail/perm/must"
)

// do runs a command with its answer in a file, which it returns.
func do(t *testing.T, cmd *cobra.Command, args ...string) (string, error) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.json")
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append(args, "--format", "json", "--out", out))
	return out, cmd.ExecuteContext(t.Context())
}

func read(t *testing.T, file string) string {
	t.Helper()
	b := must.Have(os.ReadFile(file))(t)
	return string(b)
}

// Three shards together find what one run finds; two of them are refused.
func TestMergeOfShards(t *testing.T) {
	whole := must.Have(do(t, newTopswops(), "max", "11", "--assume-known"))(t)
	var parts []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		dir := t.TempDir()
		if _, err := do(t, newTopswops(), "max", "11", "--assume-known", "--shard", shard, "--resume", dir); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, dir)
	}
	merged := must.Have(do(t, newMerge(), parts...))(t)
	same := func(file string) string {
		text := read(t, file)
		return text[:strings.Index(text, `"assumed"`)] // the rest depends on the way
	}
	if same(merged) != same(whole) {
		t.Errorf("merged:\n%s\nwhole:\n%s", same(merged), same(whole))
	}
	if _, err := do(t, newMerge(), parts[:2]...); err == nil {
		t.Error("a gap passes")
	}
	if _, err := do(t, newMerge(), parts[0], parts[1], parts[2], parts[2]); err == nil {
		t.Error("an overlap passes")
	}
}

func TestBadDecksAreUsageErrors(t *testing.T) {
	for _, deck := range []string{"1 2 2", "0 1", "1 3", "1 x", ""} {
		_, err := do(t, newTopswops(), append([]string{"play"}, strings.Fields(deck)...)...)
		var wrong usageError
		if !errors.As(err, &wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("deck %q: %v", deck, err)
		}
	}
}

func TestPlayFromInput(t *testing.T) {
	cmd := newTopswops()
	cmd.SetIn(bytes.NewBufferString("3, 1 4\n5 2\n"))
	file, err := do(t, cmd, "play", "--file", "-")
	if err != nil || !strings.Contains(read(t, file), `"length": 7`) {
		t.Errorf("%v", err)
	}
}

// 2 3 ... n 1 is over after every card from 2 on has been moved once.
func TestPlayTheLargestDeck(t *testing.T) {
	const n = 10_000
	var deck strings.Builder
	for v := 2; v <= n; v++ {
		fmt.Fprintf(&deck, "%d ", v)
	}
	deck.WriteString("1\n")
	cmd := newTopswops()
	cmd.SetIn(strings.NewReader(deck.String()))
	file, err := do(t, cmd, "play", "--file", "-")
	if err != nil || !strings.Contains(read(t, file), `"length": 9999`) {
		t.Errorf("%v", err)
	}
}
