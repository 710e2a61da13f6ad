package runtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"dovetail/search/run"
)

// parameters changes every field of the question.
func (s *suite[J]) parameters(neighbours []run.Question[J]) error {
	own, err := run.Params(s.question)
	if err != nil {
		return err
	}
	left := map[string]bool{} // the parameters that nothing has changed yet
	for name := range own {
		left[name] = name != "job"
	}
	for _, q := range neighbours {
		other, err := run.Params(q)
		if err != nil {
			return err
		}
		if maps.Equal(own, other) {
			return fmt.Errorf("the neighbour %v has the same", other)
		}
		for name, v := range other {
			left[name] = left[name] && v == own[name]
		}
	}
	err = s.fields(reflect.ValueOf(s.question), nil, func(name string, q run.Question[J], schedule bool) error {
		other, err := run.Params(q)
		if err != nil {
			return err
		}
		if !schedule {
			for name, v := range other {
				left[name] = left[name] && v == own[name]
			}
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

// fields calls f with the question as it is when one field is another, for every
// field that can be changed without knowing what it means.
func (s *suite[J]) fields(v reflect.Value, path []int, f func(name string, q run.Question[J], schedule bool) error) error {
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
