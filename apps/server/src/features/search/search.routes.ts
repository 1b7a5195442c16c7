import * as contracts from '@redoubt/contracts';
import {
  cancelSearchBackfill,
  createSearchAttribute,
  deleteSearchAttribute,
  findSearchMatches,
  getSearchAttributes,
  searchEvents,
  startFieldBackfill,
  startSearchBackfill,
  summariseSearch,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const searchBindings: readonly Binding[] = [
  bind(contracts.searchEvents, ({ context, body }) => searchEvents(context, body)),
  bind(contracts.findSearchMatches, ({ context, body }) => findSearchMatches(context, body)),
  bind(contracts.getSearchAttributes, ({ context }) => getSearchAttributes(context)),
  bind(contracts.createSearchAttribute, async ({ context, body }) => {
    await createSearchAttribute(context, body);
    return getSearchAttributes(context);
  }),
  bind(contracts.deleteSearchAttribute, async ({ context, params }) => {
    await deleteSearchAttribute(context, params.attributeId);
    return getSearchAttributes(context);
  }),
  bind(contracts.startSearchBackfill, async ({ context, params }) => {
    await startSearchBackfill(context, params.attributeId);
    return getSearchAttributes(context);
  }),
  bind(contracts.startFieldBackfill, async ({ context, body }) => {
    await startFieldBackfill(context, body);
    return getSearchAttributes(context);
  }),
  bind(contracts.cancelSearchBackfill, async ({ context, params }) => {
    await cancelSearchBackfill(context, params.attributeId);
    return getSearchAttributes(context);
  }),
  bind(contracts.summariseSearch, ({ context, body }) => summariseSearch(context, body)),
];
