/** Types that a value of a body can be asked to have; `oneOf` names its `values`. */
export const WANTED_TYPES = {
  text: 'text',
  number: 'a number of IEEE 754',
  integer: 'a whole number',
  boolean: 'true or false',
  dateTime: 'a date-time as ISO 8601',
  list: 'a list',
  object: 'an object',
  plain: 'a plain value',
} as const satisfies Readonly<Record<string, string>>;
export type WantedType = keyof typeof WANTED_TYPES;

/** What can be wrong with a line, a cell or a value that was sent. The catalogue `problems` has a sentence for each. */
export const DATA_PROBLEMS = [
  'lineQuotes',
  'lineCells',
  'unclean',
  'cardNumber',
  'cellNumber',
  'cellInteger',
  'cellBoolean',
  'cellDateTime',
  'retailEmpty',
  'retailLong',
  'retailAmount',
  'retailLine',
  'retailTime',
  'retailKind',
  'retailCurrency',
  'retailPaymentKind',
  'valueMissing',
  'valueType',
  'valueOneOf',
  'valueEntries',
  'valueLong',
  'refused',
  'rateDay',
  'rateCurrency',
  'rateSelf',
  'rateValue',
  'rateCell',
  'rateHeader',
  'rateColumnTwice',
  'rateTwice',
  'rateMany',
  'rateNone',
  'rateEncoding',
  'rateFuture',
] as const;
export type DataProblemCode = (typeof DATA_PROBLEMS)[number];

/**
 * A problem in a form that can be said in any language. Parameters may hold what a person sent (`cell`, `value`); numbers
 * stand as they are. `wanted` is one of `WANTED_TYPES`, `found` the type that was sent.
 */
export type DataProblem = {
  readonly code: DataProblemCode;
  readonly params: Readonly<Record<string, string | number>>;
};

/** Parameters that quote what was sent: those who see masks must not read them. */
export const QUOTED_PARAMS = ['cell', 'value', 'error'] as const;

/** As many characters as a parameter keeps. */
const MAX_PARAM = 200;

/** The problem with long parameters cut. */
export const dataProblem = (code: DataProblemCode, params: DataProblem['params'] = {}): DataProblem => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, MAX_PARAM).toWellFormed() : value,
    ]),
  ),
});
