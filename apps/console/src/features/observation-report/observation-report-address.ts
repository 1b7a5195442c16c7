import type { BodyIn, listObservations, queryObservations } from '@redoubt/contracts';
import { barEndMs, isFieldDimension, OBSERVATION_DIMENSIONS, type AskedOfObservations } from '@redoubt/domain';
import { hrefOf, oneOf, textsOf, type RawSearch } from '../../routes/address.ts';
import { dayOf, type DayQuestion } from '../../shared/report-charts/report-address.ts';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';

const textsIn = textsOf('as', 'kind', 'by', 'where', 'at', 'pick');

/**
 * `kind`: the only kind of observation, absent for all. `by`: the field whose values are shown. `where`: values that observations
 * have, pairs of a field and a value, written as JSON. `at` and `pick`: what the list is narrowed to besides, where a bar begins,
 * and pairs of a dimension and a value, written as JSON.
 */
export const observationAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  // Charts as tables.
  return { ...texts, as: oneOf(['table'], texts.as) };
};

type Filter = NonNullable<BodyIn<typeof queryObservations>['filters']>[number];

/** A value of a dimension that the list is narrowed to. */
export type Picked = { readonly dimension: AskedOfObservations; readonly value: string };

const [MAX_PICKED, MAX_NAME, MAX_VALUE] = [3, 210, 300];

const isPair = (pair: unknown): pair is [dimension: string, value: string] =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  pair.every((part, at) => typeof part === 'string' && part.length <= (at === 0 ? MAX_NAME : MAX_VALUE));

const isDimension = (name: string): name is AskedOfObservations =>
  isFieldDimension(name) || OBSERVATION_DIMENSIONS.some((each) => each === name);

/** What an address narrows the list to; nothing where it is not understood. */
export const parsePick = (pick: string | undefined): readonly Picked[] => {
  if (pick === undefined) return [];
  try {
    const pairs: unknown = JSON.parse(pick);
    if (!Array.isArray(pairs) || pairs.length > MAX_PICKED || !pairs.every(isPair)) return [];
    return pairs.flatMap(([dimension, value]) => (isDimension(dimension) ? [{ dimension, value }] : []));
  } catch {
    return [];
  }
};

export const formatPick = (picked: readonly Picked[]): string | undefined =>
  picked.length === 0 ? undefined : JSON.stringify(picked.map(({ dimension, value }) => [dimension, value]));

/** The same as filters of a question. */
export const pickFilters = (picked: readonly Picked[]): Filter[] =>
  picked.map(({ dimension, value }) => ({ dimension, values: [value] }));

type Body = BodyIn<typeof queryObservations>;

/** A question of a page as the endpoint takes it. */
export const observationBody = (
  { assessment, from, to, step, compare, currency, includeChildren }: DayQuestion,
  filters: readonly Filter[],
  own: Pick<Body, 'by' | 'axis' | 'most' | 'compare'> = {},
): Body => ({
  assessment,
  from,
  to,
  step,
  compare,
  includeChildren,
  ...own,
  filters: [...(currency === null ? [] : [{ dimension: 'currency' as const, values: [currency] }]), ...filters],
});

/** The list of a figure. @param at where its bar begins; the whole period where absent */
export const listBody = (
  question: DayQuestion,
  filters: readonly Filter[],
  at: string | undefined,
): BodyIn<typeof listObservations> => {
  const { assessment, from, to, filters: all = [], includeChildren } = observationBody(question, filters);
  const barMs = Date.parse(at ?? '');
  if (Number.isNaN(barMs)) return { assessment, from, to, filters: all, includeChildren };
  const first = dayOf(barMs);
  const last = dayOf(barEndMs(barMs, question.step) - 1);
  return {
    assessment,
    from: first > from && first <= to ? first : from,
    to: last < to && last >= from ? last : to,
    filters: all,
    includeChildren,
  };
};

/** Events are looked for from so long before the period on: most observations have come by then. */
const SEARCH_DAYS_BEFORE = 180;
const DAY_MS = 86_400_000;

/** The address in Search of events that observations of one kind are about; null where several kinds are shown. */
export const searchHref = (
  { assessment, from, to, includeChildren }: DayQuestion,
  filters: readonly Filter[],
): string | null => {
  const kinds = filters.filter(({ dimension }) => dimension === 'observation').flatMap(({ values }) => values);
  if (new Set(kinds).size !== 1) return null;
  const asked = formatAddress({
    ...parseAddress({}),
    eventType: assessment,
    includeChildren,
    range: {
      kind: 'between',
      from: new Date(Date.parse(from) - SEARCH_DAYS_BEFORE * DAY_MS).toISOString(),
      to: new Date(Date.parse(to) + DAY_MS).toISOString(),
    },
    filters: [{ field: 'observation', operator: 'is', values: kinds.slice(0, 1) }],
  });
  return hrefOf('/search', undefined, asked);
};
