package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// looks are the ways to see a page, in the order of a sheet.
var looks = []struct{ theme, lang string }{{"light", "en"}, {"dark", "ja"}, {"dark", "en"}, {"light", "ja"}}

// sheets are the windows in which the five pages are drawn, in a number of columns.
var sheets = []struct {
	wide, high, columns int
	scale               float64
}{{390, 844, 4, 1}, {1280, 800, 2, 0.6}}

// readable is true where characters of Japanese are not all the same box, as they are without a font.
const readable = `(() => {
	const drawn = text => {
		const pen = Object.assign(document.createElement("canvas"), {width: 32, height: 32}).getContext("2d");
		pen.font = "24px sans-serif";
		pen.fillText(text, 2, 26);
		return pen.canvas.toDataURL();
	};
	return drawn("日") !== drawn("山");
})()`

// The pictures of README.md and docs/explorer.md are drawn to the folder that DOVETAIL_FIGURES names (make figures): the
// first page, and the five pages of the navigation in windows of a telephone and of a computer, light and dark, in both
// languages.
func TestExplorerFigures(t *testing.T) {
	dir := os.Getenv("DOVETAIL_FIGURES")
	if dir == "" {
		t.Skip("DOVETAIL_FIGURES names no folder")
	}
	ctx, _ := browser(t)
	at := explored(t)
	shot := func(address, theme string, wide, high int, scale float64) image.Image {
		t.Helper()
		var text []byte
		if err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme},
			{Name: "prefers-reduced-motion", Value: "reduce"}}), chromedp.EmulateViewport(int64(wide), int64(high), chromedp.EmulateScale(scale)),
			chromedp.Navigate(at+address), until(settled),
			chromedp.CaptureScreenshot(&text)); err != nil {
			t.Fatal(address, err)
		}
		picture, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(address, err)
		}
		return picture
	}
	keep := func(name string, picture image.Image) {
		t.Helper()
		var b bytes.Buffer
		err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, fewColours(picture))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name+".png"), b.Bytes(), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	keep("explorer", shot("/?lang=en", "light", 1120, 860, 1))
	var japanese bool
	if err := chromedp.Run(ctx, chromedp.Evaluate(readable, &japanese)); err != nil || !japanese {
		t.Fatal("there is no Japanese font, such as fonts-noto-cjk: ", err)
	}
	for _, page := range []string{"", "play", "shuffles", "check", "findings"} {
		for _, w := range sheets {
			var all *image.RGBA
			for i, look := range looks {
				one := shot("/"+page+"?lang="+look.lang, look.theme, w.wide, w.high, w.scale)
				const gap = 16
				step := one.Bounds().Size().Add(image.Pt(gap, gap))
				if all == nil {
					all = image.NewRGBA(image.Rect(0, 0, w.columns*step.X-gap, len(looks)/w.columns*step.Y-gap))
					draw.Draw(all, all.Bounds(), image.NewUniform(color.Gray{0x80}), image.Point{}, draw.Src)
				}
				place := image.Pt(i%w.columns*step.X, i/w.columns*step.Y)
				draw.Draw(all, one.Bounds().Add(place), one, image.Point{}, draw.Src)
			}
			keep(fmt.Sprintf("explorer-%s-%d", cmp.Or(page, "shuffle"), w.wide), all)
		}
	}
}

// fewColours is a picture in 256 colours at most, so that its file is small: those that it has most of, each a little off the
// others.
func fewColours(of image.Image) image.Image {
	box := of.Bounds()
	pixels := image.NewRGBA(box)
	draw.Draw(pixels, box, of, box.Min, draw.Src)
	count := map[color.RGBA]int{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			count[pixels.RGBAAt(x, y)]++
		}
	}
	number := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	most := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		if d := count[b] - count[a]; d != 0 {
			return d
		}
		return number(a) - number(b)
	})
	few := image.NewPaletted(box, nil)
	for _, c := range most {
		if len(few.Palette) < 256 && !slices.ContainsFunc(few.Palette, func(other color.Color) bool {
			o := other.(color.RGBA)
			return max(distance(c.R, o.R), distance(c.G, o.G), distance(c.B, o.B)) < 8
		}) {
			few.Palette = append(few.Palette, c)
		}
	}
	nearest := map[color.RGBA]uint8{}
	for c := range count {
		nearest[c] = uint8(few.Palette.Index(c))
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			few.SetColorIndex(x, y, nearest[pixels.RGBAAt(x, y)])
		}
	}
	return few
}

func distance(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
