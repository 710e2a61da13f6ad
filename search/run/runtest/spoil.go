package runtest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"

	"dovetail/search/run"
)

// spoilt puts nonsense into the totals of states that are otherwise sound, and
// seals them: the search must not go on from there.
func (s *suite[J]) spoilt() error {
	for _, after := range []int{0, int(s.state.Tasks) / 2, -1} {
		dir := s.tmp()
		if _, err := s.session(dir, after, 1); err != nil {
			return err
		}
		state, err := run.Load(run.Checkpoint(dir))
		if err != nil {
			return err
		}
		for _, bad := range nonsense(state.Total) {
			if err := s.refused(dir, state, bad); err != nil {
				return fmt.Errorf("the total\n%s\ninstead of\n%s\n%w", bad, state.Total, err)
			}
		}
	}
	return nil
}

func (s *suite[J]) refused(dir string, good *run.State, total []byte) error {
	bad := *good
	bad.Total = total
	b, err := bad.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(run.Checkpoint(dir), b, 0o666); err != nil {
		return err
	}
	_, _, err = run.Run(context.Background(), s.question, run.Options{Threads: 1, Dir: dir})
	if err := oneLine(err); err != nil {
		return err
	}
	if after, _ := os.ReadFile(run.Checkpoint(dir)); !bytes.Equal(after, b) {
		return fmt.Errorf("the refused checkpoint was changed")
	}
	return nil
}

// value is a number, a text or a constant in JSON, and a text that is the name of
// a field with its colon.
var value = regexp.MustCompile(`-?[0-9][0-9.eE+-]*|true|false|null|"[^"]*":?`)

// nonsense is texts near a total that nothing can have written. If it is JSON,
// each of its first and last values is replaced by some that none can have.
func nonsense(total []byte) [][]byte {
	bad := [][]byte{nil, []byte("null"), []byte("[{}]"), []byte("{}"), []byte(`"x"`), []byte("-1"), []byte("\xff"),
		total[:len(total)/2], append(bytes.Clone(total), '0'), append(bytes.Clone(total), ' ')}
	const most = 15
	places := value.FindAllIndex(total, -1)
	for i, at := range places {
		if total[at[1]-1] == ':' || i >= most && i < len(places)-most {
			continue
		}
		for _, other := range []string{"null", "-1", "1e300", `"x"`, "[]", "{}"} {
			bad = append(bad, slices.Concat(total[:at[0]], []byte(other), total[at[1]:]))
		}
	}
	return slices.DeleteFunc(bad, func(b []byte) bool { return bytes.Equal(b, total) })
}
