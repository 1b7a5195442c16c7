import * as contracts from '@redoubt/contracts';
import {
  createList,
  deleteList,
  describeList,
  downloadList,
  getListRows,
  getLists,
  previewList,
  replaceList,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const listBindings: readonly Binding[] = [
  bind(contracts.getLists, ({ context }) => getLists(context)),
  bind(contracts.previewList, ({ context, query, stream }) => previewList(context, { stream, listId: query.listId })),
  bind(contracts.createList, ({ context, query, stream }) => createList(context, { ...query, stream })),
  bind(contracts.replaceList, ({ context, params, query, stream }) =>
    replaceList(context, params.listId, { ...query, stream }),
  ),
  bind(contracts.describeList, ({ context, params, body }) => describeList(context, params.listId, body)),
  bind(contracts.getListRows, ({ context, params, query }) => getListRows(context, params.listId, query)),
  bind(contracts.downloadList, ({ context, params }) => downloadList(context, params.listId)),
  bind(contracts.deleteList, async ({ context, params, query }) => {
    await deleteList(context, params.listId, query.version);
  }),
];
