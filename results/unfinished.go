package results

import "errors"

// unfinished is the error of an answer that was ended early, with what was known by then: records
// that are true as they stand, and less than was asked for.
type unfinished struct {
	error
	known []Record
}

// Unwrap is why it ended.
func (u *unfinished) Unwrap() error { return u.error }

// Unfinished is an error with what is known nevertheless; nil stays nil.
func Unfinished[R Record](err error, known []R) error {
	if err == nil || len(known) == 0 {
		return err
	}
	u := &unfinished{error: err}
	for _, r := range known {
		u.known = append(u.known, r)
	}
	return u
}

// Known are the records that an error has.
func Known(err error) []Record {
	var u *unfinished
	if errors.As(err, &u) {
		return u.known
	}
	return nil
}
