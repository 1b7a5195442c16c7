/**
 * HalfSipHash-2-4 with 64 bits of result: a keyed hash made of 32-bit operations, which are what JavaScript is fast at
 * (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", and the authors' reference code). Without the
 * secret an attacker cannot choose keys that collide, nor guess the key behind a hash.
 */
export type HashSecret = { readonly k0: number; readonly k1: number };

/** Receives the two halves of a hash; reused, so that hashing allocates nothing. */
export type HashHalves = { lo: number; hi: number };

const ROUNDS_TO_END = 4;

/**
 * Hashes the UTF-16 code units of a text, each as two bytes in little-endian order. The four words of the state stay
 * local, and the round is written out twice: in variables of the module, or behind a call, it takes three times as long.
 */
export const halfSipHash = (secret: HashSecret, text: string, into: HashHalves): void => {
  const { length } = text;
  const words = length >>> 1;
  const last = (length * 2) << 24;
  let v0 = secret.k0 | 0;
  let v1 = (secret.k1 ^ 0xee) | 0;
  let v2 = 0x6c79_6765 ^ secret.k0;
  let v3 = 0x7465_6462 ^ secret.k1;
  for (let at = 0; at <= words; at += 1) {
    let word = last;
    if (at < words) word = text.charCodeAt(at * 2) | (text.charCodeAt(at * 2 + 1) << 16);
    else if (length % 2 === 1) word |= text.charCodeAt(length - 1);
    v3 ^= word;
    for (let round = 0; round < 2; round += 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
  }
  v2 ^= 0xee;
  for (let round = 0; round < 2 * ROUNDS_TO_END; round += 1) {
    if (round === ROUNDS_TO_END) {
      into.lo = (v1 ^ v3) >>> 0;
      v1 ^= 0xdd;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  into.hi = (v1 ^ v3) >>> 0;
};
