// Package figure draws the pictures of the word rankings: tables of deviations
// as blue, white and red bitmaps (Ide and Okuda, eq. (14)), montages of them
// (their figures 4 to 7), and curves over the number of repetitions.
//
// A picture is a column of blocks. Everything is laid out once, in whole
// pixels of 1/144 inch, and then drawn on either backend: a cell of a bitmap is
// a whole number of pixels in the PNG, and a run of equal cells is one
// rectangle in the SVG. The same blocks give the same bytes.
package figure

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"dovetail/results"
)

// Format is a file format.
type Format uint8

// The formats that write knows.
const (
	PNG Format = iota
	SVG
)

// formatOf tells the format of a file from the extension of its name.
func formatOf(path string) (Format, error) {
	base := filepath.Base(path)
	extension := filepath.Ext(base)
	if base == extension {
		extension = "" // a hidden file
	}
	switch strings.ToLower(extension) {
	case ".png":
		return PNG, nil
	case ".svg":
		return SVG, nil
	}
	return 0, fmt.Errorf("%s: a picture needs a name that ends in .png or .svg", path)
}

// Block is one part of a picture: a Title, Caption, Legend, Montage, Plate or
// Curve. Sizes are in pixels; a block is drawn with its top left corner at
// (x, y) over the width w of the page's widest block.
type Block interface {
	check() error
	width() int
	height(w int) int
	draw(c *canvas, x, y, w int)
}

const (
	margin = 32 // round the page
	gap    = 28 // between blocks
)

// maxPixels keeps a PNG to about one gigabyte of memory, at four bytes a pixel
// and with the copy that the drawing library makes.
const maxPixels = 1 << 27

// Check refuses a picture that could not be written.
func Check(path string) error {
	if _, err := formatOf(path); err != nil {
		return err
	}
	return results.CheckWritable(path)
}

// WriteFile draws the blocks in the format of the path's extension.
func WriteFile(path string, blocks ...Block) error {
	format, err := formatOf(path)
	if err != nil {
		return err
	}
	return results.WriteFile(path, func(w io.Writer) error { return write(w, format, blocks...) })
}

// write draws the blocks one below the other, centred. It fails on a bitmap
// whose shape is wrong, on an empty montage or curve, on a PNG of more than
// 2^27 pixels, and where writing to w fails.
func write(w io.Writer, format Format, blocks ...Block) error {
	if len(blocks) == 0 {
		return errors.New("a picture needs at least one block")
	}
	wide := 0
	for _, b := range blocks {
		if err := b.check(); err != nil {
			return err
		}
		wide = max(wide, b.width())
	}
	high := (len(blocks) - 1) * gap
	for _, b := range blocks {
		high += b.height(wide)
	}
	pageW, pageH := wide+2*margin, high+2*margin
	if format == PNG && pageW*pageH > maxPixels {
		return fmt.Errorf("a PNG of %d x %d pixels is too large; draw fewer tiles or an SVG", pageW, pageH)
	}
	c := newCanvas(format, pageW, pageH)
	y := margin
	for _, b := range blocks {
		b.draw(c, margin, y, wide)
		y += b.height(wide) + gap
	}
	return c.writeTo(w)
}
