package drawing

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dovetail/perm/must"
	"dovetail/results/figure"
)

func mustWrite(t testing.TB, f string, blocks ...figure.Block) []byte {
	t.Helper()
	var buf bytes.Buffer
	must.Do(t, write(&buf, f, blocks...))
	return buf.Bytes()
}

// noise is a bitmap of random cells, the hardest to draw.
func noise(n int) figure.Bitmap {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	b := figure.Bitmap{N: n, Cells: make([]figure.Cell, n*n)}
	for k := range b.Cells {
		b.Cells[k] = figure.Cell(rng.IntN(len(shade)))
	}
	return b
}

// wantCells checks every pixel of a bitmap with its top left corner at (x, y).
func wantCells(t *testing.T, img image.Image, x, y, cell int, b figure.Bitmap) {
	t.Helper()
	for v := range b.N * cell {
		for u := range b.N * cell {
			want := shade[b.Cells[v/cell*b.N+u/cell]]
			if got := color.NRGBAModel.Convert(img.At(x+u, y+v)); got != want {
				t.Fatalf("n = %d: row %d, column %d has colour %v, want %v", b.N, v/cell+1, u/cell+1, got, want)
			}
		}
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	return must.Have(png.Decode(bytes.NewReader(data)))(t)
}

func TestPNGPixels(t *testing.T) {
	for _, n := range []int{1, 2, 3, 52, 157, 1000} {
		b := noise(n)
		p := plate{b}
		img := decode(t, mustWrite(t, asPNG, figure.Plate(p)))
		wantCells(t, img, margin+(p.width()-n*p.cell())/2, margin, p.cell(), b)

		tiles := []figure.Tile{{Label: []string{"one"}, Bitmap: noise(1)}, {Bitmap: b}}
		m := montage{[]figure.Row{{Label: "a row", Tiles: tiles}}}
		g := m.grid()
		img = decode(t, mustWrite(t, asPNG, figure.Montage(m)))
		x := margin + g.head + g.slotW + tileGap + (g.slotW-g.side)/2
		wantCells(t, img, x, margin, g.cell, b)
	}
}

// areas adds up the areas of the rectangles MX YhWvHh-Wz of each fill in an SVG, in the units of the paths.
func areas(t *testing.T, data []byte) map[string]float64 {
	t.Helper()
	sum := map[string]float64{}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return sum
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "path" {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		for path := range strings.SplitSeq(strings.TrimSuffix(attr["d"], "z"), "z") {
			var x, y, w, h, back int
			if _, err := fmt.Sscanf(path, "M%d %dh%dv%dh%d", &x, &y, &w, &h, &back); err != nil || back != -w {
				t.Fatalf("path %q: %v", path, err)
			}
			sum[attr["fill"]] += float64(w * h)
		}
	}
}

func TestSVGAreas(t *testing.T) {
	for _, b := range []figure.Bitmap{noise(1), noise(2), noise(52), stripes(1000, 3)} {
		count := [len(shade)]float64{}
		for _, v := range b.Cells {
			count[v]++
		}
		one := areas(t, mustWrite(t, asSVG, figure.Plate{Bitmap: b}))
		two := areas(t, mustWrite(t, asSVG, figure.Montage{Rows: figure.Rows([]figure.Tile{{Bitmap: b}, {Bitmap: b}}, 1)}))
		for k := figure.Blue; int(k) < len(shade); k++ {
			if one[hex(shade[k])] != count[k] || two[hex(shade[k])] != 2*count[k] {
				t.Errorf("n = %d: areas %v and %v of %s, want %v a bitmap", b.N, one[hex(shade[k])], two[hex(shade[k])], hex(shade[k]), count[k])
			}
		}
	}
}

// Each cell of a colour lies in exactly one rectangle, and no other cell does.
func TestRectanglesCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		colours := []figure.Cell{figure.White, figure.Blue, figure.Red, figure.Grey(1)}
		cells := rapid.SliceOfN(rapid.SampledFrom(colours), n*n, n*n).Draw(t, "cells")
		b := figure.Bitmap{N: n, Cells: cells}
		for colour := figure.White; colour <= figure.Grey(1); colour++ {
			times := make([]int, n*n)
			for _, r := range bitmap(b).rectangles(colour) {
				for y := r.Min.Y; y < r.Max.Y; y++ {
					for x := r.Min.X; x < r.Max.X; x++ {
						times[y*n+x]++
					}
				}
			}
			for k, v := range cells {
				if (v == colour) != (times[k] == 1) || times[k] > 1 {
					t.Fatalf("colour %d: cell %d is covered %d times", colour, k, times[k])
				}
			}
		}
	})
}

func TestCurveLines(t *testing.T) {
	v := figure.Curve{
		Series:  []figure.Series{{Name: "a", First: 1, Y: []float64{0, 1}}, {Name: "b", Y: []float64{3}}},
		Markers: []figure.Marker{{Name: "c", At: 7, Vertical: true}, {Name: "d", At: -2}},
	}
	svg := string(mustWrite(t, asSVG, v))
	for _, class := range []string{classOf(0), classOf(1), markerClass(0), markerClass(1)} {
		if colour := hex(styles[class].colour); !strings.Contains(svg, colour) {
			t.Errorf("no line of colour %s", colour)
		}
	}
	mustWrite(t, asPNG, figure.Curve{Series: []figure.Series{{Name: "a single point", First: 1, Y: []float64{0}}}})
	if a := curve(v).chart().axes(0, 0, 960, 420); a.loX != 0 || a.hiX != 7 || a.loY != -2 || a.hiY < 3 || a.at(7, -2) != (point{960 - right, 420 - below}) {
		t.Errorf("%+v do not hold all series and markers", a)
	}
}

func TestPositions(t *testing.T) {
	for n := 1; n <= 1000; n++ {
		p := positions(n)
		if p[0] != 1 || p[len(p)-1] != n || len(p) > 12 {
			t.Fatalf("n = %d: ticks %v", n, p)
		}
		for k := range p[1:] {
			if p[k] >= p[k+1] {
				t.Fatalf("n = %d: ticks %v", n, p)
			}
		}
	}
}

func TestCaptionFits(t *testing.T) {
	c := caption(strings.Repeat("a word of shuffles ", 40))
	for _, line := range c.lines(500) {
		if textWidth("caption", line) > 500 {
			t.Errorf("line %q is wider than the page", line)
		}
	}
	if got := strings.Join(c.lines(500), " "); got != strings.TrimSpace(string(c)) {
		t.Errorf("the lines lose text: %q", got)
	}
}

func TestTooLarge(t *testing.T) {
	huge := make([]figure.Tile, 400)
	for k := range huge {
		huge[k].Bitmap = figure.Bitmap{N: 1000, Cells: make([]figure.Cell, 1e6)}
	}
	if err := write(io.Discard, asPNG, figure.Montage{Rows: figure.Rows(huge, 20)}); err == nil {
		t.Error("a PNG of 4e8 pixels was drawn")
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{"a.png": asPNG, "b/c.SVG": asSVG} {
		if got, err := formatOf(path); err != nil || got != want {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
	for _, path := range []string{"", "png", "a.pdf", "-", ".png", "d/.svg"} {
		if _, err := formatOf(path); err == nil {
			t.Errorf("%q: no error", path)
		}
	}
}

func TestGrey(t *testing.T) {
	last := figure.White
	for k := range 1001 {
		g := figure.Grey(float64(k) / 1000)
		if g != last && g != last+1 && (last != figure.White || g != figure.FirstGrey) {
			t.Fatalf("%d/1000 is %d after %d", k, g, last)
		}
		last = g
	}
	if int(last) != len(shade)-1 || figure.Grey(7) != last || figure.Grey(-1) != figure.White || shade[last].R > 10 {
		t.Errorf("the darkest is %d of %d, %v", last, len(shade), shade[last])
	}
}
