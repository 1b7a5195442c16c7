/** The shortest and the longest card number (ISO/IEC 7812-1). */
export const MIN_DIGITS = 13;
export const MAX_DIGITS = 19;

/** The Luhn check of ISO/IEC 7812-1 Annex B over a string of digits. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  let double = false;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits.charCodeAt(index) - 48;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
    double = !double;
  }
  return sum % 10 === 0;
};

/**
 * No card begins with 0, with 1 only the 15-digit ones of the airlines (UATP), and with 2 only those from 22 to 27.
 * Leaving those out keeps order numbers made from a clock (13 digits from 1, or the year first) readable; one in ten of
 * them would pass Luhn by chance.
 */
const maybeIssued = (digits: string): boolean => {
  const first = digits.charAt(0);
  if (first === '2') return digits.charAt(1) >= '2' && digits.charAt(1) <= '7';
  return first > '2' || (first === '1' && digits.length === 15);
};

/** True for 13–19 digits that may be a card's: first digit and Luhn check. */
export const isCardNumber = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && maybeIssued(digits) && passesLuhn(digits);

/** First and last four-digit prefix of a network with the lengths of its numbers, as the networks publish them; rare lengths are left out. */
const NETWORKS: readonly (readonly [number, number, readonly number[]])[] = [
  [1000, 1999, [15]], // UATP
  [2200, 2204, [16, 19]], // Mir
  [2221, 2720, [16]], // Mastercard
  [3000, 3059, [14, 16, 19]], // Diners Club
  [3400, 3499, [15]], // American Express
  [3528, 3589, [16, 19]], // JCB
  [3600, 3699, [14, 16, 19]], // Diners Club
  [3700, 3799, [15]], // American Express
  [3800, 3999, [14, 16, 19]], // Diners Club
  [4000, 4999, [13, 16, 19]], // Visa
  [5000, 5099, [16, 19]], // Maestro, RuPay, Elo
  [5100, 5599, [16]], // Mastercard
  [5600, 5899, [16, 19]], // Maestro
  [6000, 6999, [16, 19]], // Discover, UnionPay, Maestro, RuPay, Elo
  [8100, 8299, [16, 19]], // UnionPay, RuPay
  [9792, 9792, [16]], // Troy
];

/** True where prefix and length are those of a network that issues cards, and the Luhn check is passed. */
export const isIssuedCardNumber = (digits: string): boolean => {
  const prefix = Number(digits.slice(0, 4));
  return (
    NETWORKS.some(([from, to, lengths]) => prefix >= from && prefix <= to && lengths.includes(digits.length)) &&
    passesLuhn(digits)
  );
};

/** 4111111111111111 → 411111******1111: issuer and last four stay readable, as the card industry allows. */
export const maskCardNumber = (digits: string): string =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
