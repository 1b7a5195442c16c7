import type {
  BodyOf,
  changeSavedView as changeEndpoint,
  createSavedView as createEndpoint,
  SavedViews,
} from '@redoubt/contracts';
import {
  allows,
  fail,
  isViewName,
  isViewParameters,
  MAX_PRIVATE_VIEWS,
  MAX_SHARED_VIEWS,
  nameKey,
  SAVED_VIEW_PAGES,
  VIEW_RESTORE_MS,
  type SavedViewPage,
} from '@redoubt/domain';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import {
  dropDeletedViews,
  findDefaultView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  lockSavedViews,
  markSavedView,
  saveDefaultView,
  updateSavedView,
  type SavedViewContent,
  type StoredSavedView,
  type TenantTransaction,
  type ViewPlace,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';
import { seenViews } from './seen-views.ts';

const record = recordOf('SavedView');

const SHARING = 'sharedViews:write';

/** Whose views of which page, where the caller may open it. Throws AUTH-FORBIDDEN. */
const placeOf = ({ environmentId, actor, capabilities }: EnvironmentContext, page: SavedViewPage): ViewPlace => {
  const { permission } = SAVED_VIEW_PAGES[page];
  if (!allows(capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
  return { environmentId, page, userId: actor.id };
};

const requireSharing = ({ capabilities }: EnvironmentContext): void => {
  if (!allows(capabilities, SHARING)) throw fail('AUTH-FORBIDDEN', { permission: SHARING });
};

const readViews = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  place: ViewPlace,
): Promise<SavedViews> => {
  const canShare = allows(context.capabilities, SHARING);
  const defaultId = await findDefaultView(trx, place);
  const views = seenViews(context, await listSavedViews(trx, place)).map(
    ({ ownerId, changedAt, version, ...view }) => ({
      ...view,
      isOwn: ownerId === place.userId,
      isDefault: view.id === defaultId,
      canChange: !view.isShared || canShare,
      changedAt: changedAt.toISOString(),
      version: tagOf(version),
    }),
  );
  return { views, canShare };
};

/** Views of a page that the caller may see. Throws AUTH-FORBIDDEN where the caller may not open the page. */
export const getSavedViews = async (context: EnvironmentContext, page: SavedViewPage): Promise<SavedViews> => {
  const place = placeOf(context, page);
  return reading(context, (trx) => readViews(trx, context, place));
};

/** What the activity log keeps of a shared view; of what it shows that it changed. */
const logged = (page: SavedViewPage, { name, parameters }: SavedViewContent): JsonObject => ({
  page,
  name,
  isShared: true,
  viewParameters: parameters,
});

const contentOf = (page: SavedViewPage, { name, isShared, parameters }: SavedViewContent): SavedViewContent => {
  requireClean({ 'body.name': name, 'body.parameters': parameters });
  if (!isViewName(name)) throw fail('SAVED-VIEW-NAME-INVALID', { name });
  if (!isViewParameters(page, parameters))
    throw fail('SAVED-VIEW-PARAMETERS', { page, names: SAVED_VIEW_PAGES[page].parameters.join(', ') });
  return { name: name.trim(), isShared, parameters };
};

/** Refuses a name that another view of the same kind has, and more views than there may be. */
const requireRoom = async (
  trx: TenantTransaction,
  place: ViewPlace,
  { name, isShared }: SavedViewContent,
  before: StoredSavedView | null,
): Promise<void> => {
  const others = (await listSavedViews(trx, place)).filter(
    (each) => each.id !== before?.id && each.isShared === isShared,
  );
  if (others.some((each) => nameKey(each.name) === nameKey(name))) throw fail('SAVED-VIEW-NAME-TAKEN', { name });
  const limit = isShared ? MAX_SHARED_VIEWS : MAX_PRIVATE_VIEWS;
  if (before?.isShared !== isShared && others.length >= limit) throw fail('SAVED-VIEW-LIMIT', { limit });
};

/** One change of the views of a page in a transaction of its own; answers all of them. */
const changing = async (
  context: EnvironmentContext,
  page: SavedViewPage,
  work: (trx: TenantTransaction, place: ViewPlace) => Promise<void>,
): Promise<SavedViews> => {
  const place = placeOf(context, page);
  return inTransaction(context, async (trx) => {
    await lockSavedViews(trx, place.environmentId);
    await dropDeletedViews(trx, place.environmentId, new Date(context.clock.now() - VIEW_RESTORE_MS));
    await work(trx, place);
    return readViews(trx, context, place);
  });
};

/**
 * Saves what a page shows as a view. Throws AUTH-FORBIDDEN, SAVED-VIEW-NAME-INVALID, SAVED-VIEW-NAME-TAKEN,
 * SAVED-VIEW-PARAMETERS, SAVED-VIEW-LIMIT.
 */
export const createSavedView = (
  context: EnvironmentContext,
  page: SavedViewPage,
  input: BodyOf<typeof createEndpoint>,
): Promise<SavedViews> =>
  changing(context, page, async (trx, place) => {
    const content = contentOf(page, input);
    if (content.isShared) requireSharing(context);
    await requireRoom(trx, place, content, null);
    const id = newId();
    await insertSavedView(trx, context.tenantId, place, id, content, changedBy(context));
    if (!content.isShared) return;
    await record(trx, context, { operation: 'Create', id, name: content.name, modified: logged(page, content) });
  });

/** A view as the caller sees it; undefined also where masks leave it out. */
const findSeen = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  place: ViewPlace,
  id: Id,
  state: 'kept' | 'deleted' = 'kept',
): Promise<StoredSavedView | undefined> => {
  const stored = await findSavedView(trx, place, id, state);
  return stored === undefined ? undefined : seenViews(context, [stored])[0];
};

/** The view as the caller saw it, where the caller may change it. Throws SAVED-VIEW-UNKNOWN, SAVED-VIEW-STALE, AUTH-FORBIDDEN. */
const take = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  place: ViewPlace,
  id: Id,
  version: string,
): Promise<StoredSavedView> => {
  const stored = await findSeen(trx, context, place, id);
  if (stored === undefined) throw fail('SAVED-VIEW-UNKNOWN', { id });
  if (stored.isShared) requireSharing(context);
  requireCurrent(version, stored.version, 'SAVED-VIEW-STALE', { name: stored.name, by: stored.changedBy });
  return stored;
};

/** Changes of a view that others see; what was private before or is private after is recorded by that alone. */
const recordChange = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  page: SavedViewPage,
  stored: StoredSavedView,
  content: SavedViewContent,
): Promise<void> => {
  if (!stored.isShared && !content.isShared) return;
  const { name } = content.isShared ? content : stored;
  const isRename = stored.isShared && content.isShared && stored.name !== content.name;
  await record(trx, context, {
    operation: isRename ? 'Rename' : 'Update',
    id: stored.id,
    name,
    original: stored.isShared ? logged(page, stored) : { isShared: false },
    modified: content.isShared ? logged(page, content) : { isShared: false },
  });
};

/**
 * Renames a view, shares it or takes it back, or replaces what it shows. Throws as `createSavedView`, SAVED-VIEW-UNKNOWN,
 * SAVED-VIEW-STALE, and SAVED-VIEW-NOT-YOURS where a shared view of another person would become private.
 */
export const changeSavedView = (
  context: EnvironmentContext,
  page: SavedViewPage,
  id: Id,
  { version, ...input }: BodyOf<typeof changeEndpoint>,
): Promise<SavedViews> =>
  changing(context, page, async (trx, place) => {
    const content = contentOf(page, input);
    const stored = await take(trx, context, place, id, version);
    if (content.isShared) requireSharing(context);
    else if (stored.ownerId !== place.userId)
      throw fail('SAVED-VIEW-NOT-YOURS', { name: stored.name, by: stored.owner });
    await requireRoom(trx, place, content, stored);
    await updateSavedView(trx, id, content, changedBy(context));
    await recordChange(trx, context, page, stored, content);
  });

/** Deletes a view; for an hour it can be brought back. Throws SAVED-VIEW-UNKNOWN, SAVED-VIEW-STALE, AUTH-FORBIDDEN. */
export const deleteSavedView = (
  context: EnvironmentContext,
  page: SavedViewPage,
  id: Id,
  version: string,
): Promise<SavedViews> =>
  changing(context, page, async (trx, place) => {
    const stored = await take(trx, context, place, id, version);
    await markSavedView(trx, id, new Date(context.clock.now()));
    if (!stored.isShared) return;
    await record(trx, context, { operation: 'Delete', id, name: stored.name, original: logged(page, stored) });
  });

/**
 * Brings a deleted view back as it was, also for those who open the page with it; does nothing where it is there. Throws SAVED-VIEW-UNKNOWN,
 * SAVED-VIEW-NAME-TAKEN, SAVED-VIEW-LIMIT, AUTH-FORBIDDEN.
 */
export const restoreSavedView = (context: EnvironmentContext, page: SavedViewPage, id: Id): Promise<SavedViews> =>
  changing(context, page, async (trx, place) => {
    if ((await findSeen(trx, context, place, id)) !== undefined) return;
    const stored = await findSeen(trx, context, place, id, 'deleted');
    if (stored === undefined) throw fail('SAVED-VIEW-UNKNOWN', { id });
    if (stored.isShared) requireSharing(context);
    await requireRoom(trx, place, stored, null);
    await markSavedView(trx, id, null);
    if (!stored.isShared) return;
    await record(trx, context, { operation: 'Create', id, name: stored.name, modified: logged(page, stored) });
  });

/** Says which view the page opens with for the caller; null for none. Throws SAVED-VIEW-UNKNOWN. */
export const setDefaultView = (
  context: EnvironmentContext,
  page: SavedViewPage,
  { viewId }: { readonly viewId: Id | null },
): Promise<SavedViews> =>
  changing(context, page, async (trx, place) => {
    if (viewId !== null && (await findSeen(trx, context, place, viewId)) === undefined)
      throw fail('SAVED-VIEW-UNKNOWN', { id: viewId });
    await saveDefaultView(trx, context.tenantId, place, viewId);
  });
