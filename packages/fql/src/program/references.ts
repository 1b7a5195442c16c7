import type { FunctionScope } from './symbol-table.ts';

/** Lists and attributes a rule names, for "used by", for loading what it needs and for impact checks. */
export type RuleReferences = {
  /** Paths as first written, once each without regard to letter case. */
  readonly attributes: readonly string[];
  readonly lists: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly supportLists: readonly string[];
  readonly velocities: readonly string[];
  /** Whether a velocity is read with the event itself counted. */
  readonly includesCurrent: boolean;
  readonly calls: readonly string[];
  readonly assessments: readonly string[];
  /** Queues that cases are routed to. */
  readonly queues: readonly string[];
  /** Functions of the customer, with the environment they are called in. */
  readonly called: readonly {
    readonly scope: FunctionScope;
    readonly name: string;
    readonly properties: readonly string[];
  }[];
  /** Built-in functions by their display name: `String.StartsWith`, `DaysSince`. */
  readonly functions: readonly string[];
};
