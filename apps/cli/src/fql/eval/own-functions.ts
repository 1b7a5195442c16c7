import {
  type SymbolTable,
  type FunctionSymbol,
  type FindFunction,
  functionReads,
  functionSource,
  type FunctionSource,
  type FunctionUnit,
} from '@redoubt/fql';
import type { PreparedRule } from './prepare.ts';
import type { Facts, Rules } from './request.ts';

type Prepare = (rules: Rules, symbols: SymbolTable) => PreparedRule;

/** A function of a request: `scope` is `here`, or where a name such as `root.mail` says it is. */
type OwnFunction = {
  readonly scope: string;
  readonly name: string;
  readonly label: string;
  readonly rules: Rules;
};

/** The functions of a request as texts may call them. */
export type OwnFunctions = {
  readonly entries: readonly FunctionSymbol[];
  readonly source: FunctionSource;
  /** Their own texts, and how a part of one is called: `Functions.mail.host`. */
  readonly rules: readonly { readonly rule: PreparedRule; readonly nameOf: (part: string | null) => string }[];
};

const HERE = 'here';
const keyOf = (scope: string, name: string): string => JSON.stringify([scope, name]).toLowerCase();

const ownFunctions = (functions: NonNullable<Facts['functions']>): readonly OwnFunction[] =>
  Object.entries(functions).map(([label, { parameters, clauses }]) => {
    const dot = label.lastIndexOf('.');
    return {
      scope: dot < 0 ? HERE : label.slice(0, dot),
      name: label.slice(dot + 1),
      label,
      rules: { kind: 'function', clauses, parameters, name: label.slice(dot + 1) },
    };
  });

/** What the functions of a request read. */
const readsAmong = (own: readonly OwnFunction[]): ReturnType<typeof functionReads> =>
  functionReads(
    own.map(({ scope: from, name, rules }) => ({
      key: keyOf(from, name),
      clauses: rules.clauses.map((clause, index) => ({ id: `c${index}`, name: clause.name, code: clause.code })),
      keyOf: (scope: string, called: string) => keyOf(scope === HERE ? from : scope, called),
    })),
  );

const entryOf = (
  own: OwnFunction,
  uses: readonly string[],
  isAsync: boolean,
  reads: ReturnType<typeof functionReads>,
): FunctionSymbol => ({
  scope: own.scope,
  name: own.name,
  parameters: own.rules.parameters ?? [],
  properties: own.rules.clauses.map(({ name, type }) => {
    const key = keyOf(own.scope, own.name);
    const scores = reads.scoresOf(key, name);
    const uncountable = reads.uncountableOf(key, name);
    return {
      name,
      ...(type ? { type } : {}),
      ...(scores.length > 0 ? { scores } : {}),
      ...(uncountable ? { uncountable } : {}),
    };
  }),
  uses,
  isAsync,
});

/** Functions as the texts of one environment call them: its own without a scope, those below it not at all. */
const seenFrom = (scope: string, entries: readonly FunctionSymbol[]): readonly FunctionSymbol[] =>
  entries
    .filter((entry) => scope === HERE || entry.scope !== HERE)
    .map((entry) => (entry.scope === scope ? { ...entry, scope: HERE } : entry));

/** Places in `from` that functions call, directly. */
const calledBy = ({ scope }: OwnFunction, rule: PreparedRule): readonly string[] =>
  rule.called.map((call) => keyOf(call.scope === HERE ? scope : call.scope, call.name));

/** Functions that call out, themselves or through others. */
const asyncAmong = (rules: ReadonlyMap<string, readonly [OwnFunction, PreparedRule]>): ReadonlySet<string> => {
  const waiting = new Set<string>();
  for (let size = -1; size !== waiting.size;) {
    size = waiting.size;
    for (const [key, [own, rule]] of rules)
      if (rule.callsOut || calledBy(own, rule).some((called) => waiting.has(called))) waiting.add(key);
  }
  return waiting;
};

/** Makes the functions of a request ready: each checked knowing the others, in any order. */
export const prepareFunctions = (facts: Facts, symbols: SymbolTable, prepare: Prepare): OwnFunctions => {
  const own = ownFunctions(facts.functions ?? {});
  const reads = readsAmong(own);
  const prepared = (entries: readonly FunctionSymbol[]) =>
    new Map(
      own.map((each) => {
        const rule = prepare(each.rules, { ...symbols, functions: seenFrom(each.scope, entries) });
        return [keyOf(each.scope, each.name), [each, rule] as const];
      }),
    );
  // First what they call, then knowing it: a function that calls out makes those wait that call it.
  const first = prepared(own.map((each) => entryOf(each, [], false, reads)));
  const waiting = asyncAmong(first);
  const entries = [...first].map(([key, [each, rule]]) =>
    entryOf(
      each,
      rule.called.filter(({ scope }) => scope === HERE).map(({ name }) => name),
      waiting.has(key),
      reads,
    ),
  );
  const rules = prepared(entries);
  const findFrom =
    (from: string): FindFunction =>
    (scope, name) => {
      const at = scope === HERE ? from : scope;
      const found = rules.get(keyOf(at, name));
      return found?.[1].compiled ? { ...unitOf(found[0].rules, found[1]), find: findFrom(at) } : undefined;
    };
  return {
    entries,
    source: functionSource(findFrom(HERE)),
    rules: [...rules.values()].map(([{ label }, rule]) => ({
      rule,
      nameOf: (part) => `Functions.${label}${part === null ? '' : `.${part}`}`,
    })),
  };
};

const unitOf = ({ clauses }: Rules, { compiled }: PreparedRule): FunctionUnit => {
  if (!compiled) throw new Error('A function with an error cannot be read.');
  return { compiled, properties: new Map(clauses.map(({ name }, index) => [name.toLowerCase(), `c${index}`])) };
};
