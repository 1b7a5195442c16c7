import { expect, it } from 'vitest';
import { createReportSchedule } from './report-schedules.ts';

const isTaken = (page: string, ...filters: readonly object[]): boolean =>
  createReportSchedule.body.safeParse({
    page,
    question: { period: '7d', assessment: 'purchase', queueId: null, filters },
    recipients: ['mia@shop.example'],
    frequency: 'daily',
    weekday: 1,
    day: 1,
    hour: 8,
    timeZone: 'Europe/Berlin',
    language: 'en-US',
  }).success;

it('takes filters that the sums of the page know, and refuses others', () => {
  const decision = { dimension: 'decision', values: ['Reject'] };
  const country = { dimension: 'country', values: ['DE'] };
  const rule = { dimension: 'rule', values: ['Limits'] };
  expect(isTaken('summaryReport', decision, country)).toBe(true);
  expect(isTaken('summaryReport', country, rule)).toBe(false);
  expect(isTaken('ruleReport', decision)).toBe(true);
  expect(isTaken('ruleReport', rule)).toBe(false);
  expect(isTaken('threatReport', country)).toBe(false);
  expect(isTaken('scoreReport', decision, rule)).toBe(true);
  expect(isTaken('scoreReport', country)).toBe(false);
});
