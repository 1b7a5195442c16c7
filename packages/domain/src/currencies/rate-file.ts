import { dataProblem, type DataProblem, type DataProblemCode } from '../errors/data-problem.ts';
import type { CsvDelimiter } from '../lists/csv-format.ts';
import { dayStartMs, dayText, isCurrencyCode, MAX_FILE_RATES, RATE_RANGE, type ExchangeRate } from './exchange-rate.ts';

/** A place in a file of rates that is wrong. Lines count from 1 with the header; line 0 is the file as a whole. */
export type RateProblem = { readonly line: number; readonly message: string; readonly coded: DataProblem };

export type RateFile = {
  /** `rows`: one rate a line. `ecb`: a day a line and a column for each currency, against the euro. */
  readonly layout: 'rows' | 'ecb';
  readonly rates: readonly ExchangeRate[];
  /** Cells without a rate (`N/A`) on a day that has others. */
  readonly without: number;
};

export const MAX_RATE_PROBLEMS = 100;

/** Columns of the layout with one rate a line; more columns and any order are allowed. */
const ROW_COLUMNS = ['date', 'base', 'quote', 'rate'] as const;
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Cells of a line without the space and the quotes around them; no cell of a file of rates holds a delimiter. */
const cellsOf = (line: string, delimiter: string): readonly string[] =>
  line.split(delimiter).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** A day as `2026-03-04`, or as the daily file of the European Central Bank writes it: `4 March 2026`. */
const readDay = (cell: string): string | null => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(cell) ?? [];
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  const text = number === 0 ? cell : `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dayStartMs(text) === null ? null : text;
};

/** A number with a decimal point; a decimal comma where commas do not divide the cells. */
const readRate = (cell: string, delimiter: CsvDelimiter): number | null => {
  const text = delimiter === ',' ? cell : cell.replace(',', '.');
  const rate = /^\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  return rate >= RATE_RANGE.least && rate <= RATE_RANGE.most ? rate : null;
};

const cut = (cell: string): string => cell.slice(0, 40).toWellFormed();
const shown = (cell: string): string => `“${cut(cell)}”`;
const LIMITS = { least: RATE_RANGE.least, most: RATE_RANGE.most };
const RATE_MESSAGE = `is no rate: a number with a decimal point between ${RATE_RANGE.least} and ${RATE_RANGE.most} is`;

type Reader = {
  /** Adds the rates of a line. */
  readonly line: (cells: readonly string[], number: number) => void;
};

type Report = (line: number, message: string, code: DataProblemCode, params?: DataProblem['params']) => void;
type Sink = {
  readonly add: (rate: ExchangeRate, line: number) => void;
  readonly without: () => void;
  readonly problem: Report;
};

const noDay = (sink: Sink, line: number, cell: string): void =>
  sink.problem(line, `${shown(cell)} is no day: write it as 2026-03-04.`, 'rateDay', { cell: cut(cell) });

const rowReader = (header: readonly string[], delimiter: CsvDelimiter, sink: Sink): Reader => {
  const places = ROW_COLUMNS.map((name) => header.indexOf(name));
  return {
    line: (cells, number) => {
      const [date = '', base = '', quote = '', cell = ''] = places.map((place) => cells[place] ?? '');
      const [day, rate] = [readDay(date), readRate(cell, delimiter)];
      if (day === null) return noDay(sink, number, date);
      const wrong = [base, quote].find((code) => !isCurrencyCode(code));
      if (wrong !== undefined)
        return sink.problem(
          number,
          `${shown(wrong)} is no currency: write the three capitals of ISO 4217.`,
          'rateCurrency',
          { cell: cut(wrong) },
        );
      if (base === quote) return sink.problem(number, `${base} has no rate to itself.`, 'rateSelf', { currency: base });
      if (rate === null)
        return sink.problem(number, `${shown(cell)} ${RATE_MESSAGE}.`, 'rateValue', { cell: cut(cell), ...LIMITS });
      return sink.add({ day, base, quote, rate }, number);
    },
  };
};

const NO_LAYOUT =
  'The header is neither date,base,quote,rate nor Date followed by currencies, as the ECB publishes rates.';
const NOTHING: ReadonlySet<string> = new Set(['', 'N/A', '-']);

const ecbReader = (header: readonly string[], delimiter: CsvDelimiter, sink: Sink): Reader => ({
  line: (cells, number) => {
    const day = readDay(cells[0] ?? '');
    if (day === null) return noDay(sink, number, cells[0] ?? '');
    for (const [place, quote] of header.entries()) {
      const cell = cells[place] ?? '';
      if (place === 0 || quote === '') continue;
      const rate = readRate(cell, delimiter);
      if (rate !== null) sink.add({ day, base: 'EUR', quote, rate }, number);
      else if (NOTHING.has(cell)) sink.without();
      else {
        const params = { cell: cut(cell), column: quote, ...LIMITS };
        sink.problem(number, `${shown(cell)} in the column ${quote} ${RATE_MESSAGE}.`, 'rateCell', params);
      }
    }
    return undefined;
  },
});

/** How the columns are laid out, by the header; null where it is neither layout. */
const layoutOf = (header: readonly string[]): RateFile['layout'] | null => {
  if (ROW_COLUMNS.every((name) => header.includes(name))) return 'rows';
  const codes = header.slice(1).filter((name) => name !== '');
  const isEcb = header[0]?.toLowerCase() === 'date' && codes.length > 0 && codes.every(isCurrencyCode);
  return isEcb ? 'ecb' : null;
};

/** Reports columns whose name stands twice, or the euro against itself. */
const reportHeader = (header: readonly string[], layout: RateFile['layout'], report: Report): boolean => {
  const names = header.filter((name) => name !== '');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    report(1, `The column ${shown(twice)} stands there twice.`, 'rateColumnTwice', { column: cut(twice) });
  } else if (layout === 'ecb' && names.includes('EUR')) {
    report(1, 'EUR has no rate to itself.', 'rateSelf', { currency: 'EUR' });
  } else return false;
  return true;
};

/** What a file says, and every place of it that is wrong, at most `MAX_RATE_PROBLEMS`. */
export type ReadRateFile = { readonly file: RateFile; readonly problems: readonly RateProblem[] };

export type RateFileReader = {
  /** Takes the next line, the header first; false where nothing more of the file counts. */
  readonly line: (text: string) => boolean;
  readonly end: () => ReadRateFile;
};

/**
 * Reads exchange rates line by line: one a line below `date,base,quote,rate`, or as the European Central Bank publishes its
 * reference rates (`eurofxref-hist.csv`, `eurofxref.csv`: https://www.ecb.europa.eu/stats/eurofxref), taken as it is. Of a
 * file with a problem nothing is to be taken.
 *
 * @param delimiter what divides the cells of the file.
 */
export const rateFileReader = (delimiter: CsvDelimiter): RateFileReader => {
  const problems: RateProblem[] = [];
  const rates = new Map<string, ExchangeRate>();
  let [number, without] = [0, 0];
  let layout: RateFile['layout'] = 'rows';
  let reader: Reader | null = null;
  const problem: Report = (line, message, code, params) => {
    if (problems.length < MAX_RATE_PROBLEMS) problems.push({ line, message, coded: dataProblem(code, params) });
  };
  const sink: Sink = {
    add: (rate, line) => {
      const key = `${rate.day} ${rate.base} ${rate.quote}`;
      const known = rates.get(key);
      if (known !== undefined && known.rate !== rate.rate)
        problem(
          line,
          `${rate.base} to ${rate.quote} on ${rate.day} stands there twice with different rates.`,
          'rateTwice',
          { base: rate.base, quote: rate.quote, day: rate.day },
        );
      rates.set(key, rate);
    },
    without: () => {
      without += 1;
    },
    problem,
  };
  const readHeader = (text: string): void => {
    const typed = cellsOf(text, delimiter);
    const lower = typed.map((name) => name.toLowerCase());
    const found = layoutOf(lower) ?? layoutOf(typed);
    if (found === null) return problem(1, NO_LAYOUT, 'rateHeader');
    const header = found === 'rows' ? lower : typed;
    if (reportHeader(header, found, problem)) return undefined;
    layout = found;
    reader = (found === 'rows' ? rowReader : ecbReader)(header, delimiter, sink);
  };
  return {
    line: (text) => {
      number += 1;
      if (number === 1) readHeader(text);
      else if (text.trim() !== '') reader?.line(cellsOf(text, delimiter), number);
      if (rates.size > MAX_FILE_RATES)
        problem(number, `The file holds more than ${MAX_FILE_RATES} rates; split it by years.`, 'rateMany', {
          most: MAX_FILE_RATES,
        });
      return reader !== null && rates.size <= MAX_FILE_RATES && problems.length < MAX_RATE_PROBLEMS;
    },
    end: () => {
      if (rates.size === 0 && problems.length === 0) problem(0, 'The file holds no rates.', 'rateNone');
      return { file: { layout, rates: [...rates.values()], without }, problems };
    },
  };
};

/** First and last day of some rates; null where there are none. */
export const rateDays = (rates: readonly ExchangeRate[]): { readonly from: string; readonly to: string } | null => {
  let [from, to] = ['', ''];
  for (const { day } of rates) {
    if (from === '' || day < from) from = day;
    if (day > to) to = day;
  }
  return from === '' ? null : { from, to };
};

/** Rates of days that have not come: a slip of the hand, or a file of another kind. @param nowMs the time now. */
export const futureRate = (rates: readonly ExchangeRate[], nowMs: number): ExchangeRate | undefined => {
  const today = dayText(nowMs);
  return rates.find(({ day }) => day > today);
};
