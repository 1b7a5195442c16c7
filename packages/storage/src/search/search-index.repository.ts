import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { SearchIndexTask } from '../schema/events/search-index-tables.ts';

/** Whether a tenant keeps an index of the values of its events, and what is left to do for it. */
export type SearchIndex = {
  readonly isOn: boolean;
  /** Events that arrived before are not in it; null: all that are stored are. */
  readonly foundFrom: Date | null;
  readonly task: SearchIndexTask | null;
  /** A rebuild removes rows of events up to this position of the log; null: all. */
  readonly removeUntil: number | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** The index of a tenant as it was last changed; undefined where it never was: it is kept, and complete. */
export const findSearchIndex = (trx: TenantTransaction): Promise<SearchIndex | undefined> =>
  trx
    .selectFrom('search_index')
    .select(['is_on as isOn', 'found_from as foundFrom', 'task', 'remove_until as removeUntil', 'version'])
    .select(['changed_by as changedBy', 'changed_at as changedAt'])
    .executeTakeFirst();

/** Keeps what is to become of the index; a step of the work that is under way ends first. */
export const saveSearchIndex = async (
  trx: TenantTransaction,
  tenantId: Id,
  index: Omit<SearchIndex, 'version'>,
): Promise<void> => {
  const content = {
    is_on: index.isOn,
    found_from: index.foundFrom,
    task: index.task,
    remove_until: index.removeUntil,
    read_position: 0,
    changed_by: index.changedBy,
    changed_at: index.changedAt,
  };
  await trx
    .insertInto('search_index')
    .values({ tenant_id: tenantId, ...content })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ ...content, version: sql`search_index.version + 1` }),
    )
    .execute();
};

/** Notes that a task is done: after a removal that belongs to a rebuild the index is filled, and then it is complete. */
export const endSearchIndexTask = async (trx: TenantTransaction, task: SearchIndexTask): Promise<void> => {
  await trx
    .updateTable('search_index')
    .set(
      task === 'remove'
        ? { task: null }
        : task === 'rebuild'
          ? { task: 'fill', remove_until: null, read_position: 0 }
          : { task: null, found_from: null },
    )
    .where('task', '=', task)
    .execute();
};
