// Unpacks what xz --format=lzma has packed, as it comes: the program is a third smaller than by gzip, which a browser
// has built in. A range decoder gives bits by how probable they were before; the bits are bytes, and distances and
// lengths of what is repeated (Igor Pavlov's LZMA specification). Its numbers have 32 bits, which | 0 and >>> 0 say.
"use strict";

// unlzma reads a stream of 8 MiB at most, gives each part to a function as soon as it is unpacked, and returns all.
async function unlzma(stream, part = () => {}) {
  const from = new Uint8Array(1 << 23), reader = stream.getReader(), parts = unpacker(from);
  parts.next();
  for (let have = 0; ;) {
    const { value, done } = await reader.read();
    if (!done) {
      from.set(value, have);
      have += value.length;
      if (have < 50) continue; // the head, and a symbol
    }
    const fresh = parts.next(done ? have + 33 : have);
    if (done && !fresh.done) throw new Error("the program is damaged");
    part(fresh.value);
    if (done) return new Uint8Array(fresh.value.buffer);
  }
}

// unpacker begins with parameters, a size, and the first bytes of the code. It is told how many bytes there are,
// unpacks the symbols of which it has them, 32 at most for each, and yields what it had not before; at the end it
// returns it.
function* unpacker(from) {
  let end = (yield) - 32;
  const lc = from[0] % 9, rest = (from[0] / 9) | 0, lp = rest % 5, pb = (rest / 5) | 0;
  const size = new DataView(from.buffer).getUint32(5, true), to = new Uint8Array(size);
  let at = 18, range = -1, code = 0;
  for (let i = 14; i < 18; i++) code = code << 8 | from[i];
  const even = (n) => new Uint16Array(n).fill(1024);
  const bit = (p, i) => {
    const bound = Math.imul(range >>> 11, p[i]);
    let b;
    if (code >>> 0 < bound >>> 0) {
      range = bound;
      p[i] += (2048 - p[i]) >>> 5;
      b = 0;
    } else {
      range = range - bound | 0;
      code = code - bound | 0;
      p[i] -= p[i] >>> 5;
      b = 1;
    }
    if (range >>> 24 === 0) {
      range <<= 8;
      code = code << 8 | from[at++];
    }
    return b;
  };
  const tree = (p, base, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = m << 1 | bit(p, base + m);
    return m - (1 << bits);
  };
  const reverse = (p, base, bits) => {
    let m = 1, x = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(p, base + m);
      m = m << 1 | b;
      x |= b << i;
    }
    return x;
  };
  const lengths = () => ({ choice: even(2), low: even(16 << 3), mid: even(16 << 3), high: even(256) });
  const length = (l, state) => bit(l.choice, 0) === 0 ? tree(l.low, state << 3, 3)
    : bit(l.choice, 1) === 0 ? 8 + tree(l.mid, state << 3, 3) : 16 + tree(l.high, 0, 8);
  const literals = even(0x300 << (lc + lp)), match = even(12 << 4), rep = even(12), rep0 = even(12), rep1 = even(12);
  const rep2 = even(12), long = even(12 << 4), slots = even(4 << 6), special = even(115), align = even(16);
  const ofMatch = lengths(), ofRep = lengths();
  let state = 0, d0 = 0, d1 = 0, d2 = 0, d3 = 0, pos = 0, told = 0;
  while (pos < size) {
    while (at >= end) {
      const fresh = to.subarray(told, pos);
      told = pos;
      end = (yield fresh) - 32;
    }
    const ps = pos & ((1 << pb) - 1);
    if (bit(match, (state << 4) + ps) === 0) {
      const before = pos > 0 ? to[pos - 1] : 0;
      const base = 0x300 * (((pos & ((1 << lp) - 1)) << lc) + (before >>> (8 - lc)));
      let m = 1;
      if (state >= 7) {
        let other = to[pos - d0 - 1];
        while (m < 0x100) {
          const o = (other >>> 7) & 1, b = bit(literals, base + ((1 + o) << 8) + m);
          other <<= 1;
          m = m << 1 | b;
          if (o !== b) break;
        }
      }
      while (m < 0x100) m = m << 1 | bit(literals, base + m);
      to[pos++] = m;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let n;
    if (bit(rep, state) !== 0) {
      if (bit(rep0, state) === 0) {
        if (bit(long, (state << 4) + ps) === 0) {
          state = state < 7 ? 9 : 11;
          to[pos] = to[pos - d0 - 1];
          pos++;
          continue;
        }
      } else {
        let d;
        if (bit(rep1, state) === 0) d = d1;
        else {
          if (bit(rep2, state) === 0) d = d2;
          else { d = d3; d3 = d2; }
          d2 = d1;
        }
        d1 = d0;
        d0 = d;
      }
      n = length(ofRep, ps);
      state = state < 7 ? 8 : 11;
    } else {
      d3 = d2; d2 = d1; d1 = d0;
      n = length(ofMatch, ps);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(n, 3) << 6, 6);
      d0 = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        d0 = (2 | slot & 1) << bits;
        if (slot < 14) d0 += reverse(special, d0 - slot, bits);
        else {
          let x = 0;
          for (let i = bits - 4; i > 0; i--) {
            range >>>= 1;
            const b = code >>> 0 >= range >>> 0 ? 1 : 0;
            if (b) code = code - range | 0;
            x = x << 1 | b;
            if (range >>> 24 === 0) {
              range <<= 8;
              code = code << 8 | from[at++];
            }
          }
          d0 += x * 16 + reverse(align, 0, 4);
        }
      }
    }
    if (d0 >= pos) throw new Error("the program is damaged");
    for (n += 2; n > 0 && pos < size; n--, pos++) to[pos] = to[pos - d0 - 1];
  }
  return to.subarray(told);
}
