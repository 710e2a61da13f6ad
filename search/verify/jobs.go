package verify

import "dovetail/results"

// jobs were so when they were listed: what can be checked is that such a list can be.
func jobs(e *exam, r results.Jobs) error {
	for i, j := range r.Jobs {
		if err := require(0 <= j.Share && j.Share <= 1+1e-9, "job %d is done to a share of %v", i+1, j.Share); err != nil {
			return err
		}
	}
	e.checked("that shares are shares")
	e.unchecked("jobs, workers", "they were so at the time")
	return nil
}

// work was done elsewhere, and counts in what the owner of the search has found.
func work(e *exam, r results.Work) error {
	if err := require(r.Seconds >= 0 && r.Threads > 0, "%d threads in %v s", r.Threads, r.Seconds); err != nil {
		return err
	}
	e.checked("that there were threads, and time")
	e.unchecked("tasks", "they are in the answers of those who asked")
	return nil
}
