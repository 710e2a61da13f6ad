package results

import (
	"encoding/binary"
	"strings"
)

// thrift writes structs by Thrift's compact protocol, in which Parquet describes itself.
type thrift struct {
	b    []byte
	last []int // numbers of the last fields of the structs that are open
	at   int   // of the innermost one
}

const (
	thriftInt, thriftLong, thriftText, thriftList, thriftStruct = 5, 6, 8, 9, 12
)

func (t *thrift) varint(x uint64) { t.b = binary.AppendUvarint(t.b, x) }

func (t *thrift) raw(text string) {
	t.varint(uint64(len(text)))
	t.b = append(t.b, text...)
}

// field begins a field, whose number is at most 15 more than that of the one before.
func (t *thrift) field(number, kind int) {
	t.b = append(t.b, byte((number-t.at)<<4|kind))
	t.at = number
}

func (t *thrift) int(number int, x int64)  { t.field(number, thriftInt); t.varint(zigzag(x)) }
func (t *thrift) long(number int, x int64) { t.field(number, thriftLong); t.varint(zigzag(x)) }
func (t *thrift) text(number int, x string) {
	t.field(number, thriftText)
	t.raw(strings.ToValidUTF8(x, "\uFFFD"))
}
func (t *thrift) list(number, kind, size int) {
	t.field(number, thriftList)
	if size < 15 {
		t.b = append(t.b, byte(size<<4|kind))
		return
	}
	t.b = append(t.b, byte(0xF0|kind))
	t.varint(uint64(size))
}

// begin begins a struct that is a field, enter one of a list, and end ends it.
func (t *thrift) begin(number int) { t.field(number, thriftStruct); t.enter() }
func (t *thrift) enter()           { t.last, t.at = append(t.last, t.at), 0 }
func (t *thrift) end() {
	t.b = append(t.b, 0)
	if n := len(t.last); n > 0 {
		t.last, t.at = t.last[:n-1], t.last[n-1]
	}
}
