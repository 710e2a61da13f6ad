package results

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"
	"reflect"
	"slices"
)

// Tables of Apache Parquet (parquet.apache.org, Parquet-format 2.4): columns of whole numbers, doubles and
// texts, none of whose cells is missing. Rows are cut into groups; a column of a group is one page. Whole numbers
// are written as differences (DELTA_BINARY_PACKED), and all is compressed by gzip, which every reader knows.

// A group is full with so many rows, or bytes of text.
const (
	groupRows = 1 << 19
	groupText = 1 << 26
)

// parquetTable is a table as it is written. It is no table before it is closed.
type parquetTable struct {
	w       io.Writer
	at      int64 // bytes written
	columns []*parquetColumn
	rows    int // of the group at hand
	text    int // bytes of its texts
	all     int64
	groups  []parquetGroup
}

// parquetColumn is a column with its cells of the group at hand.
type parquetColumn struct {
	name   string
	kind   reflect.Kind // Int64, Float64 or String
	ints   []int64
	others []byte // as the format has them
}

// parquetGroup is where the columns of a group are.
type parquetGroup struct {
	rows   int
	chunks []parquetChunk
}

type parquetChunk struct {
	at, plain, packed int64 // where its page begins, and its bytes before compression and after it, heads included
}

// newParquet begins a table of rows that are structs of a type, whose fields with a tag parquet:"NAME" are columns.
func newParquet(w io.Writer, row reflect.Type) *parquetTable {
	t := &parquetTable{w: w}
	for i := range row.NumField() {
		name := row.Field(i).Tag.Get("parquet")
		t.columns = append(t.columns, &parquetColumn{name: name, kind: row.Field(i).Type.Kind()})
	}
	return t
}

// newIntegers begins a table of whole numbers.
func newIntegers(w io.Writer, columns ...string) *parquetTable {
	t := &parquetTable{w: w}
	for _, name := range columns {
		t.columns = append(t.columns, &parquetColumn{name: name, kind: reflect.Int64})
	}
	return t
}

// Row adds a row to a table of structs.
func (t *parquetTable) Row(row reflect.Value) error {
	for i, c := range t.columns {
		if !c.written() {
			continue
		}
		switch cell := row.Field(i); c.kind {
		case reflect.Int64:
			c.ints = append(c.ints, cell.Int())
		case reflect.Float64:
			c.others = binary.LittleEndian.AppendUint64(c.others, math.Float64bits(cell.Float()))
		default:
			text := cell.String()
			c.others = append(binary.LittleEndian.AppendUint32(c.others, uint32(len(text))), text...)
			t.text += len(text)
		}
	}
	return t.next()
}

// Integers adds a row to a table of whole numbers.
func (t *parquetTable) Integers(row []uint64) error {
	for i, c := range t.columns {
		c.ints = append(c.ints, int64(row[i]))
	}
	return t.next()
}

// written reports whether the field is a column.
func (c *parquetColumn) written() bool { return c.name != "" && c.name != "-" }

func (t *parquetTable) next() error {
	if t.rows++; t.rows == groupRows || t.text >= groupText {
		return t.flush()
	}
	return nil
}

const parquetMagic = "PAR1"

func (t *parquetTable) write(b []byte) error {
	n, err := t.w.Write(b)
	t.at += int64(n)
	return err
}

// flush writes the group at hand.
func (t *parquetTable) flush() error {
	if t.at == 0 {
		if err := t.write([]byte(parquetMagic)); err != nil {
			return err
		}
	}
	if t.rows == 0 {
		return nil
	}
	group := parquetGroup{rows: t.rows}
	for _, c := range t.columns {
		if !c.written() {
			continue
		}
		plain := c.others
		if c.kind == reflect.Int64 {
			plain = deltas(c.ints)
		}
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // which is a level
		z.Write(plain)                                       // to memory, which does not fail
		z.Close()
		var head thrift
		head.int(1, 0) // a page of data
		head.int(2, int64(len(plain)))
		head.int(3, int64(packed.Len()))
		head.begin(5)
		head.int(1, int64(t.rows))
		head.int(2, c.encoding())
		head.int(3, encodingRLE)
		head.int(4, encodingRLE)
		head.end()
		head.end()
		group.chunks = append(group.chunks, parquetChunk{t.at, int64(len(head.b) + len(plain)),
			int64(len(head.b) + packed.Len())})
		if err := t.write(slices.Concat(head.b, packed.Bytes())); err != nil {
			return err
		}
		c.ints, c.others = c.ints[:0], c.others[:0]
	}
	t.groups, t.all = append(t.groups, group), t.all+int64(t.rows)
	t.rows, t.text = 0, 0
	return nil
}

// Numbers that the format has for what is here.
const (
	encodingPlain, encodingRLE, encodingDelta = 0, 3, 5
	typeInt64, typeDouble, typeBytes          = 2, 5, 6
	codecGzip                                 = 2
)

func (c *parquetColumn) encoding() int64 {
	if c.kind == reflect.Int64 {
		return encodingDelta
	}
	return encodingPlain
}

func (c *parquetColumn) of() int64 {
	return map[reflect.Kind]int64{reflect.Int64: typeInt64, reflect.Float64: typeDouble, reflect.String: typeBytes}[c.kind]
}

// Close writes the last group and what a reader needs to find the others.
func (t *parquetTable) Close() error {
	if err := t.flush(); err != nil {
		return err
	}
	columns := slices.DeleteFunc(slices.Clone(t.columns), func(c *parquetColumn) bool { return !c.written() })
	var f thrift
	f.int(1, 1) // version
	f.list(2, thriftStruct, 1+len(columns))
	f.enter()
	f.text(4, "dovetail")
	f.int(5, int64(len(columns)))
	f.end()
	for _, c := range columns {
		f.enter()
		f.int(1, c.of())
		f.int(3, 0) // it has a cell in every row
		f.text(4, c.name)
		if c.kind == reflect.String {
			f.int(6, 0) // UTF-8
		}
		f.end()
	}
	f.long(3, t.all)
	f.list(4, thriftStruct, len(t.groups))
	for _, group := range t.groups {
		f.enter()
		f.list(1, thriftStruct, len(columns))
		total := int64(0)
		for i, chunk := range group.chunks {
			total += chunk.plain
			f.enter()
			f.long(2, chunk.at)
			f.begin(3)
			columns[i].describe(&f, group.rows, chunk)
			f.end()
			f.end()
		}
		f.long(2, total)
		f.long(3, int64(group.rows))
		f.end()
	}
	f.text(6, "dovetail")
	f.end()
	f.b = binary.LittleEndian.AppendUint32(f.b, uint32(len(f.b)))
	return t.write(append(f.b, parquetMagic...))
}

func (c *parquetColumn) describe(f *thrift, rows int, chunk parquetChunk) {
	f.int(1, c.of())
	f.list(2, thriftInt, 2)
	f.varint(zigzag(c.encoding()))
	f.varint(zigzag(encodingRLE))
	f.list(3, thriftText, 1)
	f.raw(c.name)
	f.int(4, codecGzip)
	f.long(5, int64(rows))
	f.long(6, chunk.plain)
	f.long(7, chunk.packed)
	f.long(9, chunk.at)
}
