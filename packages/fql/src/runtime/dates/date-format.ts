import { FqlDate, TICKS_PER_MS } from '../values.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Patterns behind the one-letter formats of .NET in the invariant culture. */
const STANDARD: Readonly<Record<string, string>> = {
  d: 'MM/dd/yyyy',
  D: 'dddd, dd MMMM yyyy',
  f: 'dddd, dd MMMM yyyy HH:mm',
  F: 'dddd, dd MMMM yyyy HH:mm:ss',
  g: 'MM/dd/yyyy HH:mm',
  G: 'MM/dd/yyyy HH:mm:ss',
  m: 'MMMM dd',
  M: 'MMMM dd',
  o: "yyyy-MM-dd'T'HH:mm:ss.fffffffK",
  O: "yyyy-MM-dd'T'HH:mm:ss.fffffffK",
  r: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  R: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  s: "yyyy-MM-dd'T'HH:mm:ss",
  t: 'HH:mm',
  T: 'HH:mm:ss',
  u: "yyyy-MM-dd HH:mm:ss'Z'",
  U: 'dddd, dd MMMM yyyy HH:mm:ss',
  y: 'yyyy MMMM',
  Y: 'yyyy MMMM',
};

/** Written in UTC whatever the value's offset. */
const IN_UTC = new Set(['r', 'R', 'u', 'U']);

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

const offsetText = (minutes: number, width: number): string => {
  const sign = minutes < 0 ? '-' : '+';
  const whole = Math.floor(Math.abs(minutes) / 60);
  if (width < 3) return `${sign}${pad(whole, width)}`;
  return `${sign}${pad(whole, 2)}:${pad(Math.abs(minutes) % 60, 2)}`;
};

const sevenDigits = (date: FqlDate): string => {
  const fractionMs = date.ms - Math.floor(date.ms / 1000) * 1000;
  return pad(fractionMs * TICKS_PER_MS + date.ticks, 7);
};

type Writer = (date: FqlDate, local: Date, width: number) => string;

const WRITERS: Readonly<Record<string, Writer>> = {
  d: (_date, local, width) =>
    width < 3 ? pad(local.getUTCDate(), width) : (DAYS[local.getUTCDay()] ?? '').slice(0, width === 3 ? 3 : undefined),
  M: (_date, local, width) =>
    width < 3
      ? pad(local.getUTCMonth() + 1, width)
      : (MONTHS[local.getUTCMonth()] ?? '').slice(0, width === 3 ? 3 : undefined),
  y: (_date, local, width) => {
    const year = local.getUTCFullYear();
    return width < 3 ? pad(year % 100, width) : pad(year, width);
  },
  H: (_date, local, width) => pad(local.getUTCHours(), Math.min(width, 2)),
  h: (_date, local, width) => pad(local.getUTCHours() % 12 || 12, Math.min(width, 2)),
  m: (_date, local, width) => pad(local.getUTCMinutes(), Math.min(width, 2)),
  s: (_date, local, width) => pad(local.getUTCSeconds(), Math.min(width, 2)),
  f: (date, _local, width) => sevenDigits(date).slice(0, width),
  F: (date, _local, width) => sevenDigits(date).slice(0, width).replace(/0+$/, ''),
  t: (_date, local, width) => (local.getUTCHours() < 12 ? 'AM' : 'PM').slice(0, Math.min(width, 2)),
  g: () => 'A.D.',
  K: (date) => (date.offsetMinutes === 0 ? 'Z' : offsetText(date.offsetMinutes, 3)),
  z: (date, _local, width) => offsetText(date.offsetMinutes, width),
};

const WIDEST: Readonly<Record<string, number>> = { f: 7, F: 7, K: 1 };
const TOKEN = /"([^"]*)"|'([^']*)'|\\([\s\S])|%([dMyHhmsfFtgKz])|([dMyHhmsfFtgz])\5*|(K)|[\s\S]/g;

/**
 * A date by a .NET standard or custom format in the invariant culture; null where the format is none (one letter that
 * stands for no standard format, a fraction of more than seven digits).
 */
export const formatDate = (date: FqlDate, format: string): string | null => {
  if (format === '') return formatDate(date, 'G');
  if (format.length === 1) {
    const pattern = STANDARD[format];
    if (pattern === undefined) return null;
    return formatDate(
      IN_UTC.has(format) && date.offsetMinutes !== 0 ? new FqlDate(date.ms, 0, date.ticks) : date,
      pattern,
    );
  }
  const local = date.local;
  let written = '';
  for (const match of format.matchAll(TOKEN)) {
    const [token, double, single, escaped, lone, letter, kind] = match;
    const literal = double ?? single ?? escaped;
    const specifier = lone ?? letter ?? kind;
    const width = lone === undefined ? token.length : 1;
    if (literal !== undefined) written += literal;
    else if (specifier === undefined) written += token;
    else if (width > (WIDEST[specifier] ?? 10)) return null;
    else written += WRITERS[specifier]?.(date, local, width) ?? '';
  }
  // A fraction of nothing but zeros takes its point along: .NET drops the "." before an empty F.
  return format.includes('F') ? written.replace(/\.(?=\D|$)/, '') : written;
};

/** ISO 8601 with as many fraction digits as there are: how dates leave the language. */
export const isoText = (date: FqlDate): string => formatDate(date, "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK") ?? '';

export const dayName = (day: number): string => DAYS[day] ?? '';
