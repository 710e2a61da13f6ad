package explorer

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"dovetail/results/explorer/language"
	"dovetail/results/explorer/routine"
)

// frequent are the routines that many come by: one shuffle again and again, one other kind before, between or after
// riffles, and riffles with two deals between them.
func frequent() (words []string) {
	const alone, mixed, dealt = 12, 8, 10 // shuffles at most
	of := func(letters string, times ...int) {
		word := ""
		for i, n := range times {
			word += strings.Repeat(letters[i:i+1], n)
		}
		words = append(words, word)
	}
	each := func(most int, visit func(a, b, c int)) { // three numbers that are at most so many together
		for a := range most + 1 {
			for b := range most + 1 - a {
				for c := range most + 1 - a - b {
					visit(a, b, c)
				}
			}
		}
	}
	for _, c := range routine.Offered {
		for n := range alone {
			of(string(c), n+1)
		}
	}
	for _, c := range routine.Offered[1:] {
		each(mixed, func(before, times, after int) {
			if times > 0 && before+after > 0 {
				of("R"+string(c)+"R", before, times, after)
			}
		})
	}
	each(dealt-2, func(first, second, third int) {
		if min(first, second, third) > 0 {
			of("RDRDR", first, 1, second, 1, third)
		}
	})
	return words
}

// nearby keeps the routines that are one press away from the first page, and the frequent ones, in each language, packed by
// gzip. Links to them name their files, which assets/routine.js reads as long as the program is not there, and the first
// page lists them for those who come by the address of one.
func (s *Server) nearby(all map[string][]byte, keep func(name, at string) error) error {
	s.Base = "."
	address := func(link []byte) (at, about string) {
		at = strings.TrimPrefix(html.UnescapeString(string(pressed.FindSubmatch(link)[1])), s.Base)
		to, _ := url.Parse(at) // which was written here
		query := to.Query()
		query.Del("lang")
		return at, query.Encode()
	}
	for _, lang := range []language.Language{language.English, language.Japanese} {
		first := string(lang) + ".html"
		files := map[string]string{"": first}
		var listed []string
		add := func(at, about string) error {
			if files[about] != "" {
				return nil
			}
			name := notInNames.ReplaceAllString(about, "-")
			files[about], listed = "near/"+string(lang)+"-"+name+".bin", append(listed, name)
			return keep(files[about], at)
		}
		for _, link := range pressed.FindAll(all[first], -1) {
			if err := add(address(link)); err != nil {
				return err
			}
		}
		for _, word := range frequent() {
			about := "word=" + word
			if about == "word="+routine.View.Fields[0].Default {
				continue
			}
			if err := add("/?"+about+"&lang="+string(lang), about); err != nil {
				return err
			}
		}
		names := slices.Collect(maps.Values(files))
		if lang == language.English {
			names = append(names, "index.html")
		}
		for _, name := range names {
			all[name] = pressed.ReplaceAllFunc(all[name], func(link []byte) []byte {
				if _, about := address(link); files[about] != "" {
					return fmt.Appendf(nil, `%s data-file="./%s"`, link, files[about])
				}
				return link
			})
			if path.Ext(name) == ".bin" {
				var packed bytes.Buffer
				w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // which is a level
				w.Write(all[name])
				w.Close()
				all[name] = packed.Bytes()
			}
		}
		const policy = `<meta http-equiv=` // before which no script runs
		near := fmt.Appendf(nil, `<meta name="near" content="%s">`+"\n"+policy, strings.Join(listed, " "))
		for _, name := range []string{first, "index.html"} {
			if name == first || lang == language.English {
				all[name] = bytes.Replace(all[name], []byte(policy), near, 1)
			}
		}
	}
	return nil
}

// pressed are the links of a routine whose page takes its place.
var pressed = regexp.MustCompile(`<a class="(?:[a-z]+ )*live(?: [a-z]+)*" href="([^"]*)"`)

// notInNames is what names of files leave out.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9.]+`)
