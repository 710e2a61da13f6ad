package schema

import (
	"reflect"
	"strings"
	"sync"
)

// units say what the numbers of records are measured in: the unit, then the fields, by
// their names in JSON. A name that means something else in one type is written Type.name.
const units = `
cards: n cards top_packet bottom_packet left_out ClosedShuffle.top Histogram.top cut deck before after end first second protagonists supporting largest critical assumed third likeliest moves cycles OrdersWith.out OrdersWith.in OrdersSet.least OrdersSet.most TopswopsMax.decks TopswopsMax.ends TopswopsPlay.decks Faro.decks FitCell.from FitCell.to off off_se FittedRiffle.sd sd_se Repeated.deck Deck.deck
positions: Move.from Move.to worst_start_pair worst_end_pair labels
letters: m Minimal.length
words: words c1_words contenders unmixed untested unwalked Minimal.counts undecided laws scored rejected_by_first_vectors rejected_by_other_vectors rejected_by_rows
shuffles: shuffles order k OrderRow.out OrderRow.in riffles reached_exact reached_expected cutoff OrdersStats.sum OrdersStats.max OrdersStats.min prime_sum TrickRow.riffles
moves: thresholds length at_least TopswopsEstimate.least TopswopsBounds.lower published on_record upper_2^(n-1) upper_fibonacci first_length second_length TopswopsHalves.before
decks: decks count TopswopsCensus.counts total sources tested support sharing TVD.dealt nodes visits stops short nodes_error visits_error inside fair_tested fair_inside
deals: samples deals
runs: runs Histogram.paper Histogram.ours
tasks per second: rate
tasks: roots done empty tasks
rounds: rounds
seconds: seconds seconds_left bundles_cpu_seconds bundles_cpu_seconds_error wall_seconds cpu_seconds cpu_seconds_error
bytes: bytes
bits: entropy_bits entropy_deficit_bits entropy_error bits
cells: w w_exact ew ew_sd ew_error close cell_expected grid_w sd_independent sd_predicted sd_predicted_error Summary.mean mean_error Summary.sd sd_error
share of the cells: c grid_c
distance: Needs.width tvd tvd_exact tvd_low tvd_high tvd_mean tvd_worst tvd_error law_tvd law_tvd_exact law_tvd_error separation separation_exact linf l2 l2_square_exact l2_error lower upper estimate_low estimate_low_se estimate_high estimate_high_se pair_tvd_mean pair_tvd_worst pair_tvd_worst_end grid_tvd grid_tvd_error se gap ProofStep.value birthday rule_of_thumb error first_order first_order_se
probability: event_probability event_fair_probability delta probability probability_exact uniform_together together p chance drops fair_at_most word_at_least first_p second_p third_p primitive_root_share artin switch switch_se right_1 right_2 right_3 confidence Law.rows
deviation of a probability: emax max_error cell_error cell_tolerance exact exact_float formula Quantile.value std_error low high Emax.published
right guesses: fair_guesses fair complete complete_error none none_error permutation permutation_error guess_1 guess_1_se guess_2 guess_2_se guess_3 guess_3_se
of the event: event_bound
of the parameter: ModelRange.least ModelRange.most
of the statistic: fair_mean fair_sd mean SampledStatistic.mean_error sd SampledStatistic.sd_error min q05 median q95 max fair_dealt_mean fair_dealt_sd threshold Bar.value DeckStatistic.value
moduli: OrderList.from OrdersStats.from from to max_at min_at primes primitive_root_primes base2_pseudoprimes walked certified modulus residue OrdersStats.count
packets: a packets_per_riffle left_out_packets_low left_out_packets_high
shelves: shelves
digits: digits
places: impossible places_low places_high FitCount.count FitCell.count FitCell.expected
number: share workers threads part ends forecasts bundles games games_error looks looks_error id record z expected sd chi_square df rank c_rank kendall_tau_c kendall_tau_tvd_mean xor group_size composites q exponent e PrimePower.p denominator ratio per_square index grid look steps walks probes compared reproduced scores TopswopsCensus.mean TopswopsCensus.central seed
`

// unitsOf are the units by the names of their fields.
var unitsOf = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(units)) {
		unit, names, _ := strings.Cut(line, ":")
		for _, name := range strings.Fields(names) {
			all[name] = unit
		}
	}
	return all
})

// unit is that of a field of a type, or "".
func unit(in reflect.Type, name string) string {
	if u, own := unitsOf()[in.Name()+"."+name]; own {
		return u
	}
	return unitsOf()[name]
}

// digits are the texts that are numbers: of certified digits, or fractions.
var digits = strings.Fields(`fair_guesses event_probability event_fair_probability tvd tvd_exact tvd_low tvd_high law_tvd law_tvd_exact separation separation_exact linf l2 l2_square_exact
	lower upper Ends.lower Interval.lower ProofStep.value birthday rule_of_thumb first_order probability probability_exact chance drops fair_at_most
	right_1 right_2 right_3 confidence exact fair complete none permutation guess_1 guess_2 guess_3 c grid_c entropy_bits entropy_deficit_bits bits
	ratio TopswopsCensus.mean TopswopsCensus.central`)
