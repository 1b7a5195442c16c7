import type { SearchQuery } from '@redoubt/contracts';
import { isGuid, type Id } from '@redoubt/kernel';
import { listRuleEvents, listRuleNames, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { decidingEnvironmentIds, loadSubtree } from '../environments/subtree.ts';

const ID_CHARACTERS = 36;

/** Ids of rules that filters name: of a rule itself, or of the rule of a clause. */
const idsOf = (filters: SearchQuery['filters']): readonly Id[] => {
  const values = filters.flatMap(({ field, values: of }) => (field === 'hit' || field === 'decidedBy' ? of : []));
  return [...new Set(values.map((value) => value.slice(0, ID_CHARACTERS)))].filter(isGuid);
};

/**
 * What the rules are called that filters name by id; one that is gone is called as it was last. Rules that decide neither here
 * nor below are left out: their names are no concern of the caller.
 */
export const readAskedRules = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  filters: SearchQuery['filters'],
): Promise<{ ruleId: Id; name: string }[]> => {
  const ids = idsOf(filters);
  if (ids.length === 0) return [];
  const environments = new Set<string>(decidingEnvironmentIds(await loadSubtree(trx, environmentId), true));
  const known = new Map((await listRuleNames(trx, ids)).map((rule) => [rule.ruleId, rule]));
  const events = Map.groupBy(await listRuleEvents(trx, ids), ({ ruleId }) => ruleId);
  return ids.flatMap((ruleId) => {
    const last = known.get(ruleId) ?? events.get(ruleId)?.at(-1);
    if (last === undefined || last.environmentId === null || !environments.has(last.environmentId)) return [];
    return [{ ruleId, name: last.name }];
  });
};
