import type { PlanVelocity, VelocityContribution } from '@redoubt/engine';
import { type Id, SECOND_MS, toMoneyUnits } from '@redoubt/kernel';
import { CONTRIBUTION_NUMBERS, type ContributionBatch } from '@redoubt/storage';
import {
  AGGREGATES,
  type HashHalves,
  type RestoredPositions,
  seriesHasher,
  type SeriesHasher,
  type SlabStore,
  spanOf,
  TrialKey,
  type WindowReading,
} from '@redoubt/velocity';
import { createHmac } from 'node:crypto';
import type { VelocityView } from './velocity-view.ts';

/** Velocities of all tenants of a node: what events add, what windows hold. */
export type VelocityRuntime = {
  /** What is counted, as an event of that time sees it. */
  readonly viewAt: (tenantId: Id, eventTimeMs: number) => VelocityView;
  /** What is stored with an event, see `CONTRIBUTION_NUMBERS`; undefined where it adds nothing. */
  readonly encode: (tenantId: Id, contributions: readonly VelocityContribution[]) => readonly number[] | undefined;
  /** Counts events of the log; each once, in order. */
  readonly apply: (batch: ContributionBatch) => void;
  /** Position of the last event counted. */
  readonly position: () => number;
};

const secondOf = (eventTimeMs: number): number => Math.floor(eventTimeMs / SECOND_MS);

/** Hashers of a tenant's velocities, by series. Keys are hashed with a secret of the tenant: they are personal data. */
const hashersOf = (installationKey: string, tenantId: Id): ((series: string) => SeriesHasher) => {
  const digest = createHmac('sha256', installationKey).update(`velocity ${tenantId}`).digest();
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

/**
 * @param installationKey behind all keyed hashes of this installation: with another one, nothing counted before is found.
 * @param restored where the keys of a store stand that was filled from a snapshot; an empty store begins with the log.
 */
export const createVelocityRuntime = (
  store: SlabStore,
  installationKey: string,
  restored?: RestoredPositions,
): VelocityRuntime => {
  const tenants = new Map<Id, (series: string) => SeriesHasher>();
  const halves: HashHalves = { lo: 0, hi: 0 };
  const trial = new TrialKey(store.keepS);
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  let standsAt = restored?.lowest ?? 0;
  const position = (): number => standsAt;

  const hasherOf = (tenantId: Id, { series }: PlanVelocity): SeriesHasher => {
    const known = tenants.get(tenantId) ?? hashersOf(installationKey, tenantId);
    tenants.set(tenantId, known);
    return known(series);
  };

  const valueOf = (hasher: SeriesHasher, { velocity, value }: VelocityContribution): number => {
    if (velocity.aggregate === 'Count') return 0;
    return velocity.aggregate === 'DistinctCount' ? hasher.value(String(value)) : toMoneyUnits(Number(value));
  };

  return {
    viewAt: (tenantId, eventTimeMs) => ({
      port: {
        read: (velocity, key, amount, unit, current) => {
          const second = secondOf(eventTimeMs);
          const span = spanOf({ amount, unit }, velocity.windowMode, second);
          const contribution = current?.();
          const hasher = hasherOf(tenantId, velocity);
          hasher.key(key, halves);
          const { lo, hi } = halves;
          store.read(lo, hi, span, reading);
          if (contribution) {
            const { isEstimate } = reading;
            const { aggregate } = velocity;
            trial.read(
              store.exportKey(lo, hi),
              { aggregate, second, value: valueOf(hasher, contribution) },
              span,
              reading,
            );
            reading.isEstimate ||= isEstimate;
          }
          const { value, uncertainEvents, isEstimate } = reading;
          return uncertainEvents > 0 || isEstimate ? { value, uncertainEvents, isEstimate } : value;
        },
      },
      position,
      fetchMissing: () => undefined,
    }),
    encode: (tenantId, contributions) => {
      if (contributions.length === 0) return undefined;
      return contributions.flatMap((contribution) => {
        const hasher = hasherOf(tenantId, contribution.velocity);
        hasher.key(contribution.key, halves);
        const { lo, hi } = halves;
        const { aggregate } = contribution.velocity;
        return [AGGREGATES.indexOf(aggregate), lo, hi, valueOf(hasher, contribution)];
      });
    },
    apply: ({ from, to, events }) => {
      for (const [index, { eventTimeMs, contributions }] of events.entries()) {
        const second = secondOf(eventTimeMs);
        const isPartlyThere = restored !== undefined && from + index < restored.highest;
        for (let at = 0; at < contributions.length; at += CONTRIBUTION_NUMBERS) {
          const [code, lo, hi] = [contributions[at] ?? 0, contributions[at + 1] ?? 0, contributions[at + 2] ?? 0];
          // The pieces of a snapshot stand at different positions: a key of a later one holds the event already.
          if (isPartlyThere && from + index < restored.of(lo, hi)) continue;
          const aggregate = AGGREGATES[code];
          if (aggregate) store.add(aggregate, lo, hi, second, contributions[at + 3] ?? 0);
        }
      }
      standsAt = to;
    },
    position,
  };
};
