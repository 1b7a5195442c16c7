import { CALL_FUNCTIONS } from './calls.ts';
import { CONVERSION_FUNCTIONS } from './conversions.ts';
import { DATE_FUNCTIONS } from './dates.ts';
import { ENRICHMENT_FUNCTIONS } from './enrichment.ts';
import { GENERAL_FUNCTIONS } from './general.ts';
import { GRAPH_FUNCTIONS } from './graph.ts';
import { JSON_FUNCTIONS } from './json.ts';
import { LIST_FUNCTIONS } from './lists.ts';
import { MATH_FUNCTIONS } from './maths.ts';
import { PATTERN_FUNCTIONS } from './patterns.ts';
import type { FunctionForm, FunctionSpec } from './spec.ts';
import { STATEMENT_FUNCTIONS } from './statements.ts';
import { STRING_FUNCTIONS } from './strings.ts';

/** Every function of the language that is built, in the order of the guide. */
export const FUNCTIONS: readonly FunctionSpec[] = [
  ...STATEMENT_FUNCTIONS,
  ...GENERAL_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...MATH_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...PATTERN_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...ENRICHMENT_FUNCTIONS,
  ...GRAPH_FUNCTIONS,
  ...CALL_FUNCTIONS,
];

/** Words with a dot that lead to functions of the language: `Math`, `Convert`, `DateTime` … */
export const ROOTS: readonly string[] = [
  ...new Set(
    FUNCTIONS.filter((spec) => spec.form === 'static' || spec.form === 'constant').map((spec) => spec.owner ?? ''),
  ),
  'CharSet',
];

const keyOf = (owner: string | null, name: string): string => `${owner ?? ''}.${name}`.toLowerCase();

const indexBy = (forms: readonly FunctionForm[]): ReadonlyMap<string, readonly FunctionSpec[]> => {
  const index = new Map<string, FunctionSpec[]>();
  for (const spec of FUNCTIONS) {
    if (!forms.includes(spec.form)) continue;
    for (const name of [spec.name, ...spec.aliases]) {
      const key = keyOf(spec.owner, name);
      index.set(key, [...(index.get(key) ?? []), spec]);
    }
  }
  return index;
};

const FREE = indexBy(['free']);
const STATIC = indexBy(['static', 'constant']);
const MEMBERS = indexBy(['method', 'property']);
const IN_STATEMENTS = indexBy(['decision', 'observation', 'action', 'aggregate']);

/** Overloads of a function, in the order they are tried; empty where there is none. Names match in any letter case. */
export const freeFunctions = (name: string): readonly FunctionSpec[] => FREE.get(keyOf(null, name)) ?? [];
export const staticFunctions = (root: string, name: string): readonly FunctionSpec[] =>
  STATIC.get(keyOf(root, name)) ?? [];
export const memberFunctions = (type: string, name: string): readonly FunctionSpec[] =>
  MEMBERS.get(keyOf(type, name)) ?? [];
export const statementFunction = (name: string): FunctionSpec | undefined => IN_STATEMENTS.get(keyOf(null, name))?.[0];
/** A root in any letter case; `Arrays` is a slip of the published texts and stays readable. */
export const rootNamed = (name: string): string | undefined => {
  const wanted = name.toLowerCase();
  return wanted === 'arrays' ? 'Array' : ROOTS.find((root) => root.toLowerCase() === wanted);
};
