package drawing

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/results/figure"
)

// paperEMax is the tolerance of Ide and Okuda, eq. (17).
const paperEMax = 5.86e-4

// keep shows what the tests draw:
// go test ./results/drawing -args -keep DIR
var keep = flag.String("keep", "", "a directory to keep the test's pictures in")

// picture is a sample of what the commands draw.
type picture struct {
	name   string
	blocks []figure.Block
}

// repeated is laid out as figures 4 to 6: montage, legend and curve.
func repeated(name, title string, law matrix, last, columns int) picture {
	tiles, c := repeats(law, last, paperEMax)
	low := make([]float64, len(c))
	for k, v := range c {
		low[k] = v * v
	}
	return picture{name, []figure.Block{
		figure.Title(title), figure.Montage{Rows: figure.Rows(tiles, columns)}, figure.Legend{N: 52, EMax: paperEMax},
		figure.Curve{
			XLabel: "number of shuffles m", YLabel: "convergence C", YMax: 1,
			Series:  []figure.Series{{Name: "C", First: 1, Y: c}, {Name: "C²", First: 1, Y: low}},
			Markers: []figure.Marker{{Name: "m = 4", At: 4, Vertical: true}, {Name: "C = 1", At: 1}},
		},
		figure.Caption("Row: start position. Column: end position."),
	}}
}

// ranked is laid out as figure 7, a row for each length.
func ranked() picture {
	var rows []figure.Row
	for _, words := range []string{"HR RH HH RR HD", "HDH RDH HDR RDR RRR RHR", "HDHRDHH HHDHRDH HRDHRDH HDHHDHH"} {
		var r figure.Row
		for k, w := range strings.Fields(words) {
			b, white := word(52, w).bitmap(paperEMax)
			r.Tiles = append(r.Tiles, figure.Tile{
				Label: []string{fmt.Sprintf("(%d) %s", k+1, w), convergence(52, white)}, Bitmap: b})
			r.Label = fmt.Sprintf("m = %d", len(w))
		}
		rows = append(rows, r)
	}
	return picture{"words", []figure.Block{
		figure.Title("Words of shuffles"), figure.Montage{Rows: rows}, figure.Legend{N: 52, EMax: paperEMax},
	}}
}

func pictures() []picture {
	all := []picture{
		repeated("hindu", "Hindu shuffle", hindu(52), 90, 10),
		repeated("riffle", "Riffle shuffle", riffle(52), 10, 5),
		repeated("deal", "Deal shuffle", deal(52), 20, 10),
		ranked(),
	}
	for _, n := range []int{1, 2, 7, 52, 1000} {
		b, white := riffle(n).bitmap(1 / float64(4*n))
		all = append(all, picture{fmt.Sprint("plate", n), []figure.Block{
			figure.Title("R  " + convergence(n, white)), figure.Plate{Bitmap: b}, figure.Legend{N: n, EMax: 1 / float64(4*n)},
		}})
	}
	return all
}

func TestSameBytesAndSmall(t *testing.T) {
	for _, p := range pictures() {
		for _, f := range []string{asPNG, asSVG} {
			data := mustWrite(t, f, p.blocks...)
			if !bytes.Equal(data, mustWrite(t, f, p.blocks...)) {
				t.Errorf("%s%s: two drawings differ", p.name, f)
			}
			if len(data) > 1<<19 {
				t.Errorf("%s%s has %d bytes", p.name, f, len(data))
			}
			if *keep != "" {
				if err := os.WriteFile(filepath.Join(*keep, p.name+f), data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func BenchmarkHinduFigure(b *testing.B) {
	p := repeated("hindu", "Hindu shuffle", hindu(52), 90, 10)
	for _, f := range []string{asPNG, asSVG} {
		b.Run(f, func(b *testing.B) {
			for b.Loop() {
				mustWrite(b, f, p.blocks...)
			}
		})
	}
}
