package view

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// The last answers are remembered, and none that failed.
func TestRegistryRemembers(t *testing.T) {
	var g store
	once := func(key string, err error) (a Answer) {
		a, _ = g.Once(t.Context(), key, Forever, func() (Answer, error) { return Answer{Notes: []string{key}}, err })
		return a
	}
	once("wrong", errors.New("wrong"))
	if a := once("wrong", nil); a.Notes == nil {
		t.Error("an error is remembered")
	}
	for i := range maxAnswers + 10 {
		once(fmt.Sprint(i), nil)
		once("0", nil)
	}
	if once("0", nil).Notes[0] != "0" || len(g.kept) != maxAnswers || len(g.keys) != maxAnswers {
		t.Error(len(g.kept), len(g.keys))
	}
	if g.kept["5"] != nil {
		t.Error("an old one is there still")
	}
}

// A caller whose answer is being computed waits for it, as long as its context allows. If that
// computation fails it computes the answer itself.
func TestRegistryWaits(t *testing.T) {
	var g store
	begun, end := make(chan struct{}), make(chan struct{})
	go g.Once(t.Context(), "x", Forever, func() (Answer, error) {
		close(begun)
		<-end
		return Answer{}, errors.New("stopped")
	})
	<-begun
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := g.Once(ctx, "x", Forever, nil); err != context.Canceled {
		t.Error(err)
	}
	time.AfterFunc(10*time.Millisecond, func() { close(end) })
	if a, err := g.Once(t.Context(), "x", Forever, func() (Answer, error) { return Answer{Notes: []string{"own"}}, nil }); err != nil || a.Notes == nil {
		t.Error(a, err)
	}
	if a, _ := g.Once(t.Context(), "x", 0, func() (Answer, error) { return Answer{Notes: []string{"newer"}}, nil }); a.Notes[0] != "newer" {
		t.Error("an answer that is too old:", a)
	}
}
