package views

import (
	"dovetail/results"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
)

// word is the home page of a word.
var word = &view.View{
	Name: "word", Key: "word", Picture: func(view.Values) string { return "bitmap.png" },
	Fields: []view.Field{
		{Name: "word", Default: "RRRRDRR", Letters: 20, Word: true},
		{Name: "n", Default: "52", Lo: 2, Hi: 64},
	},
	Letters: true,
	Panels: []*view.Panel{
		{Name: "interval", Commands: routine.Commands, Slow: true, Quick: true, Extra: routine.DrawVerdict, Button: "routine.sharpen"},
		{Name: "bitmap", Commands: positionLaw, File: drawBitmap, Ending: "png", Apart: true, Extra: bitmapFrame},
		{Name: "score", Commands: view.One(results.ScoreSchema, func(q view.Values) view.Given { return q.Word("word") })},
	},
}
