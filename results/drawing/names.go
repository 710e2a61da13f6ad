package drawing

import "math"

// What a chart shows has its name beside it, with a sample: as near to its right end as there is room. What has no room
// has its name below the chart.

// trace is a curve, a marker or the place that stands out, as it lies on a canvas.
type trace struct {
	class, name string
	line        bool // the sample is a line and not a point
	points      []point
}

// traces are all that a chart shows.
func (c Chart) traces(a axes) (all []trace) {
	for i, k := range c.Curves {
		t := trace{class: classOf(i), name: k.Name, line: !c.Apart}
		for j, x := range k.X {
			t.points = append(t.points, a.at(x, k.Y[j]))
		}
		all = append(all, t)
	}
	for i, m := range c.Markers {
		from, to := a.at(a.loX, m.At), a.at(a.hiX, m.At)
		if m.Vertical {
			from, to = a.at(m.At, a.loY), a.at(m.At, a.hiY)
		}
		all = append(all, trace{markerClass(i), m.Name, true, []point{from, to}})
	}
	if h := c.Here; h != nil && h.X >= a.loX && h.X <= a.hiX {
		all = append(all, trace{"here", h.Name, false, []point{a.at(h.X, h.Low), a.at(h.X, h.High)}})
	}
	return all
}

// box is a rectangle of a canvas.
type box struct{ x, y, w, h float64 }

// around is a box with some room on all sides.
func (b box) around(room float64) box { return box{b.x - room, b.y - room, b.w + 2*room, b.h + 2*room} }

func (b box) meets(o box) bool {
	return b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h
}

// crossed reports whether a trace comes into the box: some segment of it does, clipped by each side (Liang and Barsky 1984).
func (b box) crossed(by trace) bool {
	for i, q := range by.points {
		p, from, to := by.points[max(i-1, 0)], 0.0, 1.0
		for _, side := range [][2]float64{{p.x - q.x, p.x - b.x}, {q.x - p.x, b.x + b.w - p.x}, {p.y - q.y, p.y - b.y}, {q.y - p.y, b.y + b.h - p.y}} {
			switch t := side[1] / side[0]; {
			case side[0] == 0 && side[1] < 0:
				to = -1
			case side[0] < 0:
				from = max(from, t)
			case side[0] > 0:
				to = min(to, t)
			}
		}
		if from <= to {
			return true
		}
	}
	return false
}

// The room around names: between a name and what it names, for a sample, between two names in a row, and of a place that
// belongs to one trace alone. All are in pixels.
const nameGap, nameSample, nameApart, nameAlone = 8.0, 16.0, 24.0, 10.0

// named is a name with its place.
type named struct {
	trace
	box
}

// names are the places of all names in letters of a size, and the height of those below the chart, whose part of the canvas ends
// at y and is w wide.
func (c Chart) names(a axes, size, y, w float64) (all []named, high float64) {
	traces, x := c.traces(a), math.Inf(1)
	all = []named{{box: box{a.x - left, a.y - above, wide(c.Up, size), 1.2 * size}}} // where the vertical axis has its own
	for i, t := range traces {
		of := box{w: nameSample + wide(t.name, size), h: size}
		at, ok := c.beside(a, traces, i, of, all)
		if !ok {
			if x+of.w > a.x-left+w {
				x, high = a.x, high+1.25*size
			}
			at = box{x, y + high - 1.25*size, of.w, size}
			x += of.w + nameApart
		}
		all = append(all, named{t, at})
	}
	return all[1:], high
}

// wide is about how wide a text is in letters of a size: those of Japanese are as wide as they are high.
func wide(text string, size float64) (w float64) {
	for _, c := range text {
		if c > 0x2e7f {
			w += size
		} else {
			w += 0.56 * size
		}
	}
	return w
}

// beside finds room for the name of a trace, beside it and off all others.
func (c Chart) beside(a axes, traces []trace, i int, of box, taken []named) (box, bool) {
	const steps = 48
	points := traces[i].points
	if c.Apart || len(points) == 0 {
		return of, false
	}
	free := func(b box, but int) bool {
		for k, t := range traces {
			if k != but && b.crossed(t) {
				return false
			}
		}
		return true
	}
	for k := range steps + 1 {
		j, part := math.Modf(float64(len(points)-1) * float64(steps-k) / steps)
		p, q := points[int(j)], points[min(int(j)+1, len(points)-1)]
		p = point{p.x + part*(q.x-p.x), p.y + part*(q.y-p.y)}
		if traces[i].line && !free(box{p.x, p.y, 0, 0}.around(nameAlone), i) {
			continue
		}
	places:
		for _, d := range []point{{-1, -1}, {-0.5, -1}, {0, -1}, {-1, 0}, {-0.5, 0}, {0, 0}} { // above it, and below it
			b := box{p.x + d.x*of.w, p.y + d.y*of.h + (1+2*d.y)*nameGap, of.w, of.h}
			if b.x < a.x || b.x+b.w > a.x+a.w+right || b.y < a.y-above || b.y+b.h > a.y+a.h || !free(b.around(nameGap/2), -1) || !free(b.around(2*nameGap), i) {
				continue
			}
			for _, t := range taken {
				if b.around(nameGap / 2).meets(t.box) {
					continue places
				}
			}
			return b, true
		}
	}
	return of, false
}

// drawNames puts the names onto a canvas, with their base line by so much below the middle.
func drawNames(on canvas, class string, below float64, all []named) {
	for _, n := range all {
		mid := n.y + n.h/2
		if n.line {
			on.line(n.trace.class, point{n.x, mid}, point{n.x + nameSample - 5, mid})
		} else {
			on.disc(n.trace.class, point{n.x + 5, mid}, 5, n.name)
		}
		on.text(class, point{n.x + nameSample, mid + below}, start, n.name)
	}
}
