import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { openEventRows } from './event-rows.ts';

const dataset = process.env.REDOUBT_DATASET ?? join(import.meta.dirname, '../../../../../shared/data');
const april = join(dataset, 'handbook-2018-04.csv.gz');
const ROWS = 288_062;

const MAP =
  '{id: TRANSACTION_ID, time: TX_DATETIME, event: Purchase, fields: {customer: CUSTOMER_ID, terminal: TERMINAL_ID, amount: TX_AMOUNT}}';
const VELOCITIES = [
  'Count()',
  'Sum(@"amount")',
  'DistinctCount(@"terminal")',
  'Avg(@"amount")',
  'Min(@"amount")',
  'Max(@"amount")',
  'StdDev(@"amount")',
  'First(@"amount")',
  'Last(@"amount")',
];
const WINDOWS = [
  { name: '17m', unitS: 60, lengthS: 17 * 60 },
  { name: '7d', unitS: 86_400, lengthS: 7 * 86_400 },
  { name: '30d', unitS: 86_400, lengthS: 30 * 86_400 },
] as const;
const WEEK_S = 7 * 86_400;

type Mode = 'aligned' | 'sliding';
type Payment = {
  readonly id: string;
  readonly customer: string;
  readonly second: number;
  readonly cents: number;
  readonly terminal: string;
};

/** Sample standard deviation of amounts in cents, in whole currency; exact up to the last root. */
const deviationOf = (payments: readonly Payment[]): number => {
  const n = BigInt(payments.length);
  if (n < 2n) return 0;
  const sum = BigInt(payments.reduce((total, { cents }) => total + cents, 0));
  const squares = BigInt(payments.reduce((total, { cents }) => total + cents * cents, 0));
  const perWhole = 100n;
  const units = (n * squares - sum * sum) * perWhole * perWhole;
  return Math.sqrt(Number((units << 128n) / (n * (n - 1n))) / 2 ** 128) / 10_000;
};

/** What every velocity of a window is worth, from the payments in it, oldest first. */
const valuesOf = (payments: readonly Payment[]): readonly number[] => {
  const amounts = payments.map(({ cents }) => cents / 100);
  const units = payments.reduce((total, { cents }) => total + cents * 100, 0);
  if (payments.length === 0) return VELOCITIES.map(() => 0);
  return [
    payments.length,
    units / 10_000,
    new Set(payments.map(({ terminal }) => terminal)).size,
    units / (payments.length * 10_000),
    Math.min(...amounts),
    Math.max(...amounts),
    deviationOf(payments),
    amounts[0] ?? 0,
    amounts.at(-1) ?? 0,
  ];
};

let directory = '';
const payments: Payment[] = [];

describe.skipIf(!existsSync(april))('velocity replay of a month of card transactions', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redoubt-april-'));
    const set = VELOCITIES.map((each, index) => `SELECT ${each} AS v${index} FROM Purchase GROUPBY @"customer"`);
    await writeFile(join(directory, 'set.fql'), set.join('\n---\n'));
    await writeFile(join(directory, 'map.yaml'), MAP);
    const { rows } = await openEventRows('april.csv.gz', april);
    for await (const { cell } of rows()) {
      payments.push({
        id: cell('TRANSACTION_ID') as string,
        customer: cell('CUSTOMER_ID') as string,
        second: Date.parse(`${(cell('TX_DATETIME') as string).replace(' ', 'T')}Z`) / 1000,
        cents: Math.round(Number(cell('TX_AMOUNT')) * 100),
        terminal: cell('TERMINAL_ID') as string,
      });
    }
  }, 120_000);
  afterAll(() => rm(directory, { recursive: true }));

  /** The lines of the command, worked out from every payment of the customer so far. */
  const linesByHand = (mode: Mode, includesCurrent: boolean, delayS: number): readonly string[] => {
    const past = new Map<string, Payment[]>();
    return payments.map((payment) => {
      const own = past.get(payment.customer) ?? [];
      past.set(payment.customer, own);
      if (includesCurrent) own.push(payment);
      const endS = payment.second - delayS;
      const windows = WINDOWS.map(({ unitS, lengthS }) => {
        const startS = mode === 'sliding' ? endS - lengthS + 1 : Math.floor(endS / unitS) * unitS - lengthS;
        return valuesOf(own.filter(({ second }) => second >= startS && second <= endS));
      });
      if (!includesCurrent) own.push(payment);
      const values = VELOCITIES.flatMap((_name, velocity) => windows.map((window) => window[velocity]));
      return [payment.id, ...values].join(',');
    });
  };

  it.each([
    ['aligned windows', 'aligned', false, 0],
    ['sliding windows with the current event', 'sliding', true, 0],
    ['aligned windows that end a week before the event', 'aligned', true, WEEK_S],
    ['sliding windows that end a week before the event', 'sliding', false, WEEK_S],
  ] as const)(
    'gives what adding up every window by hand gives: %s',
    async (_what, mode, includesCurrent, delayS) => {
      const words = ['--set', join(directory, 'set.fql'), '--map', join(directory, 'map.yaml'), '--events', april];
      const windows = WINDOWS.map(({ name }) => name).join(',');
      const options = [...(includesCurrent ? ['--include-current'] : []), ...(delayS > 0 ? ['--delay', '7d'] : [])];
      const { output, errors } = await runCli(
        ['velocity', 'replay', ...words, '--windows', windows, '--mode', mode, ...options],
        { dataDirectory: directory },
      );
      const lines = output.trim().split('\n').slice(1);
      const expected = linesByHand(mode, includesCurrent, delayS);
      const different = expected.filter((line, index) => line !== lines[index]);
      expect(errors).toBe('');
      expect({ lines: lines.length, different: different.slice(0, 3) }).toEqual({ lines: ROWS, different: [] });
    },
    240_000,
  );
});
