#!/bin/sh
# The package for this machine's kind of processor in a fresh Debian: README's first command must print README's
# table. It wants mmdebstrap, a mirror of Debian, and root, or user namespaces.
set -e
deb=$(realpath "${1:?the package, as dist/dovetail_1.0.0_amd64.deb}")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mmdebstrap --quiet --variant=minbase --customize-hook="copy-in $deb /tmp" \
	--customize-hook='chroot "$1" dpkg -i "/tmp/'"$(basename "$deb")"'"' \
	--customize-hook='chroot "$1" dovetail rank --by c > '"$root"'/rank.txt' \
	--customize-hook='chroot "$1" test -s /usr/share/man/man1/dovetail.1.gz' \
	bookworm /dev/null
grep -F "HDHRDHH  2704  1.000  2700.64  ±1.77  0.00048196   0.00150349  0.00460321" "$root/rank.txt"
