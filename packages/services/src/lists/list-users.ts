import type { TextUser } from '@redoubt/contracts';
import type { ListReference } from '@redoubt/domain';
import { checkRule } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  listUsersOfLists,
  type TenantTransaction,
} from '@redoubt/storage';
import { velocityCatalogueOf } from '../velocities/velocity-catalogue.ts';
import { velocitySource } from '../velocities/velocity-text.ts';

/** A published text with the lists it names. */
export type ListUser = TextUser & { readonly lists: readonly ListReference[] };

/** Who reads, without what. */
export const textUserOf = ({ kind, id, name, assessment }: TextUser): TextUser => ({ kind, id, name, assessment });

/** Everything published in an environment that reads lists: rules, active or not, functions and velocity sets. */
export const readListUsers = async (trx: TenantTransaction, environmentId: Id): Promise<readonly ListUser[]> => {
  const catalogue = velocityCatalogueOf(await listLists(trx, environmentId), []);
  const ofSet = (set: Parameters<typeof velocitySource>[0]): readonly ListReference[] =>
    checkRule(velocitySource(set), catalogue).checked.references.lists.map(({ name, columns }) => ({
      list: name,
      columns,
    }));
  return [
    ...(await listUsersOfLists(trx, environmentId)).map(({ ruleId, ruleName, assessment, lists }) => ({
      kind: 'rule' as const,
      id: ruleId,
      name: ruleName,
      assessment,
      lists,
    })),
    ...(await listPublishedFunctions(trx, environmentId)).map(({ id, name, lists }) => ({
      kind: 'function' as const,
      id,
      name: `Functions.${name}`,
      assessment: null,
      lists,
    })),
    ...(await listPublishedVelocitySets(trx, environmentId)).map((set) => ({
      kind: 'velocitySet' as const,
      id: set.id,
      name: set.name,
      assessment: null,
      lists: ofSet(set),
    })),
  ];
};
