import { compilingText } from '@redoubt/engine';
import {
  DEFAULT_SWITCHES,
  EMPTY_SYMBOL_TABLE,
  type CompiledRule,
  type EvaluationContext,
  type RuleSource,
} from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import type { Problem } from '../problems.ts';
import { compileInTurns } from '../texts/compile-in-turns.ts';
import { compileText, type TextAsker } from '../texts/compile-text.ts';
import { compileOnThisThread, type TextCompiler } from '../texts/text-compiler.ts';

/** The texts of a subscription: a condition, and a clause whose outputs replace what an envelope says; either may be empty. */
export type TraceTexts = { readonly filter: string; readonly projection: string };

const PROJECTION = 'projection';

const sourceOf = ({ filter, projection }: TraceTexts): RuleSource => ({
  kind: 'decision',
  condition: filter,
  clauses: projection === '' ? [] : [{ id: PROJECTION, name: 'Projection', code: projection }],
});

/**
 * What is wrong with the texts, by its place. They may name every attribute, since events of several schemas pass them, and
 * neither lists nor velocities nor calls: what they come to follows from the event alone.
 */
export const checkTraceTexts = async (asker: TextAsker, texts: TraceTexts): Promise<readonly Problem[]> => {
  const { problems, isAsync } = await compileText(asker, sourceOf(texts), EMPTY_SYMBOL_TABLE);
  if (problems.length === 0 && isAsync)
    return [{ path: 'projection:1:1', message: 'It cannot be worked out from an event alone.' }];
  return problems.map(({ path, message }) => ({
    path: path.replace(/^\w+/, (part) => (part === 'condition' ? 'filter' : 'projection')),
    message,
  }));
};

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

/** The view that the texts describe, compiled by `compiler`; undefined where no code can be made of them. */
export const compileTraceView = async (
  texts: TraceTexts,
  compiler: TextCompiler = compileOnThisThread,
): Promise<TraceView | undefined> => {
  if (texts.filter === '' && texts.projection === '') return (envelope) => envelope;
  const wanted = { source: sourceOf(texts), symbols: EMPTY_SYMBOL_TABLE };
  const compiled = await compileInTurns(compilingText(wanted), compiler);
  return typeof compiled === 'string' || compiled.isAsync ? undefined : viewOf(compiled, texts.projection !== '');
};
