import type { Json } from '@redoubt/kernel';
import type { RuleKind } from './kinds.ts';

/** One named clause text. `id` names it in diagnostics and outcomes, `name` in answers. */
export type ClauseSource = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
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
