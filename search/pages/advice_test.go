package pages

import (
	"html"
	"net/http/httptest"
	"regexp"
	"testing"

	"dovetail/results/explorer"
)

// What the first page advises is the least that is proved from what is on record: nine riffles in a row are enough whatever
// stands around them.
func TestAdvice(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = explorer.New(Program(), server.Listener.Addr())
	verdict := regexp.MustCompile(`<p class="verdict[^>]*>([^<]*)</p>`)
	for _, c := range [][3]string{
		{"RRRRRRR", "Shuffle 2 more times.", "あと2回シャッフルしましょう。"},
		{"RRRRRRRO", "Perhaps fair: 9 riffles in a row instead of 7 are surely enough.", "公平かもしれません。リフルを9回(7回ではなく)続ければ確実に十分です。"},
		{"RRRRDRR", "Not fair yet: 9 riffles in a row instead of 4 are surely enough.", "まだ公平ではありません。リフルを9回(4回ではなく)続ければ確実に十分です。"},
		{"ORRRRRRR", "Perhaps fair: 2 more riffles are surely enough.", "公平かもしれません。あと2回リフルすれば確実に十分です。"},
		{"OOOOOOO", "Not fair yet: 9 more riffles are surely enough.", "まだ公平ではありません。あと9回リフルすれば確実に十分です。"},
		{"LLLLLLLO", "Perhaps fair: 8 riffles in a row instead of 7 are surely enough.", "公平かもしれません。リフルを8回(7回ではなく)続ければ確実に十分です。"},
	} {
		for i, lang := range []string{"en", "ja"} {
			answer := httptest.NewRecorder()
			server.Config.Handler.ServeHTTP(answer, httptest.NewRequest("GET", "http://"+server.Listener.Addr().String()+"/?word="+c[0]+"&lang="+lang, nil))
			m := verdict.FindStringSubmatch(answer.Body.String())
			if m == nil || html.UnescapeString(m[1]) != c[1+i] {
				t.Errorf("%s: %q, want %q", c[0], m, c[1+i])
			}
		}
	}
}
