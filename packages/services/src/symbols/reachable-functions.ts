import { environmentPath, listNameKey, nameKey, rootFirst } from '@redoubt/domain';
import { inheritedFunctions, type LevelFunctions } from '@redoubt/engine';
import {
  functionReads,
  type FunctionSymbol,
  type FunctionReads,
  type FunctionScope,
  type RuleReferences,
} from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listEnvironments,
  listLists,
  listPublishedFunctions,
  listReferences,
  type CountedFunction,
  type NewReference,
  type PublishedFunction,
  type TenantTransaction,
} from '@redoubt/storage';

/** The environments above and at one, root first, with what each publishes. */
export type FunctionPath = readonly {
  readonly environmentId: Id;
  /** Each with the functions of its own environment that it calls. */
  readonly functions: readonly (PublishedFunction & { readonly uses: readonly string[] })[];
  /** Names, as lists are distinguished, of those whose rows are kept elsewhere. */
  readonly remoteLists: ReadonlySet<string>;
}[];

/** The path of an environment among functions, those that are published now where none are given. */
export const readFunctionPath = async (
  trx: TenantTransaction,
  environmentId: Id,
  functions?: readonly PublishedFunction[],
): Promise<FunctionPath> => (await readFunctionPaths(trx, functions))(environmentId);

/** The paths of every environment of the tenant, see `readFunctionPath`. */
export const readFunctionPaths = async (
  trx: TenantTransaction,
  functions?: readonly PublishedFunction[],
): Promise<(environmentId: Id) => FunctionPath> => {
  const environments = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const published = functions ?? (await listPublishedFunctions(trx));
  const calls = Map.groupBy(
    await listReferences(trx, { kinds: ['function'], readers: ['function'] }),
    ({ reader }) => reader.id,
  );
  const usesOf = (functionId: Id, at: Id): readonly string[] =>
    (calls.get(functionId) ?? []).filter((called) => called.environmentId === at).map(({ name }) => name);
  const remote = (await listLists(trx)).filter(({ source }) => source !== null);
  return (environmentId) =>
    rootFirst(environmentId, environmentPath(environmentId, environments)).map((id) => ({
      environmentId: id,
      functions: published
        .filter((each) => each.environmentId === id)
        .map((each) => ({ ...each, uses: usesOf(each.id, id) })),
      remoteLists: new Set(remote.filter((list) => list.environmentId === id).map(({ name }) => listNameKey(name))),
    }));
};

/** The environment that a scope means in texts of the last environment of a path. */
const environmentAt = (scope: FunctionScope, path: readonly { readonly environmentId: Id }[]): Id => {
  if (scope === 'here') return path.at(-1)?.environmentId ?? '';
  if (scope === 'parent') return path.at(-2)?.environmentId ?? '';
  if (scope === 'root') return path[0]?.environmentId ?? '';
  return scope.toLowerCase();
};

const readsKey = (environmentId: Id, name: string): string => JSON.stringify([environmentId, nameKey(name)]);

type Called = { readonly environmentId: Id; readonly name: string };

/** What outputs of the functions of a path read. */
export type PathReads = {
  readonly scoresOf: (called: Called, output: string) => ReturnType<FunctionReads['scoresOf']>;
  readonly modelsOf: (called: Called, output: string) => ReturnType<FunctionReads['modelsOf']>;
  readonly uncountableOf: (called: Called, output: string) => ReturnType<FunctionReads['uncountableOf']>;
};

/** What the functions of a path read, each as its own environment reaches others. */
export const readsOn = (path: FunctionPath): PathReads => {
  const { scoresOf, modelsOf, uncountableOf } = functionReads(
    path.flatMap(({ environmentId, functions, remoteLists }, depth) =>
      functions.map((each) => ({
        remoteLists,
        key: readsKey(environmentId, each.name),
        clauses: each.outputs,
        keyOf: (scope: FunctionScope, name: string) => readsKey(environmentAt(scope, path.slice(0, depth + 1)), name),
      })),
    ),
  );
  return {
    scoresOf: ({ environmentId, name }, output) => scoresOf(readsKey(environmentId, name), output),
    modelsOf: ({ environmentId, name }, output) => modelsOf(readsKey(environmentId, name), output),
    uncountableOf: ({ environmentId, name }, output) => uncountableOf(readsKey(environmentId, name), output),
  };
};

const entryOf = (
  environmentId: Id,
  { name, parameters, outputs, uses }: FunctionPath[number]['functions'][number],
  reads: PathReads,
): FunctionSymbol => ({
  name,
  parameters: parameters.map(({ name: parameter, type }) => ({ name: parameter, type })),
  properties: outputs.map(({ name: output, type }) => {
    const called = { environmentId, name };
    const scores = reads.scoresOf(called, output);
    const models = reads.modelsOf(called, output);
    const uncountable = reads.uncountableOf(called, output);
    return {
      name: output,
      type,
      ...(scores.length > 0 ? { scores } : {}),
      ...(models.length > 0 ? { models } : {}),
      ...(uncountable ? { uncountable } : {}),
    };
  }),
  uses,
});

/** What texts of the last environment of a path may call, in every way they may write it. */
export const reachableFunctions = (path: FunctionPath): readonly FunctionSymbol[] => {
  const reads = readsOn(path);
  const levels = path.map(({ environmentId, functions }): LevelFunctions => ({
    environmentId,
    units: new Map(),
    entries: functions.map((each) => entryOf(environmentId, each, reads)),
  }));
  const self = levels.at(-1);
  return self ? [...self.entries, ...inheritedFunctions(levels.slice(0, -1), self)] : [];
};

/** The functions a text calls that its path has environments for, as they are now; `path` is that of the text. */
export const calledFunctions = (called: RuleReferences['called'], path: FunctionPath): readonly NewReference[] =>
  called.flatMap(({ scope, name, properties }): readonly NewReference[] => {
    const environmentId = environmentAt(scope, path);
    const level = path.find((each) => each.environmentId === environmentId);
    if (level === undefined) return [];
    const found = level.functions.find((each) => nameKey(each.name) === nameKey(name));
    const read = new Set(properties.map(nameKey));
    const signature = found && {
      takes: found.parameters.map(({ type }) => type),
      reads: found.outputs
        .filter((output) => read.has(nameKey(output.name)))
        .map((output) => ({ name: output.name, type: output.type, fallback: output.fallback })),
    };
    return [{ kind: 'function', environmentId, name, parts: properties, signature: signature ?? null }];
  });

/** A path as velocities see it: functions without the outputs that none of them may read. */
export const countablePath = (path: FunctionPath): FunctionPath => {
  const { uncountableOf } = readsOn(path);
  return path.map((level) => ({
    ...level,
    functions: level.functions.map((each) => ({
      ...each,
      outputs: each.outputs.filter(({ name }) => uncountableOf(each, name) === undefined),
    })),
  }));
};

/** Every function that some references lead to, through any number of others, in the version of the path. */
export const readReachedVersions = async (
  trx: TenantTransaction,
  references: readonly Called[],
  path: FunctionPath,
): Promise<readonly CountedFunction[]> => {
  const calls = Map.groupBy(
    await listReferences(trx, { kinds: ['function'], readers: ['function'] }),
    ({ reader }) => reader.id,
  );
  const reached = new Map<Id, CountedFunction>();
  const waiting = [...references];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { environmentId, name } = next;
    const level = path.find((each) => each.environmentId === environmentId);
    const found = level?.functions.find((each) => nameKey(each.name) === nameKey(name));
    if (found === undefined || reached.has(found.id)) continue;
    reached.set(found.id, { environmentId, functionId: found.id, name: found.name, version: found.version });
    waiting.push(...(calls.get(found.id) ?? []));
  }
  return [...reached.values()];
};
