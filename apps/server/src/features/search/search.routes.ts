import * as contracts from '@redoubt/contracts';
import { findSearchMatches, getSearchAttributes, searchEvents, summariseSearch } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const searchBindings: readonly Binding[] = [
  bind(contracts.searchEvents, ({ context, body }) => searchEvents(context, body)),
  bind(contracts.findSearchMatches, ({ context, body }) => findSearchMatches(context, body)),
  bind(contracts.getSearchAttributes, ({ context }) => getSearchAttributes(context)),
  bind(contracts.summariseSearch, ({ context, body }) => summariseSearch(context, body)),
];
