import {
  MAX_GROUP_FILTERS,
  MAX_SEARCH_CONDITION,
  MAX_SEARCH_GROUPS,
  SEARCH_FIELDS,
  SEARCH_SORTS,
  type SearchFilter,
  type SearchSort,
} from '@redoubt/contracts';
import {
  isDefinedAssessment,
  isFieldDimension,
  isNewestFirst,
  ownPathOf,
  readFilter,
  spellFilter,
  type DefinedAssessmentKind,
} from '@redoubt/domain';
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
  /** All of them hold. */
  readonly filters: readonly SearchFilter[];
  /** Two groups or more, of which at least one holds whole; missing for none. */
  readonly anyOf?: readonly (readonly SearchFilter[])[];
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
  readonly or?: string;
  readonly fql?: string;
  readonly sort?: string;
};

/** As many conditions as the server takes. */
export const MAX_FILTERS = 20;

/** Own fields are known to the server alone: it refuses what it does not know. */
const isField = (text: string): text is AnyField =>
  Object.hasOwn(SEARCH_FIELDS, text) || ownPathOf(text) !== null || isFieldDimension(text);

const parseFilter = (text: string): readonly SearchFilter[] => {
  const spelled = readFilter(text);
  if (spelled === undefined || !isField(spelled.field)) return [];
  const { field, operator } = spelled;
  const values = [...spelled.values];
  const filter: SearchFilter = { field, operator, values };
  const isAsked = ownPathOf(field) === null ? operatorsOf(field, []).includes(operator) : true;
  if (!isAsked || (asksPresence(operator) && values.length > 0)) return [];
  return filterProblem(filter) ? [] : [filter];
};

const parseFilters = (text: string, most: number): readonly SearchFilter[] =>
  text.split(';').flatMap(parseFilter).slice(0, most);
const formatFilters = (filters: readonly SearchFilter[]): string => filters.map(spellFilter).join(';');

/** The question with these groups; conditions of a single one hold in any case. */
const withGroups = (
  { anyOf: _before, ...question }: SearchQuestion,
  groups: readonly (readonly SearchFilter[])[],
): SearchQuestion => {
  const [first, ...others] = groups.filter((group) => group.length > 0).slice(0, MAX_SEARCH_GROUPS);
  if (first === undefined) return question;
  if (others.length === 0) return { ...question, filters: [...question.filters, ...first].slice(0, MAX_FILTERS) };
  return { ...question, anyOf: [first, ...others] };
};

/** Whether another group can stand beside those of the question. */
export const takesGroup = ({ filters, anyOf }: SearchQuestion): boolean =>
  anyOf === undefined ? filters.length > 0 && filters.length <= MAX_GROUP_FILTERS : anyOf.length < MAX_SEARCH_GROUPS;

/** The question with one more group of one condition: what was asked before becomes the first group where there was none. */
export const withGroup = (question: SearchQuestion, filter: SearchFilter): SearchQuestion =>
  question.anyOf === undefined
    ? withGroups({ ...question, filters: [] }, [question.filters, [filter]])
    : withGroups(question, [...question.anyOf, [filter]]);

/** The question with a condition of a group replaced or, where it is undefined, taken out; behind its last one it is added. */
export const withGroupFilterAt = (
  question: SearchQuestion,
  group: number,
  at: number,
  filter: SearchFilter | undefined,
): SearchQuestion =>
  withGroups(
    question,
    (question.anyOf ?? []).map((filters, index) =>
      index === group ? filters.toSpliced(at, 1, ...(filter === undefined ? [] : [filter])) : filters,
    ),
  );

/** All conditions of a question, those of its groups included. */
export const filtersOf = ({ filters, anyOf = [] }: SearchQuestion): readonly SearchFilter[] => [
  ...filters,
  ...anyOf.flat(),
];

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
    filters: parseFilters(address.where ?? '', MAX_FILTERS),
    condition: takesCondition(eventType) ? (address.fql ?? '').trim().slice(0, MAX_SEARCH_CONDITION) : '',
  };
  const groups = (address.or ?? '').split('|').map((group) => parseFilters(group, MAX_GROUP_FILTERS));
  return sortedBy(withGroups(question, groups), parseSort(address.sort));
};

/**
 * The address of a question, without what is default: `?range=7d&where=decision~is~Reject~Review;amount~atLeast~200`.
 * Values are percent-encoded, so none can be mistaken for a separator.
 */
export const formatAddress = (question: SearchQuestion): SearchAddress => ({
  ...(question.eventType === 'purchase' ? {} : { type: question.eventType }),
  ...(question.includeChildren ? {} : { children: 'no' }),
  ...(formatRange(question.range) === formatRange(DEFAULT_RANGE) ? {} : { range: formatRange(question.range) }),
  ...(question.filters.length === 0 ? {} : { where: formatFilters(question.filters) }),
  ...(question.anyOf === undefined ? {} : { or: question.anyOf.map(formatFilters).join('|') }),
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
  const isKept = ({ field }: SearchFilter): boolean => ownPathOf(field) === null && field !== 'observation';
  const filters = question.filters.filter(isKept);
  const groups = (question.anyOf ?? []).map((group) => group.filter(isKept));
  const { sort } = question;
  const kept = sort === undefined || ownPathOf(sort.field) === null ? sort : undefined;
  return sortedBy(withGroups({ ...question, eventType, condition: '', filters }, groups), kept);
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
