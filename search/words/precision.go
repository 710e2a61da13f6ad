package words

// Errors bounds the errors of the scores of some rows.
type Errors struct {
	Cell     float64 // of max|e|
	TVD      float64 // of both distances
	Expected float64 // of E[w]
}

// Precision is the errors of the least precise of the rows. Distances are half
// of sums of at most a row's error, and adding up loses at most 2^-50 n of them;
// E[w] adds n^2 values of f, each with its own error and the cell's.
func Precision(q Query, rows []Row) Errors {
	n := float64(q.Alphabet.N)
	var e Errors
	for _, r := range rows {
		e.Cell = max(e.Cell, r.Error)
		e.TVD = max(e.TVD, r.Error/2+n*r.WorstTVD*0x1p-50)
	}
	e.Expected = n * n * (q.White.Error + q.White.Steepest*e.Cell)
	return e
}
