//go:build !js

package render

import (
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/gzip"
	"github.com/parquet-go/parquet-go/encoding"
)

// Tables of Apache Parquet (parquet.apache.org). Rows are structs. Their fields with a tag
// parquet:"NAME" are columns, in which no cell is missing. Integers are written as differences, and
// everything is compressed by gzip, which every reader knows.

// GroupRows is the number of rows of a group, which are in memory together.
const GroupRows = 1 << 19

// parquetConfig says how tables are written: the same bytes for the same rows, by whatever program.
var parquetConfig = &parquet.WriterConfig{
	CreatedBy:          "dovetail",
	DataPageVersion:    1,
	MaxRowsPerRowGroup: GroupRows,
	Compression:        &gzip.Codec{Level: gzip.BestSpeed},
	Encodings:          map[parquet.Kind]encoding.Encoding{parquet.Int64: &parquet.DeltaBinaryPacked},
}

// writeParquet writes a table of rows, a slice of structs.
func writeParquet(w io.Writer, rows any) error {
	all := reflect.ValueOf(rows)
	table := parquet.NewWriter(w, parquetConfig, parquet.SchemaOf(reflect.Zero(all.Type().Elem()).Interface()))
	for i := range all.Len() {
		if err := table.Write(all.Index(i).Interface()); err != nil {
			return err
		}
	}
	return table.Close()
}

// OrderTable is a table of orders, which is written row by row, in blocks.
type OrderTable struct {
	table *parquet.GenericWriter[orderCells]
	block []orderCells
}

type orderCells struct {
	N   int64 `parquet:"n"`
	Out int64 `parquet:"out"`
	In  int64 `parquet:"in"`
}

// NewOrderTable begins a table; kind is out, in or both.
func NewOrderTable(w io.Writer, kind string) *OrderTable {
	options := []parquet.WriterOption{parquetConfig}
	for column, other := range map[string]string{"Out": "in", "In": "out"} {
		if kind == other {
			options = append(options, parquet.StructTag(`parquet:"-"`, column).(parquet.WriterOption))
		}
	}
	return &OrderTable{parquet.NewGenericWriter[orderCells](w, options...), make([]orderCells, 0, 1<<10)}
}

// Row adds a row.
func (t *OrderTable) Row(n, out, in uint64) error {
	t.block = append(t.block, orderCells{int64(n), int64(out), int64(in)})
	if len(t.block) < cap(t.block) {
		return nil
	}
	return t.flush()
}

func (t *OrderTable) flush() error {
	_, err := t.table.Write(t.block)
	t.block = t.block[:0]
	return err
}

// Close writes the remaining rows, and the index that a reader needs to find them.
func (t *OrderTable) Close() error {
	if err := t.flush(); err != nil {
		return err
	}
	return t.table.Close()
}
