package results

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// A record with a list of rows says once, by the tags of the row's fields, what its
// columns are. In CSV a column is named as in JSON, unless a tag csv:"name" says
// otherwise, and csv:"-" leaves a field out. For reading, a field has a column only if a
// tag text:"name" gives it one, or text:"name,%.3f" with the form of its cells. Fields of
// embedded structs stand in the place of the struct. A list with the tag none:"null" is null
// in JSON where there is none.

// leading is a column before those of the rows.
type leading struct {
	name string
	cell func(row int) any
}

// always is a column with the same cell in every row.
func always(name string, cell any) leading { return leading{name, func(int) any { return cell }} }

// counting is a column that numbers the rows from 1.
func counting(name string) leading { return leading{name, func(row int) any { return row + 1 }} }

// csvTable is the CSV form of rows, which are structs.
func csvTable[R any](rows []R, before ...leading) (header []string, cells [][]string) {
	return tabulate("csv", rows, before)
}

// textTable is the columns of rows for reading, as those of newTable.
func textTable[R any](rows []R, left ...string) string {
	header, cells := tabulate("text", rows, nil)
	return plainTable(header, cells, left...)
}

func tabulate[R any](tag string, rows []R, before []leading) (header []string, cells [][]string) {
	fields := fieldsOf(tag, reflect.TypeFor[R]())
	for _, b := range before {
		header = append(header, b.name)
	}
	for _, f := range fields {
		header = append(header, f.name)
	}
	for i, row := range rows {
		line := make([]string, 0, len(header))
		for _, b := range before {
			line = append(line, cell("", b.cell(i)))
		}
		for _, f := range fields {
			line = append(line, cell(f.format, reflect.ValueOf(row).FieldByIndex(f.index).Interface()))
		}
		cells = append(cells, line)
	}
	return header, cells
}

// field is one that has a column.
type field struct {
	name, format string
	index        []int
}

func fieldsOf(tag string, row reflect.Type) []field {
	var fields []field
	for _, f := range reflect.VisibleFields(row) {
		if f.Anonymous {
			continue // its own fields follow
		}
		named, tagged := f.Tag.Lookup(tag)
		if tag == "csv" && !tagged {
			named, tagged = f.Tag.Lookup("json")
			named, _, _ = strings.Cut(named, ",")
		}
		if name, format, _ := strings.Cut(named, ","); tagged && name != "-" {
			fields = append(fields, field{name, format, f.Index})
		}
	}
	return fields
}

// cell is a value in a format, or in full: a float with all its digits, nothing for what
// is absent, lists joined.
func cell(format string, value any) string {
	if format != "" {
		return fmt.Sprintf(format, value)
	}
	switch x := value.(type) {
	case float64:
		return float(x)
	case *float64:
		if x == nil {
			return ""
		}
		return float(*x)
	case *int:
		if x == nil {
			return ""
		}
		return strconv.Itoa(*x)
	case []string:
		return strings.Join(x, "; ")
	case []int:
		return spaced(x)
	}
	return fmt.Sprint(value)
}

// float writes all digits that tell x from its neighbours.
func float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
