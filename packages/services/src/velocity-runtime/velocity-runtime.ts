import type { VelocityContribution } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import { CONTRIBUTION_NUMBERS, type ContributionBatch } from '@redoubt/storage';
import {
  AGGREGATES,
  type MappedMemory,
  type RestoredPositions,
  type SlabStore,
  spanOf,
  type WindowReading,
} from '@redoubt/velocity';
import type { HashingKey } from '../secrets/hashing-keys.ts';
import { createVelocityKeys, secondOf, velocityValueOf } from './velocity-keys.ts';
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

/**
 * @param hashingKey behind keyed hashes: with another one, nothing counted before is found.
 * @param restored where the keys of a store stand that was filled from a snapshot; an empty store begins with the log.
 * @param mapped memory of the store where other threads read it: they see whole batches.
 */
export const createVelocityRuntime = (
  store: SlabStore,
  hashingKey: HashingKey,
  restored?: RestoredPositions,
  mapped?: Pick<MappedMemory, 'beginWrite' | 'endWrite'>,
): VelocityRuntime => {
  const keys = createVelocityKeys(hashingKey);
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  let standsAt = restored?.lowest ?? 0;
  const position = (): number => standsAt;
  mapped?.endWrite(standsAt);

  return {
    viewAt: (tenantId, eventTimeMs) => ({
      port: {
        read: (velocity, key, amount, unit, current) => {
          const second = secondOf(eventTimeMs);
          const span = spanOf({ amount, unit }, velocity.windowMode, second);
          const contribution = current?.();
          const { lo, hi } = keys.hash(tenantId, velocity, key);
          if (contribution) {
            const { aggregate } = velocity;
            const value = keys.valueOf(tenantId, contribution);
            store.readWith(lo, hi, span, reading, { aggregate, value });
          } else {
            store.read(lo, hi, span, reading);
          }
          return velocityValueOf(reading);
        },
      },
      position,
      fetchMissing: () => undefined,
    }),
    encode: keys.encode,
    apply: ({ from, to, events }) => {
      mapped?.beginWrite();
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
      mapped?.endWrite(to);
    },
    position,
  };
};
