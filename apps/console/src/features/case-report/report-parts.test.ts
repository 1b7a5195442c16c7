import { caseReportRows } from '@redoubt/domain';
import { spanText } from '@redoubt/i18n';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../shared/files/csv-text.ts';
import { testReport } from './report-fixture.ts';
import { decisionBuckets, forecastBuckets, intakeBuckets, mixOf, peakOf, placeOf } from './report-parts.ts';

describe('what the report draws', () => {
  it('says a span of time in the unit people would use', () => {
    expect([0.4, 45, 90, 600, 5400, 47 * 3600, 5 * 86_400].map((seconds) => spanText(seconds, 'en-US'))).toEqual([
      '0 sec',
      '45 sec',
      '1.5 min',
      '10 min',
      '1.5 hr',
      '47 hr',
      '5 days',
    ]);
  });

  it('places times on a line on which every decade is as wide', () => {
    expect(placeOf(0)).toBe(0);
    expect(placeOf(7 * 86_400)).toBe(1);
    expect(placeOf(1e9)).toBe(1);
    expect(placeOf(1000) - placeOf(100)).toBeCloseTo(placeOf(10_000) - placeOf(1000), 12);
  });

  it('draws decisions, arrivals without what was cancelled, and the hour that still fills lighter', () => {
    const report = testReport();
    const last = decisionBuckets(report).at(-1);
    expect(last).toMatchObject({
      counts: { approved: 3, rejected: 5, other: 0, timedOut: 0 },
      before: 1,
      unfinished: true,
    });
    expect(decisionBuckets(report)[22]?.unfinished).toBe(false);
    expect(intakeBuckets(report).at(-1)?.counts).toEqual({ received: 13, cancelled: 1 });
  });

  it('draws the forecast by whole cases and finds its peak', () => {
    const { forecast } = testReport().backlog;
    if (forecast === null) throw new Error('the report has a forecast');
    expect(forecastBuckets(forecast).map(({ counts }) => counts['waiting'])).toEqual([6, 9, 7]);
    expect(peakOf(forecast)?.at).toBe('2026-11-23T11:00:00.000Z');
    expect(peakOf({ ...forecast, points: [] })).toBeUndefined();
  });

  it('divides decisions into rejections, approvals and the rest', () => {
    const names = { approved: 'A', rejected: 'R', other: 'O' };
    const [agent] = testReport().agents;
    if (agent === undefined) throw new Error('the report has an agent');
    expect(mixOf({ ...agent, approved: 3 }, names).map(({ value }) => value)).toEqual([6, 3, 1]);
  });

  it('is one table as CSV, in which no name is a formula', () => {
    const [agent] = testReport().agents;
    if (agent === undefined) throw new Error('the report has an agent');
    const named = { ...agent, agent: { key: '1', name: '=cmd()', number: null } };
    const lines = csvText(caseReportRows(testReport({ agents: [named] })))
      .trimEnd()
      .split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'part',
      'total',
      'period before',
      'queue',
      'agent',
      'reason',
      'reason',
    ]);
    expect(lines[1]).toBe(
      'total,,2026-11-22T10:00:00.000Z,2026-11-23T10:00:00.000Z,14,1,2,,8,2,4,6,90,7200,45,300,1,1,1,3',
    );
    expect(lines[4]).not.toMatch(/,=/);
  });
});
