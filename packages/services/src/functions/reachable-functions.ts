import { environmentPath, nameKey, rootFirst } from '@redoubt/domain';
import { inheritedFunctions, type LevelFunctions } from '@redoubt/engine';
import type { CatalogueFunction, RuleReferences } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listEnvironments,
  listPublishedFunctions,
  type FunctionReference,
  type PublishedFunction,
  type TenantTransaction,
} from '@redoubt/storage';

/** The environments above and at one, root first, with what each publishes. */
export type FunctionPath = readonly { readonly environmentId: Id; readonly functions: readonly PublishedFunction[] }[];

export const readFunctionPath = async (trx: TenantTransaction, environmentId: Id): Promise<FunctionPath> => {
  const environments = await listEnvironments(trx);
  const path = environmentPath(environmentId, new Map(environments.map((each) => [each.id, each])));
  const published = await listPublishedFunctions(trx);
  return rootFirst(environmentId, path).map((id) => ({
    environmentId: id,
    functions: published.filter((each) => each.environmentId === id),
  }));
};

const entryOf = (
  environmentId: Id,
  { name, parameters, outputs, functions }: PublishedFunction,
): CatalogueFunction => ({
  name,
  parameters: parameters.map(({ name: parameter, type }) => ({ name: parameter, type })),
  properties: outputs.map(({ name: output, type }) => ({ name: output, type })),
  uses: functions.filter((called) => called.environmentId === environmentId).map((called) => called.name),
});

/** What texts of the last environment of a path may call, in every way they may write it. */
export const reachableFunctions = (path: FunctionPath): readonly CatalogueFunction[] => {
  const levels = path.map(({ environmentId, functions }): LevelFunctions => ({
    environmentId,
    units: new Map(),
    entries: functions.map((each) => entryOf(environmentId, each)),
  }));
  const self = levels.at(-1);
  return self ? [...self.entries, ...inheritedFunctions(levels.slice(0, -1), self)] : [];
};

/** The functions a text calls, each with the environment it stands in; `path` is that of the text. */
export const calledFunctions = (called: RuleReferences['called'], path: FunctionPath): readonly FunctionReference[] => {
  const at = (scope: string): Id => {
    if (scope === 'here') return path.at(-1)?.environmentId ?? '';
    if (scope === 'parent') return path.at(-2)?.environmentId ?? '';
    if (scope === 'root') return path[0]?.environmentId ?? '';
    return scope.toLowerCase();
  };
  return called.map(({ scope, name, properties }) => {
    const environmentId = at(scope);
    const functions = path.find((level) => level.environmentId === environmentId)?.functions ?? [];
    const found = functions.find((each) => nameKey(each.name) === nameKey(name));
    if (found === undefined) return { environmentId, name, properties };
    const read = new Set(properties.map(nameKey));
    return {
      environmentId,
      name,
      properties,
      takes: found.parameters.map(({ type }) => type),
      reads: found.outputs
        .filter((output) => read.has(nameKey(output.name)))
        .map((output) => ({ name: output.name, type: output.type, fallback: output.fallback })),
    };
  });
};
