import { text } from './conversions.ts';
import { formatDate } from './dates/date-format.ts';
import { FqlDate } from './values.ts';

/** Most digits a format asks for. */
const MOST_DIGITS = 99;

const grouped = (fixed: string): string => fixed.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/gu, ',');

/** A number by a standard format of .NET in the invariant culture; null for one that is not known. */
const formatNumber = (value: number, format: string): string | null => {
  const match = /^([DFGNPX])(\d{0,2})$/iu.exec(format);
  if (!match || !Number.isFinite(value)) return format === '' ? text(value) : null;
  const [, letter = '', given = ''] = match;
  const digits = given === '' ? 2 : Math.min(Number(given), MOST_DIGITS);
  switch (letter.toUpperCase()) {
    case 'D':
      return Number.isInteger(value)
        ? (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(Number(given || 0), '0')
        : null;
    case 'F':
      return value.toFixed(digits);
    case 'N':
      return grouped(value.toFixed(digits));
    case 'P':
      return `${grouped((value * 100).toFixed(digits))} %`;
    case 'X': {
      if (!Number.isInteger(value) || Math.abs(value) > 0xffff_ffff) return null;
      const hexadecimal = (value >>> 0).toString(16).padStart(Number(given || 0), '0');
      return letter === 'X' ? hexadecimal.toUpperCase() : hexadecimal;
    }
    default:
      return given === '' || given === '0' ? text(value) : String(Number(value.toPrecision(digits)));
  }
};

const formatValue = (value: unknown, format: string): string | null => {
  if (format === '') return text(value);
  if (value instanceof FqlDate) return formatDate(value, format);
  return typeof value === 'number' ? formatNumber(value, format) : text(value);
};

const HOLE = /\{\{|\}\}|\{(\d{1,2})(?:,\s*(-?\d{1,4}))?(?::([^{}]*))?\}|[{}]/gu;

/**
 * Composite formatting of .NET: `{0}`, `{1,8}` (aligned), `{2:yyyy-MM-dd}`; `{{` and `}}` are braces. Null where a brace
 * stands alone, a value is missing or a format is not known.
 */
export const composite = (format: string, values: readonly unknown[]): string | null => {
  let fails = false;
  const written = format.replaceAll(HOLE, (hole: string, index?: string, width?: string, how = '') => {
    if (hole === '{{' || hole === '}}') return hole.charAt(0);
    const value =
      index === undefined || Number(index) >= values.length ? null : formatValue(values[Number(index)], how);
    if (value === null) {
      fails = true;
      return '';
    }
    const columns = Number(width ?? 0);
    return columns < 0 ? value.padEnd(-columns) : value.padStart(columns);
  });
  return fails ? null : written;
};
