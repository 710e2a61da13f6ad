// Package run carries a search that is cut into tasks: it hands the tasks to
// workers, adds up their results, saves, resumes, and splits the work over
// machines. The engines over words, topswops decks and orders are its jobs.
//
// # The model
//
// A [Job] lists its root tasks once and for all; root i is the i-th of them.
// A task either finishes with a result, or finishes with a result and the
// [Piece]s it left over, which become tasks of their own under the same root.
// Results are elements of a commutative monoid: [Job.Merge] adds one to the
// running total, in any order, and [Job.Total] is itself such an element. So
// a total is restored by merging it into a fresh job, and the totals of two
// shards are combined the same way. The answer is a function of the set of
// tasks alone, not of threads, schedule or interruptions.
//
// A root is named by its number and the j-th piece that task t left over by
// t.j, so a name ("17", "17.3", "17.3.0") says where a task came from and two
// tasks can never share one, as hashes could. A queue takes the result of a
// task once; a second delivery of it is dropped.
//
// # Why one file, rewritten whole
//
// The state of a run is small: the roaring bitmap of the finished roots (runs
// compress to a few bytes), the tasks under roots that are half done (their
// number is bounded by threads, depth and branching), and the total. It is
// copied under one lock, so the total holds exactly the results of the tasks
// that the state calls finished. It is written to a temporary file, synced,
// and renamed over the old one. At every moment the name leads to a complete
// state that was true when it was taken; whatever came later is done again.
// A page store such as bbolt would keep the same promise with more machinery
// and without a checksum over its pages, so a flipped bit in a result would
// pass; here the last line of the file is the xxhash of all that precedes.
package run
