/**
 * A snapshot is a row of pieces, each with the keys of one share of one partition as they stood at one position of the
 * log. Pieces are written one at a time while the store goes on counting, so they stand at different positions.
 */
export const KEYS_PIECE = 1;
export const STATE_PIECE = 2;

/** The share of 2^bits that a key belongs to. */
export const shareOf = (lo: number, bits: number): number => lo & ((1 << bits) - 1);
