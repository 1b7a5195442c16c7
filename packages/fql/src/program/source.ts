import type { Json } from '@redoubt/kernel';
import type { RuleKind } from './kinds.ts';

/** Scores of an event; which of them are known depends on when a clause runs. */
export const SCORES = ['botScore', 'riskScore'] as const;
export type ScoreName = (typeof SCORES)[number];

/** Models a text may ask for a score. */
export const MODELS = ['Model.Risk', 'Model.Bot'] as const;
export type ModelName = (typeof MODELS)[number];

/** What becomes of a score that is read before it is known: refused in new text, a warning in text that was imported. */
export type ScoreStages = {
  /** Scores that events of the assessment get; others are attributes like any. */
  readonly scores: readonly ScoreName[];
  readonly severity: 'error' | 'warning';
};

/** One named clause text. `id` names it in diagnostics and outcomes, `name` in answers. */
export type ClauseSource = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  /** Scores that are known when it runs; only looked at where the rule has stages. */
  readonly scores?: readonly ScoreName[];
  /** Declared type of a function property; its value keeps its own kind where absent. */
  readonly result?: DeclaredType;
  /** What a function property is worth when it fails; the default of its type where absent. */
  readonly fallback?: Json;
};

/** Types that parameters and properties of functions are declared with. */
export type DeclaredType = 'Boolean' | 'DateTime' | 'Double' | 'Integer' | 'String';

/** The texts of one rule, in the order they run. An empty condition always holds. `kind` defaults to `decision`. */
export type RuleSource = {
  readonly kind?: RuleKind;
  readonly condition: string;
  readonly clauses: readonly ClauseSource[];
  /** Absent where scores may be read anywhere: where there are no stages, and in texts that were published before. */
  readonly stages?: ScoreStages | undefined;
  /** Parameters of a function, in order; its texts name them without a sign. */
  readonly parameters?: readonly {
    readonly name: string;
    readonly type: DeclaredType;
    /** Used where an argument is absent or cannot be converted; the default of the type where absent. */
    readonly fallback?: Json;
  }[];
  /** Name of the function, so that one that calls itself is found. */
  readonly name?: string;
};

/** Name of the condition wherever a part of a rule is named; every other part is a clause id. */
export const CONDITION_PART = 'condition';
export type PartId = string;
