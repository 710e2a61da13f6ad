package markup

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// spot is where an action writes.
type spot int

const (
	inText    spot = iota
	inValue        // of an attribute
	inAddress      // where an address begins: it may lead to pages only
	inPath         // within an address
	inQuery        // behind its ? or #
)

// place is how far the markup has been read: within a tag, and in which attribute's value, in double quotes.
type place struct {
	tag, value bool
	element    string // of the tag
	name       string // at hand, of the element or an attribute
	address    spot   // of the value of an attribute
}

// addresses are the attributes that are one, and texts those that a browser takes for text, besides those that begin
// with data- or aria-. An action within any other is refused, since a browser may take it for a script, a style, a
// page, or for addresses of another kind, as in ping, srcset and xlink:href.
var (
	addresses = []string{"href", "src", "action"}
	texts     = strings.Fields("alt class content height hreflang id lang max min name role step title value width")
)

// takes reports whether an action may stand within an attribute.
func takes(attribute string) bool {
	name := strings.ToLower(attribute)
	return strings.HasPrefix(name, "data-") || strings.HasPrefix(name, "aria-") || slices.Contains(addresses, name) ||
		slices.Contains(texts, name)
}

// read goes on through a text.
func (p place) read(text string) (place, error) {
	for _, c := range text {
		switch {
		case !p.tag:
			if c == '<' {
				p = place{tag: true}
			}
		case p.value && c == '"':
			p.value, p.name = false, ""
		case p.value:
			if p.address >= inAddress {
				p.address = max(p.address, inPath)
			}
			if p.address == inPath && (c == '?' || c == '#') {
				p.address = inQuery
			}
		case c == '"':
			p.value, p.address = true, inValue
			if slices.Contains(addresses, strings.ToLower(p.name)) {
				p.address = inAddress
			}
		case c == '\'':
			return p, errors.New("values stand in double quotes")
		case c == ' ' || c == '\n' || c == '>':
			if p.element == "" {
				p.element = p.name
			}
			p.tag, p.name = c != '>', ""
		case c != '=':
			p.name += string(c)
		}
	}
	return p, nil
}

// place finds where the actions of a node write, from where it begins to where it ends.
func (s *Set) place(p place, node parse.Node) (place, error) {
	switch node := node.(type) {
	case *parse.ListNode:
		var err error
		for _, n := range node.Nodes {
			if p, err = s.place(p, n); err != nil {
				return p, err
			}
		}
	case *parse.TextNode:
		return p.read(string(node.Text))
	case *parse.ActionNode:
		if len(node.Pipe.Decl) > 0 {
			return p, nil
		}
		switch {
		case p.value && !takes(p.name):
			return p, fmt.Errorf("%s stands within %s", node, p.name)
		case p.value:
			s.spots[node] = p.address
			if p.address == inAddress {
				p.address = inPath
			}
		case p.tag, p.element == "script", p.element == "style":
			return p, fmt.Errorf("%s stands within a %s", node, cmp.Or(p.element, "tag"))
		}
	case *parse.IfNode:
		return s.branches(p, &node.BranchNode)
	case *parse.WithNode:
		return s.branches(p, &node.BranchNode)
	case *parse.RangeNode:
		return s.branches(p, &node.BranchNode)
	case *parse.TemplateNode:
		if p.tag {
			return p, fmt.Errorf("%s stands within a tag", node)
		}
	}
	return p, nil
}

// branches must end in the same place, but that one of them may go further within an address.
func (s *Set) branches(p place, node *parse.BranchNode) (place, error) {
	then, err := s.place(p, node.List)
	if err != nil {
		return p, err
	}
	otherwise := p
	if node.ElseList != nil {
		if otherwise, err = s.place(p, node.ElseList); err != nil {
			return p, err
		}
	}
	if then.tag != otherwise.tag || then.value != otherwise.value {
		return p, fmt.Errorf("%s ends in two places", node.Pipe)
	}
	then.address = max(then.address, otherwise.address)
	return then, nil
}

// escape is a value as it is written there.
func (s spot) escape(v reflect.Value) string {
	if v = outer(v); !v.IsValid() || !v.CanInterface() || v.Kind() == reflect.Pointer && v.IsNil() {
		return ""
	}
	x := v.Interface()
	if markup, ok := x.(HTML); ok {
		if s == inText {
			return string(markup)
		}
		x = string(markup)
	}
	_, says := x.(fmt.Stringer)
	if _, fails := x.(error); v.Kind() == reflect.Pointer && !says && !fails {
		x = v.Elem().Interface()
	}
	text := fmt.Sprint(x)
	switch s {
	case inAddress:
		if scheme, _, ok := strings.Cut(text, ":"); ok && !strings.Contains(scheme, "/") && !safe[strings.ToLower(scheme)] {
			text = "#ZgotmplZ"
		}
		text = percent(text, reserved)
	case inPath:
		text = percent(text, reserved)
	case inQuery:
		text = percent(text, "")
	}
	return escaper.Replace(text)
}

// safe are the schemes of addresses that only lead somewhere.
var safe = map[string]bool{"http": true, "https": true, "mailto": true}

// Escape is a text as it stands in markup.
func Escape(text string) string { return escaper.Replace(text) }

var escaper = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;",
	">", "&gt;")

// reserved are the characters that part an address (RFC 3986).
const reserved = "!#$&*+,/:;=?@[]"

// percent is a text in which bytes that may not stand in an address are written as %xx, as those are already
// that were before; all if there is nothing else to keep.
func percent(text, keep string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		case strings.IndexByte(keep, c) >= 0, c == '%' && keep != "" && i+2 < len(text) && hex(text[i+1]) && hex(text[i+2]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

func hex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
