package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"dovetail/exact/position"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/known"
)

// A claim is what a page says in words or in a table and the program can say. The
// text has a # for each of its values.
type claim struct {
	page, text string
	values     func() ([]string, error)
}

// Those that take a second at most, and those that take up to two minutes.
var (
	claims = []claim{
		{"docs/laws.md", "| no cut | # | # |", of("riffles --riffles 7", "rows.0.tvd_exact", "rows.0.entropy_bits_exact")},
		{"docs/laws.md", "| cut after | # | # |", of("riffles --cut after --riffles 7", "rows.0.tvd_exact", "rows.0.entropy_bits_exact")},
		{"docs/laws.md", "| cut before | # | # |", of("riffles --cut before --riffles 7", "rows.0.tvd_exact", "rows.0.entropy_bits_exact")},
		{"docs/laws.md", "RHRR (TVD #) comes first of length 4, before RRRR (#)", of(proportional+"-m 4 --top 9", "rows.0.law_tvd near 4", "rows.4.law_tvd near 4")},
		{"docs/laws.md", "tau-b with C is # and #, and", of(proportional+"-m 4..5", "0.kendall_tau_c near 2", "1.kendall_tau_c near 2")},
		{"docs/laws.md", "tau-b with mean TVD is # and #.", of(proportional+"-m 4..5", "0.kendall_tau_tvd_mean near 2", "1.kendall_tau_tvd_mean near 2")},
		{"docs/pruning.md", "| words with C = 1 | # | # | # | # |", of("rank --by c -m 7..10 --top 0", "0.c1_words", "1.c1_words", "2.c1_words", "3.c1_words")},
		{"docs/speed.md", "on record in docs/records, by the program as it was then | # (by halving 3,021 on an older machine), #, #, # (", joined(seconds(17), seconds(18), seconds(19), seconds(20))},
		{"README.md", "These seven shuffles leave 52 cards between # and # from fair (sampled, each end with confidence 1 - 10^-6). Seven riffles leave #, and nine # (",
			distances("RRRRRGR down 4", "RRRRRGR up 4", "RRRRRRR near 4", "RRRRRRRRR near 4")},
		{"docs/milk.md", "| 6 | # | RRRRER # to # | RRRRGR # to # |",
			distances("RRRRRR near 4", "RRRRER down 4", "RRRRER up 4", "RRRRGR down 4", "RRRRGR up 4")},
		{"docs/milk.md", "| 7 | # | RRRRRER # to # | RRRRRGR # to # |",
			distances("RRRRRRR near 4", "RRRRRER down 4", "RRRRRER up 4", "RRRRRGR down 4", "RRRRRGR up 4")},
		{"docs/milk.md", "| 8 | # | RRRRRRER # to # | RRRRRRGR # to # |",
			distances("RRRRRRRR near 4", "RRRRRRER down 4", "RRRRRRER up 4", "RRRRRRGR down 4", "RRRRRRGR up 4")},
		{"README.md", "seven riffles leave between # and # (sampled), where seven ideal ones leave #.",
			joined(of("hands --preset 1988", "rows.6.tvd_low down 3", "rows.6.tvd_high up 3"), distances("RRRRRRR near 4"))},
		{"docs/milk.md", "| 9 | # | RRRRRRRER # to # | RRRRRRRGR # to # |",
			distances("RRRRRRRRR near 4", "RRRRRRRER down 4", "RRRRRRRER up 4", "RRRRRRRGR down 4", "RRRRRRRGR up 4")},
		{"docs/milk.md", "| 10 | # | RRRRRRRRER # to # | RRRRRRRRGR # to # |",
			distances("RRRRRRRRRR near 4", "RRRRRRRRER down 4", "RRRRRRRRER up 4", "RRRRRRRRGR down 4", "RRRRRRRRGR up 4")},
		{"docs/milk.md", "| 11 | # | | |", distances("RRRRRRRRRRR near 4")},
		{"docs/milk.md", "| 12 | # | | |", distances("RRRRRRRRRRRR near 4")},
		{"docs/milk.md", "| 6 | # | RRRRGR # to # | # | RRRRGR # or more |", distances("RRRRRR near 4 40", "RRRRGR down 4 40", "RRRRGR up 4 40", "RRRRRR near 4 60", "RRRRGR down 4 60")},
		{"docs/milk.md", "| 7 | # | RRRRRGR # to # | # | RRRRRGR # to # |", distances("RRRRRRR near 4 40", "RRRRRGR down 4 40", "RRRRRGR up 4 40",
			"RRRRRRR near 4 60", "RRRRRGR down 4 60", "RRRRRGR up 4 60")},
		{"docs/milk.md", "| 8 | # | RRRRRRGR # to # | # | RRRRRRGR # to # |", distances("RRRRRRRR near 4 40", "RRRRRRGR down 4 40", "RRRRRRGR up 4 40",
			"RRRRRRRR near 4 60", "RRRRRRGR down 4 60", "RRRRRRGR up 4 60")},
		{"docs/milk.md", "| 9 | # | RRRRRRRGR # to # | # | RRRRRRRGR # to # |", distances("RRRRRRRRR near 4 40", "RRRRRRRGR down 4 40", "RRRRRRRGR up 4 40",
			"RRRRRRRRR near 4 60", "RRRRRRRGR down 4 60", "RRRRRRRGR up 4 60")},
		{"docs/milk.md", "| 10 | # | RRRRRRRRGR # to # | # | RRRRRRRRGR # to # |", distances("RRRRRRRRRR near 4 40", "RRRRRRRRGR down 4 40", "RRRRRRRRGR up 4 40",
			"RRRRRRRRRR near 4 60", "RRRRRRRRGR down 4 60", "RRRRRRRRGR up 4 60")},
		{"docs/milk.md", "| 7 | # | RRRRRGR # to # | # to # | |", joined(distances("RRRRRRR near 4 100", "RRRRRGR down 4 100", "RRRRRGR up 4 100"), mashes100(7))},
		{"docs/milk.md", "| 8 | # | RRRRRRGR # to # | # to # | MMMMMMGM # to # |", joined(distances("RRRRRRRR near 4 100", "RRRRRRGR down 4 100", "RRRRRRGR up 4 100"),
			mashes100(8), distances("MMMMMMGM down 4 100", "MMMMMMGM up 4 100"))},
		{"docs/milk.md", "| 9 | # | RRRRRRRGR # to # | # to # | MMMMMMMGM # to # |", joined(distances("RRRRRRRRR near 4 100", "RRRRRRRGR down 4 100", "RRRRRRRGR up 4 100"),
			mashes100(9), distances("MMMMMMMGM down 4 100", "MMMMMMMGM up 4 100"))},
		{"docs/milk.md", "| 10 | # | RRRRRRRRGR # to # | # to # | |", joined(distances("RRRRRRRRRR near 4 100", "RRRRRRRRGR down 4 100", "RRRRRRRRGR up 4 100"), mashes100(10))},
		{"docs/milk.md", "RRRGRGR and RRGRRGR, with five riffles, are at least # and # from fair", distances("RRRGRGR down 4", "RRGRRGR down 4")},
		{"docs/decks.md", "| 6 | # | RRRDRR # to # | # | R^6 |", distances("RRRRRR near 4 40", "RRRDRR down 4 40", "RRRDRR up 4 40", "RRRRRR near 4 60")},
		{"docs/decks.md", "| 7 | # | RRRRDRR # to # | # | RRRRRDR # to # |", distances("RRRRRRR near 4 40", "RRRRDRR down 4 40", "RRRRDRR up 4 40",
			"RRRRRRR near 4 60", "RRRRRDR down 4 60", "RRRRRDR up 4 60")},
		{"docs/decks.md", "| 8 | # | RDRRDRRR # to # | # | RRRRRRDR # to # |", distances("RRRRRRRR near 4 40", "RDRRDRRR down 4 40", "RDRRDRRR up 4 40",
			"RRRRRRRR near 4 60", "RRRRRRDR down 4 60", "RRRRRRDR up 4 60")},
		{"docs/decks.md", "| 9 | # | RDRRDRRRR # to # | # | RDRRDRRRR # to # |", distances("RRRRRRRRR near 4 40", "RDRRDRRRR down 4 40", "RDRRDRRRR up 4 40",
			"RRRRRRRRR near 4 60", "RDRRDRRRR down 4 60", "RDRRDRRRR up 4 60")},
		{"docs/decks.md", "| 10 | # | RDRRDRRRRR # to # | # | RDRRDRRRRR # to # |", distances("RRRRRRRRRR near 4 40", "RDRRDRRRRR down 4 40", "RDRRDRRRRR up 4 40",
			"RRRRRRRRRR near 4 60", "RDRRDRRRRR down 4 60", "RDRRDRRRRR up 4 60")},
		{"docs/decks.md", "RRRRRRDR, which leaves between # and #, where eight riffles leave #; RDRDRRRRR, # to #, where nine leave #; and RDRDRRRRRR, # to #, where ten leave #",
			distances("RRRRRRDR down 4 100", "RRRRRRDR up 4 100", "RRRRRRRR near 4 100", "RDRDRRRRR down 4 100", "RDRDRRRRR up 4 100", "RRRRRRRRR near 4 100",
				"RDRDRRRRRR down 4 100", "RDRDRRRRRR up 4 100", "RRRRRRRRRR near 4 100")},
		{"docs/two-deals.md", "| 5 | # | RRRRR | #; all other words have at least 0.960 |", distances("RRRRR near 4", "RRRRR near 4")},
		{"docs/two-deals.md", "| 6 | # | RRRRDR | at most # |", distances("RRRRRR near 4", "RRRRDR up 4")},
		{"docs/two-deals.md", "| 7 | # | RRRRDRR | # to # |", distances("RRRRRRR near 4", "RRRRDRR down 4", "RRRRDRR up 4")},
		{"docs/two-deals.md", "| 8 | # | RDRRDRRR | # to # |", distances("RRRRRRRR near 4", "RDRRDRRR down 4", "RDRRDRRR up 4")},
		{"docs/two-deals.md", "| 9 | # |", distances("RRRRRRRRR near 4")},
		{"docs/two-deals.md", "nine leave more (#), by", distances("RRRRRRRRR near 4")},
		{"docs/two-deals.md", "because ten riffles leave #;", distances("RRRRRRRRRR near 4")},
		{"docs/hands.md", "45 seconds buy nine riffles (#), 60 twelve (#) and 90 eighteen (#)",
			distances("RRRRRRRRR near 4", "RRRRRRRRRRRR near 4", "RRRRRRRRRRRRRRRRRR near 5")},
		{"docs/speed.md", "f(17) = # and its two decks, f(18) = # and its one, f(19) = # and its four, f(20) = # and its one, on record",
			joined(onRecord(17, "length"), onRecord(18, "length"), onRecord(19, "length"), onRecord(20, "length"))},
		{"README.md", "f(19) = # and f(20) = #.", joined(onRecord(19, "length"), onRecord(20, "length"))},
		{"docs/topswops.md", "reached by two decks, in # seconds of one busy processor, f(18) = 191, reached by one, in #, f(19) = 221, reached by four, in # of two, and f(20) = 249, reached by one, in #:", joined(seconds(17), seconds(18), seconds(19), seconds(20))},
		{"docs/topswops.md", "| 9.69e9 | 93 ± 4 | # |", seconds(17)},
		{"docs/topswops.md", "| 960 ± 60 | # |", seconds(18)},
		{"docs/topswops.md", "| 7,460 ± 300 | # |", seconds(19)},
		{"docs/topswops.md", "| 94,000 ± 10,000 | # |", seconds(20)},
		{"docs/cluster.md", "f(19) had # of", onRecord(19, "tasks.done")},
		{"docs/cluster.md", "and f(20) # for", onRecord(20, "tasks.done")},
		{"docs/cluster.md", "f(17) and f(18) had # and # tasks", joined(onRecord(17, "tasks.done"), onRecord(18, "tasks.done"))},
		{"docs/words.md", "fall below 1e-14 only at the #th of 52 (the narrow cut's at the #th)", smallSingularValues},
		{"docs/games.md", "leave the worst card # from uniform, seven of R #", joined(of("score YYYYYYY --model 'Y=clumpy(switch=0.6468,cut=normal,off=1.35,sd=1.572)'", "tvd_worst near 4"),
			of("score RRRRRRR", "tvd_worst near 4"))},
		{"docs/games.md", "chi-square is # on five degrees of freedom for packets, # on eight", of("hands --fit", "models.0.packets.chi_square near 0", "models.0.cuts.chi_square near 1")},
		{"docs/games.md", "too neat: # packets a riffle, and # of the 100 cuts", of("hands --fit", "models.1.packets_per_riffle near 2", "models.1.cuts.impossible")},
		{"docs/words.md", "in order after # deals, with `top=first` after #, with `first=down` after #, and with both after # (",
			joined(ordered("underdown"), ordered("underdown(top=first)"), ordered("underdown(first=down)"), ordered("underdown(first=down,top=first)"))},
		{"docs/games.md", "| c | # | # | # | 2.4778 ± 19 | 5.4231 ± 42 | 6.6571 ± 52 | # |", joined(of("repeated --riffles 7", "first_order near 4"),
			of("repeated --deck 13,39 --riffles 7", "first_order near 4"), of("repeated --deck top-card --riffles 7", "first_order near 4"),
			of("repeated --deck distinct --riffles 7", "first_order near 4"))},
		{"docs/games.md", "of 52 cards it is #, but half", of("deck --word R", "statistics.10.fair_mean near 0")},
		{"docs/games.md", "A fair deck of 52 has none with probability #, and no", of("deck --word R", "statistics.9.fair_none near 4")},
		{"docs/games.md", "two cards of one rank side by side with probability #.", of("deck --word R --ranks 13", "statistics.10.fair_none near 5")},
		{"docs/games.md", "deck of 52 has none with probability # (Doyle", of("deck --word R --ranks 13", "statistics.11.fair_none near 5")},
		{"docs/games.md", "| 1 riffle | # |", of("guess --riffles 1", "rows.0.complete near 4")},
		{"docs/games.md", "| 1 shelf | # |", of("guess --riffles 1 --shelf 1", "rows.0.complete near 4")},
		{"docs/games.md", "| 2 | # | 27 |", of("guess --riffles 1 --shelf 2", "rows.0.complete near 4")},
		{"docs/games.md", "| 4 | # | 17.6 |", of("guess --riffles 1 --shelf 4", "rows.0.complete near 4")},
		{"docs/games.md", "| 10 | # | 9.3 |", of("guess --riffles 1 --shelf 10", "rows.0.complete near 4")},
		{"docs/games.md", "| 20 | # | 6.2 |", of("guess --riffles 1 --shelf 20", "rows.0.complete near 4")},
		{"docs/games.md", "| 64 | # | 4.7 |", of("guess --riffles 1 --shelf 64", "rows.0.complete near 4")},
		{"docs/games.md", "riffles: #, #, #, #, #, #, # for one to seven", of("guess VVVVVVV", "rows.0.complete near 4", "rows.1.complete near 4",
			"rows.2.complete near 4", "rows.3.complete near 4", "rows.4.complete near 4", "rows.5.complete near 4", "rows.6.complete near 4")},
	}
	longClaims = []claim{
		{"docs/games.md", "| 3 | # | # | # | # | # | # | # |", joined(of("trick --riffles 3 --decks 2e5 --cut none", guessed...), of("trick --riffles 3 --decks 2e5", guessed...),
			of("trick --riffles 3 --decks 2e5 --cut after", guessed...), of("trick --riffles 3 --decks 2e5 --cut both", guessed...),
			of("trick --riffles 3 --decks 2e5 --cut both --insert middle", guessed...), of("trick --riffles 3 --decks 2e5 --insert middle", guessed...),
			of("trick --riffles 3 --decks 2e5 --insert top", guessed...))},
		{"docs/games.md", "| 7 | # | # | # | # ± 19 | # ± 69 | # ± 91 | # |", joined(of("repeated --riffles 1..8", "rows.6.tvd_low near 7"),
			of("repeated --deck 13,39 --riffles 1..8", "rows.6.tvd_low near 7"), of("repeated --deck top-card --riffles 1..8", "rows.6.tvd_low near 7"),
			of("repeated --deck suits --riffles 3..7", "rows.4.tvd_low"), of("repeated --deck blackjack --riffles 3..7", "rows.4.tvd_low"),
			of("repeated --deck ranks --riffles 3..7", "rows.4.tvd_low"), of("riffles --riffles 7", "rows.0.tvd near 7"))},
		{"docs/hands.md", "Of the # words of riffles and deals that take at most 90", of("rank --alphabet R,D --effort R=5,D=35 --within 90 --top 0", "words")},
		{"docs/hands.md", "For # of the words this rests on records", of("rank --alphabet R,D --effort R=5,D=35 --within 90 --top 0", "on_record.words")},
		{"docs/hands.md", "words that could be best is # at 50 seconds, # at 55 and # at 60", of("rank --alphabet R,D --effort R=5,D=10 --within 60 --top 0",
			"budget.frontier.5.contenders", "budget.frontier.6.contenders", "budget.frontier.7.contenders")},
		{"docs/decks.md", "`dovetail rank -m 8` leaves # words that could be best", of("rank -m 8 --top 0", "best.contenders")},
		{"docs/decks.md", "`dovetail rank -m 9` leaves # words that could be best", of("rank -m 9 --top 0", "best.contenders")},
		{"docs/decks.md", "`dovetail rank -m 10` leaves #.", of("rank -m 10 --top 0", "best.contenders")},
		{"docs/laws.md", "closed form; # for m = 4", of("rank --by bound -m 4 --top 0", "best.tvd_high near 8")},
		{"docs/laws.md", "| 5 | open: # words, RRRRR, RHRRR, RRRHR, RRHRR | # to # |", of("rank --by bound -m 5 --top 0", open...)},
		{"docs/laws.md", "| 6 | open: # words | # to # |", of("rank --by bound -m 6 --top 0", open...)},
		{"docs/laws.md", "| 7 | open: # words | # to # |", of("rank --by bound -m 7 --top 0", open...)},
		{"docs/laws.md", "| 8 | open: # words | # to # |", of("rank --by bound -m 8 --top 0", open...)},
		{"docs/pruning.md", "| # | # | # | # | # | # | # |\n| of 3^m", of("rank --by c -m 7..16 --top 0",
			"0.c1_words", "1.c1_words", "2.c1_words", "3.c1_words", "4.c1_words", "5.c1_words", "9.c1_words")},
		{"docs/pruning.md", "grew # times from length 13 to 14", imperfectGrowth},
		{"docs/pruning.md", "ranks # words. They have # distinct laws", of("rank -m 20 --by tvd --top 3", "words", "search.laws")},
		{"docs/pruning.md", "share one), of which # are computed", of("rank -m 20 --by tvd --top 3", "search.scored")},
		{"docs/dealing.md", "| RRR | 200 | # ± # | # | # ± # | # ± # | # |", of("score RRR --runs 200", scatter...)},
		{"docs/dealing.md", "| HDHRDHH | 50 | # ± # | # | # ± # | # ± # | # |", of("score HDHRDHH --runs 50", scatter...)},
	}

	proportional = "rank -n 8 --by law --model 'H=hindu(mean=20/13,sd=10/39)' --model 'D=deal(order=1-3-2)' "
	open         = []string{"best.contenders", "best.tvd_low down 4", "best.tvd_high up 4"}
	guessed      = []string{"rows.0.guess_1 near 4"}
	scatter      = []string{"mean near 2", "mean_error near 2", "ew near 2", "sd near 2", "sd_error near 2",
		"sd_predicted near 3", "sd_predicted_error near 3", "sd_independent near 3"}
)

// of are fields of the record that a command gives.
func of(command string, paths ...string) func() ([]string, error) {
	return func() (values []string, err error) {
		output, err := prints("dovetail " + command + " --format json")
		if err == nil {
			values, err = fields(output, paths)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", command, err)
		}
		return values, err
	}
}

// fields are those of a record.
func fields(text []byte, paths []string) (values []string, err error) {
	var record any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&record); err != nil {
		return nil, err
	}
	for _, path := range paths {
		v, err := field(record, path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// onRecord are fields of the record of f(n).
func onRecord(n int, paths ...string) func() ([]string, error) {
	return func() ([]string, error) {
		text, err := os.ReadFile(fmt.Sprintf("../../docs/records/topswops-%d.json", n))
		if err != nil {
			return nil, err
		}
		return fields(text, paths)
	}
}

// distances are ends of the distances of words that are on record, for 52 cards by riffles and deals, rounded: RRRRDRR up 4 is
// the upper end to four places, outwards, and RRRRDRR up 4 60 that for 60 cards.
func distances(ends ...string) func() ([]string, error) {
	return func() (values []string, err error) {
		for _, end := range ends {
			spelled, how, places, cards := "", "", 0, 52
			_, err := fmt.Sscan(end+" 52", &spelled, &how, &places, &cards)
			i, ok := known.Words()(cards, []string{"R=riffle", "D=deal", "E=milk", "G=milk(piles=10)", "M=riffle(cut=normal,sd=3)"}, spelled)
			if !ok || err != nil || i.Upper.Parts != nil {
				return nil, fmt.Errorf("%s: %v, %v", end, i, err)
			}
			value := i.Upper.Value
			if how == "down" {
				value = i.Lower.Value
			}
			x := new(big.Rat).SetFloat64(value)
			if how == "near" {
				values = append(values, x.FloatString(places))
			} else {
				values = append(values, number.Outward(x, how == "up", places))
			}
		}
		return values, nil
	}
}

// mashes100 are the ends of the distance after some mashes of 100 cards: by rising sequences of dealt decks, and by walks.
func mashes100(k int) func() ([]string, error) {
	return joined(of("sample "+strings.Repeat("M", k)+" -n 100 --deals 1e5", "tvd_low down 3"),
		of("hands --riffle riffle(cut=normal,sd=3) -n 100", fmt.Sprintf("rows.%d.tvd_high up 3", k-1)))
}

// ordered is after how many shuffles by a model 52 cards are back in order.
func ordered(model string) func() ([]string, error) {
	return of("deck --word U --model U="+model, "statistics.10.value near 0")
}

// seconds are those that the record of f(n) took a processor.
func seconds(n int) func() ([]string, error) {
	return func() ([]string, error) {
		values, err := onRecord(n, "cpu_seconds near 0")()
		for i, v := range values {
			values[i] = thousands(v)
		}
		return values, err
	}
}

// joined are the values of several.
func joined(parts ...func() ([]string, error)) func() ([]string, error) {
	return func() (all []string, err error) {
		for _, part := range parts {
			values, err := part()
			if err != nil {
				return nil, err
			}
			all = append(all, values...)
		}
		return all, nil
	}
}

// field is a field such as rows.0.tvd of a record, as it is written, with commas
// between thousands; or, with down 4, up 4 or near 4 after it, rounded to 4 decimals. The count of a list is how
// many it has.
func field(record any, path string) (string, error) {
	path, rounding, _ := strings.Cut(path, " ")
	for name := range strings.SplitSeq(path, ".") {
		switch r := record.(type) {
		case map[string]any:
			record = r[name]
		case []any:
			if i, err := strconv.Atoi(name); err == nil && i < len(r) {
				record = r[i]
			} else if name == "count" {
				record = json.Number(fmt.Sprint(len(r)))
			}
		}
	}
	var text string
	switch r := record.(type) {
	case json.Number:
		text = r.String()
	case string:
		text = r
	default:
		return "", fmt.Errorf("no number, but %v", record)
	}
	how, decimals, _ := strings.Cut(rounding, " ")
	if how == "" {
		return thousands(text), nil
	}
	x, ok := new(big.Rat).SetString(text)
	places, err := strconv.Atoi(decimals)
	if !ok || err != nil {
		return "", fmt.Errorf("%q %q", text, rounding)
	}
	if how == "near" {
		return x.FloatString(places), nil
	}
	return number.Outward(x, how == "up", places), nil
}

// thousands puts commas into a whole number.
func thousands(s string) string {
	if strings.Trim(s, "0123456789") != "" {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// imperfectGrowth is by what the number of words without a perfect factor grows with
// their 14th letter.
func imperfectGrowth() ([]string, error) {
	counts, err := of("rank --by c -m 13..14 --top 0", "0.words", "0.c1_words", "1.words", "1.c1_words")()
	if err != nil {
		return nil, err
	}
	var x [4]*big.Rat
	for i, s := range counts {
		x[i], _ = new(big.Rat).SetString(strings.ReplaceAll(s, ",", ""))
	}
	growth := new(big.Rat).Quo(x[2].Sub(x[2], x[3]), x[0].Sub(x[0], x[1]))
	return []string{growth.FloatString(2)}, nil
}

// smallSingularValues are the numbers of the first singular values below 1e-14 of the
// riffle's deviation at 52 cards, with either cut. They are as good as 1e-16.
func smallSingularValues() (values []string, err error) {
	for _, spec := range []string{"R=riffle", "R=riffle(cut=normal,sd=5/3)"} {
		letter, err := notation.ParseLetter(spec)
		if err != nil {
			return nil, err
		}
		e := position.NewLaws(52, []notation.Letter{letter}).E[0]
		dense := mat.NewDense(52, 52, nil)
		for i := range 52 {
			dense.SetRow(i, e.Row(i))
		}
		var svd mat.SVD
		if !svd.Factorize(dense, mat.SVDNone) {
			return nil, fmt.Errorf("%s: no singular values", spec)
		}
		for i, s := range svd.Values(nil) {
			if s > 0.95e-14 && s < 1.05e-14 {
				return nil, fmt.Errorf("%s: singular value %d is %g, too close to call", spec, i+1, s)
			}
			if s < 1e-14 {
				values = append(values, strconv.Itoa(i+1))
				break
			}
		}
	}
	return values, nil
}

// find is where the values of a claim stand in its page.
func (c claim) find(text string) (places [][2]int, err error) {
	pattern := regexp.QuoteMeta(c.text)
	pattern = strings.ReplaceAll(pattern, "#", `([0-9][0-9.,]*[0-9]|[0-9])`)
	pattern = strings.ReplaceAll(pattern, " ", `\s+`)
	found := regexp.MustCompile(pattern).FindAllStringSubmatchIndex(text, -1)
	if len(found) != 1 {
		return nil, fmt.Errorf("%q stands there %d times, want once", c.text, len(found))
	}
	for i := 2; i < len(found[0]); i += 2 {
		places = append(places, [2]int{found[0][i], found[0][i+1]})
	}
	return places, nil
}

// Every claim of the list stands in its page as the program gives it. With -update it
// comes to do so.
func TestDocsClaims(t *testing.T) {
	files := pageList(t)
	all := claims
	if longtest.On() {
		all = append(all, longClaims...)
	}
	for _, c := range all {
		t.Run(c.page, func(t *testing.T) {
			text := readPage(t, files[c.page])
			places := must.Have(c.find(text))(t)
			values, err := c.values()
			if err != nil || len(values) != len(places) {
				t.Fatalf("%q: %d values for %d places, %v", c.text, len(values), len(places), err)
			}
			for i, place := range slices.Backward(places) {
				if old := text[place[0]:place[1]]; old != values[i] && !*update {
					t.Errorf("%q: %s there, the program says %s (make docs writes it)", c.text, old, values[i])
				}
				text = text[:place[0]] + values[i] + text[place[1]:]
			}
			if *update {
				must.Do(t, os.WriteFile(files[c.page], []byte(text), 0o666))
			}
		})
	}
}

func TestFields(t *testing.T) {
	var record any
	must.Do(t, json.Unmarshal([]byte(`{"a":[{"b":"1234567"},{"b":"0.92371"}]}`), &record))
	for path, want := range map[string]string{
		"a.0.b": "1,234,567", "a.1.b": "0.92371", "a.1.b up 4": "0.9238", "a.1.b down 4": "0.9237", "a.1.b near 4": "0.9237", "a.1.b near 1": "0.9",
	} {
		if got, err := field(record, path); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", path, got, err, want)
		}
	}
	for _, path := range []string{"a", "a.2.b", "c", "a.0.b up"} {
		if got, err := field(record, path); err == nil {
			t.Errorf("%s: %s", path, got)
		}
	}
}
