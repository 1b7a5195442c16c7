import type { Decision } from '@redoubt/domain';
import type { LabelRecord } from '@redoubt/fql';
import type { Id, JsonObject, Json } from '@redoubt/kernel';
import type { LevelCallRecord } from './calls.ts';
import type { FactReads } from './facts.ts';
import type { RuleHit, RuleTraceEvent } from './recorder.ts';
import type { RecordedTrace, TraceStep, ReadValues, RuleTrace, StepError } from './trace.ts';
import type { LevelVariables } from './variables.ts';

/** What became of one post-decision action. */
export type ActionTrace = {
  readonly environmentId: Id;
  readonly actionId: Id;
  readonly version: number;
  /** Position among the actions of its environment, from 1. */
  readonly order: number;
  /** `late`: it had not ended when the event was answered, and what it did afterwards is not part of the record. */
  readonly outcome: 'ran' | 'nothing' | 'conditionFalse' | 'error' | 'late';
  readonly steps: readonly TraceStep[];
  /** What it added to the answer; absent where it added nothing. */
  readonly response?: JsonObject;
  /** Global variables it set; absent where it set none. */
  readonly variables?: JsonObject;
  /** Calls that were not made before for the event; absent where there were none. */
  readonly calls?: readonly LevelCallRecord[];
  /** Labels that the code of a button sends; post-decision actions send none. */
  readonly labels?: readonly LabelRecord[];
};

/** What the actions of one event came to, recorded beside its decision. */
export type ActionsResult = {
  readonly trace: readonly ActionTrace[];
  /** What they add to the answer, flat or in sections. */
  readonly customProperties: JsonObject;
  /** Attribute path → the value it had; null where it was missing. */
  readonly values: Readonly<Record<string, Json>>;
  /** Evaluation errors as `<action>/<clause>` → messages. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Facts that only actions looked up; absent where none was. */
  readonly facts?: FactReads;
};

/** What rules decided, and where. */
export type RuleVerdict = {
  readonly decision: Decision;
  readonly reason: string | null;
  readonly supportMessage: string | null;
  readonly challengeType: string | null;
  readonly rule: {
    readonly id: Id;
    readonly name: string;
    readonly version: number;
    readonly environmentId: Id;
  } | null;
  readonly clause: string | null;
};

/** What the control share said of a purchase that a rule stops. */
export type ControlDraw = {
  /** Probability with which it passes, above 0 and up to 1. */
  readonly probability: number;
  /** What the rules decided of one that passes; null where it was stopped as they say. */
  readonly stopped: RuleVerdict | null;
};

/** What was decided, and where. */
export type Verdict = RuleVerdict & {
  /** Absent where the purchase could not pass, and where there is no control share. */
  readonly control?: ControlDraw;
};

/** The queue that routing rules chose for a review. */
export type RoutingResult = RecordedTrace & {
  /** As the rule names it; null where no clause routed, which means General. */
  readonly queue: string | null;
  readonly rule: { readonly id: Id; readonly name: string; readonly version: number } | null;
  readonly clause: string | null;
  /** Evaluation errors as `<rule>/<clause>` → messages. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
};

export type EngineResult = Verdict & {
  /** Clause name → the pairs of its `Output(...)`. */
  readonly outputs: Readonly<Record<string, JsonObject>>;
  readonly hits: readonly RuleHit[];
  /** `expandTrace` writes it out. */
  readonly trace: RuleTrace;
  readonly values: ReadValues;
  /** Messages of the parts that failed; absent where none did. */
  readonly stepErrors?: readonly StepError[];
  /** Evaluation errors as `<rule>/<clause>` → messages; they skip their statement and nothing else. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What `Trace(...)` of clauses said, in order; absent where nothing was, and in events of before it was kept. */
  readonly traced?: readonly RuleTraceEvent[];
  /** External calls and assessments that were made, with what came back; absent where none was. */
  readonly calls?: readonly LevelCallRecord[];
  /** Facts that were looked up; absent where none was. */
  readonly facts?: FactReads;
  /** Global variables that rules set; absent where none was. What comes after the decision reads them. */
  readonly variables?: LevelVariables;
  /** What routing rules came to; absent where the event is not reviewed, and where there are none. */
  readonly routing?: RoutingResult;
  /** What post-decision actions came to; absent where there are none, and until they have run. */
  readonly actions?: ActionsResult;
};
