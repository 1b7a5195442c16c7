import { velocitySourceKind, type EventKind } from '@redoubt/domain';
import {
  AGGREGATE_NAMES,
  DEFAULT_SWITCHES,
  velocityDefinitionOf,
  type AggregateName,
  type CompiledRule,
  type VelocitySource,
  type WindowUnit,
} from '@redoubt/fql';
import type { EngineInput } from './decide.ts';
import type { Plan, PlanVelocitySetSource } from './plan.ts';

/** A velocity as rules of its environment read it and events add to it. */
export type PlanVelocity = {
  readonly name: string;
  /** Place of its environment on the path, root 0: names are unique only within an environment. */
  readonly level: number;
  /** What stays the same as long as the velocity goes on counting, whatever it is called: set, velocity and aggregate. */
  readonly series: string;
  readonly aggregate: AggregateName;
};

/** An active set, compiled; its velocities by the id of their text. */
export type PlanVelocitySet = {
  readonly compiled: CompiledRule;
  readonly velocities: ReadonlyMap<string, { readonly velocity: PlanVelocity; readonly kinds: ReadonlySet<EventKind> }>;
};

/** What a velocity of one environment is worth to an event: the store as it stood before it. */
export type VelocityPort = {
  /** `undefined` where it cannot be read; it then counts as 0 and the rule goes on. */
  readonly read: (velocity: PlanVelocity, key: string, amount: number, unit: WindowUnit) => number | undefined;
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
export const velocitiesOf = (set: PlanVelocitySetSource, level: number): PlanVelocitySet['velocities'] =>
  new Map(
    set.text.clauses.flatMap(({ id, code }) => {
      const definition = velocityDefinitionOf(code);
      const aggregate = AGGREGATES.get(/^\w+/.exec(definition?.aggregate ?? '')?.[0].toLowerCase() ?? '');
      if (!definition || !aggregate) return [];
      const { name } = definition;
      const kinds = definition.sources.map(velocitySourceKind).filter((kind) => kind !== null);
      const velocity: PlanVelocity = {
        name,
        level,
        series: `${set.countsUnder ?? set.id}/${id}/${aggregate}`,
        aggregate,
      };
      return [[id, { velocity, kinds: new Set(kinds) }] as const];
    }),
  );

/** The port as rules of one environment see it, by name. */
export const velocitySourceOf = (
  velocities: ReadonlyMap<string, PlanVelocity>,
  port: VelocityPort | undefined,
): VelocitySource => ({
  read: (name, key, amount, unit) => {
    const velocity = velocities.get(name.toLowerCase());
    return velocity && port?.read(velocity, key, amount, unit);
  },
});

/**
 * What a decision read: `<level>.<name>@<window> <key>` → value, null where it could not be read. Recorded with the event,
 * so that a replay reads the same.
 */
export type VelocityReads = Readonly<Record<string, number | null>>;

const readKey = ({ level, name }: PlanVelocity, key: string, amount: number, unit: WindowUnit): string =>
  `${level}.${name}@${amount}${unit} ${key}`;

/** A port that asks another one once for each value, and keeps what it was told in `reads`. A failure reads as nothing. */
export const recordVelocityReads = (
  port: VelocityPort,
): { readonly port: VelocityPort; readonly reads: VelocityReads } => {
  const reads = Object.create(null) as Record<string, number | null>;
  const ask: VelocityPort['read'] = (...question) => {
    try {
      return port.read(...question);
    } catch {
      return undefined;
    }
  };
  const read: VelocityPort['read'] = (velocity, key, amount, unit) => {
    const name = readKey(velocity, key, amount, unit);
    const known = reads[name];
    const value = known === undefined ? (ask(velocity, key, amount, unit) ?? null) : known;
    reads[name] = value;
    return value ?? undefined;
  };
  return { port: { read }, reads };
};

/** A port that answers what was recorded, and nothing where nothing was. */
export const recordedVelocities = (reads: VelocityReads): VelocityPort => ({
  read: (velocity, key, amount, unit) => {
    const name = readKey(velocity, key, amount, unit);
    return Object.hasOwn(reads, name) ? (reads[name] ?? undefined) : undefined;
  },
});

/** Whether events of a kind add to any velocity of a plan. */
export const countsKind = (plan: Plan, kind: EventKind): boolean =>
  plan.levels.some(({ velocitySets }) =>
    velocitySets.some(({ velocities }) => [...velocities.values()].some(({ kinds }) => kinds.has(kind))),
  );

/**
 * What an event adds to the velocities of its environment and of all above it (`decisioning.md` §3.2). `payload` is the
 * event as velocities see it, see `velocityPayload`. Worked out once, before the event is stored.
 */
export const contributionsOf = (plan: Plan, kind: EventKind, input: EngineInput): readonly VelocityContribution[] => {
  const contributions: VelocityContribution[] = [];
  for (const level of plan.levels) {
    const context = {
      ...input,
      lists: level.lists,
      switches: DEFAULT_SWITCHES,
      velocities: velocitySourceOf(level.velocities, input.velocities),
    };
    for (const { compiled, velocities } of level.velocitySets) {
      for (const { clauseId, key, value } of compiled.run(context).contributions) {
        const found = velocities.get(clauseId);
        if (found?.kinds.has(kind)) contributions.push({ velocity: found.velocity, key, value });
      }
    }
  }
  return contributions;
};
