/**
 * HalfSipHash-2-4 with 64 bits of result: a keyed hash made of 32-bit operations, which are what JavaScript is fast at
 * (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", and the authors' reference code). Without the
 * secret nobody can choose keys that collide, nor guess the key behind a hash.
 */
export type HashSecret = { readonly k0: number; readonly k1: number };

/** Receives the two halves of a hash; reused, so that hashing allocates nothing. */
export type HashHalves = { lo: number; hi: number };

let v0 = 0;
let v1 = 0;
let v2 = 0;
let v3 = 0;

const round = (): void => {
  v0 = (v0 + v1) | 0;
  v1 = (v1 << 5) | (v1 >>> 27);
  v1 ^= v0;
  v0 = (v0 << 16) | (v0 >>> 16);
  v2 = (v2 + v3) | 0;
  v3 = (v3 << 8) | (v3 >>> 24);
  v3 ^= v2;
  v0 = (v0 + v3) | 0;
  v3 = (v3 << 7) | (v3 >>> 25);
  v3 ^= v0;
  v2 = (v2 + v1) | 0;
  v1 = (v1 << 13) | (v1 >>> 19);
  v1 ^= v2;
  v2 = (v2 << 16) | (v2 >>> 16);
};

const absorb = (word: number): void => {
  v3 ^= word;
  round();
  round();
  v0 ^= word;
};

/** Hashes the UTF-16 code units of a text, each as two bytes in little-endian order. */
export const halfSipHash = (secret: HashSecret, text: string, into: HashHalves): void => {
  const { length } = text;
  v0 = secret.k0;
  v1 = secret.k1 ^ 0xee;
  v2 = 0x6c79_6765 ^ secret.k0;
  v3 = 0x7465_6462 ^ secret.k1;
  const whole = length - (length % 2);
  for (let index = 0; index < whole; index += 2) {
    absorb(text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16));
  }
  absorb(((length * 2) << 24) | (length % 2 === 1 ? text.charCodeAt(length - 1) : 0));
  v2 ^= 0xee;
  round();
  round();
  round();
  round();
  into.lo = (v1 ^ v3) >>> 0;
  v1 ^= 0xdd;
  round();
  round();
  round();
  round();
  into.hi = (v1 ^ v3) >>> 0;
};
