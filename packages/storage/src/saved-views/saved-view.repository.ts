import type { SavedViewPage } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What a person says of a view. */
export type SavedViewContent = {
  readonly name: string;
  readonly isShared: boolean;
  /** Query string of the page's address. */
  readonly parameters: string;
};

/** Filters and order of a page that a person saved. */
export type StoredSavedView = SavedViewContent & {
  readonly id: Id;
  readonly ownerId: string;
  readonly owner: string;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** Whose views of which page: private ones of others are found by `listAllViews` alone. */
export type ViewPlace = {
  readonly environmentId: Id;
  readonly page: SavedViewPage;
  readonly userId: string;
};

type Changed = { readonly by: string; readonly at: Date };

const COLUMNS = [
  'view_id as id',
  'name',
  'shared as isShared',
  'parameters',
  'owner_id as ownerId',
  'owner',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'version',
] as const;

const visible = (trx: TenantTransaction, { environmentId, page, userId }: ViewPlace, state: 'kept' | 'deleted') =>
  trx
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('page', '=', page)
    .where((is) => is.or([is('shared', '=', true), is('owner_id', '=', userId)]))
    .where('deleted_at', state === 'kept' ? 'is' : 'is not', null);

/** Views of a page that a person may see, by name. */
export const listSavedViews = (trx: TenantTransaction, place: ViewPlace): Promise<readonly StoredSavedView[]> =>
  visible(trx, place, 'kept').orderBy('name').orderBy('view_id').execute();

/** Views of a page of everyone, private ones too, by name: for jobs. What people see of them is left to the caller. */
export const listAllViews = (
  trx: TenantTransaction,
  { environmentId, page }: Omit<ViewPlace, 'userId'>,
): Promise<readonly (StoredSavedView & { readonly tenantId: Id })[]> =>
  trx
    .selectFrom('saved_view')
    .select([...COLUMNS, 'tenant_id as tenantId'])
    .where('environment_id', '=', environmentId)
    .where('page', '=', page)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('view_id')
    .execute();

/** A view that the person may see, or undefined. @param state a deleted one is another. */
export const findSavedView = (
  trx: TenantTransaction,
  place: ViewPlace,
  id: Id,
  state: 'kept' | 'deleted' = 'kept',
): Promise<StoredSavedView | undefined> => visible(trx, place, state).where('view_id', '=', id).executeTakeFirst();

/** Makes changes of the views of an environment wait for one another, so that names and numbers hold. */
export const lockSavedViews = async (trx: TenantTransaction, environmentId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${environmentId}`}, 0))`.execute(trx);
};

/** @param owner who saves it: id and display name. */
export const insertSavedView = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, page, userId }: ViewPlace,
  id: Id,
  { name, isShared, parameters }: SavedViewContent,
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .insertInto('saved_view')
    .values({
      tenant_id: tenantId,
      view_id: id,
      environment_id: environmentId,
      page,
      name,
      owner_id: userId,
      owner: by,
      shared: isShared,
      parameters,
      created_at: at,
      changed_by: by,
      changed_at: at,
    })
    .execute();
};

export const updateSavedView = async (
  trx: TenantTransaction,
  id: Id,
  { name, isShared, parameters }: SavedViewContent,
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .updateTable('saved_view')
    .set((eb) => ({
      name,
      shared: isShared,
      parameters,
      changed_by: by,
      changed_at: at,
      version: eb('saved_view.version', '+', 1),
    }))
    .where('view_id', '=', id)
    .execute();
};

/** Marks a view as deleted, or, with null, brings it back. */
export const markSavedView = async (trx: TenantTransaction, id: Id, deletedAt: Date | null): Promise<void> => {
  await trx.updateTable('saved_view').set({ deleted_at: deletedAt }).where('view_id', '=', id).execute();
};

/** Removes views of an environment that were deleted before a moment. */
export const dropDeletedViews = async (trx: TenantTransaction, environmentId: Id, before: Date): Promise<void> => {
  await trx
    .deleteFrom('saved_view')
    .where('environment_id', '=', environmentId)
    .where('deleted_at', '<', before)
    .execute();
};

/** The view that a page opens with for a person, whether or not it can be seen any more. */
export const findDefaultView = async (trx: TenantTransaction, place: ViewPlace): Promise<Id | null> => {
  const row = await trx
    .selectFrom('saved_view_default')
    .select('view_id as id')
    .where('environment_id', '=', place.environmentId)
    .where('page', '=', place.page)
    .where('user_id', '=', place.userId)
    .executeTakeFirst();
  return row?.id ?? null;
};

/** @param id null for a page that opens by itself. */
export const saveDefaultView = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, page, userId }: ViewPlace,
  id: Id | null,
): Promise<void> => {
  if (id === null) {
    await trx
      .deleteFrom('saved_view_default')
      .where('environment_id', '=', environmentId)
      .where('page', '=', page)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  await trx
    .insertInto('saved_view_default')
    .values({ tenant_id: tenantId, environment_id: environmentId, user_id: userId, page, view_id: id })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'environment_id', 'user_id', 'page']).doUpdateSet({ view_id: id }),
    )
    .execute();
};
