package forms

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"github.com/parquet-go/parquet-go"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/powers"
	"dovetail/results/render"
)

// columns are the names and the numbers of a table, read page by page with no knowledge of
// its rows. The file must begin and end as the format says.
func columns(t *testing.T, file []byte) (names []string, values [][]int64, groups int) {
	t.Helper()
	const magic = "PAR1"
	end := len(file) - len(magic)
	if end < 8 || string(file[:4]) != magic || string(file[end:]) != magic {
		t.Fatalf("%d bytes do not begin and end with %s", len(file), magic)
	}
	if footer := int(binary.LittleEndian.Uint32(file[end-4:])); footer <= 0 || footer > end-8 {
		t.Fatalf("a footer of %d bytes in %d", footer, len(file))
	}
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range f.Schema().Columns() {
		names = append(names, path[0])
		values = append(values, nil)
	}
	for _, group := range f.RowGroups() {
		groups++
		for i, chunk := range group.ColumnChunks() {
			if chunk.Type().Kind() != parquet.Int64 {
				t.Fatalf("%s is of type %v", names[i], chunk.Type())
			}
			pages := chunk.Pages()
			for {
				page, err := pages.ReadPage()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				cells := make([]parquet.Value, page.NumValues())
				n, err := page.Values().ReadValues(cells)
				if n != len(cells) || err != nil && !errors.Is(err, io.EOF) {
					t.Fatal(n, err)
				}
				for _, c := range cells {
					values[i] = append(values[i], c.Int64())
				}
			}
			pages.Close()
		}
	}
	return names, values, groups
}

// A list of orders is the same table, in groups of rows, whatever the question.
func TestParquetOrders(t *testing.T) {
	const from, to = 2, render.GroupRows + 1000
	out := func(n uint64) uint64 { return 3*n + 1<<40 }
	in := func(n uint64) uint64 { return 7 * n }
	for kind, want := range map[string][]string{"both": {"n", "out", "in"}, "out": {"n", "out"}, "in": {"n", "in"}} {
		var b bytes.Buffer
		rows, err := powers.NewOrderRows(&b, render.Parquet, kind, from, to, results.QuestionText{})
		if err != nil {
			t.Fatal(err)
		}
		for n := uint64(from); n <= to; n++ {
			if err := rows.Row(n, out(n), in(n)); err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		names, values, groups := columns(t, b.Bytes())
		if len(names) != len(want) || groups != 2 {
			t.Fatalf("%s: columns %v in %d groups", kind, names, groups)
		}
		for i, name := range names {
			if name != want[i] || len(values[i]) != to-from+1 {
				t.Fatalf("%s: column %s has %d values", kind, name, len(values[i]))
			}
			for k, x := range values[i] {
				n := uint64(from + k)
				if should := map[string]uint64{"n": n, "out": out(n), "in": in(n)}[name]; uint64(x) != should {
					t.Fatalf("%s: %s of row %d is %d, want %d", kind, name, k, x, should)
				}
			}
		}
	}
}

// A census of 16 cards fits its columns.
func TestParquetCensus(t *testing.T) {
	var b bytes.Buffer
	r := games.TopswopsCensus{Counts: []number.Int{number.OfInt(1), number.OfInt(20922789888000)},
		Total: number.OfInt(20922789888001)}
	if err := render.Records(&b, render.Parquet, r); err != nil {
		t.Fatal(err)
	}
	names, values, _ := columns(t, b.Bytes())
	if len(names) != 2 || names[0] != "length" || names[1] != "decks" || values[0][1] != 1 ||
		values[1][1] != 20922789888000 {
		t.Error(names, values)
	}
}
