#!/bin/sh
# GNU parallel on the machines of the file "hosts" (by ssh; the line : is this machine), which share this directory.
# A part that fails is done again, up to ten times; the log says which are done, and a second call does the others.
#   sh docs/cluster/parallel.sh && dovetail merge part.*
SEARCH=${SEARCH:-topswops max 20 --assume-known} PARTS=${PARTS:-200} HOSTS=${HOSTS:-hosts}

seq "$PARTS" | parallel --sshloginfile "$HOSTS" --workdir . --joblog parts.log --resume-failed --retries 10 \
  dovetail $SEARCH --shard {}/"$PARTS" --resume part.{} --threads 1 --quiet
