import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approved, refusal, startFakeApi, type FakeApi } from '../testing/fake-api.ts';
import { runCli, type CliRun } from '../testing/run-cli.ts';

const MAP = `
event:
  purchaseId: "p-{ID}"
  merchantLocalDate: "{AT:dateTime}"
  totalAmount: "{SUM:number}"
  _metadata:
    trackingId: "t-{ID}"
    merchantTimeStamp: "{AT:dateTime}"
label:
  when: "{FRAUD} == 1"
  event:
    labelObjectType: PURCHASE
    labelObjectId: "p-{ID}"
    labelSource: OfflineAnalysis
`;

const csvOf = (rows: number): string =>
  ['ID,AT,SUM,FRAUD', ...Array.from({ length: rows }, (_, index) => `${index + 1},2018-04-01 00:00:00,10.5,0`)].join(
    '\n',
  );

let api: FakeApi;
let directory: string;

beforeEach(async () => {
  api = await startFakeApi();
  directory = await mkdtemp(join(tmpdir(), 'redoubt-cli-'));
  await writeFile(join(directory, 'map.yaml'), MAP);
});
afterEach(async () => {
  await api.close();
  await rm(directory, { recursive: true, force: true });
});

const importFile = async (
  content: string | Buffer,
  options: readonly string[] = [],
  stop?: AbortSignal,
): Promise<CliRun> => {
  const path = join(directory, 'in.csv');
  const known = await readFile(path).catch(() => null);
  // Rewriting an unchanged file would make it another import.
  if (known === null || !known.equals(Buffer.from(content))) await writeFile(path, content);
  const connection = [
    '--origin',
    api.origin,
    '--environment',
    '/primary',
    '--client-id',
    'shop',
    '--token-url',
    api.tokenUrl,
  ];
  return runCli(
    [
      'events',
      'import',
      path,
      '--map',
      join(directory, 'map.yaml'),
      ...connection,
      '--client-secret',
      'secret',
      ...options,
    ],
    { dataDirectory: directory, ...(stop === undefined ? {} : { stop }) },
  );
};

const sentIds = (): unknown[] => api.calls.map(({ body }) => body.purchaseId ?? body.labelObjectId);
const errorLists = async (): Promise<string[]> =>
  (await readdir(join(directory, 'imports'))).filter((name) => name.endsWith('.errors.csv'));

describe('redoubt events import', () => {
  it('sends rows in the order of the file as past events of the environment, a label after its purchase', async () => {
    const run = await importFile('ID,AT,SUM,FRAUD\n1,2018-04-01,1,0\n2,2018-04-01,2,1\n3,2018-04-02,3,0\n', [
      '--concurrency',
      '1',
    ]);
    expect(run).toMatchObject({ exitCode: 0, errors: '' });
    expect(sentIds()).toEqual(['p-1', 'p-2', 'p-2', 'p-3']);
    expect(api.calls[2]?.path).toBe('/v1.0/MerchantServices/events/Label');
    expect(api.calls[0]?.headers).toMatchObject({
      'x-ms-dfpenvid': '/primary',
      'x-redoubt-mode': 'historical',
      authorization: 'Bearer t1',
    });
    expect(run.output).toContain('3 in all');
    expect(run.output).toContain('Approve 3');
    expect(run.output).toMatch(/labels +1/);
  });

  it('reads files divided by semicolons, in UTF-16 or Windows-1252 as well', async () => {
    const text = csvOf(3).replaceAll(',', ';');
    expect((await importFile(text)).exitCode).toBe(0);
    expect((await importFile(Buffer.from(`\ufeff${text}`, 'utf16le'), ['--restart'])).exitCode).toBe(0);
    const lines = text.split('\n').map((line, index) => `${line};${index === 0 ? 'Número' : 'é'}`);
    const western = Buffer.from(lines.join('\n'), 'latin1');
    expect((await importFile(western, ['--restart'])).exitCode).toBe(0);
    expect(sentIds().toSorted()).toEqual(['p-1', 'p-1', 'p-1', 'p-2', 'p-2', 'p-2', 'p-3', 'p-3', 'p-3']);
  });

  it('reads gzipped files and sends every row exactly once at full width', async () => {
    expect((await importFile(gzipSync(csvOf(500)))).exitCode).toBe(0);
    expect(new Set(sentIds()).size).toBe(500);
    expect(api.calls).toHaveLength(500);
    expect(api.tokensIssued()).toBe(1);
  });

  it('does not send a finished file again unless told to', async () => {
    await importFile(csvOf(5));
    const again = await importFile(csvOf(5));
    expect(again.output).toContain('has been imported already: 5 rows');
    expect(api.calls).toHaveLength(5);
    await importFile(csvOf(5), ['--restart']);
    expect(api.calls).toHaveLength(10);
  });

  it('goes on where a limit ended', async () => {
    await importFile(csvOf(7), ['--limit', '3']);
    expect(sentIds()).toHaveLength(3);
    const rest = await importFile(csvOf(7));
    expect(rest.errors).toContain('Going on after row 3.');
    expect(sentIds().toSorted()).toEqual(['p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6', 'p-7']);
  });

  it('waits and sends again what a busy, stopping or broken server did not take', async () => {
    const troubles = [
      { ...refusal(503, 'stopping', true), headers: { 'retry-after': '0' } },
      refusal(429, 'slower', true),
      'hangUp' as const,
      { status: 502, body: 'bad gateway' },
    ];
    api.answerWith = () => troubles.shift() ?? null;
    const run = await importFile(csvOf(3), ['--concurrency', '2']);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.output).toContain('Approve 3');
  });

  it('sends again the events alone that a busy server did not take', async () => {
    const busy = new Set<unknown>(['p-2', 'p-5']);
    api.answerWith = ({ body }) =>
      busy.delete(body.purchaseId) ? { ...refusal(503, 'not stored', true), inLine: true } : null;
    const run = await importFile(csvOf(6));
    expect(run).toMatchObject({ exitCode: 0 });
    expect(sentIds().toSorted()).toEqual(['p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6']);
  });

  it('ends, and leaves the rows to the next run, where the server takes no lines', async () => {
    api.answerWith = () => refusal(415, 'Content-Type must be application/json.');
    const run = await importFile(csvOf(3));
    expect(run.errors).toContain('does not take events in lines (415: Content-Type must be application/json.)');
    expect(run.errors).toContain('goes on after row 0.');
    api.answerWith = null;
    expect((await importFile(csvOf(3))).exitCode).toBe(0);
    expect(sentIds()).toHaveLength(3);
  });

  it('fetches a new token when the server no longer takes the old one', async () => {
    api.answerWith = (_call, token) =>
      token === 't1' ? { status: 401, body: { statusCode: 401, message: 'The token has expired.' } } : null;
    const run = await importFile(csvOf(4));
    expect(run).toMatchObject({ exitCode: 0 });
    expect(api.tokensIssued()).toBe(2);
  });

  it('lists refused events with their row, goes on, and ends with a failure', async () => {
    api.answerWith = ({ body }) => (body.purchaseId === 'p-2' ? refusal(400, 'Input validation failed, "x"') : null);
    const rows = 'ID,AT,SUM,FRAUD\n1,2018-04-01,1,0\n2,2018-04-01,2,1\n3,never,3,0\n4,2018-04-01,4,0\n';
    const run = await importFile(rows);
    expect(run).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('2 events were refused and are not stored;'),
    });
    expect(run.output).toMatch(/refused +2/);
    expect(await importFile(rows)).toMatchObject({ exitCode: 1, output: expect.stringContaining('imported already') });
    const [name = ''] = await errorLists();
    const listed = (await readFile(join(directory, 'imports', name), 'utf8')).split('\n');
    expect(listed[0]).toBe('row,event,status,message');
    expect(listed[1]).toBe('2,purchase,400,"Input validation failed, ""x"""');
    expect(listed[2]).toContain('3,purchase,,"column AT holds ""never""');
  });

  it('stops when too much is refused and says where the list is', async () => {
    api.answerWith = () => refusal(400, 'no');
    const run = await importFile(csvOf(200), ['--max-refused', '10', '--concurrency', '2']);
    expect(run.exitCode).toBe(1);
    expect(run.errors).toContain('events were refused;');
    expect(run.errors).toMatch(/The same command goes on after row \d+\./);
    expect(api.calls.length).toBeLessThan(20);
  });

  it('ends at once where no event can ever get through', async () => {
    api.answerWith = () => refusal(403, 'The application is not allowed in this environment.');
    const forbidden = await importFile(csvOf(200), ['--concurrency', '2']);
    expect(forbidden.exitCode).toBe(1);
    expect(forbidden.errors).toContain('not allowed in this environment');
    const wrongSecret = await importFile(csvOf(3), ['--restart', '--client-secret', 'wrong']);
    expect(wrongSecret.errors).toContain('unknown client or secret');
    await api.close();
    const away = await importFile(csvOf(3), ['--restart']);
    expect(away.errors).toContain('does not answer. Is the server running?');
  });

  it('finishes what is under way when stopped, and the next run sends the rest', async () => {
    const controller = new AbortController();
    api.answerWith = () => {
      if (api.calls.length === 20) controller.abort();
      return approved;
    };
    const stopped = await importFile(csvOf(100), ['--concurrency', '4'], controller.signal);
    expect(stopped.exitCode).toBe(130);
    expect(stopped.errors).toMatch(/Stopped\. The same command goes on after row \d+\./);
    const sentBefore = api.calls.length;
    expect(sentBefore).toBeLessThan(100);
    api.answerWith = null;
    expect((await importFile(csvOf(100))).exitCode).toBe(0);
    expect(new Set(sentIds()).size).toBe(100);
    expect(api.calls).toHaveLength(100);
  });

  it('leaves events that wait for another try to the next run when stopped', async () => {
    const controller = new AbortController();
    api.answerWith = () => {
      controller.abort();
      return { ...refusal(503, 'busy', true), headers: { 'retry-after': '3600' } };
    };
    const stopped = await importFile(csvOf(10), [], controller.signal);
    expect(stopped.exitCode).toBe(130);
    expect(stopped.errors).toContain('goes on after row 0.');
  });

  it.each([
    ['', 'is empty: its first line must name the columns'],
    ['ID,AT\n1,2018-04-01', 'has no column SUM; its columns are ID, AT'],
    ['ID,AT,SUM,FRAUD\n1,2018-04-01,1,0\n2,2018-04-01\n', 'in.csv, line 3: '],
    [Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'is a damaged gzip file'],
  ])('says what is wrong with the file %j', async (content, message) => {
    const run = await importFile(content);
    expect(run.exitCode).toBe(1);
    expect(run.errors).toContain(message);
  });

  it('takes everything from the facts of the demonstration where nothing is said', async () => {
    const demo = {
      origin: api.origin,
      environmentId: 'e1',
      clientId: 'demo',
      clientSecret: 'secret',
      resource: 'https://api.dfp.microsoft.com',
      tokenUrlV2: api.tokenUrl,
    };
    const path = join(directory, 'in.csv');
    await writeFile(path, csvOf(2));
    const words = ['events', 'import', path, '--map', join(directory, 'map.yaml')];
    const without = await runCli(words, { dataDirectory: directory });
    expect(without.errors).toContain('Start the server once with npm start');
    await writeFile(join(directory, 'demo.json'), JSON.stringify(demo));
    const run = await runCli(words, { dataDirectory: directory });
    expect(run.exitCode).toBe(0);
    expect(api.calls[0]?.headers['x-ms-dfpenvid']).toBe('e1');
  });
});
