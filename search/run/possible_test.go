package run

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// spoilt are changes to a state after which it is none that a run can be in, and
// what is said of them.
var spoilt = map[string]struct {
	change func(s *State)
	want   string
}{
	"shard":           {func(s *State) { s.Shard = "3/2" }, "shard"},
	"shard otherwise": {func(s *State) { s.Shard = "01/1" }, "shard"},
	"no shard":        {func(s *State) { s.Shard = "" }, "shard"},
	"roots below 0":   {func(s *State) { s.Roots = -1 }, "root tasks"},
	"too many roots":  {func(s *State) { s.Roots = 1 << 40 }, "root tasks"},
	"fewer roots":     {func(s *State) { s.Roots = 1 }, "under root 1 of 1"},
	"other roots":     {func(s *State) { s.Roots++ }, "list of tasks differs"},
	"other digest":    {func(s *State) { s.RootHash = "" }, "list of tasks differs"},
	"beyond":          {func(s *State) { s.Finished.Add(42) }, "is finished"},
	"time":            {func(s *State) { s.CPUSeconds = -1 }, "seconds"},
	"too few tasks":   {func(s *State) { s.Tasks = s.Finished.GetCardinality() }, "tasks are finished"},
	"no tasks":        {func(s *State) { s.Tasks = 0 }, "tasks are finished"},
	"root twice":      {func(s *State) { s.Finished.Add(s.Pending[0].Root) }, "with a piece pending"},
	"no name":         {func(s *State) { s.Pending[0].ID = "" }, "task"},
	"name of a root":  {func(s *State) { s.Pending[0].ID = "20" }, "task"},
	"no number":       {func(s *State) { s.Pending[0].ID = "x.1" }, "task"},
	"leading zero":    {func(s *State) { s.Pending[0].ID += ".01" }, "task"},
	"dot":             {func(s *State) { s.Pending[0].ID += "." }, "task"},
	"sign":            {func(s *State) { s.Pending[0].ID += ".-1" }, "task"},
	"other root":      {func(s *State) { s.Pending[0].Root = 41 }, "under root 41"},
	"root beyond":     {func(s *State) { s.Pending[0] = Task{ID: "99.0", Root: 99} }, "under root 99"},
	"weight":          {func(s *State) { s.Pending[0].Weight = -1 }, "weight"},
	"heavy":           {func(s *State) { s.Pending[0].Weight = 2 }, "weight"},
	"piece twice":     {func(s *State) { s.Pending = append([]Task{s.Pending[0]}, s.Pending...) }, "follows"},
	"no order":        {func(s *State) { s.Pending[0], s.Pending[1] = s.Pending[1], s.Pending[0] }, "follows"},
	"piece of a piece": {func(s *State) {
		t := s.Pending[0]
		t.ID += ".0"
		s.Pending = append([]Task{s.Pending[0], t}, s.Pending[1:]...)
	}, "with a piece of it"},
	"payload":     {func(s *State) { s.Pending[0].Payload = []byte{200} }, "are no columns"},
	"no total":    {func(s *State) { s.Total = nil }, "total"},
	"null":        {func(s *State) { s.Total = []byte("null") }, "total"},
	"other total": {func(s *State) { s.Total = append(s.Total, ' ') }, "total"},
	"no JSON":     {func(s *State) { s.Total = []byte("{") }, "total"},
	"parameters":  {func(s *State) { s.Params = nil }, "of a different search"},
	"schema":      {func(s *State) { s.Schema = "dovetail/run/2" }, "format"},
}

// A state that no run can be in is refused in one line and left alone, though
// its checksum holds.
func TestImpossibleStatesAreRefused(t *testing.T) {
	dir := t.TempDir()
	good := halfway(t, dir)
	for name, c := range spoilt {
		s := must.Have(decode(good))(t)
		if len(s.Pending) < 2 {
			t.Fatalf("%d pieces are pending", len(s.Pending))
		}
		c.change(s)
		bad := must.Have(s.Encode())(t)
		must.Do(t, os.WriteFile(Checkpoint(dir), bad, 0o666))
		j := &queens{n: 8, depth: 2}
		_, err := start(context.Background(), j, Options{Dir: dir})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if after, _ := os.ReadFile(Checkpoint(dir)); j.started.Load() > 0 || !bytes.Equal(after, bad) {
			t.Errorf("%s: the run began", name)
		}
	}
}

// So is a text that means the same and is not what Encode writes.
func TestOtherTextsAreRefused(t *testing.T) {
	good := halfway(t, t.TempDir())
	line, _, _ := bytes.Cut(good, []byte("\n"))
	for _, change := range [][2]string{
		{`{"schema"`, `{ "schema"`},
		{`{"schema"`, `{"more":1,"schema"`},
		{`{"schema"`, `{"Schema":"dovetail/run/1","schema"`},
		{`"shard":"1/1"`, `"shard":"1/1","shard":"1/1"`},
		{`"tasks":`, `"tasks":0,"tasks":`},
	} {
		bad := bytes.Replace(line, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(bad, line) {
			t.Fatalf("no %s in %s", change[0], line)
		}
		bad = append(bad, '\n')
		if _, err := decode(append(bad, seal(bad)...)); err == nil {
			t.Errorf("%s for %s is read", change[1], change[0])
		}
	}
}

func FuzzDecode(f *testing.F) {
	p, err := planOf(&queens{n: 4, depth: 1})
	if err != nil {
		f.Fatal(err)
	}
	s := p.blank
	s.Finished.Add(0)
	s.Tasks = 2
	s.Pending = []Task{{ID: "1.0", Root: 1, Payload: []byte{1}}}
	good, err := s.Encode()
	if err != nil {
		f.Fatal(err)
	}
	line, _, _ := bytes.Cut(good, []byte("\n"))
	f.Add(line)
	f.Add([]byte(`{"schema":"dovetail/run/1","finished":"AAAA"}`))
	for _, change := range [][2]string{{`"tasks":2`, `"tasks":1`}, {`"1.0"`, `"1.0.0.0"`}, {`"root":1`, `"root":3`}, {`"pending":[`, `"pending":[{},`}, {`"total":"`, `"total":"AAAA`}} {
		f.Add(bytes.Replace(line, []byte(change[0]), []byte(change[1]), 1))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = append(bytes.ReplaceAll(line, []byte("\n"), nil), '\n')
		s, err := decode(append(line, seal(line)...))
		if err != nil {
			return
		}
		j := &queens{n: 4, depth: 1}
		p := must.Have(planOf(j))(t)
		if s.check(p) == nil {
			newQueue(j, nil).restore(p, s)
		}
	})
}
