package figure

import "fmt"

// key is a sample of a line or colour with its name.
type key struct {
	name   string
	sample func(c *canvas, x, y int) // draws from x on, centred on the line y; nil for none
	wide   int                       // of the sample, in pixels
}

const (
	swatch   = 18 // side of a colour sample
	keySpace = 36 // between keys
)

func keysWidth(keys []key) int {
	w := (len(keys) - 1) * keySpace
	for _, k := range keys {
		w += k.wide + swatch/2 + mathWidth(captionStyle, k.name)
	}
	return w
}

// drawKeys puts the keys in one line, centred in the width w, of the height
// of a line of captions.
func drawKeys(c *canvas, keys []key, x, y, w int) {
	x += (w - keysWidth(keys)) / 2
	mid := y + lineHeight(captionStyle)/2
	for _, k := range keys {
		if k.sample != nil {
			k.sample(c, x, mid)
		}
		x += k.wide + swatch/2
		x = c.math(captionStyle, x, mid, k.name) + keySpace
	}
}

// Legend explains the three colours for decks of N cards at the tolerance EMax.
type Legend struct {
	N    int
	EMax float64
}

func (l Legend) keys() []key {
	return []key{
		colourKey(Blue, "e < −e_max: too rare"),
		colourKey(White, "|e| ≤ e_max: within tolerance"),
		colourKey(Red, "e > e_max: too often"),
		{name: fmt.Sprintf("n = %d, e_max = %.4g", l.N, l.EMax)},
	}
}

func colourKey(colour Cell, name string) key {
	return key{name, func(c *canvas, x, y int) {
		c.rectangle(x, y-swatch/2, swatch, swatch, shade[colour])
		c.frame(x, y-swatch/2, swatch, swatch, frameGrey)
	}, swatch}
}

func (l Legend) check() error                { return nil }
func (l Legend) width() int                  { return keysWidth(l.keys()) }
func (l Legend) height(w int) int            { return lineHeight(captionStyle) }
func (l Legend) draw(c *canvas, x, y, w int) { drawKeys(c, l.keys(), x, y, w) }
