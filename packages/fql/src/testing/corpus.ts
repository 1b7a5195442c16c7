// Reads: ../../corpus
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@redoubt/kernel';
import { parse } from 'yaml';
import type { SymbolTable } from '../program/symbol-table.ts';
import type { SupportStatus } from '../runtime/context.ts';
import type { CallAnswer } from '../runtime/call-record.ts';
import type { DecisionKind } from '../runtime/outcome.ts';
import type { RuleKind } from '../program/kinds.ts';
import type { DeclaredType, RuleSource } from '../program/source.ts';

/** One expectation of the golden corpus. Exactly one of `value`, `when`, `clause` or `rule` is what is run. */
export type CorpusCase = {
  readonly name: string;
  /** An expression, observed as it is; `is` is its JSON. */
  readonly value?: string;
  /** A condition; `is` says whether it holds. */
  readonly when?: string;
  readonly clause?: string;
  readonly rule?: { readonly condition?: string; readonly clauses: readonly string[] };
  /** Kind of the rule; `decision` where absent. */
  readonly kind?: RuleKind;
  readonly parameters?: RuleSource['parameters'];
  readonly arguments?: readonly Json[];
  /** Declared type of every property of a function. */
  readonly result?: DeclaredType;
  /** Declared default of every property of a function. */
  readonly fallback?: Json;
  /** Decision of the assessment an action runs after. */
  readonly decision?: DecisionKind;
  readonly globals?: JsonObject;
  readonly arrayPath?: 'first' | 'any';
  readonly payload?: JsonObject;
  readonly generated?: JsonObject;
  readonly switches?: JsonObject;
  readonly is?: Json;
  /** `Reject: reason / support message / challenge type`, or `none`. */
  readonly decides?: string;
  readonly outputs?: JsonObject;
  readonly traces?: Json;
  readonly variables?: JsonObject;
  readonly queue?: string | null;
  readonly contributions?: Json;
  readonly response?: JsonObject;
  /** The calls that were made, without what they answered. */
  readonly calls?: Json;
  readonly labels?: Json;
  readonly values?: JsonObject;
  /** Outcomes of condition and clauses. */
  readonly steps?: readonly string[];
  readonly errors?: readonly string[];
  readonly notices?: readonly string[];
  /** `CODE line:column`, every problem found; where absent the text must have no error. */
  readonly problems?: readonly string[];
};

export type CorpusFunction = {
  readonly name: string;
  readonly scope?: string;
  readonly isAsync?: boolean;
  readonly parameters?: NonNullable<RuleSource['parameters']>;
  /** Property → `[type, code]`. */
  readonly properties: Readonly<Record<string, readonly [DeclaredType, string]>>;
};

/** Expressions with their JSON, and conditions with whether they hold: short cases that need no name. */
type CorpusTables = {
  readonly values: Readonly<Record<string, Json>>;
  readonly conditions: Readonly<Record<string, boolean>>;
};

export type CorpusFile = {
  readonly feature: string;
  readonly path: string;
  readonly now: string;
  readonly payload: JsonObject;
  readonly generated: JsonObject;
  readonly lists: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  readonly supportLists: Readonly<Record<string, Readonly<Record<string, SupportStatus>>>>;
  /** Velocity → `key|window` → value. */
  readonly velocities: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Source → argument → facts. */
  readonly enrichment: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly attributes: SymbolTable['attributes'];
  /** External calls with their parameters, external assessments, and what they answer. */
  readonly calls: Readonly<Record<string, Partial<CallAnswer> & { readonly parameters: readonly string[] }>>;
  readonly assessments: Readonly<Record<string, Partial<CallAnswer>>>;
  readonly functions: readonly CorpusFunction[];
  readonly cases: readonly CorpusCase[];
};

const root = join(import.meta.dirname, '../../corpus');

/** The rows of `values` and `conditions` as cases: an expression is its own name. */
const tableCases = ({ values = {}, conditions = {} }: Partial<CorpusTables>): readonly CorpusCase[] => [
  ...Object.entries(values).map(([value, is]) => ({ name: value, value, is })),
  ...Object.entries(conditions).map(([when, is]) => ({ name: when, when, is })),
];

/** Every file of the corpus, folder by folder. */
export const readCorpus = (): readonly CorpusFile[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .toSorted()
    .map((path) => {
      const file = parse(readFileSync(join(root, path), 'utf8')) as Partial<CorpusFile & CorpusTables>;
      return {
        feature: file.feature ?? path,
        path,
        now: file.now ?? '2026-03-14T11:04:30Z',
        payload: file.payload ?? {},
        generated: file.generated ?? {},
        lists: file.lists ?? {},
        supportLists: file.supportLists ?? {},
        velocities: file.velocities ?? {},
        enrichment: file.enrichment ?? {},
        attributes: file.attributes ?? [],
        calls: file.calls ?? {},
        assessments: file.assessments ?? {},
        functions: file.functions ?? [],
        cases: [...(file.cases ?? []), ...tableCases(file)],
      };
    });

/** The rule a case runs: expressions are wrapped into a clause that observes them. */
export const ruleOfCase = (example: CorpusCase): RuleSource => {
  const texts = example.rule?.clauses ?? [clauseOfCase(example)];
  return {
    kind: example.kind ?? 'decision',
    condition: example.rule?.condition ?? '',
    ...(example.parameters ? { parameters: example.parameters } : {}),
    clauses: texts.map((code, index) => ({
      id: `c${index + 1}`,
      name: `Clause ${index + 1}`,
      code,
      ...(example.result ? { result: example.result } : {}),
      ...(example.fallback === undefined ? {} : { fallback: example.fallback }),
    })),
  };
};

const clauseOfCase = (example: CorpusCase): string => {
  if (example.value !== undefined) return `OBSERVE Output(value = ${example.value})`;
  if (example.when !== undefined) return `RETURN Reject() WHEN ${example.when}`;
  return example.clause ?? '';
};
