package pace

import "time"

// Breathe lets the browser have its turn, once in a while: it has one thread for all goroutines, and
// neither a timer nor somebody who wants to stop gets through to a goroutine that computes.
func Breathe() {
	if time.Since(breath) > 50*time.Millisecond {
		time.Sleep(time.Millisecond)
		breath = time.Now()
	}
}

var breath time.Time

// breathing is a listener that lets the browser have its turn whenever it hears something.
func breathing(l Listener) Listener { return breather{l} }

type breather struct{ Listener }

// Add implements [Listener].
func (b breather) Add(done float64) {
	b.Listener.Add(done)
	Breathe()
}
