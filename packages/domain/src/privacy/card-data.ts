/**
 * Card numbers and card security codes are masked in the raw text of a request, before anything parses, logs or keeps
 * it, whatever field they stand in (`api.md` §2).
 */

/**
 * A maximal run of 13–19 digits, or the printed groups of a card (4-4-4-n, 4-6-5). GUIDs are taken whole, and are no
 * card: one in a few thousand holds such groups that pass Luhn.
 */
const CANDIDATE =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\d.])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{5})(?![\d.]|e[+-]?\d)/gi;
/** The shortest card number; every candidate is a run of at least so many digits, blanks and hyphens. */
const MIN_DIGITS = 13;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Digit, blank or hyphen. */
const isOfRun = (code: number): boolean => isDigit(code) || code === 32 || code === 45;

/**
 * True wherever a card number may stand, and rarely elsewhere. A run of 13 covers one of every 13 characters, so only
 * those are looked at: a fifth of the time that a pattern takes.
 */
const mayHoldCard = (text: string): boolean => {
  for (let at = MIN_DIGITS - 1; at < text.length; at += MIN_DIGITS) {
    if (!isOfRun(text.charCodeAt(at))) continue;
    let from = at;
    while (from > 0 && isOfRun(text.charCodeAt(from - 1))) from -= 1;
    let digits = 0;
    let to = from;
    for (; to < text.length && isOfRun(text.charCodeAt(to)); to += 1) if (isDigit(text.charCodeAt(to))) digits += 1;
    if (digits >= MIN_DIGITS) return true;
    at = to - 1;
  }
  return false;
};

const SECURITY_CODE =
  /("(?:cvv2?|cvc2?|csc|cid|cav2|securityCode|cardSecurityCode|cardVerificationCode|cardVerificationValue|verificationCode)"\s*:\s*)(?:"\d{3,4}"|\d{3,4}(?=\s*[,}\]]))/gi;

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
 * No card begins with 0, and with 1 only the 15-digit ones of the airlines (UATP). Leaving those out keeps order
 * numbers made from a clock (13 digits from 1) readable; one in ten of them would pass Luhn by chance.
 */
const maybeIssued = (digits: string): boolean => {
  const first = digits.charCodeAt(0);
  return first >= 50 || (first === 49 && digits.length === 15);
};

export const isCardNumber = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= 19 && maybeIssued(digits) && passesLuhn(digits);

/** 4111111111111111 → 411111******1111: issuer and last four stay readable, as the card industry allows. */
export const maskCardNumber = (digits: string): string =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

/** Tells, for offsets asked in rising order, whether they stand inside a JSON string; reads the text once in all. */
const stringTracker = (text: string): ((offset: number) => boolean) => {
  let position = 0;
  let inside = false;
  return (offset) => {
    for (; position < offset; position += 1) {
      const code = text.charCodeAt(position);
      if (code === 92 && inside) position += 1;
      else if (code === 34) inside = !inside;
    }
    return inside;
  };
};

/**
 * Masks card data in JSON text and gives text that parses to the same shape: a masked bare number becomes a string.
 *
 * `distinguish` may add a suffix that tells two masked numbers apart without giving them away (a keyed hash), for
 * events whose id is a card number by chance or mistake. Text without card data comes back as it was.
 */
export const maskCardData = (text: string, distinguish: (digits: string) => string = () => ''): string => {
  let masked = text;
  if (mayHoldCard(text)) {
    const insideString = stringTracker(text);
    masked = text.replace(CANDIDATE, (candidate: string, _hyphens, _blanks, offset: number) => {
      const digits = candidate.replaceAll(/[ -]/g, '');
      if (!isCardNumber(digits)) return candidate;
      const replacement = `${maskCardNumber(digits)}${distinguish(digits)}`;
      if (insideString(offset)) return replacement;
      // Outside a string only a whole positive number can be a card; anything else is left for the parser to refuse.
      return text[offset - 1] === '-' || candidate !== digits ? candidate : JSON.stringify(replacement);
    });
  }
  return masked.replace(SECURITY_CODE, '$1"***"');
};
