import { halfSipHash, type HashHalves, type HashSecret } from './half-sip-hash.ts';

/**
 * Hashes the keys and values of one velocity. The same text hashes differently in another velocity, so one table can
 * hold the keys of all of them.
 */
export type SeriesHasher = {
  /** 64 bits that stand for a key; the halves are unsigned 32-bit numbers. */
  readonly key: (key: string, into: HashHalves) => void;
  /** A whole number below 2^53 that stands for one of the values to tell apart. */
  readonly value: (value: string) => number;
};

const VALUE_MARK = 0x5a17_ca1e;

/**
 * @param secret of the tenant: hashes of personal data must not be comparable across tenants.
 * @param series what stays the same while the velocity goes on counting, whatever it is called.
 */
export const seriesHasher = (secret: HashSecret, series: string): SeriesHasher => {
  const halves: HashHalves = { lo: 0, hi: 0 };
  halfSipHash(secret, series, halves);
  const ofKeys: HashSecret = { k0: halves.lo | 0, k1: halves.hi | 0 };
  const ofValues: HashSecret = { k0: ofKeys.k0 ^ VALUE_MARK, k1: ofKeys.k1 };
  return {
    key: (key, into) => halfSipHash(ofKeys, key, into),
    value: (value) => {
      halfSipHash(ofValues, value, halves);
      return (halves.hi & 0x1f_ffff) * 0x1_0000_0000 + halves.lo;
    },
  };
};
