package run

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A scheduler of many machines runs one command many times, as an array of tasks, and tells each
// task its index by a variable of the environment. Some also tell how many there are.

// scheduler names the variables of one. Those that it does not have are "".
type scheduler struct {
	name, index       string
	first, last, step string
	count             string
}

// schedulers are documented in sbatch(1) of Slurm, "Indexed Job" of Kubernetes, "Array jobs" of AWS
// Batch, submit(1) of SGE, qsub(1B) of PBS, and parallel(1).
var schedulers = []scheduler{
	{name: "Slurm", index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
		step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{name: "SGE", index: "SGE_TASK_ID", first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST", step: "SGE_TASK_STEPSIZE"},
	{name: "PBS", index: "PBS_ARRAY_INDEX"},
	{name: "GNU parallel", index: "PARALLEL_SEQ"},
}

// fromZero are the schedulers without a first index that count from 0.
var fromZero = map[string]bool{"Kubernetes": true, "AWS Batch": true}

// ShardAt reads "i/N", "auto" or "auto/N". With auto the part is the index that a scheduler has set
// in the environment, and N is the number of its tasks unless it is given.
func ShardAt(text string, env func(name string) string) (Shard, error) {
	how, given, counted := strings.Cut(text, "/")
	if how != "auto" {
		return ParseShard(text)
	}
	var of uint64
	if counted {
		var err error
		if of, err = strconv.ParseUint(given, 10, 32); err != nil || of == 0 {
			return Shard{}, fmt.Errorf("shard=%q is not auto/N with N of 1 or more, such as auto/100", text)
		}
	}
	var set []scheduler
	for _, s := range schedulers {
		if value := env(s.index); value != "" && value != "undefined" { // as SGE says of a task outside an array
			set = append(set, s)
		}
	}
	switch len(set) {
	case 0:
		var names []string
		for _, s := range schedulers {
			names = append(names, s.index)
		}
		return Shard{}, fmt.Errorf("shard=auto needs the index of a task of an array, but none of %s is set; give --shard I/N",
			strings.Join(names, ", "))
	case 1:
		return set[0].shard(uint32(of), env)
	}
	return Shard{}, fmt.Errorf("shard=auto is ambiguous: %s of %s and %s of %s are set; give --shard I/N",
		set[0].index, set[0].name, set[1].index, set[1].name)
}

// shard is the part of the task, of the given number of parts or of those that the scheduler counts.
func (s scheduler) shard(given uint32, env func(name string) string) (Shard, error) {
	wrong := func(format string, args ...any) (Shard, error) {
		return Shard{}, fmt.Errorf("shard=auto: "+format+"; give --shard I/N", args...)
	}
	number := func(name string, otherwise uint64) (uint64, error) {
		value := ""
		if name != "" {
			value = env(name)
		}
		if value == "" {
			return otherwise, nil
		}
		n, err := strconv.ParseUint(value, 10, 32)
		if err != nil {
			return 0, fmt.Errorf("%s=%q of %s is not a number of a task", name, value, s.name)
		}
		return n, nil
	}
	zero := uint64(1)
	if fromZero[s.name] {
		zero = 0
	}
	index, err := number(s.index, 0)
	first, errFirst := number(s.first, zero)
	last, errLast := number(s.last, 0)
	step, errStep := number(s.step, 1)
	counted, errCount := number(s.count, 0)
	if err := cmp.Or(err, errFirst, errLast, errStep, errCount); err != nil {
		return wrong("%w", err)
	}
	if s.last != "" && env(s.last) != "" {
		if step == 0 || last < first {
			return wrong("%s has tasks %d to %d in steps of %d", s.name, first, last, step)
		}
		row := (last-first)/step + 1
		if counted != 0 && counted != row {
			return wrong("%s has %d tasks from %d to %d, which are not all in this range", s.name, counted, first, last)
		}
		counted = row
	}
	of := cmp.Or(uint64(given), counted)
	switch {
	case of == 1 && given == 0:
		return wrong("one task of %s does not divide the search", s.name)
	case of == 0:
		return wrong("%s sets %s, but not how many tasks there are: write auto/N", s.name, s.index)
	case given != 0 && counted != 0 && uint64(given) != counted:
		return wrong("%s has %d tasks, not %d", s.name, counted, given)
	case index < first || step == 0 || (index-first)%step != 0 || (index-first)/step >= of:
		return wrong("task %d (%s of %s) is none of %d from %d", index, s.index, s.name, of, first)
	}
	return Shard{uint32((index-first)/step + 1), uint32(of)}, nil
}
