package number

import (
	"encoding/json"
	"fmt"
	"math/big"
	"time"
)

// Duration is a time that is written as 1m30s.
type Duration time.Duration

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// Int is an integer of a record that may exceed 53 bits: a JSON number up to 2^53, which every reader
// keeps exactly, and a JSON string above.
type Int struct{ *big.Int }

// Of makes an Int of v.
func Of(v *big.Int) Int { return Int{v} }

// OfInt makes an Int of v.
func OfInt(v int64) Int { return Int{big.NewInt(v)} }

// OfUint makes an Int of v.
func OfUint(v uint64) Int { return Int{new(big.Int).SetUint64(v)} }

// maxRead is the most digits that are read. The longest answer is the size of a group
// of 200,000 cards.
const maxRead = 500_000

// MarshalJSON implements json.Marshaler.
func (i Int) MarshalJSON() ([]byte, error) {
	if i.Int == nil {
		return []byte("null"), nil
	}
	if i.BitLen() <= 53 {
		return []byte(i.String()), nil
	}
	return json.Marshal(i.String())
}

// UnmarshalJSON implements json.Unmarshaler; it reads both forms.
func (i *Int) UnmarshalJSON(b []byte) error {
	text := string(b)
	if len(b) > 0 && b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	if len(text) > maxRead {
		return fmt.Errorf("%s is too large a number", brief(text))
	}
	v, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return malformed(text)
	}
	i.Int = v
	return nil
}

// Uint is an integer of 64 bits that is written as an [Int] is, such as a seed.
type Uint uint64

// MarshalJSON implements json.Marshaler.
func (u Uint) MarshalJSON() ([]byte, error) { return OfUint(uint64(u)).MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler.
func (u *Uint) UnmarshalJSON(b []byte) error {
	var i Int
	if err := i.UnmarshalJSON(b); err != nil {
		return err
	}
	if !i.IsUint64() {
		return fmt.Errorf("%s is out of range 0..2^64-1", brief(i.String()))
	}
	*u = Uint(i.Uint64())
	return nil
}
