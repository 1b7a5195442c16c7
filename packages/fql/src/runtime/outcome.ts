import type { Json, JsonObject } from '@redoubt/kernel';
import type { PartId } from '../program/source.ts';
import type { CallRecord } from './call-record.ts';

export const DECISION_KINDS = ['Approve', 'Reject', 'Review', 'Challenge'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export type RuleDecision = {
  readonly decision: DecisionKind;
  /** `null` where the text gave none. */
  readonly reason: string | null;
  readonly supportMessage: string | null;
  readonly challengeType: string | null;
  readonly clauseId: string;
};

/** `true`/`false` are for the condition, the rest for clauses; `false` is also a clause whose WHEN did not hold. */
export type StepOutcome = 'true' | 'false' | 'fired' | 'notReached' | 'error';

/** Why a statement did not fire: an error while it was evaluated. The clause is skipped and the run goes on. */
export type EvaluationError = {
  readonly part: PartId;
  readonly code: EvaluationErrorCode;
  readonly message: string;
  /** Source range of the expression, where it is known. */
  readonly from: number;
  readonly to: number;
};
export type EvaluationErrorCode =
  | 'EVAL-DIVISION-BY-ZERO'
  | 'EVAL-OUT-OF-RANGE'
  | 'EVAL-RANDOM-RANGE'
  | 'EVAL-CONVERSION'
  | 'EVAL-FORMAT'
  | 'EVAL-TOO-LARGE'
  | 'EVAL-BROKEN-TEXT'
  | 'EVAL-UNAVAILABLE'
  | 'EVAL-FUNCTION'
  | 'EVAL-INTERNAL';

export type RuleStep = {
  readonly part: PartId;
  readonly outcome: StepOutcome;
  readonly error: EvaluationError | null;
  /** Slots of the attributes this part read, ascending; see `CompiledRule.attributes`. */
  readonly reads: readonly number[];
};

/** `Trace(...)` of a clause that fired. */
export type TraceRecord = { readonly clauseId: string; readonly attributes: JsonObject };

/** What an event adds to a velocity: 1 to a count, a value to tell apart, or an amount. */
export type Contribution = {
  readonly clauseId: string;
  readonly velocity: string;
  readonly key: string;
  readonly value: number | string;
};

/** `DO Assessment.SendLabel(…)` of an ad-hoc action. */
export type LabelRecord = { readonly eventId: string; readonly label: string; readonly reason: string };

/** What became of one rule for one event. Its members are read one by one: `{ ...outcome }` copies none. */
export type RuleOutcome = {
  /** False where the condition did not hold, or failed: no clause ran. */
  readonly conditionMet: boolean;
  /** Absent where no clause decided. */
  readonly decision: RuleDecision | null;
  /** Clauses whose OBSERVE or RETURN fired, in order. */
  readonly firedClauseIds: readonly string[];
  /** Clause id → the pairs of `Output(...)` and `Other(...)`, in JSON of their own kind. */
  readonly outputs: Readonly<Record<string, JsonObject>>;
  readonly traces: readonly TraceRecord[];
  /** Global variables set, in order; the last of a name wins. */
  readonly variables: JsonObject;
  /** Queue of a routing rule; null where no clause routed. */
  readonly queue: string | null;
  /** What the event adds to the velocities of a velocity set. */
  readonly contributions: readonly Contribution[];
  /** What post-decision actions add to the answer. */
  readonly response: JsonObject;
  /** Which members of `response` are sections: pairs that others add to one join it. */
  readonly sections: readonly string[];
  /** External calls and assessments that were made, in order, those of called functions included. */
  readonly calls: readonly CallRecord[];
  /** Labels an ad-hoc action sends. */
  readonly labels: readonly LabelRecord[];
  /** Clause id → value of a function property. */
  readonly values: JsonObject;
  readonly steps: readonly RuleStep[];
  /** Slot → the value read; null for an attribute that is missing or null, undefined for one that was not read. */
  readonly slots: readonly (Json | undefined)[];
  readonly errors: readonly EvaluationError[];
  /** Conversions that fell back to a default value; the statement went on. */
  readonly notices: readonly EvaluationError[];
};
