import { halfSipHash, type HashHalves, type HashSecret } from '@redoubt/velocity';
import { randomBytes } from 'node:crypto';

/** A secret for the keys of one index: who uploads a list must not know which of them fall together. */
export const newHashSecret = (): HashSecret => {
  const bytes = randomBytes(8);
  return { k0: bytes.readUInt32LE(0), k1: bytes.readUInt32LE(4) };
};

const halves: HashHalves = { lo: 0, hi: 0 };

/** 32 bits of a key, not negative. */
export const hashOf = (key: string, secret: HashSecret): number => {
  halfSipHash(secret, key, halves);
  return halves.lo;
};
