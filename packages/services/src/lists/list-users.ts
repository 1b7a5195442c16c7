import type { ListReference } from '@redoubt/domain';
import { checkRule } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  listUsersOfLists,
  type ListUser,
  type TenantTransaction,
} from '@redoubt/storage';
import { velocityCatalogueOf } from '../velocities/velocity-catalogue.ts';
import { velocitySource } from '../velocities/velocity-text.ts';

/**
 * Everything published in an environment that reads lists: rules, functions and velocity sets. What is no rule is named
 * as people know it.
 */
export const readListUsers = async (trx: TenantTransaction, environmentId: Id): Promise<readonly ListUser[]> => {
  const catalogue = velocityCatalogueOf(await listLists(trx, environmentId), []);
  const ofSet = (set: Parameters<typeof velocitySource>[0]): readonly ListReference[] =>
    checkRule(velocitySource(set), catalogue).checked.references.lists.map(({ name, columns }) => ({
      list: name,
      columns,
    }));
  return [
    ...(await listUsersOfLists(trx, environmentId)),
    ...(await listPublishedFunctions(trx, environmentId)).map(({ id, name, lists }) => ({
      ruleId: id,
      ruleName: `Functions.${name}`,
      assessment: null,
      lists,
    })),
    ...(await listPublishedVelocitySets(trx, environmentId)).map((set) => ({
      ruleId: set.id,
      ruleName: set.name,
      assessment: null,
      lists: ofSet(set),
    })),
  ];
};
