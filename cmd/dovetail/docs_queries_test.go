package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"dovetail/perm/longtest"
)

// queries are the SQL statements of a section of docs/reach.md.
func queries(t *testing.T, section string) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/reach.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "\n## "+section+"\n")
	if !found {
		t.Fatalf("docs/reach.md has no section %s", section)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	all := regexp.MustCompile(`(?m)^    SELECT (?:.|\n    )*?;$`).FindAllString(rest, -1)
	if len(all) < 3 {
		t.Fatalf("%s has %d queries", section, len(all))
	}
	return all
}

// duckdbs are programs that answer a query in the folder that they run in, by DuckDB.
var duckdbs = [][]string{
	{"duckdb", "-csv", "-c"},
	{"python3", "-c", "import sys, duckdb\nfor r in duckdb.sql(sys.argv[1]).fetchall(): print(*r, sep=',')"},
	{"node", "-e", `
(async () => {
  const { DuckDBInstance } = require("@duckdb/node-api");
  const c = await (await DuckDBInstance.create(":memory:")).connect();
  for (const r of (await c.runAndReadAll(process.argv[1])).getRowsJson()) console.log(r.join(","));
})().catch(e => { console.error(e); process.exit(1) });
`},
}

// The queries of DuckDB on files find what was written, where there is a DuckDB.
func TestQueriesOfDuckDB(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{
		"orders 2..1000 --out orders.csv", "topswops census 8 --out census.csv", "rank --by c -m 2 --out rank.json",
	} {
		cmd := program(append(strings.Fields(line), "--quiet")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatal(line, err, string(out))
		}
	}
	asked := queries(t, "DuckDB, pandas and polars on files")
	for _, line := range duckdbs {
		var all []byte
		for _, query := range asked {
			cmd := exec.Command(line[0], append(line[1:len(line):len(line)], query)...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Logf("%s has no DuckDB: %v %s", line[0], err, out)
				all = nil
				break
			}
			all = append(all, out...)
		}
		if all == nil {
			continue
		}
		for _, want := range []string{"false,", "HR,0."} {
			if !bytes.Contains(all, []byte(want)) {
				t.Errorf("nothing found has %q:\n%s", want, all)
			}
		}
		return
	}
	longtest.Skip(t, "duckdb")
}
