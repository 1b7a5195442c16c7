import {
  checkRule,
  DEFAULT_SWITCHES,
  EMPTY_SYMBOL_TABLE,
  hasError,
  tryCompile,
  type CompiledRule,
  type Diagnostic,
  type EvaluationContext,
  type RuleSource,
} from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';

/** The texts of a subscription: a condition, and a clause whose outputs replace what an envelope says; either may be empty. */
export type TraceTexts = { readonly filter: string; readonly projection: string };

const PROJECTION = 'projection';

const sourceOf = ({ filter, projection }: TraceTexts): RuleSource => ({
  kind: 'decision',
  condition: filter,
  clauses: projection === '' ? [] : [{ id: PROJECTION, name: 'Projection', code: projection }],
});

/**
 * What is wrong with the texts. They may name every attribute, since events of several schemas pass them, and neither
 * lists nor velocities nor calls: what they come to follows from the event alone.
 */
export const checkTraceTexts = (texts: TraceTexts): readonly Diagnostic[] =>
  checkRule(sourceOf(texts), EMPTY_SYMBOL_TABLE).diagnostics;

/** Decides whether an envelope is sent, and what of it. */
export type TraceView = (envelope: JsonObject, nowMs: number) => JsonObject | null;

/** What names an envelope stays beside a projection. */
const KEPT = ['uniqueId', 'name', 'version', 'metadata'] as const;

const viewOf =
  (compiled: CompiledRule, hasProjection: boolean): TraceView =>
  (envelope, nowMs) => {
    const context: EvaluationContext = {
      payload: envelope,
      generated: {},
      nowMs,
      correlationId: '',
      lists: { containsKey: () => false, lookup: () => undefined },
      switches: DEFAULT_SWITCHES,
      seed: 0,
    };
    const outcome = compiled.run(context);
    // A filter that cannot be worked out lets the event pass: nothing is lost for it.
    const passes = outcome.conditionMet || outcome.errors.some(({ part }) => part === 'condition');
    if (!passes) return null;
    if (!hasProjection) return envelope;
    const kept = Object.fromEntries(KEPT.map((name) => [name, envelope[name] ?? null]));
    return { ...kept, ...outcome.outputs[PROJECTION] };
  };

/** The view that the texts describe; undefined where no code can be made of them. */
export const compileTraceView = (texts: TraceTexts): TraceView | undefined => {
  if (texts.filter === '' && texts.projection === '') return (envelope) => envelope;
  const { checked, diagnostics } = checkRule(sourceOf(texts), EMPTY_SYMBOL_TABLE);
  if (hasError(diagnostics)) return undefined;
  const compiled = tryCompile(checked);
  return typeof compiled === 'string' || compiled.isAsync ? undefined : viewOf(compiled, texts.projection !== '');
};
