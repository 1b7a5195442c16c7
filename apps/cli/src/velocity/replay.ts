import { DEFAULT_SWITCHES, type EvaluationContext, type RuleOutcome } from '@redoubt/fql';
import { type JsonObject, toMoneyUnits } from '@redoubt/kernel';
import {
  type HashHalves,
  seriesHasher,
  SlabStore,
  spanOf,
  type VelocityWindow,
  type WindowMode,
  type WindowReading,
  windowSeconds,
} from '@redoubt/velocity';
import { partOf, type ReplaySet } from './velocity-set-file.ts';

export type ReplayOptions = {
  readonly windows: readonly VelocityWindow[];
  readonly mode: WindowMode;
  /** Whether the windows of an event hold the event itself. */
  readonly includesCurrent: boolean;
  /** How long before the event its windows end. */
  readonly delayS: number;
};

export type ReplayEvent = {
  readonly id: string;
  /** Name of the event as FROM has it. */
  readonly event: string;
  readonly second: number;
  readonly payload: JsonObject;
};

/** What a replay met besides values. */
export type ReplayTally = {
  events: number;
  /** Events earlier than one before them. */
  late: number;
  /** Windows whose edge lay among merged events, and estimates of distinct values. */
  inexact: number;
  /** Evaluation errors; the velocity then did not count the event. */
  errors: number;
};

const DAY_S = 86_400;
const SERVER_KEEP_S = 98 * DAY_S;

const contextOf = ({ id, payload, second }: ReplayEvent): EvaluationContext => ({
  payload,
  generated: {},
  nowMs: second * 1000,
  correlationId: id,
  lists: { containsKey: () => false, lookup: () => undefined },
  switches: DEFAULT_SWITCHES,
  seed: 0,
});

/** Contributions by part, without those of velocities that do not count this kind of event. */
const byPart = ({ contributions }: RuleOutcome) =>
  new Map(contributions.map((contribution) => [contribution.clauseId, contribution]));

/**
 * Plays events through the server's own store, one after the other. The returned function gives the values of an event:
 * for each velocity, those of each window.
 */
export const createReplay = (
  set: ReplaySet,
  { windows, mode, includesCurrent, delayS }: ReplayOptions,
): { readonly next: (event: ReplayEvent) => readonly number[]; readonly tally: Readonly<ReplayTally> } => {
  const longestS = Math.max(...windows.map(windowSeconds)) + delayS + 2 * DAY_S;
  const store = new SlabStore({ keepS: Math.max(SERVER_KEEP_S, longestS) });
  // The hashes of a replay leave the process nowhere, so any secret will do.
  const hashers = set.velocities.map(({ name }) => seriesHasher({ k0: 0, k1: 0 }, name));
  const halves: HashHalves = { lo: 0, hi: 0 };
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  const tally: ReplayTally = { events: 0, late: 0, inexact: 0, errors: 0 };
  let newestS = 0;

  const apply = (event: ReplayEvent, outcome: RuleOutcome): void => {
    const added = byPart(outcome);
    for (const [index, { aggregate, events }] of set.velocities.entries()) {
      const contribution = added.get(partOf(index));
      const hasher = hashers[index];
      if (!contribution || !hasher || !events.has(event.event.toLowerCase())) continue;
      const { key, value } = contribution;
      hasher.key(key, halves);
      const kept = aggregate === 'DistinctCount' ? hasher.value(String(value)) : toMoneyUnits(Number(value));
      store.add(aggregate, halves.lo, halves.hi, event.second, aggregate === 'Count' ? 0 : kept);
    }
  };

  const read = (event: ReplayEvent, outcome: RuleOutcome): readonly number[] => {
    const keyed = byPart(outcome);
    return set.velocities.flatMap((_velocity, index) => {
      const key = keyed.get(partOf(index))?.key;
      if (key === undefined) return windows.map(() => 0);
      hashers[index]?.key(key, halves);
      return windows.map((window) => {
        store.read(halves.lo, halves.hi, spanOf(window, mode, event.second - delayS), reading);
        if (reading.uncertainEvents > 0 || reading.isEstimate) tally.inexact += 1;
        return reading.value;
      });
    });
  };

  return {
    tally,
    next: (event) => {
      const context = contextOf(event);
      const adds = set.contributions.run(context);
      tally.events += 1;
      tally.errors += adds.errors.length;
      if (event.second < newestS) tally.late += 1;
      newestS = Math.max(newestS, event.second);
      if (includesCurrent) apply(event, adds);
      const values = read(event, set.keys.run(context));
      if (!includesCurrent) apply(event, adds);
      return values;
    },
  };
};
