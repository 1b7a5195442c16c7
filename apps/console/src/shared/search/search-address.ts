import {
  isNewestFirst,
  MAX_SEARCH_CONDITION,
  SEARCH_FIELDS,
  SEARCH_OPERATORS,
  SEARCH_SORTS,
  type SearchFilter,
  type SearchSort,
} from '@redoubt/contracts';
import { isDefinedAssessment, isFieldDimension, ownPathOf, type DefinedAssessmentKind } from '@redoubt/domain';
import { asksPresence, filterProblem, operatorsOf, type AnyField } from './search-fields.ts';
import { DEFAULT_RANGE, formatRange, parseRange, type TimeRange } from './time-range.ts';

/** Kinds of events that can be searched, in the order they are offered. */
export const SEARCHABLE_TYPES = ['purchase', 'accountCreation', 'accountLogin', 'signUp'] as const;
export type SearchableType = (typeof SEARCHABLE_TYPES)[number] | DefinedAssessmentKind;

/** The question of a search: everything that stands in its address. */
export type SearchQuestion = {
  readonly eventType: SearchableType;
  readonly includeChildren: boolean;
  readonly range: TimeRange;
  readonly filters: readonly SearchFilter[];
  /** A condition in the rule language; empty for none. */
  readonly condition: string;
  /** Newest first where it is missing; events of a condition come as they are found. */
  readonly sort?: SearchSort;
};

/** The parameters of the address `/search`; all optional, all plain text. */
export type SearchAddress = {
  readonly type?: string;
  readonly children?: string;
  readonly range?: string;
  readonly where?: string;
  readonly fql?: string;
  readonly sort?: string;
};

/** As many conditions as the server takes. */
export const MAX_FILTERS = 20;

const escape = (value: string): string => encodeURIComponent(value).replaceAll('~', '%7E');

const unescape = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
};

const formatFilter = ({ field, operator, values }: SearchFilter): string =>
  [escape(field), operator, ...values.map(escape)].join('~');

/** Own fields are known to the server alone: it refuses what it does not know. */
const isField = (text: string): text is AnyField =>
  Object.hasOwn(SEARCH_FIELDS, text) || ownPathOf(text) !== null || isFieldDimension(text);
const isOperator = (text: string): text is SearchFilter['operator'] =>
  (SEARCH_OPERATORS as readonly string[]).includes(text);

const parseFilter = (text: string): readonly SearchFilter[] => {
  const [name = '', operator = '', ...escaped] = text.split('~');
  const field = unescape(name) ?? '';
  if (!isField(field) || !isOperator(operator)) return [];
  const isAsked = ownPathOf(field) === null ? operatorsOf(field, []).includes(operator) : true;
  if (!isAsked || (asksPresence(operator) && escaped.length > 0)) return [];
  const values = escaped.map(unescape);
  if (values.some((value) => value === undefined)) return [];
  const filter: SearchFilter = { field, operator, values: values as string[] };
  return filterProblem(filter) ? [] : [filter];
};

/** `amount` for ascending, `-amount` for descending. */
const formatSort = ({ field, direction }: SearchSort): string => `${direction === 'descending' ? '-' : ''}${field}`;

const parseSort = (text = ''): SearchSort | undefined => {
  const isDescending = text.startsWith('-');
  const field = isDescending ? text.slice(1) : text;
  const isKnown = (name: string): name is SearchSort['field'] =>
    (SEARCH_SORTS as readonly string[]).includes(name) || ownPathOf(name) !== null;
  return isKnown(field) ? { field, direction: isDescending ? 'descending' : 'ascending' } : undefined;
};

/** The question in another order. */
export const sortedBy = (
  { sort: _before, ...question }: SearchQuestion,
  sort: SearchSort | undefined,
): SearchQuestion =>
  sort === undefined || isNewestFirst(sort) || question.condition !== '' ? question : { ...question, sort };

const searchableType = (type = ''): SearchableType =>
  isDefinedAssessment(type) ? type : (SEARCHABLE_TYPES.find((each) => each === type) ?? 'purchase');

/** Whether events of a kind can be asked a condition: sign-ups are scored and have no rules. */
export const takesCondition = (eventType: SearchableType): eventType is Exclude<SearchableType, 'signUp'> =>
  eventType !== 'signUp';

/** The question an address asks; what cannot be read is left out, so that an old link still finds something. */
export const parseAddress = (address: SearchAddress): SearchQuestion => {
  const eventType = searchableType(address.type);
  const question = {
    eventType,
    includeChildren: address.children !== 'no',
    range: parseRange(address.range),
    filters: (address.where ?? '').split(';').flatMap(parseFilter).slice(0, MAX_FILTERS),
    condition: takesCondition(eventType) ? (address.fql ?? '').trim().slice(0, MAX_SEARCH_CONDITION) : '',
  };
  return sortedBy(question, parseSort(address.sort));
};

/**
 * The address of a question, without what is default: `?range=7d&where=decision~is~Reject~Review;amount~atLeast~200`.
 * Values are percent-encoded, so none can be mistaken for a separator.
 */
export const formatAddress = (question: SearchQuestion): SearchAddress => ({
  ...(question.eventType === 'purchase' ? {} : { type: question.eventType }),
  ...(question.includeChildren ? {} : { children: 'no' }),
  ...(formatRange(question.range) === formatRange(DEFAULT_RANGE) ? {} : { range: formatRange(question.range) }),
  ...(question.filters.length === 0 ? {} : { where: question.filters.map(formatFilter).join(';') }),
  ...(question.condition === '' ? {} : { fql: question.condition }),
  ...(question.sort === undefined ? {} : { sort: formatSort(question.sort) }),
});

/** The question with one more condition; on the same field and operator the values join. */
export const withFilter = (question: SearchQuestion, filter: SearchFilter): SearchQuestion => {
  const same = question.filters.findIndex(
    (each) => each.field === filter.field && each.operator === filter.operator && filter.operator === 'is',
  );
  const filters =
    same < 0
      ? [...question.filters, filter]
      : question.filters.map((each, at) =>
          at === same ? { ...each, values: [...new Set([...each.values, ...filter.values])] } : each,
        );
  return { ...question, filters: filters.slice(0, MAX_FILTERS) };
};

/** The same question about events of another kind, which do not have the own fields of this one. */
export const aboutType = (question: SearchQuestion, eventType: SearchableType): SearchQuestion => {
  if (eventType === question.eventType) return question;
  // Own fields and observations are those of one kind of event, and so are the attributes that a condition names.
  const filters = question.filters.filter(({ field }) => ownPathOf(field) === null && field !== 'observation');
  const { sort } = question;
  const kept = sort === undefined || ownPathOf(sort.field) === null ? sort : undefined;
  return sortedBy({ ...question, eventType, condition: '', filters }, kept);
};

/** The question narrowed to one value of a field, whatever was asked of that field by equality before. */
export const narrowedTo = (question: SearchQuestion, field: AnyField, value: string | null): SearchQuestion => {
  const filter: SearchFilter =
    value === null ? { field, operator: 'isEmpty', values: [] } : { field, operator: 'is', values: [value] };
  const others = question.filters.filter(
    (each) => each.field !== field || each.operator === 'atLeast' || each.operator === 'atMost',
  );
  return { ...question, filters: [...others, filter] };
};

/** The question with the condition at a place replaced, or taken out. */
export const withFilterAt = (
  question: SearchQuestion,
  at: number,
  filter: SearchFilter | undefined,
): SearchQuestion => ({
  ...question,
  filters: question.filters.flatMap((each, index) => (index === at ? (filter ? [filter] : []) : [each])),
});
