package forms

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// These checks of a record need no computation: a number is within the range of its unit, an error
// is not negative, and the low end of an interval is not above the high one.

// atMost are the largest values of the units that have one. least are the least values of those
// that may be negative.
var (
	atMost = map[string]float64{
		"probability": 1, "distance": 1, "share of the cells": 1, "deviation of a probability": 1, "correlation": 1,
		"estimated distance": mostEstimated,
	}
	atLeast = map[string]float64{
		"correlation": -1, "estimated distance": -mostEstimated, "of the statistic": math.Inf(-1),
		"of the parameter": math.Inf(-1), "of the event": math.Inf(-1), "of the matrix": math.Inf(-1),
		"standard deviations": math.Inf(-1), "moment": math.Inf(-1), "cards beyond the middle": math.Inf(-1),
		"bits of likelihood": math.Inf(-1), "nats of likelihood": math.Inf(-1), "of the test": math.Inf(-1),
	}
)

// mostEstimated is above the mean of any values of decks for a distance: each is at most 2, and a
// control no more.
const mostEstimated = 4

// ends are the names of the ends of an interval.
var ends = [][2]string{{"low", "high"}, {"lower", "upper"}, {"least", "most"}, {"min", "max"}}

// Sound is the error for a record in which some number cannot be right, whatever the question.
func Sound(r results.Record) error {
	s := sounding{math.Inf(1)}
	if n := reflect.ValueOf(r).FieldByName("N"); n.IsValid() && n.Kind() == reflect.Int && n.Int() > 0 {
		s.cells = float64(n.Int()) * float64(n.Int())
	}
	return s.value(reflect.ValueOf(r))
}

// sounding checks a record field by field.
type sounding struct {
	cells float64 // of a law of single cards
}

func (s sounding) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return s.value(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return nil // the text of a question, which is checked by itself
		}
		for i := range v.Len() {
			if err := s.value(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return s.fields(v)
	}
	return nil
}

// fields checks the numbers of an object, and the objects in it.
func (s sounding) fields(v reflect.Value) error {
	values := map[string]float64{}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		unit, measured := field.Tag.Lookup("unit")
		switch {
		case !field.IsExported() || name == "-" || strings.Contains(options, "omit") && v.Field(i).IsZero():
		case !measured:
			if err := s.value(v.Field(i)); err != nil {
				return err
			}
		default:
			name = strings.TrimSuffix(name, render.Exact)
			all, err := floats(v.Field(i))
			for _, x := range all {
				err = cmp.Or(err, s.inRange(x, name, unit))
			}
			if err != nil {
				return fmt.Errorf("%s %w", name, err)
			}
			if len(all) == 1 && unit != "estimated distance" {
				values[name] = all[0]
			}
		}
	}
	for _, low := range slices.Sorted(maps.Keys(values)) {
		for _, pair := range ends {
			stem, is := strings.CutSuffix(low, pair[0])
			if high, has := values[stem+pair[1]]; is && has && values[low] > high {
				return fmt.Errorf("%s is %v, above %s, which is %v", low, values[low], stem+pair[1], high)
			}
		}
	}
	return nil
}

// spread are the names of values that are about a number, and may be larger than it.
var spread = regexp.MustCompile(`^(sd|se)$|_(sd|se)$|^sd_|error$|^formula$`)

// inRange is the error for a number outside the range of its unit.
func (s sounding) inRange(x float64, name, unit string) error {
	least, most := atLeast[unit], math.Inf(1)
	if limit, limited := atMost[unit]; limited {
		most = limit
	} else if unit == "cells" {
		most = s.cells
	}
	if spread.MatchString(name) {
		least, most = 0, mostEstimated*most
	}
	if x < least || x > most {
		return fmt.Errorf("is %v, which is out of range", x)
	}
	return nil
}

// floats are the numbers of a field, or the error for a text that is no number.
func floats(v reflect.Value) (all []float64, err error) {
	if whole, is := v.Interface().(number.Int); is {
		if whole.Int == nil {
			return nil, nil
		}
		x, _ := new(big.Float).SetInt(whole.Int).Float64()
		return []float64{x}, nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return floats(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			inside, err := floats(v.Index(i))
			if err != nil {
				return nil, err
			}
			all = append(all, inside...)
		}
		return all, nil
	case reflect.Int, reflect.Int64:
		return []float64{float64(v.Int())}, nil
	case reflect.Uint64:
		return []float64{float64(v.Uint())}, nil
	case reflect.Float64:
		return []float64{v.Float()}, nil
	case reflect.String:
		x, err := number.ParseRat(v.String())
		if err != nil {
			return nil, err
		}
		f, _ := x.Float64()
		return []float64{f}, nil
	}
	return nil, nil
}
