/** What a condition of a search asks of a field. `startsWith` is asked of names and of the first digits of cards alone. */
export const SEARCH_OPERATORS = ['is', 'isNot', 'startsWith', 'atLeast', 'atMost', 'isEmpty', 'isNotEmpty'] as const;
export type SearchOperator = (typeof SEARCH_OPERATORS)[number];

/** A condition of a search as a text spells it; whether there is such a field is not looked at. */
export type SpelledFilter = {
  readonly field: string;
  readonly operator: SearchOperator;
  readonly values: readonly string[];
};

const escape = (value: string): string => encodeURIComponent(value).replaceAll('~', '%7E');

const unescape = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
};

/** A condition as addresses and saved searches spell it, `field~operator~value~value`, percent-encoded. */
export const spellFilter = ({ field, operator, values }: SpelledFilter): string =>
  [escape(field), operator, ...values.map(escape)].join('~');

/** The condition a text spells; undefined where it spells none. */
export const readFilter = (text: string): SpelledFilter | undefined => {
  const [name = '', asked = '', ...escaped] = text.split('~');
  const field = unescape(name);
  const operator = SEARCH_OPERATORS.find((each) => each === asked);
  const values = escaped.flatMap((value) => unescape(value) ?? []);
  return field === undefined || operator === undefined || values.length < escaped.length
    ? undefined
    : { field, operator, values };
};
