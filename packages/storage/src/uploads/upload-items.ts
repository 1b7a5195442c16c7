import type { EventDataSet } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A line of a file that stands in a list of an event. */
export type UploadItem = {
  readonly line: number;
  /** Id of the purchase, or of the user of an account update. */
  readonly ownerId: string;
  readonly item: JsonObject;
};

export type UploadItemPlace = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly uploadId: Id;
  readonly dataSet: EventDataSet;
};

/** Keeps lines; ones that are there stay as they are. @returns how many are new. */
export const insertUploadItems = async (
  trx: TenantTransaction,
  { tenantId, environmentId, uploadId, dataSet }: UploadItemPlace,
  items: readonly UploadItem[],
): Promise<number> => {
  if (items.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('upload_item')
    .values(
      items.map(({ line, ownerId, item }) => ({
        tenant_id: tenantId,
        upload_id: uploadId,
        line,
        environment_id: environmentId,
        data_set: dataSet,
        owner_id: ownerId,
        item: JSON.stringify(item),
        taken_by: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'upload_id', 'line']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
};

/** What waits for one event, in the order of its file. */
export type WaitingItem = { readonly dataSet: EventDataSet; readonly ownerId: string; readonly item: JsonObject };

/** Lines that wait for events with some ids; of several files with the same data set and id, those of the newest. */
export const listWaitingItems = async (
  trx: TenantTransaction,
  environmentId: Id,
  dataSets: readonly EventDataSet[],
  ownerIds: readonly string[],
): Promise<readonly WaitingItem[]> => {
  const { rows } = await sql<WaitingItem>`
    select data_set as "dataSet", owner_id as "ownerId", item from (
      select i.data_set, i.owner_id, i.item, i.line,
             rank() over (partition by i.data_set, i.owner_id order by u.created_at desc, u.upload_id) as newest
        from upload_item i join data_upload u on u.tenant_id = i.tenant_id and u.upload_id = i.upload_id
       where i.environment_id = ${environmentId} and i.data_set = any(${[...dataSets]})
         and i.owner_id = any(${[...ownerIds]})) waiting
     where newest = 1 order by line`.execute(trx);
  return rows;
};

/** Notes which file took the lines that wait for some ids. */
export const takeItems = async (
  trx: TenantTransaction,
  environmentId: Id,
  dataSets: readonly EventDataSet[],
  { ownerIds, uploadId }: { readonly ownerIds: readonly string[]; readonly uploadId: Id },
): Promise<void> => {
  if (ownerIds.length === 0) return;
  await trx
    .updateTable('upload_item')
    .set({ taken_by: uploadId })
    .where('environment_id', '=', environmentId)
    .where('data_set', 'in', dataSets)
    .where('owner_id', '=', sql<string>`any(${[...ownerIds]})`)
    .execute();
};

/** Removes the lines that a file took. */
export const dropTakenItems = async (trx: TenantTransaction, uploadId: Id): Promise<void> => {
  await trx.deleteFrom('upload_item').where('taken_by', '=', uploadId).execute();
};

/** Rows that one step removes. */
const REMOVED_AT_ONCE = 5000;

/** Removes some of the lines that a file brought. @returns how many; 0 where none is left. */
export const removeUploadItems = async (trx: TenantTransaction, uploadId: Id): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('upload_item')
    .where('upload_id', '=', uploadId)
    .where('line', 'in', (of) =>
      of.selectFrom('upload_item').select('line').where('upload_id', '=', uploadId).limit(REMOVED_AT_ONCE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

const naming = (value: string) => {
  const wanted = value.trim().toLowerCase();
  return sql<boolean>`(lower(trim(upload_item.owner_id)) = ${wanted} or exists (
    select from jsonb_path_query(upload_item.item, '$.**') leaf
     where jsonb_typeof(leaf) in ('string', 'number') and lower(trim(leaf #>> '{}')) = ${wanted}))`;
};

/** Waiting lines of some environments that hold the value, and the files they are from. */
export const listItemsNaming = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
  limit: number,
): Promise<readonly { readonly file: string; readonly ownerId: string; readonly item: JsonObject }[]> =>
  trx
    .selectFrom('upload_item')
    .innerJoin('data_upload as u', 'u.upload_id', 'upload_item.upload_id')
    .select(['u.name as file', 'upload_item.owner_id as ownerId', 'upload_item.item'])
    .where('upload_item.environment_id', 'in', environmentIds)
    .where(naming(value))
    .orderBy('u.created_at')
    .orderBy('upload_item.line')
    .limit(limit)
    .execute();

/** Removes them. */
export const dropItemsNaming = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<void> => {
  await trx.deleteFrom('upload_item').where('environment_id', 'in', environmentIds).where(naming(value)).execute();
};
