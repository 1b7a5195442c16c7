import * as contracts from '@redoubt/contracts';
import {
  appendToList,
  changeListRows,
  createList,
  deleteList,
  describeList,
  downloadList,
  getListDifference,
  getListRows,
  getLists,
  getListVersions,
  lookUpValue,
  previewList,
  replaceList,
  rollBackList,
  setListExpiry,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const listBindings: readonly Binding[] = [
  bind(contracts.getLists, ({ context }) => getLists(context)),
  bind(contracts.lookUpValue, ({ context, query }) => lookUpValue(context, query.value)),
  bind(contracts.previewList, ({ context, query, stream }) => previewList(context, { ...query, stream })),
  bind(contracts.createList, ({ context, query, stream }) => createList(context, { ...query, stream })),
  bind(contracts.replaceList, ({ context, params, query, stream }) =>
    replaceList(context, params.listId, { ...query, stream }),
  ),
  bind(contracts.describeList, ({ context, params, body }) => describeList(context, params.listId, body)),
  bind(contracts.getListRows, ({ context, params, query }) => getListRows(context, params.listId, query)),
  bind(contracts.downloadList, ({ context, params, query }) => downloadList(context, params.listId, query)),
  bind(contracts.changeListRows, ({ context, params, body }) => changeListRows(context, params.listId, body)),
  bind(contracts.appendToList, ({ context, params, query, stream }) =>
    appendToList(context, params.listId, { ...query, stream }),
  ),
  bind(contracts.setListExpiry, ({ context, params, body }) => setListExpiry(context, params.listId, body)),
  bind(contracts.getListVersions, ({ context, params, query }) => getListVersions(context, params.listId, query)),
  bind(contracts.getListDifference, ({ context, params, query }) => getListDifference(context, params.listId, query)),
  bind(contracts.rollBackList, ({ context, params, body }) => rollBackList(context, params.listId, body)),
  bind(contracts.deleteList, async ({ context, params, query }) => {
    await deleteList(context, params.listId, query.version);
  }),
];
