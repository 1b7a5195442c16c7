import type { ReportSeries } from '@redoubt/contracts';
import { mailTexts } from '@redoubt/i18n/mail-texts';
import { expect, it } from 'vitest';
import { scoreMail } from './score-mail.ts';

const seriesOf = (
  value: string | null,
  counts: ReportSeries['total']['total']['counts'],
  before: ReportSeries['total']['total']['counts'] = {},
): ReportSeries['total'] => ({
  value,
  total: { counts, amounts: {} },
  bars: [],
  before: { total: { counts: before, amounts: {} }, bars: [] },
});

const REPORT: ReportSeries = {
  asOf: '2026-11-03T09:30:00.000Z',
  bars: [],
  environmentIds: [],
  total: seriesOf(null, { events: 110, approved: 88, rejected: 22, fraud: 11 }, { events: 50, approved: 50 }),
  series: [
    seriesOf('720', { events: 12, rejected: 9, fraud: 6 }),
    seriesOf('790', { events: 8, rejected: 6, fraud: 4 }),
    seriesOf('10', { events: 80, approved: 80 }),
    seriesOf('', { events: 10, approved: 8 }),
  ],
  seriesInAll: 4,
  maturity: null,
};

const mailOf = (report: ReportSeries) =>
  scoreMail({
    texts: mailTexts('en-US'),
    period: '7d',
    days: ['2026-10-28', '2026-11-03'],
    assessment: 'Purchase protection',
    environment: 'Shop',
    owner: 'Mia',
    href: 'https://redoubt.shop.example/reports/scores',
    report,
    filters: [],
  });

it('says what all events came to beside the period before, and each hundred of the score', () => {
  const { content } = mailOf(REPORT);
  expect(content.text).toContain('- Events: Now 110; Period before 50');
  expect(content.text).toContain('- Fraud rate: Now 10.0%; Period before 0.0%');
  expect(content.text).toContain(
    '- 700–799: Events 20; Approve 0.0%; Reject 75.0%; Review 0.0%; Challenge 0.0%; Fraud 10; Fraud rate 50.0%',
  );
  expect(content.text).not.toContain('100–199');
  const [file] = content.attachments;
  expect(file?.name).toBe('scores-2026-10-28-2026-11-03.csv');
  const lines = String(file?.content).split('\r\n');
  expect(lines.slice(1, 5).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['10', '80'],
    ['720', '12'],
    ['790', '8'],
    ['', '10'],
  ]);
});

it('has no table of scores where no event has one', () => {
  expect(mailOf({ ...REPORT, series: [seriesOf('', { events: 10 })] }).content.text).not.toContain('0–99');
});
