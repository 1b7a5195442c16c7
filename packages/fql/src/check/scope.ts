import type { Params, Report } from '../diagnostics/problem.ts';
import type { DiagnosticCode, Severity } from '../diagnostics/codes.ts';
import type { DiagnosticFix } from '../diagnostics/diagnostic.ts';
import {
  type SymbolTable,
  type AssessmentSymbol,
  type AttributeSymbol,
  type CallSymbol,
  type FunctionSymbol,
  type ListSymbol,
  DEFAULT_RULE_LIMITS,
  type EnrichmentKind,
  type RuleLimits,
} from '../program/symbol-table.ts';
import type { LanguageVersion } from '../program/language.ts';
import type { RuleKind } from '../program/kinds.ts';
import type { DeclaredType, PartId, ScoreName, ScoreStages } from '../program/source.ts';
import type { AttributeNode, ExpressionNode, JsonNode, PathStep } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import type { FqlType } from '../types.ts';
import { attributeGraphKind, ownGraphKind } from '../functions/graph.ts';
import type { CheckedExpression, CheckedVariable, Slot } from './checked.ts';

/** The symbol table, indexed the way the checker asks: without regard to letter case. */
export type Names = {
  readonly attributes: ReadonlyMap<string, AttributeSymbol>;
  readonly lists: ReadonlyMap<string, ListSymbol>;
  readonly supportLists: ReadonlyMap<string, string>;
  readonly velocities: ReadonlyMap<string, string>;
  /** Events that FROM may name; null where any may stand there. */
  readonly events: ReadonlyMap<string, string> | null;
  /** Names of velocities of other sets. */
  readonly takenNames: ReadonlySet<string>;
  readonly sources: ReadonlySet<EnrichmentKind>;
  /** Null where every name is taken for one. */
  readonly calls: ReadonlyMap<string, CallSymbol> | null;
  readonly assessments: ReadonlyMap<string, AssessmentSymbol> | null;
  /** Null where any may stand there. */
  readonly queues: ReadonlyMap<string, string> | null;
  /** Kinds of the graph that are a customer's own; null for any. */
  readonly ownGraphKinds: ReadonlySet<string> | null;
  readonly attributeGraphKinds: ReadonlySet<string> | null;
  /** By `functionKey`. */
  readonly functions: ReadonlyMap<string, FunctionSymbol>;
  readonly limits: RuleLimits;
  readonly arrayPath: 'first' | 'any';
};

/** The function of a name in an environment. */
export const functionKey = (scope: string, name: string): string => `${scope.toLowerCase()}/${name.toLowerCase()}`;

/** Whether an attribute is known; how the one is spelled that an unknown one may stand for. */
export type ReviewedPath = { readonly known: boolean; readonly spelled: string | undefined };

/** What one rule gathers while its parts are checked in order. */
export type RuleScope = {
  readonly kind: RuleKind;
  readonly language: LanguageVersion;
  readonly names: Names;
  readonly parameters: readonly { readonly name: string; readonly type: FqlType }[];
  /** Of the function whose texts these are. */
  readonly name: string | undefined;
  /** Undefined where scores may be read anywhere. */
  readonly stages: ScoreStages | undefined;
  readonly slots: Slot[];
  readonly slotOf: Map<string, number>;
  /** Path → what is known about it: looking it up, or for what it may stand, is dear where it is written often. */
  readonly reviewed: Map<string, ReviewedPath>;
  readonly variables: CheckedVariable[];
  /** Name → newest definition. */
  readonly variableOf: Map<string, number>;
  readonly listColumns: Map<string, { readonly name: string; readonly columns: Set<string> }>;
  readonly supportLists: Set<string>;
  readonly velocities: Set<string>;
  /** Velocities that are read with the event itself counted. */
  readonly withEvent: Set<string>;
  /** Velocities that SELECT has named so far, in lower case. */
  readonly selected: Set<string>;
  readonly functions: Set<string>;
  /** What the text being checked reaches for beyond the event: velocities, calls, functions. */
  readonly resources: Set<string>;
  readonly calls: Set<string>;
  readonly assessments: Set<string>;
  readonly queues: Set<string>;
  readonly called: Map<string, { readonly scope: string; readonly name: string; readonly properties: Set<string> }>;
  /** How much the texts checked so far are, and the one being checked. */
  readonly size: { expressions: number; expressionsOfText: number; patterns: number };
};

type Heading = Pick<RuleScope, 'kind' | 'language' | 'parameters' | 'name' | 'stages'>;

/** A rule of which nothing has been checked yet. */
export const newRuleScope = (heading: Heading, symbols: SymbolTable): RuleScope => ({
  ...heading,
  names: indexSymbols(symbols),
  slots: [],
  slotOf: new Map(),
  reviewed: new Map(),
  variables: [],
  variableOf: new Map(),
  listColumns: new Map(),
  supportLists: new Set(),
  velocities: new Set(),
  withEvent: new Set(),
  selected: new Set(),
  functions: new Set(),
  resources: new Set(),
  calls: new Set(),
  assessments: new Set(),
  queues: new Set(),
  called: new Map(),
  size: { expressions: 0, expressionsOfText: 0, patterns: 0 },
});

/** What checking one text needs; `expression` closes the cycle between the modules that check parts of expressions. */
export type Scope = {
  readonly rule: RuleScope;
  readonly part: PartId;
  readonly text: string;
  /** Declared type of the value a function property returns. */
  readonly result: DeclaredType | null;
  /** Scores that are known when the text runs. */
  readonly scores: readonly ScoreName[];
  readonly report: Report;
  readonly expression: (scope: Scope, node: ExpressionNode) => CheckedExpression;
};

export const report = (
  scope: Scope,
  code: DiagnosticCode,
  span: Span,
  params: Params = {},
  extra: { readonly fix?: DiagnosticFix; readonly severity?: Severity } = {},
): void => scope.report({ code, from: span.from, to: span.to, params, ...extra });

export const invalid = (span: Span): CheckedExpression => ({
  op: 'invalid',
  type: 'Invalid',
  shown: false,
  from: span.from,
  to: span.to,
});

/** The support lists every environment has. */
export const STANDARD_SUPPORT_LISTS: readonly string[] = ['Email', 'Payment', 'Device', 'IP', 'User'].map(
  (kind) => `${kind} Support List`,
);

const byName = <Entry extends { readonly name: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));

const indexSymbols = (symbols: SymbolTable): Names => ({
  attributes: new Map(symbols.attributes.map((attribute) => [attribute.path.toLowerCase(), attribute])),
  lists: new Map(symbols.lists.map((list) => [list.name.trim().toLowerCase(), list])),
  supportLists: new Map(
    (symbols.supportLists ?? STANDARD_SUPPORT_LISTS).map((name) => [name.trim().toLowerCase(), name]),
  ),
  velocities: new Map((symbols.velocities ?? []).map((name) => [name.toLowerCase(), name])),
  events: symbols.velocitySet ? new Map(symbols.velocitySet.events.map((name) => [name.toLowerCase(), name])) : null,
  takenNames: new Set((symbols.velocitySet?.takenNames ?? []).map((name) => name.toLowerCase())),
  sources: new Set(symbols.sources ?? []),
  calls: symbols.calls === 'any' ? null : byName(symbols.calls ?? []),
  assessments: symbols.assessments === 'any' ? null : byName(symbols.assessments ?? []),
  ownGraphKinds: symbols.graphTexts ? new Set(symbols.graphTexts.map(ownGraphKind)) : null,
  attributeGraphKinds: symbols.graphAttributes ? new Set(symbols.graphAttributes.map(attributeGraphKind)) : null,
  queues: symbols.queues ? new Map(symbols.queues.map((name) => [name.trim().toLowerCase(), name])) : null,
  functions: new Map((symbols.functions ?? []).map((entry) => [functionKey(entry.scope ?? 'here', entry.name), entry])),
  limits: { ...DEFAULT_RULE_LIMITS, ...symbols.limits },
  arrayPath: symbols.arrayPath ?? 'first',
});

const keyOfSteps = (steps: readonly PathStep[]): string =>
  steps.map((step) => (step.kind === 'index' ? `[${step.index}]` : JSON.stringify(step.key.toLowerCase()))).join('.');

/** The slot of an attribute: one for all spellings of its path. */
export const slotFor = (scope: Scope, node: AttributeNode | JsonNode): number => {
  const { rule } = scope;
  const key = keyOfSteps(node.steps);
  const known = rule.slotOf.get(key);
  if (known !== undefined) return known;
  const slot = rule.slots.push({ path: node.path, steps: node.steps }) - 1;
  rule.slotOf.set(key, slot);
  return slot;
};

/** A path the way a symbol table writes it: without indices, in lower case. */
export const symbolPath = (steps: readonly PathStep[]): string =>
  steps.flatMap((step) => (step.kind === 'key' ? [step.key.toLowerCase()] : [])).join('.');
