package results

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// Parquet is the format of tables for DuckDB, pandas and their like, of answers that are
// one table.
const Parquet = "parquet"

// groupRows is how many rows stand in memory before they are written.
const groupRows = 1 << 19

// parquetRows writes rows, which are structs with parquet tags, as a table, a group of
// rows at a time.
type parquetRows[R any] struct {
	w    *parquet.GenericWriter[R]
	rows int
}

func newParquet[R any](w io.Writer) *parquetRows[R] {
	return &parquetRows[R]{w: parquet.NewGenericWriter[R](w, parquet.Compression(&parquet.Snappy))}
}

func (p *parquetRows[R]) write(rows ...R) error {
	if _, err := p.w.Write(rows); err != nil {
		return err
	}
	if p.rows += len(rows); p.rows >= groupRows {
		p.rows = 0
		return p.w.Flush()
	}
	return nil
}

// close ends the table. What was written is no table without it.
func (p *parquetRows[R]) close() error { return p.w.Close() }

// The rows of orders, by the shuffles that were asked for. Numbers are below 2^63.
type (
	parquetOut struct {
		N   int64 `parquet:"n,delta"`
		Out int64 `parquet:"out"`
	}
	parquetIn struct {
		N  int64 `parquet:"n,delta"`
		In int64 `parquet:"in"`
	}
	parquetBoth struct {
		N   int64 `parquet:"n,delta"`
		Out int64 `parquet:"out"`
		In  int64 `parquet:"in"`
	}
)

// parquetOrders is how a list of orders is written as a table, row by row, and ended.
func parquetOrders(w io.Writer, kind string) (row func(n, out, in uint64) error, end func() error) {
	switch kind {
	case "out":
		p := newParquet[parquetOut](w)
		return func(n, out, _ uint64) error { return p.write(parquetOut{int64(n), int64(out)}) }, p.close
	case "in":
		p := newParquet[parquetIn](w)
		return func(n, _, in uint64) error { return p.write(parquetIn{int64(n), int64(in)}) }, p.close
	}
	p := newParquet[parquetBoth](w)
	return func(n, out, in uint64) error { return p.write(parquetBoth{int64(n), int64(out), int64(in)}) }, p.close
}

// Parquet writes the counts as a table.
func (r TopswopsCensus) Parquet(w io.Writer) error {
	type row struct {
		Length int64 `parquet:"length"`
		Decks  int64 `parquet:"decks"`
	}
	p := newParquet[row](w)
	for length, c := range r.Counts {
		if err := p.write(row{int64(length), c.Int64()}); err != nil {
			return err
		}
	}
	return p.close()
}

// Parquet writes the entries as a table, with their records if they are there.
func (l Listing) Parquet(w io.Writer) error {
	type row struct {
		ID          int64   `parquet:"id"`
		Schema      string  `parquet:"record_schema,dict"`
		Kind        string  `parquet:"record_kind,dict"`
		N           string  `parquet:"n"` // of any size
		M           int64   `parquet:"m"`
		Word        string  `parquet:"word"`
		Seed        string  `parquet:"seed"`
		Saved       string  `parquet:"saved"`
		Command     string  `parquet:"command"`
		Question    string  `parquet:"question"`
		Version     string  `parquet:"version,dict"`
		Revision    string  `parquet:"revision,dict"`
		Machine     string  `parquet:"machine,dict"`
		CPUSeconds  float64 `parquet:"cpu_seconds"`
		WallSeconds float64 `parquet:"wall_seconds"`
		Source      string  `parquet:"source"`
		Checksum    string  `parquet:"checksum"`
		Record      string  `parquet:"record"`
	}
	p := newParquet[row](w)
	for _, e := range l.Entries {
		if err := p.write(row{e.ID, e.Schema, e.Kind, digitsOf(e.N), int64(e.M), e.Word, digitsOf(e.Seed), e.Saved, e.Command, e.Question, e.Version, e.Revision,
			e.Machine, e.CPUSeconds, e.WallSeconds, e.Source, e.Checksum, string(e.Record)}); err != nil {
			return err
		}
	}
	return p.close()
}
