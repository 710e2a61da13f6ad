package view

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"

	"dovetail/results/explorer/language"
)

// Values are the parameters of one request.
type Values struct {
	View    *View
	Fields  []Field
	Of      map[string]string // the values of fields, by their names
	Typed   map[string]string // the refused texts
	Letters []Letter          // the letters of words
	Posted  string            // the text that a panel is about
	Lang    string            // as the address has it; "" for what the browser prefers
	Says    language.Language // in which the page is written
	Answers *Answers
}

// First is the name of the view at the root of the site.
const First = "routine"

// Text is a field.
func (q Values) Text(name string) string { return q.Of[name] }

// Number is a field that is a number.
func (q Values) Number(name string) int64 {
	x, err := strconv.ParseInt(q.Of[name], 10, 64)
	if err != nil {
		panic(name + " is no number") // read refuses others
	}
	return x
}

// Value is a number that a record has written out.
func Value(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// Usual is the default of a field.
func (q Values) Usual(name string) string {
	for _, f := range q.Fields {
		if f.Name == name {
			return f.Default
		}
	}
	return ""
}

// query is the request's, without defaults. changes are pairs of names and values.
func (q Values) query(changes ...string) url.Values {
	all := url.Values{}
	for _, f := range q.Fields {
		all.Set(f.Name, q.Of[f.Name])
	}
	if q.Lang != "" {
		all.Set("lang", q.Lang)
	}
	for i := 0; i < len(changes); i += 2 {
		all.Set(changes[i], changes[i+1])
	}
	for _, f := range q.Fields {
		if all.Get(f.Name) == f.Default {
			all.Del(f.Name)
		}
	}
	return all
}

// Encoded is the query of the same page.
func (q Values) Encoded() string { return q.query().Encode() }

// Address is an address relative to the page: of itself, or of a file. Templates take it whole, as
// they escape what they join themselves.
func (q Values) Address(file string, changes ...string) string {
	address, query := "/"+q.View.Name, q.query(changes...)
	switch {
	case file != "":
		address += "/" + file
	case q.View.Name == First:
		address = "/"
	case q.View.Key != "" && (query.Get(q.View.Key) != "" || q.Usual(q.View.Key) != ""):
		address += "/" + url.PathEscape(cmp.Or(query.Get(q.View.Key), q.Usual(q.View.Key)))
		query.Del(q.View.Key)
	}
	if query := query.Encode(); query != "" {
		address += "?" + query
	}
	return address
}

// Plain is the page's address without the parameters of letters.
func (q Values) Plain(changes ...string) string {
	q.Fields = q.View.Fields
	return q.Address("", changes...)
}

// Home is the address of a home page in the language of this page.
func (q Values) Home(view string, name any) string {
	return q.Away("/" + view + "/" + url.PathEscape(fmt.Sprint(name)))
}

// Away is the address of another page in the language of this one.
func (q Values) Away(path string, fields ...string) string {
	all := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		all.Set(fields[i], fields[i+1])
	}
	if q.Lang != "" {
		all.Set("lang", q.Lang)
	}
	if len(all) > 0 {
		path += "?" + all.Encode()
	}
	return path
}
