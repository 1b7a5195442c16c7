import type { DecisionKind } from '../runtime/outcome.ts';
import type { WindowUnit } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';

/**
 * How a row joins the row above it, as written. And binds tighter than or, so the rows between two ors stand together:
 * a clause fires where all rows of one such group hold.
 */
export const VISUAL_JOINERS = ['AND', 'OR', '&&', '||'] as const;
export type VisualJoiner = (typeof VISUAL_JOINERS)[number];

/** Operators that compare with a value and have no negated form of their own. */
export const VISUAL_COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
/** Whole days since a date, compared with a number. */
export const VISUAL_AGES = ['sinceLt', 'sinceLe', 'sinceGt', 'sinceGe'] as const;
/** Operators that may be negated. */
export const VISUAL_TESTS = [
  'startsWith',
  'endsWith',
  'contains',
  'equalsIgnoringCase',
  'isEmpty',
  'exists',
  'oneOf',
  'inList',
] as const;
export type VisualOperator =
  | (typeof VISUAL_COMPARISONS)[number]
  | (typeof VISUAL_AGES)[number]
  | (typeof VISUAL_TESTS)[number];

/** A value of the event or of the rule. An empty path is an attribute that was not chosen yet. */
export type VisualReference =
  | { readonly kind: 'attribute'; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string };

/** `Velocity.name(key, 2h)`: what was counted for a key in the time before. */
export type VisualVelocity = {
  readonly kind: 'velocity';
  readonly name: string;
  readonly key: VisualReference;
  readonly amount: number;
  readonly unit: WindowUnit;
};

/** `Lookup("list", "keyColumn", key, "valueColumn", fallback)`, a text or a number; null where no fallback is written. */
export type VisualLookup = {
  readonly kind: 'lookup';
  readonly list: string;
  readonly keyColumn: string;
  readonly key: VisualReference;
  readonly valueColumn: string;
  readonly fallback: VisualFallback | null;
};

export type VisualFallback =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly written: string };

/** What a row asks about. Velocities are only compared. */
export type VisualSubject = VisualReference | VisualVelocity | VisualLookup;

/**
 * What a row compares with. `missing` is a value that was not given yet: the text has an error until it is. Numbers stay
 * as they are written; `items` are the comma-separated words of `In`.
 */
export type VisualValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly written: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'list'; readonly list: string; readonly column: string }
  | VisualReference;

export type VisualRow = {
  /** Of no meaning in the first row. */
  readonly joiner: VisualJoiner;
  readonly subject: VisualSubject;
  /** As written: `!` before a call, or the word. */
  readonly negation: '' | '!' | 'NOT';
  readonly operator: VisualOperator;
  readonly value: VisualValue;
};

/** A decision and its texts in order: reason and message to support; a challenge has its type before them. */
export type VisualDecision = { readonly decision: DecisionKind; readonly texts: readonly string[] };

/** Where a clause puts a pair: `Output` into the answer, `Trace` into the event stream. */
export const VISUAL_TARGETS = ['Output', 'Trace'] as const;
export type VisualTarget = (typeof VISUAL_TARGETS)[number];

/** `name = value` of `Output(…)` or `Trace(…)`. Pairs of one target that follow each other share a call unless one `begins` its own. */
export type VisualPair = {
  readonly target: VisualTarget;
  readonly begins: boolean;
  readonly name: string;
  readonly value: Exclude<VisualValue, { kind: 'none' | 'list' }>;
};

/**
 * A condition or clause as rows. With pairs and no decision it observes (`OBSERVE Output(…)`); with neither it is a
 * condition, or a clause that was only begun.
 */
export type VisualClause = {
  readonly decision: VisualDecision | null;
  /** The queue that a routing clause sends cases to; absent in other clauses, and where none was chosen yet. */
  readonly queue?: string;
  readonly outputs: readonly VisualPair[];
  readonly rows: readonly VisualRow[];
  /** Without rows it holds for every event, or, as a clause just made does, for none (`WHEN false`). */
  readonly never: boolean;
};

/**
 * Why a text cannot be shown as rows: it has syntax `errors`; `comments` would be lost; it defines `variables`; it does
 * `other` things than to decide and to put out pairs; it is `nested`: brackets group what rows cannot; or it compares in a way that rows have
 * no `operator` for.
 */
export type VisualObstacle = 'errors' | 'comments' | 'variables' | 'other' | 'nested' | 'operator';

/** `spans` are the places of the rows in the text, in order; `at` is the first thing in the way. */
export type VisualReading =
  | { readonly fits: true; readonly clause: VisualClause; readonly spans: readonly Span[] }
  | { readonly fits: false; readonly reason: VisualObstacle; readonly at: Span };
