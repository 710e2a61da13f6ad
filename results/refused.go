package results

// Refused is the error of a question that is wrong as it is asked: about what there is
// not, or for more than is allowed. Errors of other types say that an answer failed.
type Refused struct{ error }

// Unwrap is the mistake itself.
func (r Refused) Unwrap() error { return r.error }

// Refuse marks an error as one of the question; nil stays nil.
func Refuse(err error) error {
	if err == nil {
		return nil
	}
	return Refused{err}
}
