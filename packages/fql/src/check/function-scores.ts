import { SCORES, type RuleSource, type ScoreName } from '../program/source.ts';
import type { FunctionScope } from '../runtime/context.ts';
import type { ExpressionNode, StatementNode } from '../syntax/nodes.ts';
import { parseProgram } from '../syntax/parse.ts';
import { functionScopeOf } from './own-functions.ts';
import { symbolPath } from './scope.ts';
import { scoreOf } from './scores.ts';

/** A function among those that may call each other. */
export type ScoredFunction = {
  /** Names it among them. */
  readonly key: string;
  readonly clauses: RuleSource['clauses'];
  /** The key of what its texts call under a name. */
  readonly keyOf: (scope: FunctionScope, name: string) => string;
};

type CalledFunction = { readonly scope: FunctionScope; readonly name: string };
type PropertyRead = CalledFunction & { readonly property: string };

/** What an expression needs; reads of properties are kept once, or a chain of variables would double them at each step. */
type Reads = { readonly scores: Set<ScoreName>; readonly properties: Map<string, PropertyRead> };
type Variable = { readonly reads: Reads; readonly called: CalledFunction | null };
type Variables = ReadonlyMap<string, Variable>;

const noReads = (): Reads => ({ scores: new Set(), properties: new Map() });

const isNode = (value: object): value is ExpressionNode | StatementNode =>
  'kind' in value && typeof value.kind === 'string' && 'from' in value;

const calledIn = (node: ExpressionNode, variables: Variables): CalledFunction | null => {
  if (node.kind === 'variable') return variables.get(node.name)?.called ?? null;
  if (node.kind !== 'call' || node.callee.kind !== 'member') return null;
  const scope = functionScopeOf(node.callee.object);
  return scope === null ? null : { scope, name: node.callee.name };
};

const addReads = (reads: Reads, value: unknown, variables: Variables): void => {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) {
    if (value.kind === 'attribute' || value.kind === 'json') {
      const score = scoreOf(symbolPath(value.steps));
      if (score !== undefined) reads.scores.add(score);
      return;
    }
    if (value.kind === 'variable') {
      const known = variables.get(value.name);
      for (const score of known?.reads.scores ?? []) reads.scores.add(score);
      for (const [key, read] of known?.reads.properties ?? []) reads.properties.set(key, read);
      return;
    }
    const called = value.kind === 'member' ? calledIn(value.object, variables) : null;
    if (value.kind === 'member' && called) {
      const read = { ...called, property: value.name };
      reads.properties.set(JSON.stringify(read).toLowerCase(), read);
    }
  }
  for (const each of Object.values(value)) addReads(reads, each, variables);
};

/** What each property reads itself, by its name; properties do not see each other's variables. */
const readsOf = ({ clauses }: Pick<ScoredFunction, 'clauses'>): ReadonlyMap<string, Reads> => {
  const found = new Map<string, Reads>();
  for (const { name, code } of clauses) {
    const variables = new Map<string, Variable>();
    const ofProperty = noReads();
    for (const statement of parseProgram(code, { typographicQuotes: 'accept' }).program.statements) {
      const reads = statement.kind === 'let' ? noReads() : ofProperty;
      addReads(reads, statement, variables);
      if (statement.kind === 'let')
        variables.set(statement.name, { reads, called: calledIn(statement.value, variables) });
    }
    found.set(name.toLowerCase(), ofProperty);
  }
  return found;
};

/** Whether a text can name a score at all; names in it may be written with escapes. */
const mayReadScore = ({ code }: { readonly code: string }): boolean => /score|\\/.test(code.toLowerCase());

const placeOf = (key: string, property: string): string => JSON.stringify([key, property.toLowerCase()]);

/**
 * Scores that properties of functions read, themselves and through the functions they call: a clause may read such a
 * property where it may read the scores. Answers them by the key of a function and the name of a property.
 */
export const functionScores = (
  functions: readonly ScoredFunction[],
): ((key: string, property: string) => readonly ScoreName[]) => {
  const known = new Map<string, Set<ScoreName>>();
  if (functions.some(({ clauses }) => clauses.some(mayReadScore))) {
    const read = functions.flatMap((each) =>
      [...readsOf(each)].map(([property, { scores, properties }]) => {
        const own = new Set(scores);
        known.set(placeOf(each.key, property), own);
        const through = [...properties.values()].map((called) =>
          placeOf(each.keyOf(called.scope, called.name), called.property),
        );
        return { own, through };
      }),
    );
    for (let grew = true; grew;) {
      grew = false;
      for (const { own, through } of read) {
        const before = own.size;
        for (const place of through) for (const score of known.get(place) ?? []) own.add(score);
        grew ||= own.size > before;
      }
    }
  }
  return (key, property) => {
    const scores = known.get(placeOf(key, property));
    return scores === undefined ? [] : SCORES.filter((score) => scores.has(score));
  };
};
