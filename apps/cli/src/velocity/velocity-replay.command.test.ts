import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';

const MAP = `
id: ID
time: AT
timeZone: UTC
event: Purchase
fields:
  user.userId: USER
  amount: SUM
  fraud: FRAUD
`;

const EVENTS = `ID,AT,USER,SUM,FRAUD
a,2018-04-01 10:00:00,ada,10.1,0
b,2018-04-01 10:30:00,ada,0.2,1
c,2018-04-01 11:00:00,bob,5,0
d,2018-04-01 11:00:00,ada,7,0
e,2018-04-01 11:00:00,ada,8,1
f,2018-04-02 10:30:00,ada,,0
`;

const SET = `SELECT Count() AS n FROM Purchase GROUPBY @"user.userId"
---
LET $x = @"amount"
SELECT Sum($x) AS spent FROM Purchase GROUPBY @"user.userId"
`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-replay-'));
});
afterEach(() => rm(directory, { recursive: true }));

const replay = async (
  files: { readonly set?: string; readonly map?: string; readonly events?: string | Buffer; readonly name?: string },
  ...words: readonly string[]
): Promise<CliRun> => {
  const [set, map, events] = ['set.fql', 'map.yaml', files.name ?? 'events.csv'].map((name) => join(directory, name));
  await writeFile(set ?? '', files.set ?? SET);
  await writeFile(map ?? '', files.map ?? MAP);
  await writeFile(events ?? '', files.events ?? EVENTS);
  const options = ['--set', set ?? '', '--map', map ?? '', '--events', events ?? ''];
  return runCli(['velocity', 'replay', ...options, ...words], { dataDirectory: directory });
};

describe('velocity replay', () => {
  it('writes one line per event, without the event itself, open at the old end of a sliding window', async () => {
    const { output, errors, exitCode } = await replay({}, '--windows', '1h,1d', '--mode', 'sliding');
    expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 });
    expect(output.trim().split('\n')).toEqual([
      'id,n@1h,n@1d,spent@1h,spent@1d',
      'a,0,0,0,0',
      'b,1,1,10.1,10.1',
      'c,0,0,0,0',
      'd,1,2,0.2,10.3',
      'e,2,3,7.2,17.3',
      'f,0,2,0,15',
    ]);
  });

  it('counts the event itself on request, and of its second only what came before it', async () => {
    const { output } = await replay({}, '--windows', '1h', '--mode', 'sliding', '--include-current');
    expect(output.trim().split('\n').slice(1)).toEqual([
      'a,1,10.1',
      'b,2,10.3',
      'c,1,5',
      'd,2,7.2',
      'e,3,15.2',
      'f,1,0',
    ]);
  });

  it('begins aligned windows on whole units, which is the default', async () => {
    const { output } = await replay({}, '--windows', '1h,1d');
    expect(output.trim().split('\n').slice(4)).toEqual(['d,2,2,10.3,10.3', 'e,3,3,17.3,17.3', 'f,0,4,0,25.3']);
  });

  it('ends windows before the event by the delay, at which second events count', async () => {
    const set = 'SELECT Avg(@"fraud") AS risk FROM Purchase GROUPBY @"user.userId"';
    const { output } = await replay({ set }, '--windows', '1h', '--mode', 'sliding', '--delay', '30m');
    expect(output.trim().split('\n')).toEqual(['id,risk@1h', 'a,0', 'b,0', 'c,0', 'd,0.5', 'e,0.5', 'f,0']);
  });

  it('reads the windows of events that do not count themselves', async () => {
    const set = 'SELECT Count() AS frauds FROM Purchase WHEN @"fraud" == 1 GROUPBY @"user.userId"';
    const { output } = await replay({ set }, '--windows', '1d', '--mode', 'sliding');
    expect(output.trim().split('\n').slice(1)).toEqual(['a,0', 'b,0', 'c,0', 'd,1', 'e,1', 'f,1']);
  });

  it('takes a condition of the whole set, several kinds of events, NDJSON and time zones', async () => {
    const set = `LET $min = 5 WHEN @"amount" >= $min\n---\nSELECT Sum(@"amount") AS s FROM Purchase, Purchase:PurchaseStatus GROUPBY @"user.id"`;
    const map = `{id: id, time: meta.at, timeZone: Europe/Brussels, event: kind, fields: {amount: amount, user.id: "user.id"}}`;
    const events = [
      { id: 1, meta: { at: '2018-04-01T00:00:00Z' }, kind: 'Purchase', amount: 10, user: { id: 7 } },
      { id: 2, meta: { at: '2018-04-01 02:00:30' }, kind: 'purchase:purchasestatus', amount: 20.5, user: { id: 7 } },
      { id: 3, meta: { at: 1522540860 }, kind: 'Login', amount: 40, user: { id: 7 } },
      { id: 4, meta: { at: '2018-04-01 02:01:30' }, kind: 'Purchase', amount: 1, user: { id: '7' } },
    ];
    const text = gzipSync(events.map((event) => JSON.stringify(event)).join('\n'));
    const { output, errors } = await replay(
      { set, map, events: text, name: 'events.ndjson.gz' },
      '--windows',
      '59s,1d',
      '--mode',
      'sliding',
    );
    expect(errors).toBe('');
    expect(output.trim().split('\n').slice(1)).toEqual(['1,0,0', '2,10,10', '3,20.5,30.5', '4,0,30.5']);
  });

  it('counts what came late where it belongs, and says that it did', async () => {
    const events = EVENTS.replace('b,2018-04-01 10:30:00', 'b,2018-04-01 09:59:30');
    const { output, errors } = await replay({ events }, '--windows', '1h', '--mode', 'sliding');
    expect(errors).toContain('1 events came after later ones');
    expect(output.split('\n').slice(2, 5)).toEqual(['b,0,0', 'c,0,0', 'd,0,0']);
  });

  it.each([
    ['an unknown window', {}, ['--windows', '24h'], /"24h" is no window/],
    [
      'a mistake in a text',
      { set: `${SET}---\nSELECT Middle(1) AS m FROM P GROUPBY "x"` },
      ['--windows', '1h'],
      /set\.fql:6:8: SELECT needs/,
    ],
    ['a column that is not there', { map: MAP.replace('SUM', 'TOTAL') }, ['--windows', '1h'], /has no column TOTAL/],
    [
      'a cell that is no time',
      { events: EVENTS.replace('2018-04-02', '2018-02-30') },
      ['--windows', '1h'],
      /row 6: column AT/,
    ],
    ['an unknown zone', { map: MAP.replace('UTC', 'Mars/Base') }, ['--windows', '1h'], /no time zone "Mars\/Base"/],
    ['an empty set', { set: '---\n' }, ['--windows', '1h'], /holds no velocity/],
  ])('refuses %s and says where', async (_what, files, words, message) => {
    const run = await replay(files, ...words).catch((error: unknown) => ({ errors: String(error), exitCode: 1 }));
    expect(run).toMatchObject({ errors: expect.stringMatching(message) as string, exitCode: 1 });
  });
});
