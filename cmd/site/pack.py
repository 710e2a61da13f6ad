"""Packs a file as xz --format=lzma does, with its size in the head: pack.py FROM TO."""

import lzma
import sys

with open(sys.argv[1], "rb") as f:
    data = f.read()
pack = lzma.LZMACompressor(format=lzma.FORMAT_ALONE, filters=[
    {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0, "dict_size": 1 << 25}])
packed = bytearray(pack.compress(data) + pack.flush())
packed[5:13] = len(data).to_bytes(8, "little")
with open(sys.argv[2], "wb") as f:
    f.write(packed)
