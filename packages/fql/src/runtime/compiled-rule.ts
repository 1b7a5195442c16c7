import type { Json } from '@redoubt/kernel';
import type { RuleReferences } from '../program/references.ts';
import type { PartId } from '../program/source.ts';
import type { EvaluationContext } from './context.ts';
import type { RuleOutcome, EvaluationError } from './outcome.ts';

/**
 * A rule ready to run. Immutable and free of state: one value serves any number of events at once. Making one needs
 * `new Function`, so it works on the server and in workers without a content security policy, never in the console.
 */
export type CompiledRule = {
  /** Slot → attribute path as written; slots appear in outcomes. */
  readonly attributes: readonly string[];
  readonly references: RuleReferences;
  /** Whether any part may call out: such a rule is run by `runAsync`. */
  readonly isAsync: boolean;
  /** Never throws: what goes wrong while a statement is evaluated is part of the outcome. Not for rules that wait. */
  readonly run: (context: EvaluationContext) => RuleOutcome;
  /** As `run`, for any rule; only parts that call out take longer than the turn they begin in. */
  readonly runAsync: (context: EvaluationContext) => Promise<RuleOutcome>;
  /** Works one property of a function out, and nothing else; a promise where the function waits. */
  readonly readProperty: (part: PartId, context: EvaluationContext) => RuleOutcome | Promise<RuleOutcome>;
};

/** Value of one sub-expression; `error` instead of a value where it could not be worked out. */
export type ExplainedValue = {
  readonly part: PartId;
  readonly from: number;
  readonly to: number;
  readonly value: Json;
  readonly error: EvaluationError | null;
};

/** What the evaluate pane shows: the outcome, and every sub-expression of every part, whether it was reached or not. */
export type Explanation = {
  readonly outcome: RuleOutcome;
  /** In source order per part, enclosing expressions before the ones inside them. */
  readonly values: readonly ExplainedValue[];
};
