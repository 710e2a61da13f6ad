package render

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// Cells of every kind are read as they were written, whatever they are.
func TestParquetCells(t *testing.T) {
	type row struct {
		Whole int64   `parquet:"whole"`
		Not   []byte  `parquet:"-"`
		Step  int64   `parquet:"step"`
		Share float64 `parquet:"share"`
		Text  string  `parquet:"text"`
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, count := range []int{0, 1, 2, 32, 33, 128, 129, 130, 5000} {
		var rows []row
		for i := range count {
			x := int64(rng.Uint64()) >> rng.IntN(64)
			if i%50 == 7 {
				x = []int64{math.MinInt64, math.MaxInt64, 0, -1}[rng.IntN(4)]
			}
			rows = append(rows, row{Whole: x, Step: int64(3 * i), Share: rng.NormFloat64(),
				Text: strings.Repeat("é♠", rng.IntN(9))})
		}
		var b bytes.Buffer
		if err := writeParquet(&b, rows); err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := writeParquet(&again, rows); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatalf("%d rows are not the same bytes twice: %v", count, err)
		}
		got, err := parquet.Read[row](bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil || len(got) != count {
			t.Fatalf("%d rows, want %d: %v", len(got), count, err)
		}
		for i, r := range got {
			if !reflect.DeepEqual(r, rows[i]) {
				t.Fatalf("row %d of %d is %v, want %v", i, count, r, rows[i])
			}
		}
	}
}
