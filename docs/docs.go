// Package docs has the pages that the program itself shows.
package docs

import "embed"

// Glossary explains the words that answers use, in Markdown.
//
//go:embed glossary.md
var Glossary string

// Routines are records of routines of shuffles, in JSON, which the explorer shows at once.
//
//go:embed records/routine-*.json records/hands-*.json
var Routines embed.FS
