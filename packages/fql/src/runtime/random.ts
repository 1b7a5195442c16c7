/**
 * An unsigned 32-bit number that depends on nothing but its two inputs (the finaliser of MurmurHash3 over both). A call
 * of `RandomInt` draws by the event's seed and its own place in the text, so that neither short-circuits nor the order
 * of evaluation change what it draws.
 */
export const mix = (seed: number, place: number): number => {
  let hash = (seed >>> 0) ^ Math.imul(place | 0, 0x9e37_79b1);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85eb_ca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2_ae35);
  hash ^= hash >>> 16;
  return hash >>> 0;
};
