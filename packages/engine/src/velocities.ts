import {
  aboutName,
  velocitySourceKind,
  type DefinedSources,
  type LoggedAssessmentKind,
  type VelocityWindowMode,
} from '@redoubt/domain';
import {
  AGGREGATE_NAMES,
  velocityDefinitionOf,
  type AggregateName,
  type VelocitySource,
  type WindowUnit,
} from '@redoubt/fql';
import type { Plan, PlanVelocity, PlanVelocitySet } from './plan-model.ts';
import type { PlanVelocitySetSource } from './plan-sources.ts';

/** A value that may be off, and why. */
export type DoubtfulValue = {
  readonly value: number;
  /** Events that may have been counted on the wrong side of an edge of the window. */
  readonly uncertainEvents: number;
  /**
   * Whether it is an estimate: a distinct count past its cap, or a window before what was dropped for want of memory.
   */
  readonly isEstimate: boolean;
};

/** What a velocity is worth: a number where it is exact; `undefined` where it cannot be read, which counts as 0. */
export type VelocityValue = number | DoubtfulValue | undefined;

/** What the event being decided adds to the velocity and key that are read; worked out when it is asked for. */
export type CurrentContribution = () => VelocityContribution | undefined;

/** What a velocity of one environment is worth to an event: the store as it stood before it. */
export type VelocityPort = {
  /** With `current`, what that gives counts as well, as an event of the time that is read at. */
  readonly read: (
    velocity: PlanVelocity,
    key: string,
    amount: number,
    unit: WindowUnit,
    current?: CurrentContribution,
  ) => VelocityValue;
};

/** What an event adds to a velocity: 1, an amount, or a value to tell apart. */
export type VelocityContribution = {
  readonly velocity: PlanVelocity;
  readonly key: string;
  readonly value: number | string;
};

const AGGREGATES: ReadonlyMap<string, AggregateName> = new Map(
  AGGREGATE_NAMES.map((name) => [name.toLowerCase(), name]),
);

/** The velocities of a set whose texts are known to be whole, by the id of their text. */
export const velocitiesOf = (
  set: PlanVelocitySetSource,
  level: number,
  windowMode: VelocityWindowMode,
): PlanVelocitySet['velocities'] =>
  new Map(
    set.text.clauses.flatMap(({ id, code }) => {
      const definition = velocityDefinitionOf(code);
      const aggregate = AGGREGATES.get(/^\w+/.exec(definition?.aggregate ?? '')?.[0].toLowerCase() ?? '');
      if (!definition || !aggregate) return [];
      const { name } = definition;
      const kinds = definition.sources
        .map((source) => velocitySourceKind(source, set.sources))
        .filter((kind) => kind !== null);
      const velocity: PlanVelocity = {
        name,
        level,
        series: `${set.countsUnder ?? set.id}/${id}/${aggregate}`,
        aggregate,
        windowMode,
        ...(set.warming?.has(id) ? { warming: true } : {}),
      };
      return [[id, { velocity, kinds: new Set(kinds) }] as const];
    }),
  );

/** What the event being decided adds to velocities, see `currentContributions`. */
export type CurrentContributions = (velocity: PlanVelocity, key: string) => VelocityContribution | undefined;

/**
 * The port as rules of one environment see it, by name.
 *
 * @param current behind `includeCurrent = true`; without it the event never counts.
 */
export const velocitySourceOf = (
  velocities: ReadonlyMap<string, PlanVelocity>,
  port: VelocityPort | undefined,
  current?: CurrentContributions,
): VelocitySource => ({
  read: (name, key, amount, unit, includesCurrent) => {
    // Most names are spelled small: those need no new text for each value read.
    const velocity = velocities.get(name) ?? velocities.get(name.toLowerCase());
    if (!velocity || !port) return undefined;
    const value =
      includesCurrent && current
        ? port.read(velocity, key, amount, unit, () => current(velocity, key))
        : port.read(velocity, key, amount, unit);
    return typeof value === 'object' ? value.value : value;
  },
});

/** The name under which velocities of a plan read the assessment that an event is about. */
export const aboutNameIn = (plan: Pick<Plan, 'levels'>, kind: LoggedAssessmentKind): string => {
  const sources = plan.levels.flatMap(({ velocitySets }) => velocitySets.map((set) => set.sources));
  return aboutName(kind, Object.assign({}, ...sources) as DefinedSources);
};
