package picture

import (
	_ "embed"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"image"
	"image/color"
	"image/draw"
	"sync"
)

// A poster is a picture with text, in either language. Its font has the characters of the pages and all kana, and no
// others: it is a subset of Noto Sans CJK JP Bold, under the SIL Open Font License (poster.LICENSE). Where texts get
// characters that it lacks, fonttools make it anew from Debian's fonts-noto-cjk:
//
//	cat ../language/en.txt ../language/ja.txt > texts
//	printf "×–…♠♥♣♦$(printf '\\u%x' $(seq 12353 12438) $(seq 12449 12542))" >> texts
//	pyftsubset NotoSansCJK-Bold.ttc --font-number=0 --layout-features= --no-hinting --desubroutinize \
//		--text-file=texts --output-file=poster.otf
//
//go:embed poster.otf
var posterFont []byte

// posterFace is the font.
var posterFace = sync.OnceValue(func() *sfnt.Font {
	f, err := opentype.Parse(posterFont)
	if err != nil {
		panic(err) // it is part of the program
	}
	return f
})

// The colours of posters.
var (
	paper = color.NRGBA{251, 250, 247, 255}
	White = color.NRGBA{255, 255, 255, 255}
	Ink   = color.NRGBA{31, 42, 54, 255}
	Soft  = color.NRGBA{86, 98, 112, 255}
	Line  = color.NRGBA{200, 196, 186, 255}
	Red   = color.NRGBA{179, 38, 30, 255}
	Blue  = color.NRGBA{27, 102, 179, 255}
	Green = color.NRGBA{29, 122, 76, 255}
	lit   = []color.NRGBA{{255, 224, 138, 255}, {191, 227, 255, 255}, {201, 240, 196, 255}, {243, 207, 255, 255}, {255, 210, 184, 255}, {200, 242, 238, 255}}
)

// Poster is a picture that is being drawn.
type Poster struct{ Image *image.NRGBA }

// NewPoster is an empty one.
func NewPoster() Poster {
	m := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(m, m.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	return Poster{m}
}

// face is the font at a size in pixels.
func (p Poster) face(size float64) font.Face {
	f, err := opentype.NewFace(posterFace(), &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err)
	}
	return f
}

// Text writes a line, as large as a width allows, on a base line. at is the part of it that lies left of x: 0 begins
// there, 0.5 has its middle there, 1 ends there.
func (p Poster) Text(x, y int, at float64, wide int, size float64, c color.Color, says string) {
	size = p.fits(wide, size, says)
	x -= int(at * float64(p.width(size, says)))
	d := font.Drawer{Dst: p.Image, Src: image.NewUniform(c), Face: p.face(size), Dot: fixed.P(x, y)}
	d.DrawString(says)
}

// width is how wide a line is.
func (p Poster) width(size float64, says string) int {
	return font.MeasureString(p.face(size), says).Ceil()
}

// fits is the size at which a line is no wider than that.
func (p Poster) fits(wide int, size float64, says string) float64 {
	if w := p.width(size, says); w > wide {
		size *= float64(wide) / float64(w)
	}
	return size
}

// Round fills a rectangle with round corners.
func (p Poster) Round(x, y, w, h, r int, c color.NRGBA) {
	for j := range h {
		for i := range w {
			dx, dy := max(r-i, i-(w-1-r), 0), max(r-j, j-(h-1-r), 0)
			if dx*dx+dy*dy <= r*r {
				p.Image.SetNRGBA(x+i, y+j, c)
			}
		}
	}
}

// Deck draws cards in rows below a line, with their runs lit and a ring around those that were named, and returns the line below
// them. Cards of larger decks are smaller.
func (p Poster) Deck(faces []Face, y int) int {
	across, side, high := 13, 64, 84
	if len(faces) > 4*across {
		across, high = 20, 68
	}
	wide := (Width - 2*side) / across
	for i, f := range faces {
		x, y, fill, ink, edge, ring := side+i%across*wide, y+i/across*high, White, Ink, Line, 2
		if f.Run > 0 {
			fill = lit[f.Run-1]
		}
		if f.Like == "red" {
			ink = Red
		}
		if f.Named {
			edge, ring = Green, 6
		}
		p.Round(x, y, wide-6, high-6, 8, edge)
		p.Round(x+ring, y+ring, wide-6-2*ring, high-6-2*ring, 8-ring, fill)
		p.Text(x+(wide-6)/2, y+high/2+8, 0.5, wide-16, 30, ink, f.Rank+f.Suit)
	}
	return y + (len(faces)+across-1)/across*high
}
