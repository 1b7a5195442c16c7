import { freeFunctions } from '../../functions/table.ts';
import { MODELS, SCORES, type ModelName, type RuleSource, type ScoreName } from '../../program/source.ts';
import type { FunctionScope, UncountableRead } from '../../program/symbol-table.ts';
import type { ExpressionNode, StatementNode } from '../../syntax/nodes.ts';
import { parseProgram } from '../../syntax/parse.ts';
import { functionScopeOf } from './own-functions.ts';
import { symbolPath } from '../scope.ts';
import { scoreOf } from '../scores/scores.ts';

/** A function among those that may call each other. */
export type AnalysedFunction = {
  /** Names it among them. */
  readonly key: string;
  readonly clauses: RuleSource['clauses'];
  /** The key of what its texts call under a name. */
  readonly keyOf: (scope: FunctionScope, name: string) => string;
  /** Names, in lower case, of lists of its environment whose rows are asked for where they are kept. */
  readonly remoteLists?: ReadonlySet<string>;
};

/** What properties of functions read, themselves and through the functions they call, by key and property. */
export type FunctionReads = {
  /** A clause may read the property where it may read these. */
  readonly scoresOf: (key: string, property: string) => readonly ScoreName[];
  /** Models whose answers it reads. */
  readonly modelsOf: (key: string, property: string) => readonly ModelName[];
  /** Undefined where a velocity may read the property. */
  readonly uncountableOf: (key: string, property: string) => UncountableRead | undefined;
};

type CalledFunction = { readonly scope: FunctionScope; readonly name: string };
type PropertyRead = CalledFunction & { readonly property: string };

/** What an expression needs; reads of properties are kept once, or a chain of variables would double them at each step. */
type Reads = {
  readonly scores: Set<ScoreName | ModelName>;
  readonly properties: Map<string, PropertyRead>;
  readonly uncountable: UncountableRead[];
};
type Variable = { readonly reads: Reads; readonly called: CalledFunction | null; readonly text: string | null };
type Variables = ReadonlyMap<string, Variable>;

const noReads = (): Reads => ({ scores: new Set(), properties: new Map(), uncountable: [] });

const MODEL_BY_NAME: ReadonlyMap<string, ModelName> = new Map(MODELS.map((name) => [name.toLowerCase(), name]));

/** The model a node names. */
const modelIn = (node: ExpressionNode | StatementNode): ModelName | undefined =>
  node.kind === 'member' && node.object.kind === 'name'
    ? MODEL_BY_NAME.get(`${node.object.name}.${node.name}`.toLowerCase())
    : undefined;

const isNode = (value: object): value is ExpressionNode | StatementNode =>
  'kind' in value && typeof value.kind === 'string' && 'from' in value;

const calledIn = (node: ExpressionNode, variables: Variables): CalledFunction | null => {
  if (node.kind === 'variable') return variables.get(node.name)?.called ?? null;
  if (node.kind !== 'call' || node.callee.kind !== 'member') return null;
  const scope = functionScopeOf(node.callee.object);
  return scope === null ? null : { scope, name: node.callee.name };
};

const textIn = (node: ExpressionNode | undefined, variables: Variables): string | null => {
  if (node?.kind === 'string') return node.value;
  return node?.kind === 'variable' ? (variables.get(node.name)?.text ?? null) : null;
};

/** Roots whose members a velocity cannot count by: services, other assessments, the device session, velocities. */
const ROOTS: ReadonlyMap<string, readonly [name: string, kind: UncountableRead['kind']]> = new Map([
  ['external', ['External', 'answer']],
  ['assessments', ['Assessments', 'answer']],
  ['device', ['Device', 'answer']],
  ['velocity', ['Velocity', 'velocity']],
]);

/** What a node itself reads that a velocity cannot count by. */
const uncountableIn = (
  node: ExpressionNode | StatementNode,
  variables: Variables,
  remoteLists: ReadonlySet<string>,
): UncountableRead | undefined => {
  if (node.kind === 'member' && node.object.kind === 'name') {
    const root = ROOTS.get(node.object.name.toLowerCase());
    return root && { kind: root[1], chain: [`${root[0]}.${node.name}`] };
  }
  if (node.kind !== 'call' || node.callee.kind !== 'name' || remoteLists.size === 0) return undefined;
  const spec = freeFunctions(node.callee.name)[0];
  if (spec?.parameters[0]?.role !== 'list') return undefined;
  const list = textIn(node.args[0]?.value, variables)?.trim();
  if (list === undefined || !remoteLists.has(list.toLowerCase())) return undefined;
  return { kind: 'answer', chain: [`${spec.name}("${list}", …)`] };
};

type Walk = { readonly variables: Variables; readonly remoteLists: ReadonlySet<string> };

const addReads = (reads: Reads, value: unknown, walk: Walk): void => {
  if (typeof value !== 'object' || value === null) return;
  const { variables } = walk;
  if (isNode(value)) {
    if (value.kind === 'attribute' || value.kind === 'json') {
      const score = scoreOf(symbolPath(value.steps));
      if (score !== undefined) reads.scores.add(score);
      return;
    }
    if (value.kind === 'variable') {
      const known = variables.get(value.name)?.reads;
      for (const score of known?.scores ?? []) reads.scores.add(score);
      for (const [key, read] of known?.properties ?? []) reads.properties.set(key, read);
      if (known && reads.uncountable.length === 0) reads.uncountable.push(...known.uncountable);
      return;
    }
    const model = modelIn(value);
    if (model !== undefined) reads.scores.add(model);
    const uncountable = uncountableIn(value, variables, walk.remoteLists);
    if (uncountable) reads.uncountable.push(uncountable);
    const called = value.kind === 'member' ? calledIn(value.object, variables) : null;
    if (value.kind === 'member' && called) {
      const read = { ...called, property: value.name };
      reads.properties.set(JSON.stringify(read).toLowerCase(), read);
    }
  }
  for (const each of Object.values(value)) addReads(reads, each, walk);
};

/** What each property reads itself, by its name; properties do not see each other's variables. */
const readsOf = ({ clauses, remoteLists = new Set() }: AnalysedFunction): ReadonlyMap<string, Reads> => {
  const found = new Map<string, Reads>();
  for (const { name, code } of clauses) {
    const variables = new Map<string, Variable>();
    const ofProperty = noReads();
    for (const statement of parseProgram(code, { typographicQuotes: 'accept' }).program.statements) {
      const reads = statement.kind === 'let' ? noReads() : ofProperty;
      addReads(reads, statement, { variables, remoteLists });
      if (statement.kind === 'let') {
        const { value } = statement;
        variables.set(statement.name, { reads, called: calledIn(value, variables), text: textIn(value, variables) });
      }
    }
    found.set(name.toLowerCase(), ofProperty);
  }
  return found;
};

/** Whether a text can name anything that is looked for; names in it may be written with escapes. */
const isWorthReading = ({ code }: { readonly code: string }): boolean =>
  /score|model|external|assessments|device|velocity|lookup|containskey|\\/.test(code.toLowerCase());

const placeOf = (key: string, property: string): string => JSON.stringify([key, property.toLowerCase()]);

/** `Functions.root.inner.high`, as a text writes it. */
export const propertyAsWritten = ({ scope, name, property }: PropertyRead): string => {
  if (scope === 'here') return `Functions.${name}.${property}`;
  if (scope === 'root' || scope === 'parent') return `Functions.${scope}.${name}.${property}`;
  return `Functions.environment["${scope}"].${name}.${property}`;
};

type Known = { readonly scores: Set<ScoreName | ModelName>; uncountable: UncountableRead | undefined };

/** Finds what the properties of functions read, over any number of steps; cycles are allowed. */
export const functionReads = (functions: readonly AnalysedFunction[]): FunctionReads => {
  const known = new Map<string, Known>();
  if (functions.some(({ clauses }) => clauses.some(isWorthReading))) {
    const read = functions.flatMap((each) =>
      [...readsOf(each)].map(([property, { scores, properties, uncountable }]) => {
        const own: Known = { scores: new Set(scores), uncountable: uncountable[0] };
        known.set(placeOf(each.key, property), own);
        const through = [...properties.values()].map((called) => ({
          place: placeOf(each.keyOf(called.scope, called.name), called.property),
          written: propertyAsWritten(called),
        }));
        return { own, through };
      }),
    );
    for (let grew = true; grew;) {
      grew = false;
      for (const { own, through } of read) {
        const before = own.scores.size;
        for (const { place, written } of through) {
          const called = known.get(place);
          for (const score of called?.scores ?? []) own.scores.add(score);
          if (own.uncountable !== undefined || called?.uncountable === undefined) continue;
          own.uncountable = { ...called.uncountable, chain: [written, ...called.uncountable.chain] };
          grew = true;
        }
        grew ||= own.scores.size > before;
      }
    }
  }
  const scoresIn = (key: string, property: string): ReadonlySet<string> =>
    known.get(placeOf(key, property))?.scores ?? new Set();
  return {
    scoresOf: (key, property) => {
      const scores = scoresIn(key, property);
      return SCORES.filter((score) => scores.has(score));
    },
    modelsOf: (key, property) => {
      const scores = scoresIn(key, property);
      return MODELS.filter((model) => scores.has(model));
    },
    uncountableOf: (key, property) => known.get(placeOf(key, property))?.uncountable,
  };
};
