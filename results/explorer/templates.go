package explorer

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// pages are the templates of the pages. They escape what records hold.
var pages *template.Template

func init() {
	pages = template.Must(template.New("").Funcs(template.FuncMap{
		"decimals": func(x float64) string { return fmt.Sprintf("%.4f", x) },
		"least":    func(x float64) string { return fmt.Sprintf("%.4f", math.Floor(x*1e4)/1e4) },
		"most":     func(x float64) string { return fmt.Sprintf("%.4f", math.Ceil(x*1e4)/1e4) },
		"next":     func(x int64) string { return fmt.Sprint(x + 1) },
		"minus1":   func(x int) int { return x - 1 },
		"red":      func(card string) bool { return strings.HasSuffix(card, "♥") || strings.HasSuffix(card, "♦") },
		"deck":     func(deck []int) string { return strings.Trim(fmt.Sprint(deck), "[]") },
		"short":    func(schema string) string { return strings.TrimPrefix(schema, "dovetail/") },
		"day":      func(saved string) string { return strings.TrimSuffix(strings.Replace(saved, "T", " ", 1), "Z") },
		"body":     body,
	}).ParseFS(assets, "assets/*.html"))
}

// body is what a panel shows of its own, by the template of its name, if there is one.
func body(p part) (template.HTML, error) {
	t := pages.Lookup(p.View + "/" + p.Name)
	if t == nil {
		return "", nil
	}
	var b strings.Builder
	err := t.Execute(&b, p)
	return template.HTML(b.String()), err
}
