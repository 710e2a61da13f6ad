package forms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/powers"
	"dovetail/results/render"
)

// Programs that print a Parquet table, a line of JSON a row, the first with its columns.
var parquetReaders = [][]string{
	{"python3", "-c", `
import json, sys, duckdb
t = duckdb.sql("select * from '" + sys.argv[1] + "'")
print(json.dumps(t.columns))
for r in t.fetchall(): print(json.dumps(r))
`},
	{"python3", "-c", `
import json, sys, pyarrow.parquet
t = pyarrow.parquet.read_table(sys.argv[1])
print(json.dumps(t.column_names))
for r in zip(*(c.to_pylist() for c in t.columns)): print(json.dumps(r))
`},
	{"node", "-e", `
(async () => {
  const { DuckDBInstance } = require("@duckdb/node-api");
  const c = await (await DuckDBInstance.create(":memory:")).connect();
  const t = await c.runAndReadAll("select * from '" + process.argv[1] + "'");
  console.log([t.columnNames(), ...t.getRowsJson()].map(r => JSON.stringify(r)).join("\n"));
})().catch(e => { console.error(e); process.exit(1) });
`},
}

// Tables are read by other people's programs, DuckDB and pyarrow, as they were written. Where none of
// them is installed, TestParquetOrders and its like stand alone.
func TestParquetByOthers(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, write func(w *bytes.Buffer) error) string {
		t.Helper()
		var b bytes.Buffer
		path := filepath.Join(dir, name)
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	orders := [][]any{{"n", "out", "in"}}
	list := file("orders.parquet", func(b *bytes.Buffer) error {
		rows, err := powers.NewOrderRows(b, render.Parquet, "both", 2, 3001, results.QuestionText{})
		for n := uint64(2); n <= 3001 && err == nil; n++ {
			orders = append(orders, []any{n, 1<<60 + n, 7 * n})
			err = rows.Row(n, 1<<60+n, 7*n)
		}
		if err != nil {
			return err
		}
		return rows.Close()
	})
	counts := [][]any{{"length", "decks"}, {0, 1}, {1, 1 << 62}}
	census := file("census.parquet", func(b *bytes.Buffer) error {
		return render.Records(b, render.Parquet, games.TopswopsCensus{Counts: []number.Int{number.OfUint(1), number.OfUint(1 << 62)},
			Total: number.OfUint(1<<62 + 1)})
	})
	read := 0
	tables := []struct {
		path string
		want [][]any
	}{{census, counts}, {list, orders}}
	for _, reader := range parquetReaders {
		for _, table := range tables {
			path, want := table.path, table.want
			out, err := exec.Command(reader[0], append(reader[1:len(reader):len(reader)], path)...).CombinedOutput()
			if err != nil && (bytes.Contains(out, []byte("ModuleNotFoundError")) ||
				bytes.Contains(out, []byte("MODULE_NOT_FOUND")) || len(out) == 0) {
				break // it is not installed
			}
			if err != nil {
				t.Errorf("%s: %v\n%s", reader[0], err, out)
				continue
			}
			read++
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if len(lines) != len(want) {
				t.Errorf("%s reads %d lines of %s, want %d", reader[0], len(lines), filepath.Base(path), len(want))
				continue
			}
			for i, line := range lines {
				decoder := json.NewDecoder(strings.NewReader(line))
				decoder.UseNumber()
				var cells []any
				if err := decoder.Decode(&cells); err != nil || fmt.Sprint(cells) != fmt.Sprint(want[i]) {
					t.Fatalf("%s reads %s in line %d of %s, want %v (%v)", reader[0], line, i, filepath.Base(path),
						want[i], err)
				}
			}
		}
	}
	if read == 0 {
		longtest.Skip(t, "duckdb")
	}
}
