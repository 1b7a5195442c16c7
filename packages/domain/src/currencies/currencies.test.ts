import { DAY_MS } from '@redoubt/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDelimiterOf } from '../lists/csv-format.ts';
import { dayText, weekdaysWithout, type ExchangeRate } from './exchange-rate.ts';
import { futureRate, MAX_RATE_PROBLEMS, rateDays, rateFileReader } from './rate-file.ts';
import { convert, rateTable } from './rate-table.ts';

const read = (text: string) => {
  const reader = rateFileReader(csvDelimiterOf(text));
  for (const line of text.split(/\r?\n/)) if (!reader.line(line)) break;
  return reader.end();
};
const problems = (text: string) => read(text).problems.map(({ line, message }) => `${line} ${message}`);
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const rate = (day: string, base: string, quote: string, value: number): ExchangeRate => ({
  day,
  base,
  quote,
  rate: value,
});

describe('a file of exchange rates', () => {
  it('is read one rate a line, in any order of columns', () => {
    expect(read('rate,quote,base,date,source\n1.0299,USD,EUR,2025-01-03,ECB\n')).toEqual({
      file: { layout: 'rows', rates: [rate('2025-01-03', 'EUR', 'USD', 1.0299)], without: 0 },
      problems: [],
    });
  });

  it('is read as the European Central Bank publishes it, with rates that are not there', () => {
    const { file, problems: found } = read(
      'Date,USD,JPY,BGN,\n2025-01-03,1.0299,162.12,1.9558,\n2025-01-02,1.0321,162.78,N/A,\n',
    );
    expect(found).toEqual([]);
    expect(file.layout).toBe('ecb');
    expect(file.without).toBe(1);
    expect(file.rates).toContainEqual(rate('2025-01-02', 'EUR', 'JPY', 162.78));
    expect(file.rates).toHaveLength(5);
    expect(rateDays(file.rates)).toEqual({ from: '2025-01-02', to: '2025-01-03' });
  });

  it('is read as the daily file writes days, and with a decimal comma where semicolons divide', () => {
    expect(read('Date, USD, JPY, \n3 January 2025, 1.0299, 162.12, \n').file.rates[0]).toEqual(
      rate('2025-01-03', 'EUR', 'USD', 1.0299),
    );
    expect(read('date;base;quote;rate\n2025-01-03;EUR;USD;1,0299\n').file.rates).toEqual([
      rate('2025-01-03', 'EUR', 'USD', 1.0299),
    ]);
  });

  it('names every line that is wrong', () => {
    expect(problems('day,from,to,rate\n')).toEqual([
      '1 The header is neither date,base,quote,rate nor Date followed by currencies, as the ECB publishes rates.',
    ]);
    expect(problems('date,base,quote,rate\n')).toEqual(['0 The file holds no rates.']);
    expect(
      problems(
        'date,base,quote,rate\n03.01.2025,EUR,USD,1\n2025-01-03,EURO,USD,1\n2025-01-03,EUR,EUR,1\n2025-01-03,EUR,USD,0\n2025-01-03,EUR,USD,-1\n2025-01-03,EUR,USD,\n',
      ).map((text) => text.slice(0, 24)),
    ).toEqual([
      '2 “03.01.2025” is no day',
      '3 “EURO” is no currency:',
      '4 EUR has no rate to its',
      '5 “0” is no rate: a numb',
      '6 “-1” is no rate: a num',
      '7 “” is no rate: a numbe',
    ]);
    expect(problems('Date,USD,USD\n2025-01-03,1,1\n')).toEqual(['1 The column “USD” stands there twice.']);
    expect(problems('Date,USD,EUR\n2025-01-03,1,1\n')).toEqual(['1 EUR has no rate to itself.']);
    expect(problems('Date,USD\n2025-01-03,one\n')[0]).toContain('2 “one” in the column USD is no rate');
    expect(problems('date,base,quote,rate\n2025-01-03,EUR,USD,1\n2025-01-03,EUR,USD,2\n')).toEqual([
      '3 EUR to USD on 2025-01-03 stands there twice with different rates.',
    ]);
  });

  it('is given up where it is wrong throughout', () => {
    expect(read(`date,base,quote,rate\n${'x,y,z,1\n'.repeat(1000)}`).problems).toHaveLength(MAX_RATE_PROBLEMS);
  });

  it('gives back what was written', () => {
    const code = fc.stringMatching(/^[A-Z]{3}$/);
    const line = fc
      .record({
        day: fc.integer({ min: 10_000, max: 20_000 }).map((days) => dayText(days * DAY_MS)),
        base: code,
        quote: code,
        rate: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      })
      .filter(({ base, quote }) => base !== quote);
    const rates = fc.uniqueArray(line, {
      minLength: 1,
      selector: ({ day, base, quote }) => `${day}${base}${quote}`,
    });
    fc.assert(
      fc.property(rates, (some) => {
        const text = some.map(({ day, base, quote, rate: value }) => `${day},${base},${quote},${value}`).join('\n');
        expect(read(`date,base,quote,rate\n${text}\n`)).toMatchObject({ file: { rates: some }, problems: [] });
      }),
    );
  });

  it('says nothing of days to come', () => {
    const some = [rate('2025-01-03', 'EUR', 'USD', 1)];
    expect(futureRate(some, at('2025-01-03'))).toBeUndefined();
    expect(futureRate(some, at('2025-01-02') + DAY_MS - 1)?.day).toBe('2025-01-03');
  });
});

describe('a rate', () => {
  const table = rateTable(
    'SEK',
    [
      rate('2025-01-02', 'EUR', 'SEK', 11.4),
      rate('2025-01-02', 'EUR', 'USD', 1.03),
      rate('2025-01-03', 'EUR', 'SEK', 11.5),
      rate('2025-01-06', 'EUR', 'USD', 1.04),
    ],
    3,
  );

  it('is that of the day or the last before it, as long as it is new enough', () => {
    expect(table.rateOn('EUR', at('2025-01-02'))).toEqual({ rate: 11.4, dayMs: at('2025-01-02') });
    expect(table.rateOn('EUR', at('2025-01-06'))).toEqual({ rate: 11.5, dayMs: at('2025-01-03') });
    expect(table.rateOn('EUR', at('2025-01-07'))).toBeNull();
    expect(table.rateOn('EUR', at('2025-01-01'))).toBeNull();
    expect(table.rateOn('NOK', at('2025-01-03'))).toBeNull();
    expect(table.rateOn('SEK', at('1999-01-01'))?.rate).toBe(1);
  });

  it('over a third currency takes both halves from one day', () => {
    expect(table.rateOn('USD', at('2025-01-05'))).toEqual({ rate: (1 / 1.03) * 11.4, dayMs: at('2025-01-02') });
    expect(table.rateOn('USD', at('2025-01-06'))).toBeNull();
  });

  it('that was published comes before one that is turned round', () => {
    const both = [rate('2025-01-02', 'SEK', 'EUR', 0.09), rate('2025-01-02', 'EUR', 'SEK', 11.4)];
    expect(rateTable('SEK', both, 0).rateOn('EUR', at('2025-01-02'))?.rate).toBe(11.4);
    expect(rateTable('EUR', both, 0).rateOn('SEK', at('2025-01-02'))?.rate).toBe(0.09);
  });

  it('there and back gives the amount', () => {
    const value = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.double({ min: 0, max: 1e6, noNaN: true }), (a, b, amount) => {
        const rates = [rate('2025-01-02', 'EUR', 'USD', a), rate('2025-01-02', 'EUR', 'SEK', b)];
        const into = rateTable('USD', rates, 0).rateOn('SEK', at('2025-01-02'))?.rate ?? 0;
        const back = rateTable('SEK', rates, 0).rateOn('USD', at('2025-01-02'))?.rate ?? 0;
        expect(amount * into * back).toBeCloseTo(amount, 5);
      }),
    );
  });

  it('keeps the order of amounts', () => {
    const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(amount, amount, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (a, b, value) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(convert(less, { rate: value })).toBeLessThanOrEqual(convert(more, { rate: value }));
      }),
    );
  });

  it('is never newer than the event nor older than it may be, and is never skipped', () => {
    const day = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(day, { minLength: 1 }), day, fc.integer({ min: 0, max: 20 }), (days, event, age) => {
        const rates = days.map((each) => rate(dayText(each * DAY_MS), 'EUR', 'SEK', each + 1));
        const found = rateTable('SEK', rates, age).rateOn('EUR', event * DAY_MS);
        const known = days.filter((each) => each <= event && each >= event - age);
        expect(found?.rate).toBe(known.length === 0 ? undefined : Math.max(...known) + 1);
      }),
    );
  });
});

it('weekdays without a rate are found between days that have one', () => {
  expect(weekdaysWithout([])).toEqual([]);
  expect(weekdaysWithout(['2025-01-03', '2025-01-07'])).toEqual(['2025-01-06']);
  expect(weekdaysWithout(['2025-01-03', '2025-01-06'])).toEqual([]);
});
