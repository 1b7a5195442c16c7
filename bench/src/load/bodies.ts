import { randomBytes } from 'node:crypto';
import { createSimulator } from '@redoubt/testing/simulator';

/** Purchases in one block of memory; every call takes the next one under an id of its own. */
export type Bodies = {
  readonly count: number;
  readonly averageBytes: number;
  /** The next body, valid until so many others have been taken. */
  readonly next: () => Buffer;
};

const ID_DIGITS = 9;
const RUN_BYTES = 4;
const ROOM_PER_BODY = 6 * 1024;
const SEED = 2026;
const BETWEEN_MS = 250;

/**
 * Simulated purchases that all differ. The id stands first in each body and is overwritten with a running number, so
 * keys never repeat although bodies come round again. Each call has a prefix of its own: what was sent before is no repeat
 * of what is sent now, which would be answered from the log.
 */
export const createBodies = (count: number, nowMs: number): Bodies => {
  const prefix = `bench-${randomBytes(RUN_BYTES).toString('hex')}-`;
  /** `{"purchaseId":"bench-0a1b2c3d-` */
  const digitsAt = '{"purchaseId":"'.length + prefix.length;
  const simulator = createSimulator({ seed: SEED, nowMs, population: 20_000 });
  const memory = Buffer.allocUnsafeSlow(count * ROOM_PER_BODY);
  const ends = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) {
    const { body } = simulator.nextPurchase(nowMs + index * BETWEEN_MS);
    const text = JSON.stringify({ ...body, purchaseId: `${prefix}${'0'.repeat(ID_DIGITS)}` });
    const start = ends[index] ?? 0;
    ends[index + 1] = start + memory.write(text, start);
  }
  let taken = 0;
  return {
    count,
    averageBytes: Math.round((ends[count] ?? 0) / count),
    next: () => {
      const index = taken % count;
      const start = ends[index] ?? 0;
      taken += 1;
      memory.write(String(taken).padStart(ID_DIGITS, '0'), start + digitsAt, 'latin1');
      return memory.subarray(start, ends[index + 1]);
    },
  };
};
