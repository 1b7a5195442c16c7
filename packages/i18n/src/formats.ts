import type { Language } from './languages.ts';

export type TimeZoneChoice = 'local' | 'utc';

/** Dates as the language writes them, or as ISO 8601 does: year first, 24 hours. */
export type DateStyle = 'language' | 'iso';

/** A language that writes dates as ISO 8601 does. */
const ISO_LANGUAGE = 'sv-SE';

/** A moment: ISO 8601 text, epoch milliseconds or a date. */
export type Moment = string | number | Date;

/**
 * Formats of one language and time zone (`docs/reference/console.md#languages-and-formats`). English follows the
 * documented patterns to the letter; other languages use their own equivalents. Nothing here wraps: spaces inside a
 * value are the caller's to keep.
 */
export type Formats = {
  readonly language: Language;
  readonly timeZone: TimeZoneChoice;
  /** `MMM D, YYYY` */
  readonly date: (moment: Moment) => string;
  /** `MMMM YYYY` */
  readonly month: (moment: Moment) => string;
  /** `h:mm:ss A`, without seconds where asked. */
  readonly time: (moment: Moment, precision?: 'minutes' | 'seconds') => string;
  /** `MMM D, YYYY h:mm:ss A` */
  readonly dateTime: (moment: Moment) => string;
  /** The same moment in UTC, for tooltips. */
  readonly utc: (moment: Moment) => string;
  /** Distance from `now`, in words: "5 minutes ago". */
  readonly relative: (moment: Moment, now: number) => string;
  /** 0 decimals, or 2 where asked. */
  readonly number: (value: number, decimals?: 0 | 2) => string;
  /** Amount in a currency by code; the code is written out where it is no ISO 4217 code. */
  readonly currency: (value: number, code: string | null | undefined) => string;
  /** `percent(12.5)` is 12.5 %: the value is divided by 100 before it is formatted. */
  readonly percent: (value: number, decimals?: 0 | 1 | 2) => string;
  /** Compact notation from 1000; only where a screen asks for it. */
  readonly compact: (value: number) => string;
  /** A length of time in milliseconds with its unit: `2.1 ms`, `3.4 s`. */
  readonly milliseconds: (value: number) => string;
  /** A size in bytes with its unit: `512 B`, `1.5 MB`. */
  readonly bytes: (value: number) => string;
  /** One, two and three. */
  readonly list: (values: readonly string[]) => string;
  /** One, two or three. */
  readonly either: (values: readonly string[]) => string;
};

const NARROW_SPACES = /[\u202f\u2009]/g;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

const distance = (format: Intl.RelativeTimeFormat, now: string, ms: number): string => {
  const fits = UNITS.find(([, size]) => Math.abs(ms) >= size);
  return fits ? format.format(Math.trunc(ms / fits[1]), fits[0]) : now;
};

/** Formatters are made once per language and time zone: building an `Intl` object costs far more than using it. */
export const createFormats = (
  language: Language,
  timeZone: TimeZoneChoice = 'local',
  dateStyle: DateStyle = 'language',
): Formats => {
  const zone = timeZone === 'utc' ? { timeZone: 'UTC' } : {};
  const isIso = dateStyle === 'iso';
  const dateParts = isIso
    ? ({ year: 'numeric', month: '2-digit', day: '2-digit' } as const)
    : ({ year: 'numeric', month: 'short', day: 'numeric' } as const);
  const timeParts = { hour: isIso ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const withSeconds = { ...timeParts, second: '2-digit' } as const;
  const dates = (options: Intl.DateTimeFormatOptions, written: string = isIso ? ISO_LANGUAGE : language) => {
    const format = new Intl.DateTimeFormat(written, options);
    return (moment: Moment): string => format.format(new Date(moment)).replace(NARROW_SPACES, ' ');
  };
  const numbers = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(language, options);
    return (value: number): string => format.format(value);
  };
  const fixed = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

  const date = dates({ ...dateParts, ...zone });
  const seconds = dates({ ...withSeconds, ...zone });
  const minutes = dates({ ...timeParts, ...zone });
  const utcDate = dates({ ...dateParts, timeZone: 'UTC' });
  const utcTime = dates({ ...withSeconds, timeZone: 'UTC' });
  const whole = numbers(fixed(0));
  const cents = numbers(fixed(2));
  const percents = [0, 1, 2].map((digits) => numbers({ style: 'percent', ...fixed(digits) }));
  const compactNumber = numbers({ notation: 'compact', maximumFractionDigits: 1 });
  const ms = numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 1 });
  const s = numbers({ style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const sizes = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map((unit, index) =>
    numbers({
      style: 'unit',
      unit,
      unitDisplay: index === 0 ? 'narrow' : 'short',
      maximumFractionDigits: 1,
    }),
  );
  const bytes = (value: number): string => {
    const step = value < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(value) / 3));
    // The short name of the byte stands at the number in some languages.
    return (sizes[step] ?? whole)(value / 1000 ** step).replace(/(?<=\d)(?=\p{L})/u, ' ');
  };
  const relativeTime = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const now = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  const alternatives = new Intl.ListFormat(language, { type: 'disjunction' });
  const currencies = new Map<string, (value: number) => string>();

  const currencyFormat = (code: string) => {
    const known = currencies.get(code);
    if (known) return known;
    const made = /^[A-Z]{3}$/.test(code)
      ? numbers({ style: 'currency', currency: code })
      : (value: number) => `${cents(value)} ${code}`;
    currencies.set(code, made);
    return made;
  };

  return {
    language,
    timeZone,
    date,
    month: dates({ year: 'numeric', month: 'long', ...zone }, language),
    time: (moment, precision = 'seconds') => (precision === 'minutes' ? minutes(moment) : seconds(moment)),
    dateTime: (moment) => `${date(moment)} ${seconds(moment)}`,
    utc: (moment) => `${utcDate(moment)} ${utcTime(moment)} UTC`,
    relative: (moment, nowMs) => distance(relativeTime, now, new Date(moment).getTime() - nowMs),
    number: (value, decimals = 0) => (decimals === 2 ? cents(value) : whole(value)),
    currency: (value, code) => (code ? currencyFormat(code.toUpperCase())(value) : cents(value)),
    percent: (value, decimals = 1) => (percents[decimals] ?? whole)(value / 100),
    compact: (value) => (Math.abs(value) >= 1000 ? compactNumber(value) : whole(value)),
    milliseconds: (value) => (Math.abs(value) >= 1000 ? s(value / 1000) : ms(value)),
    bytes,
    list: (values) => lists.format(values),
    either: (values) => alternatives.format(values),
  };
};
