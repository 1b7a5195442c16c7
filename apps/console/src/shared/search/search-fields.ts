import {
  FRAUD_LABELS,
  SEARCH_FIELDS,
  type SearchAttribute,
  type SearchAttributes,
  type SearchField,
  type SearchFilter,
} from '@redoubt/contracts';
import { DECISIONS, DEGRADED_REASONS, isFieldDimension, ownPathOf } from '@redoubt/domain';

export type SearchOperator = SearchFilter['operator'];

/** A field of the product, or one of the customer's own. */
export type AnyField = SearchFilter['field'];

/** Own fields that the events in question can be searched by. */
export type OwnFields = readonly SearchAttribute[];

/** Observations and labels that the events in question can have. */
export type ObservationKinds = SearchAttributes['observations'];

/** The own field a filter names; undefined for fields of the product, and while own ones are not known. */
export const ownFieldOf = (field: AnyField, own: OwnFields): SearchAttribute | undefined =>
  own.find((each) => each.field === field);

const isStandard = (field: AnyField): field is SearchField => ownPathOf(field) === null && !isFieldDimension(field);

/** Fields in the order the picker lists them: what people look for first. */
export const FIELD_ORDER: readonly SearchField[] = [
  'decision',
  'amount',
  'email',
  'userId',
  'userName',
  'deviceId',
  'ipAddress',
  'paymentInstrumentId',
  'cardNumberStart',
  'country',
  'clause',
  'rule',
  'reason',
  'riskScore',
  'currency',
  'status',
  'fraudLabel',
  'observation',
  'degraded',
  'eventId',
];

/** How the values of a field are typed in. */
export type ValueKind = 'text' | 'number' | 'choice' | 'time';

const OPERATORS: Readonly<Record<ValueKind, readonly SearchOperator[]>> = {
  text: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  number: ['atLeast', 'atMost', 'is', 'isEmpty', 'isNotEmpty'],
  choice: ['is', 'isNot'],
  time: ['atLeast', 'atMost', 'isEmpty', 'isNotEmpty'],
};

const OWN_KINDS: Readonly<Partial<Record<SearchAttribute['type'], ValueKind>>> = {
  integer: 'number',
  double: 'number',
  boolean: 'choice',
  datetime: 'time',
};

/** How the values of a field are typed in; of an own field that is not known, as text. */
export const valueKindOf = (field: AnyField, own: OwnFields): ValueKind => {
  if (isStandard(field)) return SEARCH_FIELDS[field];
  const found = ownFieldOf(field, own);
  return (found && OWN_KINDS[found.type]) ?? 'text';
};

/** Operators a field can be asked with; the first is the usual one. */
export const operatorsOf = (field: AnyField, own: OwnFields): readonly SearchOperator[] => {
  if (field === 'cardNumberStart') return ['startsWith'];
  if (field === 'degraded') return ['is'];
  if (field === 'observation') return ['is', 'isNot', 'isNotEmpty', 'isEmpty'];
  if (field === 'userName') return ['startsWith', 'isEmpty', 'isNotEmpty'];
  return OPERATORS[valueKindOf(field, own)];
};

/** Known values of a field that is a choice. */
export const choicesOf = (field: AnyField, own: OwnFields, observations: ObservationKinds = []): readonly string[] => {
  if (field === 'decision') return DECISIONS;
  if (field === 'fraudLabel') return FRAUD_LABELS;
  if (field === 'degraded') return DEGRADED_REASONS;
  if (field === 'observation') return observations.map(({ kind }) => kind);
  return ownFieldOf(field, own)?.type === 'boolean' ? ['true', 'false'] : [];
};

/** True for operators that ask only whether there is a value. */
export const asksPresence = (operator: SearchOperator): boolean => operator === 'isEmpty' || operator === 'isNotEmpty';

/** Operators that take one value; the others take any number, meaning any of them. */
export const takesOneValue = (operator: SearchOperator): boolean => operator === 'atLeast' || operator === 'atMost';

export type FilterProblem = 'valueMissing' | 'numberNeeded' | 'tooLong';

/** What is wrong with a filter, if anything. */
export const filterProblem = (
  { field, operator, values }: SearchFilter,
  own: OwnFields = [],
): FilterProblem | undefined => {
  if (asksPresence(operator)) return undefined;
  if (values.length === 0 || values.some((value) => value.trim() === '')) return 'valueMissing';
  if (values.some((value) => value.length > 256)) return 'tooLong';
  const numeric = valueKindOf(field, own) === 'number';
  return numeric && values.some((value) => !Number.isFinite(Number(value))) ? 'numberNeeded' : undefined;
};
