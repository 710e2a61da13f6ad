package fit

import (
	"fmt"
	"slices"

	"dovetail/perm/shuffle"
	"dovetail/results"
)

// fitted is the letter of the fitted riffle.
const fitted = 'Y'

// Names are the letters that counts are held against unless others are asked for.
var Names = []byte("RBL")

// check refuses letters of which hands are not known.
func check(n int, letters []shuffle.Letter) error {
	for _, l := range letters {
		if l.Name == fitted {
			return fmt.Errorf("letter %c is the fitted riffle's; call %s by another", l.Name, l.Model)
		}
		if cuts, _ := shuffle.Hands(l.Model, n); cuts == nil {
			return fmt.Errorf("%s is no riffle of two halves that hands are known of", l)
		}
	}
	return nil
}

// Record holds the counts against the letters and against the riffle fitted to them.
func (c Counts) Record(letters []shuffle.Letter) (r results.Fit, err error) {
	if err := check(c.N, letters); err != nil {
		return r, results.Refuse(err)
	}
	r = results.Fit{
		Schema: results.FitSchema, Kind: results.Exact, N: c.N, Riffles: c.Riffles, Source: c.Source,
		Cuts: listed(c.Cuts, 0), Packets: listed(c.Packets, 1), Models: []results.FitModel{},
	}
	for _, l := range letters {
		r.Models = append(r.Models, c.against(l, 0, 0))
	}
	if r.Fitted, err = c.likeliest(); err != nil || r.Fitted == nil {
		return r, err
	}
	m, err := shuffle.Parse(r.Fitted.Model)
	if err != nil {
		return r, err
	}
	cuts := 0
	if total(c.Cuts) > 1 {
		cuts = 2
	}
	closest := c.against(shuffle.Letter{Name: fitted, Model: m}, cuts, 1)
	closest.Model = r.Fitted.Model
	r.Models = append(r.Models, closest)
	return r, nil
}

// against holds the counts against a model, of which some numbers were fitted to the cuts
// and to the packets.
func (c Counts) against(l shuffle.Letter, cuts, packets int) results.FitModel {
	halves, runs := shuffle.Hands(l.Model, c.N)
	sum := 0.0
	for _, x := range runs {
		sum += x
	}
	m := results.FitModel{ModelLetter: results.ModelLetter{Letter: string(l.Name), Model: l.Model.String()}, PacketsEach: digits(sum)}
	if c.Cuts != nil {
		m.Cuts = test(c.Cuts, halves, 0, cuts)
	}
	if c.Packets != nil {
		m.Packets = test(c.Packets, runs, 1, packets)
	}
	return m
}

// Letters are those of a record but the fitted one.
func Letters(r results.Fit) (letters []shuffle.Letter, err error) {
	for _, m := range r.Models {
		if m.Letter == string(fitted) {
			continue
		}
		l, err := shuffle.ParseLetter(m.Letter + "=" + m.Model)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(letters, func(k shuffle.Letter) bool { return k.Name == l.Name }) {
			return nil, fmt.Errorf("letter %c is listed twice", l.Name)
		}
		if err := shuffle.Check(l.Model, r.N); err != nil {
			return nil, err
		}
		letters = append(letters, l)
	}
	return letters, nil
}
