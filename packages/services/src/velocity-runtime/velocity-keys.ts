import type { PlanVelocity, VelocityContribution, VelocityValue } from '@redoubt/engine';
import { type Id, SECOND_MS, toMoneyUnits } from '@redoubt/kernel';
import { AGGREGATES, type HashHalves, seriesHasher, type SeriesHasher, type WindowReading } from '@redoubt/velocity';
import { createHmac } from 'node:crypto';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';

/** How keys and values of velocities look to a store. */
export type VelocityKeys = {
  /** Hash of a key; overwritten by the next one. */
  readonly hash: (tenantId: Id, velocity: PlanVelocity, key: string) => Readonly<HashHalves>;
  /** What a store adds for a contribution: units of 1e-4, or the hash of a value to tell apart. */
  readonly valueOf: (tenantId: Id, contribution: VelocityContribution) => number;
  /** What is stored with an event, see `CONTRIBUTION_NUMBERS`; undefined where it adds nothing. */
  readonly encode: (tenantId: Id, contributions: readonly VelocityContribution[]) => readonly number[] | undefined;
};

export const secondOf = (eventTimeMs: number): number => Math.floor(eventTimeMs / SECOND_MS);

/** What a window holds, in the engine's terms. */
export const velocityValueOf = ({ value, uncertainEvents, isEstimate }: WindowReading): NonNullable<VelocityValue> =>
  uncertainEvents > 0 || isEstimate ? { value, uncertainEvents, isEstimate } : value;

/** Hashers of a tenant's velocities, by series. Keys are hashed with a secret of the tenant: they are personal data. */
const hashersOf = (key: string, tenantId: Id): ((series: string) => SeriesHasher) => {
  const digest = createHmac('sha256', key).update(`velocity ${tenantId}`).digest();
  const secret = { k0: digest.readInt32LE(0), k1: digest.readInt32LE(4) };
  const hashers = new Map<string, SeriesHasher>();
  return (series) => {
    const known = hashers.get(series);
    if (known) return known;
    const hasher = seriesHasher(secret, series);
    hashers.set(series, hasher);
    return hasher;
  };
};

/** @param hashingKey behind keyed hashes: with another one, nothing counted before is found. */
export const createVelocityKeys = (hashingKey: HashingKey): VelocityKeys => {
  const { of } = hashingKeysOf(hashingKey);
  const tenants = new Map<Id, (series: string) => SeriesHasher>();
  const halves: HashHalves = { lo: 0, hi: 0 };

  const hasherOf = (tenantId: Id, { series }: PlanVelocity): SeriesHasher => {
    const known = tenants.get(tenantId) ?? hashersOf(of(tenantId), tenantId);
    tenants.set(tenantId, known);
    return known(series);
  };
  const hash: VelocityKeys['hash'] = (tenantId, velocity, key) => {
    hasherOf(tenantId, velocity).key(key, halves);
    return halves;
  };
  const valueOf: VelocityKeys['valueOf'] = (tenantId, { velocity, value }) => {
    if (velocity.aggregate === 'Count') return 0;
    if (velocity.aggregate === 'DistinctCount') return hasherOf(tenantId, velocity).value(String(value));
    return toMoneyUnits(Number(value));
  };
  return {
    hash,
    valueOf,
    encode: (tenantId, contributions) => {
      if (contributions.length === 0) return undefined;
      return contributions.flatMap((contribution) => {
        const { velocity, key } = contribution;
        const { lo, hi } = hash(tenantId, velocity, key);
        return [AGGREGATES.indexOf(velocity.aggregate), lo, hi, valueOf(tenantId, contribution)];
      });
    },
  };
};
