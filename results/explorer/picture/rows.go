package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
)

// The pictures that represent pages where others link to them (og:image) have the size in which
// such pictures are shown: decks as rows, intervals as bars, and a routine as a poster (poster.go).

// Width and Height are their size in pixels.
const Width, Height = 1200, 630

// quarterLine is the colour of the lines behind bars.
var quarterLine = color.NRGBA{217, 214, 205, 255}

// Decks has a line for each deck, a cell for each card, coloured by its place in the new deck.
func Decks(n int, decks [][]int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, n, len(decks)))
	for y, deck := range decks {
		for x, card := range deck {
			m.SetNRGBA(x, y, hue(float64(card-1)/float64(n)))
		}
	}
	return m
}

// hue goes once around the colours as x goes from 0 to 1.
func hue(x float64) color.NRGBA {
	channel := func(shift float64) uint8 { return uint8(140 + 100*math.Cos(2*math.Pi*(x*0.85+shift))) }
	return color.NRGBA{channel(0), channel(-1. / 3), channel(1. / 3), 255}
}

// Filling is a picture in the size of shared ones, with each of its pixels a rectangle.
func Filling(m *image.NRGBA) *image.NRGBA {
	to, size := image.NewNRGBA(image.Rect(0, 0, Width, Height)), m.Rect.Size()
	for y := range Height {
		for x := range Width {
			to.SetNRGBA(x, y, m.NRGBAAt(x*size.X/Width, y*size.Y/Height))
		}
	}
	return to
}

// Bars are intervals from 0 to 1 side by side, upwards, over lines at each quarter.
func Bars(intervals [][2]float64) *image.NRGBA {
	const side, least = 60, 8
	m := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	fill := func(x0, y0, x1, y1 int, c color.NRGBA) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				m.SetNRGBA(x, y, c)
			}
		}
	}
	fill(0, 0, Width, Height, paper)
	at := func(y float64) int { return Height - side - int(y*(Height-2*side)) }
	for quarter := range 5 {
		fill(side, at(float64(quarter)/4)-1, Width-side, at(float64(quarter)/4)+1, quarterLine)
	}
	wide := float64(Width-2*side) / float64(len(intervals))
	for i, b := range intervals {
		x := float64(side) + float64(i)*wide
		low, high := at(b[0]), at(b[1])
		if low-high < least {
			low, high = (low+high+least)/2, (low+high-least)/2
		}
		fill(int(x+wide*0.1), high, max(int(x+wide*0.9), int(x+wide*0.1)+1), low, Blue)
	}
	return m
}

// PNG writes a picture, whole or not at all.
func PNG(w io.Writer, m image.Image) error {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return err
	}
	_, err := b.WriteTo(w)
	return err
}
