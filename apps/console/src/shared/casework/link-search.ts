import type { LinkingAttribute, LinkingValue, SearchFilter } from '@redoubt/contracts';
import { isMasked } from '@redoubt/domain';
import { hrefOf } from '../../routes/address.ts';
import { formatAddress, type SearchableType } from '../search/search-address.ts';
import { operatorsOf, type AnyField } from '../search/search-fields.ts';
import type { LinkChoice } from './links.queries.ts';

/** Searches that find the same events: one where all values are asked for, else one for each attribute. */
export type LinkSearch = { readonly attributes: readonly LinkingAttribute[]; readonly href: string };

type Found = { readonly values: readonly LinkingValue[]; readonly from: string; readonly to: string };

const filterOf = ({ attribute, values }: LinkingValue): SearchFilter => {
  const field: AnyField = attribute;
  // Names and beginnings of cards are asked for by how they begin, one at a time.
  return operatorsOf(field, []).includes('is')
    ? { field, operator: 'is', values: [...values] }
    : { field, operator: 'startsWith', values: values.slice(0, 1) };
};

export const linkSearches = (
  eventType: SearchableType,
  { attributes, match }: LinkChoice,
  { values, from, to }: Found,
): readonly LinkSearch[] => {
  const chosen = values.filter(({ attribute }) => attributes.includes(attribute));
  const groups = match === 'all' ? [chosen] : chosen.map((each) => [each]);
  return (
    groups
      // A mask is no value to search by.
      .filter((group) => group.length > 0 && !group.some(({ values }) => values.some(isMasked)))
      .map((group) => ({
        attributes: group.map(({ attribute }) => attribute),
        href: hrefOf(
          '/search',
          undefined,
          formatAddress({
            eventType,
            includeChildren: true,
            range: { kind: 'between', from, to },
            filters: group.map(filterOf),
            condition: '',
          }),
        ),
      }))
  );
};
