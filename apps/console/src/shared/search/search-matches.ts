import { findSearchMatches, type SearchFilter, type SearchMatch } from '@redoubt/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { readKey } from '../../api/read.ts';
import { parseAddress, type SearchQuestion } from './search-address.ts';

/** Pause in typing after which a text is looked for. */
export const MATCH_PAUSE_MS = 200;
/** As many events of a match as the server counts. */
export const MOST_COUNTED = 100;

/** What a text is in the events of an environment. */
export const matchesQuery = (call: ApiCall, environmentId: string, text: string, includeChildren: boolean) =>
  queryOptions({
    queryKey: readKey(findSearchMatches, { params: { environmentId }, body: { text, includeChildren } }),
    queryFn: async ({ signal }) =>
      (await call(findSearchMatches, { params: { environmentId }, body: { text, includeChildren }, signal })).matches,
    enabled: text !== '',
    staleTime: 10_000,
  });

/** A card is looked for by its first digits; the others do not belong into an address. */
const CARD_DIGITS = 8;

const filterOf = ({ field }: SearchMatch, text: string): SearchFilter => {
  if (field === 'cardNumberStart')
    return { field, operator: 'startsWith', values: [text.replace(/\D/g, '').slice(0, CARD_DIGITS)] };
  return { field, operator: field === 'userName' ? 'startsWith' : 'is', values: [text] };
};

/** The question that finds the events of a match, in place of any other; as far back as the match was looked for. */
export const questionOf = (match: SearchMatch, text: string, includeChildren: boolean): SearchQuestion => ({
  ...parseAddress({ type: match.eventType, range: '13mo' }),
  includeChildren,
  filters: [filterOf(match, text)],
});
