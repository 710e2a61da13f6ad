package runtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/search/run"
)

// FuzzMerge merges any bytes into a total. Bytes that are refused leave it as it was,
// and bytes that are accepted give a total that can be read back.
func FuzzMerge[J run.Job](f *testing.F, q run.Question[J]) {
	s := &suite[J]{question: q}
	if err := s.prepare(); err != nil {
		f.Fatal(err)
	}
	f.Add(s.total)
	for _, bad := range nonsense(s.total) {
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, result []byte) {
		j, before := s.fresh(t)
		err := j.Merge(result)
		after, broken := j.Total()
		if broken != nil {
			t.Fatal(broken)
		}
		if err != nil {
			if !bytes.Equal(before, after) {
				t.Fatalf("refused (%v), and merged:\n%s", err, after)
			}
			return
		}
		k, _ := s.fresh(t)
		if err := k.Merge(after); err != nil {
			t.Fatalf("its own total is refused: %v", err)
		}
		if again, err := k.Total(); err != nil || !bytes.Equal(again, after) {
			t.Fatalf("the total\n%s\nis read back as\n%s\n%v", after, again, err)
		}
	})
}

// FuzzTask takes any bytes for a task: a task that passes the check can be done.
func FuzzTask[J run.Job](f *testing.F, q run.Question[J]) {
	s := &suite[J]{question: q}
	j, _ := s.fresh(f)
	roots, err := j.Roots()
	if err != nil {
		f.Fatal(err)
	}
	for i, p := range roots {
		if err := j.Check(p.Payload); err != nil {
			f.Fatalf("root %v is refused: %v", p.Payload, err)
		}
		if i%(1+len(roots)/8) > 0 {
			continue
		}
		f.Add(p.Payload)
		for _, bad := range near(p.Payload) {
			f.Add(bad)
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		j, _ := s.fresh(t)
		if j.Check(payload) != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), longtest.Of[time.Duration](10, 100)*time.Millisecond)
		defer cancel()
		r, err := j.Run(ctx, run.Task{ID: "0", Payload: payload})
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			return
		}
		for _, p := range r.Rest {
			if err := j.Check(p.Payload); err != nil {
				t.Fatalf("its own piece is refused: %v", err)
			}
		}
		if len(r.Found) > 0 {
			if err := j.Merge(r.Found); err != nil {
				t.Fatalf("its own result is refused: %v", err)
			}
		}
	})
}

// near is payloads one step from another.
func near(payload []byte) [][]byte {
	bad := [][]byte{payload[:len(payload)/2], append(bytes.Clone(payload), 0), append(bytes.Clone(payload), 1, 1, 1, 1)}
	for i := range payload {
		for _, b := range []byte{0, 1, payload[i] + 1, 0xff} {
			other := bytes.Clone(payload)
			other[i] = b
			bad = append(bad, other)
		}
	}
	return bad
}

// fresh is a job with its empty total.
func (s *suite[J]) fresh(t testing.TB) (J, []byte) {
	j, err := s.question.Job()
	if err != nil {
		t.Fatal(err)
	}
	total, err := j.Total()
	if err != nil {
		t.Fatal(err)
	}
	return j, total
}

// parameters changes every field of the question.
func (s *suite[J]) parameters(neighbours []run.Question[J]) error {
	if err := plain(reflect.TypeOf(s.question)); err != nil {
		return err
	}
	own, err := run.Params(s.question)
	if err != nil {
		return err
	}
	left := map[string]bool{} // the parameters that no change has reached yet
	for name := range own {
		left[name] = name != "job"
	}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(s.question)) {
		if field.Type.Size() == 0 {
			delete(left, strings.ToLower(field.Name)) // it has one value
		}
	}
	unchanged := func(other map[string]string) {
		for name, v := range own {
			w, there := other[name] // a field of 0 may be left out
			left[name] = left[name] && there && v == w
		}
	}
	for _, q := range neighbours {
		other, err := run.Params(q)
		if err != nil {
			return err
		}
		if maps.Equal(own, other) {
			return fmt.Errorf("the neighbour %v has the same", other)
		}
		unchanged(other)
	}
	err = s.fields(reflect.ValueOf(s.question), nil, func(name string, q run.Question[J], schedule bool) error {
		other, err := run.Params(q)
		if err != nil {
			return err
		}
		if !schedule {
			unchanged(other)
			return nil
		}
		if !maps.Equal(own, other) {
			return fmt.Errorf("%s is a matter of schedule and changes them", name)
		}
		j, _, err := run.Run(context.Background(), q, run.Options{Threads: 1})
		if err != nil {
			return err
		}
		total, err := j.Total()
		return errors.Join(err, s.same(total))
	})
	if err != nil {
		return err
	}
	for name := range left {
		if left[name] {
			return fmt.Errorf("nothing changes %q: give a neighbouring question", name)
		}
	}
	return nil
}

// fields calls f with a copy of the question in which one field has another value, for
// every field that can be changed without knowing its meaning.
func (s *suite[J]) fields(v reflect.Value, path []int,
	f func(name string, q run.Question[J], schedule bool) error) error {
	for i := range v.NumField() {
		field, at := v.Type().Field(i), append(path[:len(path):len(path)], i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			if err := s.fields(v.Field(i), at, f); err != nil {
				return err
			}
			continue
		}
		other := reflect.New(reflect.TypeOf(s.question)).Elem()
		other.Set(reflect.ValueOf(s.question))
		if !change(other.FieldByIndex(at)) {
			continue
		}
		schedule := strings.HasPrefix(field.Tag.Get("json"), "-")
		if err := f(field.Name, other.Interface().(run.Question[J]), schedule); err != nil {
			return err
		}
	}
	return nil
}

// change gives a value of a basic kind, or a list of them, another.
func change(v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	case v.CanUint():
		v.SetUint(v.Uint() + 1)
	case v.CanFloat():
		v.SetFloat(2*v.Float() + 1)
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	case v.Kind() == reflect.Slice:
		v.Set(reflect.Append(v.Slice3(0, v.Len(), v.Len()), reflect.Zero(v.Type().Elem())))
	default:
		return false
	}
	return true
}
