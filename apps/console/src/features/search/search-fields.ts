import { FRAUD_LABELS, SEARCH_FIELDS, type SearchField, type SearchFilter } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';

export type SearchOperator = SearchFilter['operator'];

/** Fields in the order the picker lists them: what people look for first. */
export const FIELD_ORDER: readonly SearchField[] = [
  'decision',
  'amount',
  'email',
  'userId',
  'deviceId',
  'ipAddress',
  'paymentInstrumentId',
  'country',
  'clause',
  'rule',
  'reason',
  'riskScore',
  'currency',
  'status',
  'fraudLabel',
  'eventId',
];

const OPERATORS: Readonly<Record<(typeof SEARCH_FIELDS)[SearchField], readonly SearchOperator[]>> = {
  text: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  number: ['atLeast', 'atMost', 'is', 'isEmpty', 'isNotEmpty'],
  choice: ['is', 'isNot'],
};

/** Operators a field can be asked with; the first is the usual one. */
export const operatorsOf = (field: SearchField): readonly SearchOperator[] => OPERATORS[SEARCH_FIELDS[field]];

/** Known values of a field that is a choice. */
export const choicesOf = (field: SearchField): readonly string[] =>
  field === 'decision' ? DECISIONS : field === 'fraudLabel' ? FRAUD_LABELS : [];

/** True for operators that ask only whether there is a value. */
export const asksPresence = (operator: SearchOperator): boolean => operator === 'isEmpty' || operator === 'isNotEmpty';

/** Operators that take one value; the others take any number, meaning any of them. */
export const takesOneValue = (operator: SearchOperator): boolean => operator === 'atLeast' || operator === 'atMost';

export type FilterProblem = 'valueMissing' | 'numberNeeded' | 'tooLong';

/** What is wrong with a filter, if anything. */
export const filterProblem = ({ field, operator, values }: SearchFilter): FilterProblem | undefined => {
  if (asksPresence(operator)) return undefined;
  if (values.length === 0 || values.some((value) => value.trim() === '')) return 'valueMissing';
  if (values.some((value) => value.length > 256)) return 'tooLong';
  const numeric = SEARCH_FIELDS[field] === 'number';
  return numeric && values.some((value) => !Number.isFinite(Number(value))) ? 'numberNeeded' : undefined;
};

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)$/i;
const NO_SPACES = /^\S+$/;

/** Fields a text typed into the quick box may belong to, the likeliest first. */
export const guessFields = (text: string): readonly SearchField[] => {
  const typed = text.trim();
  if (typed === '') return [];
  if (typed.includes('@')) return ['email', 'userId'];
  if (IP_ADDRESS.test(typed)) return ['ipAddress', 'deviceId'];
  if (/^[A-Z]{2}$/.test(typed)) return ['country', 'eventId'];
  if (!NO_SPACES.test(typed)) return ['clause', 'rule'];
  return /^dev/i.test(typed)
    ? ['deviceId', 'eventId', 'userId', 'paymentInstrumentId']
    : ['eventId', 'userId', 'deviceId', 'paymentInstrumentId'];
};
