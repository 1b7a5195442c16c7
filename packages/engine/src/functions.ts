import {
  type CallSource,
  DEFAULT_SWITCHES,
  type SymbolTable,
  type FunctionSymbol,
  type EvaluationContext,
  type FindFunction,
  functionSource,
  type FunctionSource,
  type FunctionUnit,
  type LanguageVersion,
  type RuleReferences,
  type VelocitySource,
} from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { callsSeenAt } from './calls.ts';
import { compile, NO_REFERENCES, request, type CompileRequest, type CompileSteps } from './compile-steps.ts';
import type { EngineInput } from './engine-input.ts';
import { listsSeenAt, type ReadableLists } from './lists.ts';
import type { LevelFunctions, PlanLevel, PlanProblem } from './plan-model.ts';
import { velocitySourceOf, type CurrentContributions } from './velocities.ts';
import type { FormerFunction, PlanFunctionSource } from './plan-sources.ts';

const entryOf = (source: PlanFunctionSource, references: RuleReferences, isAsync: boolean): FunctionSymbol => ({
  name: source.name,
  parameters: source.text.parameters ?? [],
  properties: source.text.clauses.map(({ name, result = 'String' }) => ({ name, type: result })),
  uses: references.called.filter(({ scope }) => scope === 'here').map(({ name }) => name),
  isAsync,
});

/** Functions above a level, in every way its texts may call them. */
export const inheritedFunctions = (above: readonly LevelFunctions[], self?: LevelFunctions): FunctionSymbol[] => {
  const at = (level: LevelFunctions | undefined, scope: string): FunctionSymbol[] =>
    (level?.entries ?? []).map((entry) => ({ ...entry, scope }));
  const path = self ? [...above, self] : above;
  return [
    ...at(path[0], 'root'),
    ...at(above.at(-1), 'parent'),
    ...path.flatMap((level) => at(level, level.environmentId)),
  ];
};

const keyOf = (name: string): string => name.toLowerCase();

/**
 * Functions as a text finds them that was published before some of them changed; `path` are the environments from the
 * root to its own.
 */
export const withFormerFunctions = (
  entries: readonly FunctionSymbol[],
  former: readonly FormerFunction[] | undefined,
  path: readonly Id[],
): readonly FunctionSymbol[] => {
  if (former === undefined || former.length === 0) return entries;
  const environmentOf = ({ scope = 'here' }: FunctionSymbol): Id | undefined => {
    if (scope === 'here') return path.at(-1);
    if (scope === 'parent') return path.at(-2);
    return scope === 'root' ? path[0] : scope;
  };
  return entries.map((entry) => {
    const environmentId = environmentOf(entry);
    const then = former.find((each) => each.environmentId === environmentId && keyOf(each.name) === keyOf(entry.name));
    if (then === undefined) return entry;
    const gone = new Set(then.outputs.map(({ name }) => keyOf(name)));
    return {
      ...entry,
      parameters: then.takes?.map((type, index) => ({ name: `input${index + 1}`, type })) ?? entry.parameters,
      properties: [
        ...entry.properties.filter(({ name }) => !gone.has(keyOf(name))),
        ...then.outputs.map(({ name, type, fallback }) => ({ name, type, former: fallback })),
      ],
    };
  });
};

/** A symbol table as a text finds it, see `withFormerFunctions`; the same one where nothing differs. */
export const symbolsWith = (
  symbols: SymbolTable,
  former: readonly FormerFunction[] | undefined,
  path: readonly Id[],
): SymbolTable => {
  const { functions = [] } = symbols;
  const known = withFormerFunctions(functions, former, path);
  return known === functions ? symbols : { ...symbols, functions: known };
};

/** The functions of one level, compiled one at a step. `isAsync` spreads from those that call out to those that call them. */
export const compilingFunctions = function* (
  environmentId: Id,
  sources: readonly PlanFunctionSource[],
  symbols: SymbolTable,
  above: readonly LevelFunctions[],
  problems: PlanProblem[],
  language: LanguageVersion,
): CompileSteps<LevelFunctions> {
  const inherited = inheritedFunctions(above);
  const path = [...above.map((level) => level.environmentId), environmentId];
  const requestFor = (source: PlanFunctionSource, within: SymbolTable): CompileRequest => ({
    source: { ...source.text, name: source.name },
    symbols: symbolsWith(within, source.former, path),
    language,
  });
  const waiting = new Set<string>();
  const everyOwn = sources.map((source) => entryOf(source, NO_REFERENCES, false));
  const first = { ...symbols, functions: [...everyOwn, ...inherited] };
  const read: (readonly [PlanFunctionSource, RuleReferences])[] = [];
  for (const source of sources) {
    const { references } = yield* request(requestFor(source, first));
    read.push([source, references]);
  }
  for (let size = -1; size !== waiting.size;) {
    size = waiting.size;
    for (const [{ name }, { calls, assessments, called }] of read) {
      const isAsync = ({ scope, name: other }: (typeof called)[number]): boolean =>
        scope === 'here'
          ? waiting.has(keyOf(other))
          : inherited.some((entry) => entry.scope === scope && keyOf(entry.name) === keyOf(other) && entry.isAsync);
      if (calls.length > 0 || assessments.length > 0 || called.some(isAsync)) waiting.add(keyOf(name));
    }
  }
  const entries = read.map(([source, references]) => entryOf(source, references, waiting.has(keyOf(source.name))));
  const second = { ...symbols, functions: [...entries, ...inherited] };
  const units = new Map<string, FunctionUnit>();
  for (const source of sources) {
    const compiled = yield* compile(requestFor(source, second));
    if (typeof compiled === 'string') {
      problems.push({ ruleId: source.id, ruleName: source.name, message: compiled });
      continue;
    }
    units.set(keyOf(source.name), {
      compiled,
      properties: new Map(source.text.clauses.map(({ id, name }) => [keyOf(name), id])),
    });
  }
  return { environmentId, units, entries: entries.filter(({ name }) => units.has(keyOf(name))) };
};

type Seen = ReadableLists & { readonly velocities: VelocitySource; readonly calls: CallSource };

/** What texts of one environment read instead of what others do. */
const seenAt = (level: PlanLevel, input: EngineInput, current: CurrentContributions): Seen => ({
  ...listsSeenAt(level.lists, input.nowMs),
  velocities: velocitySourceOf(level.velocities, input.velocities, current),
  calls: callsSeenAt(level, input.calls),
});

const depthOf = (levels: readonly PlanLevel[], depth: number, scope: string): number => {
  if (scope === 'here') return depth;
  if (scope === 'parent') return depth - 1;
  if (scope === 'root') return 0;
  const at = levels.findIndex(({ environmentId }) => environmentId.toLowerCase() === scope.toLowerCase());
  return at <= depth ? at : -1;
};

/**
 * The functions that texts of a level reach. One of an environment above reads the lists and velocities of its own
 * environment, and calls functions from there.
 */
const finderAt =
  (levels: readonly PlanLevel[], depth: number, input: EngineInput, current: CurrentContributions): FindFunction =>
  (scope, name) => {
    const at = depthOf(levels, depth, scope);
    const level = levels[at];
    const unit = level?.functions.units.get(keyOf(name));
    if (!level || !unit) return undefined;
    const seen = seenAt(level, input, current);
    return { ...unit, find: finderAt(levels, at, input, current), within: (context) => ({ ...context, ...seen }) };
  };

/** The functions that velocity sets of a level reach. They read what a set does: no velocity, and nothing outside. */
export const countedFunctions = (
  levels: readonly PlanLevel[],
  level: PlanLevel,
  input: EngineInput,
): FunctionSource => {
  const { velocities: _velocities, calls: _calls, ...seen } = input;
  return functionSource(finderAt(levels, levels.indexOf(level), seen, () => undefined));
};

/** What a text of a level sees of one event; `current` is what the event itself adds to velocities. */
export const contextOf = (
  levels: readonly PlanLevel[],
  level: PlanLevel,
  input: EngineInput,
  current: CurrentContributions,
): Omit<EvaluationContext, 'variables'> => ({
  ...input,
  ...seenAt(level, input, current),
  switches: DEFAULT_SWITCHES,
  functions: functionSource(finderAt(levels, levels.indexOf(level), input, current)),
});
