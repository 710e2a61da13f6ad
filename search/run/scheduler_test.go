package run

import (
	"strings"
	"testing"
)

// The part is that of the task for each scheduler; what is missing or contradictory is one line.
func TestShardOfScheduler(t *testing.T) {
	for _, c := range []struct{ text, env, want string }{
		{"2/3", "SLURM_ARRAY_TASK_ID=1", "2/3"},
		{"auto", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_COUNT=10 SLURM_ARRAY_TASK_STEP=1", "8/10"},
		{"auto", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=8", "7/8"},
		{"auto", "SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_COUNT=5 SLURM_ARRAY_TASK_STEP=2", "5/5"},
		{"auto/8", "SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_COUNT=8", "8/8"},
		{"auto/8", "JOB_COMPLETION_INDEX=0", "1/8"},
		{"auto/8", "JOB_COMPLETION_INDEX=7", "8/8"},
		{"auto", "AWS_BATCH_JOB_ARRAY_INDEX=3 AWS_BATCH_JOB_ARRAY_SIZE=4", "4/4"},
		{"auto", "SGE_TASK_ID=30 SGE_TASK_FIRST=10 SGE_TASK_LAST=40 SGE_TASK_STEPSIZE=10", "3/4"},
		{"auto/5", "PBS_ARRAY_INDEX=5", "5/5"},
		{"auto/5", "PARALLEL_SEQ=1", "1/5"},
		{"auto/5", "PARALLEL_SEQ=1 SGE_TASK_ID=undefined", "1/5"},

		{"auto", "", "needs the index of a task of an array, but none of SLURM_ARRAY_TASK_ID, "},
		{"auto", "SGE_TASK_ID=undefined", "needs the index"},
		{"auto", "PARALLEL_SEQ=1", "GNU parallel sets PARALLEL_SEQ, but not how many tasks there are: write auto/N"},
		{"auto", "JOB_COMPLETION_INDEX=0", "not how many tasks"},
		{"auto", "PBS_ARRAY_INDEX=1", "not how many tasks"},
		{"auto", "SLURM_ARRAY_TASK_ID=1", "not how many tasks"},
		{"auto", "AWS_BATCH_JOB_ARRAY_INDEX=1", "not how many tasks"},
		{"auto/3", "PARALLEL_SEQ=1 SLURM_ARRAY_TASK_ID=1", "ambiguous: SLURM_ARRAY_TASK_ID of Slurm and PARALLEL_SEQ of GNU parallel are set"},
		{"auto", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=1", "one task of Slurm does not divide the search"},
		{"auto/9", "AWS_BATCH_JOB_ARRAY_INDEX=3 AWS_BATCH_JOB_ARRAY_SIZE=4", "AWS Batch has 4 tasks, not 9"},
		{"auto", "AWS_BATCH_JOB_ARRAY_INDEX=4 AWS_BATCH_JOB_ARRAY_SIZE=4", "task 4 (AWS_BATCH_JOB_ARRAY_INDEX of AWS Batch) is none of 4 from 0"},
		{"auto/5", "PARALLEL_SEQ=0", "task 0 (PARALLEL_SEQ of GNU parallel) is none of 5 from 1"},
		{"auto/5", "PARALLEL_SEQ=6", "is none of 5 from 1"},
		{"auto/5", "PARALLEL_SEQ=x", `PARALLEL_SEQ="x" of GNU parallel is not a number of a task`},
		{"auto", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=17 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_STEP=1",
			"Slurm has 2 tasks from 3 to 17, which are not all in this range"},
		{"auto", "SGE_TASK_ID=25 SGE_TASK_FIRST=10 SGE_TASK_LAST=40 SGE_TASK_STEPSIZE=10", "is none of 4 from 10"},
		{"auto", "SGE_TASK_ID=25 SGE_TASK_FIRST=40 SGE_TASK_LAST=10", "SGE has tasks 40 to 10 in steps of 1"},
		{"auto/0", "PARALLEL_SEQ=1", "is not auto/N"},
		{"auto/x", "PARALLEL_SEQ=1", "is not auto/N"},
		{"automatic", "PARALLEL_SEQ=1", "is not i/N"},
	} {
		env := map[string]string{}
		for _, v := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(v, "=")
			env[name] = value
		}
		got, err := ShardAt(c.text, func(name string) string { return env[name] })
		switch {
		case err == nil && got.String() != c.want:
			t.Errorf("%s with %s is part %v, want %s", c.text, c.env, got, c.want)
		case err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s with %s: %v, want %s", c.text, c.env, err, c.want)
		}
	}
}
