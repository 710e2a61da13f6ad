package main

import (
	"bytes"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
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

// The queries on a catalogue find what was saved.
func TestQueriesOfCatalogue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "catalogue.sqlite")
	for _, line := range []string{"rank -m 2 --by tvd --alphabet H,R", "rank -m 3 --by tvd --alphabet H,R", "orders 52", "orders 1e18"} {
		if out, err := program(append(strings.Fields(line), "--save", "--catalogue", file)...).CombinedOutput(); err != nil {
			t.Fatal(line, err, string(out))
		}
	}
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var found []string
	for _, query := range queries(t, "SQL on the catalogue") {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			cells := make([]sql.NullString, len(columns))
			to := make([]any, len(columns))
			for i := range cells {
				to[i] = &cells[i]
			}
			if err := rows.Scan(to...); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			line := ""
			for _, cell := range cells {
				line += cell.String + "|"
			}
			found = append(found, line)
		}
		if err := rows.Err(); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		rows.Close()
	}
	all := strings.Join(found, "\n")
	for _, want := range []string{"52|2|RR|", "52|3|", "dovetail orders 52", "52|52|", "1000000000000000000|"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing found has %q:\n%s", want, all)
		}
	}
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
		"orders 52 --save --catalogue mine.sqlite", "catalogue export --catalogue mine.sqlite --format csv --out mine.csv",
	} {
		cmd := program(append(strings.Fields(line), "--quiet")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatal(line, err, string(out))
		}
	}
	asked := append(queries(t, "DuckDB, pandas and polars on files"), "SELECT command, sha256, record FROM 'mine.csv';")
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
		for _, want := range []string{"false,", "HR,0.", "dovetail orders 52", `"modulus":51`} {
			if !bytes.Contains(all, []byte(want)) {
				t.Errorf("nothing found has %q:\n%s", want, all)
			}
		}
		return
	}
	longtest.Skip(t, "duckdb")
}
