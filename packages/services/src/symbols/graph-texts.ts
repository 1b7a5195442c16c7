import { attributeName, linkablePaths } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { readOwnTextFields } from './own-text-fields.ts';

/** Paths of the customer's own texts that events of an environment and those below it have as values of the graph. */
const readGraphTexts = async (trx: TenantTransaction, environmentId: Id): Promise<readonly string[]> => {
  const fields = await readOwnTextFields(trx, environmentId, await loadSubtree(trx, environmentId));
  return [...new Set(fields.map(({ path }) => path))].toSorted();
};

/** Names of the linkable attributes of the assessments that an environment knows. */
const readGraphAttributes = async (trx: TenantTransaction, environmentId: Id): Promise<readonly string[]> =>
  (await readAssessmentsInTree(trx, environmentId))
    .flatMap(({ apiName, definition }) => linkablePaths(definition).map((path) => attributeName(apiName, path)))
    .toSorted();

/** What rules of an environment may name as kinds of the graph besides those of the product. */
export const readGraphNames = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<{ readonly graphTexts: string[]; readonly graphAttributes: string[] }> => ({
  graphTexts: [...(await readGraphTexts(trx, environmentId))],
  graphAttributes: [...(await readGraphAttributes(trx, environmentId))],
});
