import { activityFilter, type ActivityFilter } from '@redoubt/contracts';
import { MAX_ACTIVITY_FILTERS, takesValues, type ActivityAttribute } from '@redoubt/domain';
import { formatRange, parseRange, type TimeRange } from '../../shared/search/time-range.ts';

/** What is asked of the activity log: everything that stands in its address. */
export type ActivityQuestion = {
  readonly range: TimeRange;
  readonly join: 'and' | 'or';
  readonly filters: readonly ActivityFilter[];
};

/** The parameters of the address `/settings/audit`; all optional, all plain text. */
export type ActivityAddress = { readonly range?: string; readonly join?: string; readonly where?: string };

const DEFAULT_RANGE = '7d';

const escape = (value: string): string => encodeURIComponent(value).replaceAll('~', '%7E');
const unescape = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
};

const formatFilter = ({ attribute, operator, values }: ActivityFilter): string =>
  [attribute, operator, ...values.map(escape)].join('~');

const parseFilter = (text: string): readonly ActivityFilter[] => {
  const [attribute, operator, ...escaped] = text.split('~');
  const { data } = activityFilter.safeParse({ attribute, operator, values: escaped.map(unescape).filter(Boolean) });
  return data === undefined || takesValues(data.operator) !== data.values.length > 0 ? [] : [data];
};

/** The question an address asks; what cannot be read is left out, so that an old link still finds something. */
export const parseActivityAddress = ({ range, join, where = '' }: ActivityAddress): ActivityQuestion => ({
  range: parseRange(range ?? DEFAULT_RANGE),
  join: join === 'or' ? 'or' : 'and',
  filters: where.split(';').flatMap(parseFilter).slice(0, MAX_ACTIVITY_FILTERS),
});

/** The address of a question, without what is default: `?range=30d&where=operation~in~Publish~RollBack`. */
export const formatActivityAddress = ({ range, join, filters }: ActivityQuestion): ActivityAddress => ({
  ...(formatRange(range) === DEFAULT_RANGE ? {} : { range: formatRange(range) }),
  ...(join === 'or' ? { join } : {}),
  ...(filters.length === 0 ? {} : { where: filters.map(formatFilter).join(';') }),
});

/** The address of all entries of thirteen months with one value, to find what else was done with it. */
export const pivotAddress = (attribute: ActivityAttribute, value: string): ActivityAddress =>
  formatActivityAddress({
    range: { kind: 'preset', preset: '13mo' },
    join: 'and',
    filters: [{ attribute, operator: 'in', values: [value] }],
  });
