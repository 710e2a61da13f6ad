// Package docs has the pages that the program itself shows.
package docs

import "embed"

// Glossary explains the words that answers use, in Markdown.
//
//go:embed glossary.md
var Glossary string

// Records are those of docs/records that the explorer has with it, in JSON.
//
//go:embed records/routine-*.json records/topswops*.json
var Records embed.FS

// Found are the days on which the records on file were found, and the revisions of the program that found
// them. Later revisions have put some into a new form, and verify what they say.
var Found = map[string][2]string{
	"routine-LLLLLL.json":     {"2026-11-24", "8c5013a"},
	"routine-RRRRDR.json":     {"2026-11-26", "679d5d7"},
	"routine-RRRRDRR.json":    {"2026-11-24", "d21e7a4"},
	"routine-RRRRRDR.json":    {"2026-11-24", "d21e7a4"},
	"topswops-17.json":        {"2026-11-22", "1f4f815"},
	"topswops-18.json":        {"2026-11-22", "9905903"},
	"topswops-19.json":        {"2026-11-22", "c69f6e0"},
	"topswops-20.json":        {"2026-11-26", "fe190d6"},
	"topswops-22-330.json":    {"2026-11-23", "f1c9100"},
	"topswops-census-14.json": {"2026-11-22", "f5a0880"},
	"topswops-census-15.json": {"2026-11-22", "e725ced"},
	"topswops-census-16.json": {"2026-11-26", "15bc0bb"},
	"topswops.json":           {"2026-11-25", "92ec283"},
}
