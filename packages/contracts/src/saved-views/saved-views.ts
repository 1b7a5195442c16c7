import {
  MAX_PRIVATE_VIEWS,
  MAX_SHARED_VIEWS,
  MAX_VIEW_NAME,
  MAX_VIEW_PARAMETERS,
  SAVED_VIEW_PAGE_NAMES,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { deleteQuery } from '../versioned.ts';

const base = '/platform/v1/environments/:environmentId/views/:page';

const params = environmentParams.extend({ page: z.enum(SAVED_VIEW_PAGE_NAMES) });
const viewParams = params.extend({ viewId: guid });

const viewName = z.string().trim().min(1).max(MAX_VIEW_NAME);
const content = {
  name: viewName,
  /** Seen by everyone who may open the page here; only by its owner otherwise. */
  isShared: z.boolean(),
  /** Query string of the page's address, with the parameters that views of the page keep, in their order. */
  parameters: z.string().max(MAX_VIEW_PARAMETERS),
};

const savedView = z.strictObject({
  id: guid,
  ...content,
  name: z.string(),
  isOwn: z.boolean(),
  /** The page opens with it for the asking person. */
  isDefault: z.boolean(),
  canChange: z.boolean(),
  /** Display name of the person who saved it first. */
  owner: z.string(),
  changedBy: z.string(),
  changedAt: instant,
  version: versionTag,
});
export type SavedView = z.infer<typeof savedView>;

const savedViews = z.strictObject({
  /** The caller's own and the shared ones, by name. */
  views: z.array(savedView).max(MAX_PRIVATE_VIEWS + MAX_SHARED_VIEWS),
  canShare: z.boolean(),
});
export type SavedViews = z.infer<typeof savedViews>;

const REFUSALS = [
  'SAVED-VIEW-NAME-INVALID',
  'SAVED-VIEW-NAME-TAKEN',
  'SAVED-VIEW-PARAMETERS',
  'SAVED-VIEW-LIMIT',
] as const;

export const getSavedViews = defineEndpoint({
  id: 'savedViews.list',
  summary:
    'Views of a page: the caller’s own and the shared ones of the environment. Asks for the permission of the page.',
  method: 'GET',
  path: base,
  permission: 'signedIn',
  params,
  response: savedViews,
});

export const createSavedView = defineEndpoint({
  id: 'savedViews.create',
  summary: 'Save filters and order of a page as a view. Sharing one asks for sharedViews:write.',
  method: 'POST',
  path: base,
  permission: 'signedIn',
  params,
  body: z.strictObject(content),
  response: savedViews,
  errors: REFUSALS,
});

export const changeSavedView = defineEndpoint({
  id: 'savedViews.change',
  summary: 'Rename a view, share it or take it back, or replace what it shows.',
  method: 'PUT',
  path: `${base}/:viewId`,
  permission: 'signedIn',
  params: viewParams,
  body: z.strictObject({ ...content, version: versionTag }),
  response: savedViews,
  errors: [...REFUSALS, 'SAVED-VIEW-UNKNOWN', 'SAVED-VIEW-STALE', 'SAVED-VIEW-NOT-YOURS'],
});

export const deleteSavedView = defineEndpoint({
  id: 'savedViews.delete',
  summary: 'Delete a view. It can be brought back for an hour.',
  method: 'DELETE',
  path: `${base}/:viewId`,
  permission: 'signedIn',
  params: viewParams,
  query: deleteQuery,
  response: savedViews,
  errors: ['SAVED-VIEW-UNKNOWN', 'SAVED-VIEW-STALE'],
});

export const restoreSavedView = defineEndpoint({
  id: 'savedViews.restore',
  summary: 'Bring a deleted view back as it was, also for those who open the page with it.',
  method: 'POST',
  path: `${base}/:viewId/restoration`,
  permission: 'signedIn',
  params: viewParams,
  response: savedViews,
  errors: ['SAVED-VIEW-UNKNOWN', 'SAVED-VIEW-NAME-TAKEN', 'SAVED-VIEW-LIMIT'],
});

export const setDefaultView = defineEndpoint({
  id: 'savedViews.setDefault',
  summary: 'Say which view the page opens with for the caller; null for none.',
  method: 'PUT',
  path: `${base}/default`,
  permission: 'signedIn',
  params,
  body: z.strictObject({ viewId: guid.nullable() }),
  response: savedViews,
  errors: ['SAVED-VIEW-UNKNOWN'],
});
