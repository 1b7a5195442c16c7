import creditCardType from 'credit-card-type';

/** The network that the first digits of a card belong to; empty where they leave more than one open. */
export const networkOf = (digits: string): string => {
  const found = creditCardType(digits);
  return found.length === 1 ? (found[0]?.niceType ?? '') : '';
};
