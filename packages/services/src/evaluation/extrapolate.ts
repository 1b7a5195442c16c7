import { estimateBytes, type Aggregate } from '@redoubt/velocity';

/** What a velocity counted of the sampled events. */
export type SampledVelocity = {
  readonly id: string;
  readonly name: string;
  readonly aggregate: Aggregate;
  /** Sampled events it counted. */
  readonly counted: number;
  /** Different keys among the first half of the sample, and among all of it. */
  readonly keysInFirstHalf: number;
  readonly keys: number;
};

/** What a velocity will hold once it has counted for as long as the store keeps. */
export type VelocityStorage = {
  readonly id: string;
  readonly name: string;
  readonly keys: number;
  readonly entries: number;
  readonly bytes: number;
};

/**
 * Extrapolates from a sample to `factor` times as many events. Events grow in proportion; keys more slowly, as a power of
 * the events (Heaps' law) whose exponent is what the second half of the sample added to the first.
 */
export const extrapolate = (sample: SampledVelocity, factor: number): VelocityStorage => {
  const { id, name, aggregate, counted, keysInFirstHalf, keys: seen } = sample;
  const exponent = keysInFirstHalf === 0 ? 1 : Math.min(1, Math.max(0, Math.log2(seen / keysInFirstHalf)));
  const keys = Math.round(seen * factor ** exponent);
  const entries = Math.max(keys, Math.round(counted * factor));
  return { id, name, keys, entries, bytes: estimateBytes(aggregate, keys, entries) };
};
