package decks

import "time"

// Limit implements [results.Limited].
func (q Question) Limit() time.Duration { return q.Time }

// Limit implements [results.Limited].
func (q Hands) Limit() time.Duration { return q.Time }

// Limit implements [results.Limited].
func (q Race) Limit() time.Duration { return q.Time }
