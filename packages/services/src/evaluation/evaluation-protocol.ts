import type { EventExplanation, Evaluation, FunctionEvaluation, VelocityEvaluation } from '@redoubt/contracts';
import type { Decision, DefinedSources, LoggedKind } from '@redoubt/domain';
import type { PlanFunctionSource, PlanVelocitySetSource, RoutingResult } from '@redoubt/engine';
import type { DataSources, FactKind } from '@redoubt/enrichment';
import type { SymbolTable, RuleSource } from '@redoubt/fql';
import type { Callables } from '../symbols/plan-calls.ts';
import type { ListContentMessage } from '../plans/list-content.ts';
import type { KeptList } from '../plans/named-lists.ts';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import type { Difference } from '../decisions/recorded/first-difference.ts';
import type { ExplanationJob, ReplayJob, RoutingJob } from '../decisions/recorded/recorded-job.ts';
import type { FoundDevice } from '../fingerprints/device-lookup.ts';
import type { SampledVelocity } from './extrapolate.ts';

/** An environment: what its functions read. */
export type JobLevel = {
  readonly environmentId: Id;
  readonly functions: readonly PlanFunctionSource[];
  /** Services and assessments it may call, which answer with their samples. */
  readonly callable: Callables;
  readonly symbols: SymbolTable;
  /** Every list of it. */
  readonly lists: readonly KeptList[];
};

/** The environment of a text, and those above it, root first. */
export type LevelJob = Omit<JobLevel, 'symbols'> & { readonly above: readonly JobLevel[] };

type Job = LevelJob & {
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  /** The session that the sample names. */
  readonly device?: FoundDevice | undefined;
  readonly payload: Json;
  readonly nowMs: number;
  readonly correlationId: string;
  readonly seed: number;
};

/** One evaluation, as plain data: a rule decides about the sample, or the sample counts for a velocity set. */
export type RuleEvaluationJob = Job & {
  readonly kind: 'rule';
  /** What actions find decided. */
  readonly decision: Decision;
  /** What the environment counts; compiled where the text includes the event itself. */
  readonly velocitySets: readonly PlanVelocitySetSource[];
};
export type VelocityEvaluationJob = Job & {
  readonly kind: 'velocitySet';
  readonly event: LoggedKind;
  /** What FROM means by names of defined assessments. */
  readonly sources?: DefinedSources;
};
/** Each output of a function is worked out for the sample and the defaults of its parameters. */
export type FunctionEvaluationJob = Job & { readonly kind: 'function' };

/** A stored event as velocities see it. */
export type SampledEvent = { readonly kind: LoggedKind; readonly payload: JsonObject; readonly nowMs: number };

/** What velocity sets would count of events that came. */
export type VelocityStorageJob = LevelJob & {
  readonly kind: 'velocityStorage';
  readonly symbols: SymbolTable;
  readonly sources: readonly RuleSource[];
  /** What FROM means by names of defined assessments, in any of them. */
  readonly defined: DefinedSources;
  readonly events: readonly SampledEvent[];
};
export type EvaluationJob =
  | RuleEvaluationJob
  | VelocityEvaluationJob
  | FunctionEvaluationJob
  | VelocityStorageJob
  | ExplanationJob
  | ReplayJob
  | RoutingJob;

/** One for each source; null where its text has errors. */
type SampledSets = readonly (readonly SampledVelocity[] | null)[];

export type AnswerOf<J extends EvaluationJob> = J extends VelocityStorageJob
  ? SampledSets
  : J extends ExplanationJob
    ? EventExplanation
    : J extends ReplayJob
      ? Difference | null
      : J extends RoutingJob
        ? readonly (RoutingResult | null)[]
        : J extends VelocityEvaluationJob
          ? VelocityEvaluation
          : J extends FunctionEvaluationJob
            ? FunctionEvaluation
            : Evaluation;

/** What the texts of a job turned out to need: contents of lists, by hash, and kinds of facts. */
export type Needs = { readonly hashes: readonly string[]; readonly facts: readonly FactKind[] };

/** Main thread → worker. */
export type EvaluationRequest = { readonly id: number; readonly job: EvaluationJob };

/** Main thread → worker, which asked for it: it is ready when rows are indexed and files of data open. */
export type EvaluationSupply = {
  readonly contents: readonly ListContentMessage[];
  readonly data: DataSources;
  readonly facts: readonly FactKind[];
};

/** Worker → main thread: once when it is ready, and when it has what it needs; then one answer per request. */
export type EvaluationReply =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'needs'; readonly id: number } & Needs)
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly evaluation: AnswerOf<EvaluationJob>;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
