import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import { loadSubtree } from '../environments/subtree.ts';
import { readOwnTextFields } from './own-text-fields.ts';

/** Paths of the customer's own texts that events of an environment and those below it have as values of the graph. */
export const readGraphTexts = async (trx: TenantTransaction, environmentId: Id): Promise<readonly string[]> => {
  const fields = await readOwnTextFields(trx, environmentId, await loadSubtree(trx, environmentId));
  return [...new Set(fields.map(({ path }) => path))].toSorted();
};
