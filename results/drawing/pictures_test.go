package drawing

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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

// stripes is a bitmap of bands in the three colours, which are steeper for greater k.
func stripes(n, k int) figure.Bitmap {
	b := figure.Bitmap{N: n}
	for i := range n * n {
		b.Cells = append(b.Cells, figure.Cell((i/n+k*(i%n))*3/n%3))
	}
	return b
}

// pictures are laid out as figures 4 to 7 of the paper: montages with a legend and a curve, and rows with labels; and plates.
func pictures() []picture {
	var tiles []figure.Tile
	var c, low []float64
	for m := 1; m <= 90; m++ {
		tiles = append(tiles, figure.Tile{Label: []string{fmt.Sprintf("m=%d", m), "C=0.500 (1352)"}, Bitmap: stripes(52, m%4)})
		c = append(c, 1-1/float64(m))
		low = append(low, c[m-1]*c[m-1])
	}
	all := []picture{{"montage", []figure.Block{
		figure.Title("Hindu shuffle"), figure.Montage{Rows: figure.Rows(tiles, 10)}, figure.Legend{N: 52, EMax: paperEMax},
		figure.Curve{
			XLabel: "number of shuffles m", YLabel: "convergence C", YMax: 1,
			Series:  []figure.Series{{Name: "C", First: 1, Y: c}, {Name: "C²", First: 1, Y: low}},
			Markers: []figure.Marker{{Name: "m = 4", At: 4, Vertical: true}, {Name: "C = 1", At: 1}},
		},
		figure.Caption("Row: start position. Column: end position."),
	}}, {"words", []figure.Block{
		figure.Title("Words of shuffles"),
		figure.Montage{Rows: []figure.Row{{Label: "m = 2", Tiles: tiles[:5]}, {Label: "m = 3", Tiles: tiles[5:11]}}},
		figure.Legend{N: 52, EMax: paperEMax},
	}}}
	for _, n := range []int{1, 2, 7, 52, 1000} {
		all = append(all, picture{fmt.Sprint("plate", n), []figure.Block{
			figure.Title("R  C=0.054 (148)"), figure.Plate{Bitmap: stripes(n, 1)}, figure.Legend{N: n, EMax: 1 / float64(4*n)},
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

func BenchmarkMontage(b *testing.B) {
	p := pictures()[0]
	for _, f := range []string{asPNG, asSVG} {
		b.Run(f, func(b *testing.B) {
			for b.Loop() {
				mustWrite(b, f, p.blocks...)
			}
		})
	}
}
