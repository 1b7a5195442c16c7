import type { ControlShare, VelocityWindowMode, DefinedSources, LoggedKind, RunMode } from '@redoubt/domain';
import type { FunctionSymbol, FunctionUnit, AggregateName, CompiledRule } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { LevelAssessments, LevelCalls, PlanRemoteList } from './calls.ts';
import type { ListsAt } from './lists.ts';
import type { CaseIntake } from './plan-sources.ts';

/** What a level of the path offers to the texts of its own environment and of those below. */
export type LevelFunctions = {
  readonly environmentId: Id;
  readonly units: ReadonlyMap<string, FunctionUnit>;
  readonly entries: readonly FunctionSymbol[];
};

/** A velocity as rules of its environment read it and events add to it. */
export type PlanVelocity = {
  readonly name: string;
  /** Place of its environment on the path, root 0: names are unique only within an environment. */
  readonly level: number;
  /**
   * What stays the same as long as the velocity goes on counting, whatever it is called: set, velocity and aggregate.
   */
  readonly series: string;
  readonly aggregate: AggregateName;
  /** Where windows begin in the environment of the velocity. */
  readonly windowMode: VelocityWindowMode;
  /** Set while history that it is to count has not been counted yet: values are too small. */
  readonly warming?: true;
};

/** An active set, compiled; its velocities by the id of their text. */
export type PlanVelocitySet = {
  readonly compiled: CompiledRule;
  /** What FROM means by names of defined assessments; absent where it uses none. */
  readonly sources?: DefinedSources;
  readonly velocities: ReadonlyMap<
    string,
    { readonly velocity: PlanVelocity; readonly kinds: ReadonlySet<LoggedKind> }
  >;
};

export type PlanRule = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  /** Position among the environment's rules, from 1. */
  readonly order: number;
  readonly clauseNames: ReadonlyMap<string, string>;
  /** The rule's own part of the seed, from its id: rules with equal texts draw different numbers. */
  readonly seed: number;
  readonly compiled: CompiledRule;
};

export type PlanLevel = {
  readonly environmentId: Id;
  readonly environmentName: string;
  readonly runMode: RunMode;
  readonly rules: readonly PlanRule[];
  /** Post-decision actions, in their order. */
  readonly actions: readonly PlanRule[];
  /** Routing rules, in their order: those of the event's own environment choose the queue of a review. */
  readonly routing: readonly PlanRule[];
  /** How reviews become cases here; null where they do not. */
  readonly intake: CaseIntake | null;
  /** Which part of what rules stop passes here: that of the event's own environment counts. Null where none does. */
  readonly controlShare: ControlShare | null;
  readonly lists: ListsAt;
  /** What rules here may read, by name in lower case; sets that no longer count can still be read. */
  readonly velocities: ReadonlyMap<string, PlanVelocity>;
  /** Sets that count. */
  readonly velocitySets: readonly PlanVelocitySet[];
  /** What rules here and below may call. */
  readonly functions: LevelFunctions;
  /** What texts of this environment may call outside. */
  readonly calls: LevelCalls;
  /** Other assessments that texts of this environment may call. */
  readonly assessments: LevelAssessments;
  /** Lists that are kept elsewhere, by name in lower case. */
  readonly remoteLists: ReadonlyMap<string, PlanRemoteList>;
};

/**
 * Everything needed to decide an event of one environment, compiled: the root's rules first, then each descendant's.
 * Immutable; publishing swaps a new plan in, and requests finish on the plan they began with.
 */
export type Plan = {
  /** SHA-256 of the manifest; recorded with each event so that it can be replayed. */
  readonly id: string;
  readonly environmentId: Id;
  readonly levels: readonly PlanLevel[];
  /** Whether some rule that decides or routes calls out: events are then decided by `decideAsync`. */
  readonly isAsync: boolean;
  /** Whether anything runs after the decision, and whether some of it calls out. */
  readonly actions: 'none' | 'immediate' | 'async';
};

/** A published rule or velocity set that no longer compiles (a list it names is gone): it is left out and reported. */
export type PlanProblem = { readonly ruleId: Id; readonly ruleName: string; readonly message: string };
