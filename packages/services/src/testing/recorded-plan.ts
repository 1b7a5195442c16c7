import type { PlanLevelSource } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { withLists } from '../decisions/recorded/recorded-job.ts';
import type { ListIndex } from '../plans/list-index.ts';
import { readRecordedLevels } from '../plans/load-recorded-plan.ts';
import { addContents, rowsOf } from '../plans/named-lists.ts';

/** The levels of a recorded plan with every list, as they stood when it decided; undefined for an unrecorded id. */
export const loadRecordedPlan = async (
  database: Database,
  tenantId: Id,
  planId: string,
): Promise<readonly PlanLevelSource[] | undefined> => {
  const levels = await database.inTenant(tenantId, (trx) => readRecordedLevels(trx, planId));
  const lists = levels?.flatMap((level) => level.lists) ?? [];
  const contents = new Map<string, ListIndex>();
  addContents(contents, await rowsOf({ database, tenantId }, lists)(lists.map(({ hash }) => hash)));
  return levels && withLists(levels, contents);
};
