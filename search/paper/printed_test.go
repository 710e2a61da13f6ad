package paper

import "strings"

// What Ide and Okuda printed in "The Optimal Combination of Shuffles in Playing Cards" (IPSJ Journal, 2018): data to
// set answers beside, never the source of one. Where names its section (s.), figure or table.

// The setting of all their runs.
const (
	cards   = 52
	samples = 1_000_000 // deals a run
)

// printedNumber is a printed number.
type printedNumber struct {
	Where string
	Value float64
}

// printedTolerance is e_max, found by Quantile of the largest |e| over Runs uniform
// runs: the highest 5% of them are dropped.
var printedTolerance = struct {
	printedNumber
	Runs     int
	Quantile float64
}{printedNumber{"s.3.2 eq.(17)", 5.86e-4}, 1000, 0.95}

// whiteCount is the white count that one run of a word gave, with C as printed,
// truncated to three decimals.
type whiteCount struct {
	Where string
	Word  string
	W     int
	C     string
}

// printedRepeated are the counts of one shuffle repeated.
var printedRepeated = []whiteCount{
	{"s.4.1 fig.4", strings.Repeat("H", 86), 2704, "1.000"},
	{"s.4.2 fig.5", "RRR", 193, "0.071"},
	{"s.4.2 fig.5", "RRRR", 1989, "0.735"},
	{"s.4.2 fig.5", "RRRRRRRRRR", 2704, "1.000"},
}

// printedSilent says that Letter repeated 1 to Times times never gave a white cell.
var printedSilent = struct {
	Where  string
	Letter string
	Times  int
	W      int
}{"s.4.3 fig.6", "D", 20, 0}

// printedBest are the best words of lengths 2 to 7.
var printedBest = []whiteCount{
	{"s.5 fig.7", "HR", 76, "0.028"},
	{"s.5 fig.7", "HDH", 721, "0.266"},
	{"s.5 fig.7", "RRRR", 2017, "0.745"},
	{"s.5 fig.7", "RRRRR", 2407, "0.890"},
	{"s.5 fig.7", "HDHRDH", 2646, "0.978"},
	{"s.5 fig.7", "HDHRDHH", 2704, "1.000"},
}

// repetition is the number of repetitions of Letter at which something happens.
type repetition struct {
	Where  string
	Letter string
	Times  int
}

// printedReach are the repetitions at which all cells were white.
var printedReach = []repetition{{"s.4.1 fig.4", "H", 86}, {"s.4.2 fig.5", "R", 10}}

// printedCutoff is the repetition at which C jumps, among the first Up.
var printedCutoff = struct {
	repetition
	Up int
}{repetition{"s.4.2 fig.5", "R", 4}, 10}

// printedReturn is the number of deals after which the deck is nearly as it was.
var printedReturn = repetition{"s.4.3 fig.6", "D", 4}

// printedLines are the red lines counted in the bitmaps of R, RR and RRR.
var printedLines = []whiteCount{{"s.4.2 fig.5", "R", 2, ""}, {"s.4.2 fig.5", "RR", 3, ""}, {"s.4.2 fig.5", "RRR", 4, ""}}

// printedPlace is a word's place among all words of its length by white count.
type printedPlace struct {
	Where string
	Word  string
	Rank  int
}

// printedPlaces are the places named in the text and in table 1.
var printedPlaces = []printedPlace{
	{"s.4.4 fig.7(1)", "HR", 1},
	{"s.4.4 fig.7(11)", "HDH", 1},
	{"s.4.4 fig.7(12)", "RDH", 2},
	{"s.4.4 fig.7(13)", "HDR", 3},
	{"s.4.4 fig.7(14)", "RDR", 4},
	{"s.4.4 fig.7(21)", "RRRR", 1},
	{"s.4.4 fig.7(22)", "HRRR", 2},
	{"s.4.4 fig.7(31)", "RRRRR", 1},
	{"s.4.4 fig.7(32)", "RRRDH", 2},
	{"s.4.4 fig.7(41)", "HDHRDH", 1},
	{"s.4.4 fig.7(42)", "RDHRDH", 2},
	{"s.4.4 fig.7(43)", "HDHHDH", 3},
	{"s.4.4 fig.7(51)", "HDHRDHH", 1},
	{"s.4.4 fig.7(52)", "HHDHRDH", 2},
	{"s.4.4 fig.7(53)", "HRDHRDH", 3},
	{"s.4.4 fig.7(54)", "HDHHDHH", 4},
	{"s.4.4 fig.7(55)", "HHRDHDH", 5},
	{"s.4.4 fig.7(56)", "HDHRDHR", 6},
	{"s.4.4 fig.7(57)", "HRDHHDH", 7},
	{"s.4.4 fig.7(58)", "HRDHRRR", 8},
	{"s.4.4 fig.7(59)", "RHDHRDH", 9},
	{"s.4.4 fig.7(60)", "HRDHDHR", 10},
	{"s.4.4", "RRRRRRR", 91},
}

// printedParts says that each of the first Top words of length M contains one of Any.
var printedParts = struct {
	Where  string
	M, Top int
	Any    []string
}{"s.4.4 fig.7", 7, 10, []string{"HDH", "RDH"}}

// printedRiffleTop says that among the lengths From to To, Letter repeated is one of
// the first Top words up to length Last only.
var printedRiffleTop = struct {
	Where          string
	Letter         string
	From, To, Last int
	Top            int
}{"s.4.4 fig.7", "R", 2, 7, 6, 10}

// spread is how the white count of a word fell over spreadRuns runs: Runs[k]
// of them had 2704 - k white cells, the last entry that or fewer.
type spread struct {
	Where string
	Word  string
	Runs  [14]int
}

// spreadRuns is the number of runs of each word of table 1.
const spreadRuns = 1000

// printedTable1 is table 1.
var printedTable1 = []spread{
	{"table 1 (51)", "HDHRDHH", [14]int{483, 356, 125, 33, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
	{"table 1 (52)", "HHDHRDH", [14]int{9, 50, 133, 176, 213, 169, 127, 63, 41, 12, 3, 4, 0, 0}},
	{"table 1 (53)", "HRDHRDH", [14]int{7, 45, 138, 178, 198, 190, 119, 82, 26, 13, 2, 2, 0, 0}},
	{"table 1 (54)", "HDHHDHH", [14]int{22, 102, 182, 213, 182, 142, 97, 33, 20, 5, 0, 2, 0, 0}},
	{"table 1 (55)", "HHRDHDH", [14]int{0, 1, 5, 17, 39, 92, 141, 165, 194, 135, 104, 50, 36, 21}},
	{"table 1 (56)", "HDHRDHR", [14]int{19, 101, 151, 226, 191, 151, 93, 45, 17, 4, 1, 1, 0, 0}},
	{"table 1 (57)", "HRDHHDH", [14]int{0, 0, 1, 14, 64, 154, 241, 210, 163, 84, 38, 23, 5, 3}},
	{"table 1 (58)", "HRDHRRR", [14]int{0, 2, 3, 13, 33, 69, 115, 140, 140, 151, 124, 90, 58, 62}},
	{"table 1 (59)", "RHDHRDH", [14]int{0, 1, 2, 2, 5, 17, 30, 57, 101, 140, 150, 115, 131, 249}},
	{"table 1 (60)", "HRDHDHR", [14]int{0, 0, 0, 2, 4, 17, 43, 73, 113, 140, 149, 134, 132, 193}},
}

// printedAllWhite is the share of all-white runs that singles out allWhiteWord.
var printedAllWhite = printedNumber{"s.4.4 table 1", 0.483}

// allWhiteWord is the word that the paper concludes to be the best.
const allWhiteWord = "HDHRDHH"
