import { environmentPath, nameKey, rootFirst } from '@redoubt/domain';
import { inheritedFunctions, type LevelFunctions } from '@redoubt/engine';
import { functionScores, type FunctionSymbol, type FunctionScope, type RuleReferences } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listEnvironments,
  listPublishedFunctions,
  listReferences,
  type NewReference,
  type PublishedFunction,
  type TenantTransaction,
} from '@redoubt/storage';

/** The environments above and at one, root first, with what each publishes. */
export type FunctionPath = readonly {
  readonly environmentId: Id;
  /** Each with the functions of its own environment that it calls. */
  readonly functions: readonly (PublishedFunction & { readonly uses: readonly string[] })[];
}[];

export const readFunctionPath = async (trx: TenantTransaction, environmentId: Id): Promise<FunctionPath> => {
  const environments = await listEnvironments(trx);
  const path = environmentPath(environmentId, new Map(environments.map((each) => [each.id, each])));
  const published = await listPublishedFunctions(trx);
  const calls = Map.groupBy(
    await listReferences(trx, { kinds: ['function'], readers: ['function'] }),
    ({ reader }) => reader.id,
  );
  const usesOf = (functionId: Id, at: Id): readonly string[] =>
    (calls.get(functionId) ?? []).filter((called) => called.environmentId === at).map(({ name }) => name);
  return rootFirst(environmentId, path).map((id) => ({
    environmentId: id,
    functions: published
      .filter((each) => each.environmentId === id)
      .map((each) => ({ ...each, uses: usesOf(each.id, id) })),
  }));
};

/** The environment that a scope means in texts of the last environment of a path. */
const environmentAt = (scope: FunctionScope, path: readonly { readonly environmentId: Id }[]): Id => {
  if (scope === 'here') return path.at(-1)?.environmentId ?? '';
  if (scope === 'parent') return path.at(-2)?.environmentId ?? '';
  if (scope === 'root') return path[0]?.environmentId ?? '';
  return scope.toLowerCase();
};

const scoreKey = (environmentId: Id, name: string): string => JSON.stringify([environmentId, nameKey(name)]);

/** Scores that the functions of a path read, each as its own environment reaches others. */
const scoresOn = (path: FunctionPath): ReturnType<typeof functionScores> =>
  functionScores(
    path.flatMap(({ environmentId, functions }, depth) =>
      functions.map((each) => ({
        key: scoreKey(environmentId, each.name),
        clauses: each.outputs,
        keyOf: (scope: FunctionScope, name: string) => scoreKey(environmentAt(scope, path.slice(0, depth + 1)), name),
      })),
    ),
  );

const entryOf = (
  environmentId: Id,
  { name, parameters, outputs, uses }: FunctionPath[number]['functions'][number],
  scoresOf: ReturnType<typeof functionScores>,
): FunctionSymbol => ({
  name,
  parameters: parameters.map(({ name: parameter, type }) => ({ name: parameter, type })),
  properties: outputs.map(({ name: output, type }) => {
    const scores = scoresOf(scoreKey(environmentId, name), output);
    return { name: output, type, ...(scores.length > 0 ? { scores } : {}) };
  }),
  uses,
});

/** What texts of the last environment of a path may call, in every way they may write it. */
export const reachableFunctions = (path: FunctionPath): readonly FunctionSymbol[] => {
  const scoresOf = scoresOn(path);
  const levels = path.map(({ environmentId, functions }): LevelFunctions => ({
    environmentId,
    units: new Map(),
    entries: functions.map((each) => entryOf(environmentId, each, scoresOf)),
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
