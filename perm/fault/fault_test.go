package fault

import (
	"errors"
	"strings"
	"testing"
)

func TestCaught(t *testing.T) {
	err := Caught(func() error { return []error{}[len(t.Name())] })
	var f Fault
	if !errors.As(err, &f) || !strings.Contains(err.Error(), "index out of range") {
		t.Error(err)
	}
	own := errors.New("own")
	if err := Caught(func() error { return own }); err != own {
		t.Error(err)
	}
}
