package pace

import "testing"

type sheet struct{ all, done float64 }

func (s *sheet) Start(all, done float64) { s.all, s.done = all, done }
func (s *sheet) Add(done float64)        { s.done += done }

func TestListen(t *testing.T) {
	Of(t.Context()).Start(3, 0) // nobody listens
	Of(t.Context()).Add(1)
	s := &sheet{}
	ctx := Listen(t.Context(), s)
	Of(ctx).Start(3, 1)
	Of(ctx).Add(2)
	if *s != (sheet{3, 3}) {
		t.Errorf("%+v", *s)
	}
}
