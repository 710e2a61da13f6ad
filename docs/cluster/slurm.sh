#!/bin/bash
# An array of Slurm: each task does one part of the search, as many as --array says.
#   sbatch docs/cluster/slurm.sh && dovetail merge part.*     # merge once all are done
#SBATCH --job-name=dovetail --array=1-200 --cpus-per-task=1 --mem=1G
#SBATCH --time=24:00:00 --signal=B:TERM@120 --requeue --open-mode=append --output=part.%a.log
SEARCH=${SEARCH:-topswops max 20 --assume-known}

dovetail $SEARCH --shard auto --resume "part.$SLURM_ARRAY_TASK_ID" --threads "$SLURM_CPUS_PER_TASK" --quiet &
trap 'kill -TERM $!; wait $!' TERM # two minutes before the end of its time, or when its node is needed
wait $!
code=$?
if [ $code = 4 ]; then # stopped with its state saved: it goes on from there when it is run again
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit $code
