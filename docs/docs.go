// Package docs has the pages that the program itself shows.
package docs

import _ "embed"

// Glossary explains the words that answers use, in Markdown.
//
//go:embed glossary.md
var Glossary string
