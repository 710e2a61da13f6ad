#!/bin/bash
# The tables of docs/speed.md, measured again: processor seconds of one thread, the least of three runs in turn, or of a
# single one that takes ten. The first is README's too: beside other programs, where they are installed (docs/speed.md has
# their versions). PYTHON is one that has numpy, and FWD runs Knuth's topswops-fwd for 14 cards, where it has been
# compiled: FWD='./topswops-fwd 14'.
export LC_ALL=C
TIMEFORMAT="%U %S"
row="%-52s %8s %8s %8s\n"

# took COMMAND: its processor seconds, or - where it fails
took() {
	local seconds
	seconds=$({ time bash -c "$1" </dev/null >/dev/null 2>&1; } 2>&1) && awk '{ print $1 + $2 }' <<<"$seconds" || echo -
}

# least COMMAND...: that of each, run in turn
least() {
	local best=() run i t
	for run in 1 2 3; do
		for i in $(seq $#); do
			[[ ${best[i]} == - || ${best[i]%.*} -ge 10 ]] && continue
			t=$(took "${!i}")
			best[i]=$(printf "%s\n" ${best[i]} $t | sort -g | head -1)
		done
	done
	echo "${best[@]}"
}

dovetail() { echo "bin/dovetail $1 --threads 1 --fresh --quiet"; }

printf "$row" dovetail seconds beside times
while IFS='|' read -r command beside; do
	read -r ours theirs <<<"$(least "$(dovetail "$command")" "$beside")"
	printf "$row" "$command" "$ours" "$theirs" "$(awk "BEGIN { if ($ours > 0) printf \"%.3g\", (0$theirs) / $ours }" 2>/dev/null)"
done <<'END'
topswops max 14 --assume-known|${FWD:-false}
orders stats 3..1e7|gp -q <<<'s=0;forstep(m=3,10^7,2,s+=znorder(Mod(2,m)));print(s)'
sample RRRRRRR --deals 1e5|${PYTHON:-python3} cmd/bench/numpy_riffles.py
orders stats 3..1e8|primesieve 1e8 -t1
END

printf "\n$row" "by processor" avx512 avx2 none
while read -r command; do
	for cpu in avx512 avx2 none; do
		echo "DOVETAIL_CPU=$cpu $(dovetail "$command")"
	done | { mapfile -t each; printf "$row" "$command" $(least "${each[@]}"); }
done <<'END'
rank --by c
rank -m 10 --by c
rank -m 18 --by tvd
rank -m 20 --by tvd
topswops max 14 --assume-known
topswops max 15 --assume-known
topswops max 16 --assume-known
topswops census 12
topswops census 13
orders stats 3..1e8
orders stats 3..1e9
sample RRRRRRRRRRRRRRRRRRRRRRRRR -n 1e5 --deals 1000
END
