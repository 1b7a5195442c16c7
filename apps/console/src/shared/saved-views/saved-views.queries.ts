import { getSavedViews } from '@redoubt/contracts';
import type { SavedViewPage } from '@redoubt/domain';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export const savedViewsQuery = (call: ApiCall, environmentId: string, page: SavedViewPage) =>
  read(call, getSavedViews, { params: { environmentId, page } });
