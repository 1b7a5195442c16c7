import type { BacktestCount, BacktestResult } from '@redoubt/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { momentOf } from './period.ts';
import { reportOf } from './report.ts';

const count = (events: number, fraud = 0, genuine = 0): BacktestCount => ({
  events,
  fraud,
  genuine,
  amounts: events === 0 ? [] : [{ currency: 'EUR', amount: events * 10.5, fraudAmount: fraud * 10.5 }],
});

const RESULT: BacktestResult = {
  events: 2000,
  before: { Approve: count(1995, 4), Reject: count(5, 1), Review: count(0), Challenge: count(0) },
  after: { Approve: count(1988, 1), Reject: count(12, 4), Review: count(0), Challenge: count(0) },
  changes: [
    {
      before: 'Approve',
      after: 'Reject',
      ...count(7, 3, 2),
      samples: ['p1', 'p2', 'p3', 'p4'].map((eventId) => ({
        environmentId: '20000000-0000-4000-8000-000000000001',
        eventId,
        eventTime: '2026-03-01T00:00:00.000Z',
        amount: 10.5,
        currency: 'EUR',
        label: 'None' as const,
        clause: 'Above',
        reason: null,
      })),
    },
  ],
  clauses: [{ name: 'Above', fired: count(12, 4), decided: count(12, 4), changed: count(7, 3, 2) }],
  errors: { events: 0, messages: [] },
  unknown: [{ kind: 'velocity', name: 'tries', events: 9 }],
};

describe('the report of a backtest', () => {
  it('says what would be decided differently, clause by clause, and what is not known', () => {
    expect(reportOf(RESULT)).toBe(
      [
        '2,000 events, 7 would be decided differently.',
        '',
        '           before  after  fraud before  after',
        'Approve     1,995  1,988             4      1',
        'Reject          5     12             1      4',
        'Review          0      0             0      0',
        'Challenge       0      0             0      0',
        '',
        '                  events  fraud  genuine      money',
        'Approve → Reject       7      3        2  EUR 73.50',
        '',
        'Approve → Reject, such as p1, p2, p3',
        '',
        '       fired  decided  changed  fraud  genuine      money  fraud among fired',
        'Above     12       12        7      3        2  EUR 73.50             33.3 %',
        '',
        '9 events came before the velocity tries was counted; it read as 0.',
      ].join('\n'),
    );
  });

  it('of an empty period says so', () => {
    const none = { Approve: count(0), Reject: count(0), Review: count(0), Challenge: count(0) };
    const empty = { ...RESULT, events: 0, before: none, after: none, changes: [], clauses: [], unknown: [] };
    expect(reportOf(empty)).toBe('No event of the period was decided.');
  });
});

describe('a period', () => {
  it('is given by dates, by ages or in words', () => {
    const now = Date.UTC(2026, 2, 31, 12);
    const at = (text: string): string => momentOf(text)(now).toISOString();
    expect(['now', 'start', '30d', '12h', '2026-03-01', '2026-03-01T10:00:00'].map(at)).toEqual([
      '2026-03-31T12:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
      '2026-03-31T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
    ]);
    for (const text of ['yesterday', '30', '2026-13-01']) expect(() => momentOf(text)).toThrow('such as 2026-03-01');
  });
});

describe('redoubt backtest', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redoubt-cli-backtest-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const run = (...words: readonly string[]) =>
    runCli(['backtest', '--environment', 'Primary', ...words], { dataDirectory: directory });

  it('says before it looks at any data what it cannot use', async () => {
    const file = join(directory, 'velocity.yaml');
    await writeFile(file, 'rule: Limit\nkind: velocity\nclauses: []\n');
    expect(await run('--rule', 'missing.yaml')).toMatchObject({
      exitCode: 2,
      errors: expect.stringMatching(/no such file/),
    });
    expect(await run('--rule', file)).toMatchObject({ exitCode: 2, errors: expect.stringMatching(/no decision rule/) });
    expect(await run('--rule', 'Limit', '--from', '1d', '--to', '2d')).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/before it begins/),
    });
    expect(await run('--rule', 'Limit')).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/There is no database in .*; set REDOUBT_DATA or DATABASE_URL/),
    });
  });
});
