import type { BodyOf, startSearchExport as startEndpoint } from '@redoubt/contracts';
import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, type JsonObject } from '@redoubt/kernel';
import { claimJob, finishJob, JobLost, type ClaimedJob } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { parquetReadObjects } from 'hyparquet';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import type { JobRun } from '../jobs/job-runner.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { createSubjectJobs } from '../subject-requests/subject-jobs.ts';
import { submitSubjectRequest } from '../subject-requests/subject-requests.commands.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createSearchExports } from './search-export.job.ts';
import { downloadSearchExport, getSearchExports, removeSearchExport, startSearchExport } from './search-exports.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const buy = (purchaseId: string, user: string, amount = 10, more: JsonObject = {}) =>
  merchant.send('Shop', 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    totalAmount: amount,
    user: { userId: user, email: `${user}@shop.example` },
    _metadata: metadataNow(scene.clock),
    ...more,
  });

const person = (): EnvironmentContext => ({
  ...scene.contextIn('Root'),
  capabilities: { search: 'read', personalData: 'read' },
});

const ask = (more: Partial<BodyOf<typeof startEndpoint>> = {}, context = person()) =>
  startSearchExport(context, {
    eventType: 'purchase',
    from: new Date(scene.clock.now() - DAY_MS).toISOString(),
    to: new Date(scene.clock.now() + DAY_MS).toISOString(),
    includeChildren: true,
    filters: [],
    condition: '',
    format: 'ndjson',
    withPersonal: true,
    ...more,
  });

const work = () => workOff(scene.contextIn('Root'), createSearchExports(scene.contextIn('Root')));

const fileOf = async (id: string, context = person()): Promise<Buffer> => {
  const { read, size } = await downloadSearchExport(context, id);
  return buffer(read(0, size));
};
const rowsOf = async (id: string): Promise<readonly JsonObject[]> =>
  (await fileOf(id))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JsonObject);

const parquetOf = async (id: string) => {
  const bytes = await fileOf(id);
  return parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
  });
};

describe('an export of a search', () => {
  it('holds the events that match, newest first, and is listed with what it holds', async () => {
    for (const id of ['p1', 'p2', 'p3']) await buy(id, 'ana');
    await buy('p4', 'ben');
    const { id } = await ask({ filters: [{ field: 'userId', operator: 'is', values: ['ana'] }] });
    expect((await getSearchExports(person())).exports).toMatchObject([{ id, state: 'waiting', events: 0 }]);
    await work();
    const rows = await rowsOf(id);
    expect(rows.map(({ eventId }) => eventId).toSorted()).toEqual(['p1', 'p2', 'p3']);
    const times = rows.map(({ eventTime }) => eventTime as string);
    expect(times).toEqual(times.toSorted().toReversed());
    const { exports } = await getSearchExports(person());
    expect(exports).toMatchObject([{ id, state: 'ready', events: 3, share: 1, isCut: false, hasPersonal: true }]);
    expect(exports[0]?.bytes).toBe((await fileOf(id)).length);
  });

  it('holds them in the order that was asked for, which a condition has none of', async () => {
    for (const [index, amount] of [20, 5, 5, 90].entries()) await buy(`p${index}`, 'ana', amount);
    const sort = { field: 'amount', direction: 'descending' } as const;
    const { id } = await ask({ sort });
    await work();
    expect((await rowsOf(id)).map(({ eventId }) => eventId)).toEqual(['p3', 'p0', 'p2', 'p1']);
    await expect(ask({ sort, condition: '@"totalAmount" > 500' })).rejects.toMatchObject({
      code: 'SRCH-SORT-CONDITION',
    });
    const own = { field: 'own:customData.none', direction: 'ascending' } as const;
    await expect(ask({ sort: own })).rejects.toMatchObject({ code: 'SRCH-FIELD-UNKNOWN' });
  });

  it('holds those for which a condition holds, as CSV that no spreadsheet runs', async () => {
    await buy('=1+1', 'ana', 600);
    await buy('p2', 'ana', 5);
    const { id, name } = await ask({ condition: '@"totalAmount" > 500', format: 'csv' });
    await work();
    const [head, row, ...rest] = (await fileOf(id)).toString().split('\r\n');
    expect(name).toMatch(/\.csv$/);
    expect(head).toMatch(/^environmentId,eventType,eventId,eventTime/);
    expect(row).toContain(",'=1+1,");
    expect(rest).toEqual(['']);
  });

  it('is a Parquet file with types, also where nothing matches', async () => {
    await buy('p1', 'ana', 12.5);
    const full = await ask({ format: 'parquet' });
    const empty = await ask({ format: 'parquet', filters: [{ field: 'userId', operator: 'is', values: ['none'] }] });
    await work();
    expect(await parquetOf(full.id)).toMatchObject([{ eventId: 'p1', amount: 12.5, userId: 'ana' }]);
    expect((await parquetOf(full.id))[0]?.['eventTime']).toBeInstanceOf(Date);
    expect(await parquetOf(empty.id)).toEqual([]);
  });

  it('masks what is personal unless a person asks for it who may see it', async () => {
    await buy('p1', 'ana');
    const { id } = await ask({ withPersonal: false });
    await work();
    const [row] = await rowsOf(id);
    expect(JSON.stringify(row)).not.toContain('ana@shop.example');
    const other: EnvironmentContext = { ...person(), capabilities: { search: 'read' } };
    await expect(ask({}, other)).rejects.toMatchObject({ code: 'SRCH-EXPORT-MASKED' });
    const plain = await ask();
    await work();
    await expect(downloadSearchExport(other, plain.id)).rejects.toMatchObject({ code: 'SRCH-EXPORT-MASKED' });
  });

  it('with masks holds what a person who sees values searched for by a part of one', async () => {
    await buy('p1', 'ana');
    await buy('p2', 'ben');
    const { id } = await ask({ condition: '@"user.email".StartsWith("ana@")', withPersonal: false });
    await work();
    const rows = await rowsOf(id);
    expect(rows.map(({ eventId }) => eventId)).toEqual(['p1']);
    expect(JSON.stringify(rows)).not.toContain('ana@shop.example');
  });

  it('is read from any byte on, by the person who asked for it alone', async () => {
    for (const id of ['p1', 'p2', 'p3']) await buy(id, 'ana');
    const { id } = await ask();
    await work();
    const whole = await fileOf(id);
    const { read } = await downloadSearchExport(person(), id);
    expect(await buffer(read(100, 300))).toEqual(whole.subarray(100, 300));
    const other = { ...person(), actor: { ...person().actor, id: 'another person' } };
    await expect(downloadSearchExport(other, id)).rejects.toMatchObject({ code: 'SRCH-EXPORT-UNKNOWN' });
    await expect(removeSearchExport(other, id)).rejects.toMatchObject({ code: 'SRCH-EXPORT-UNKNOWN' });
    expect((await getSearchExports(other)).exports).toEqual([]);
  });

  it('is removed by its person, and when its time is over, with its job and its file', async () => {
    const first = await ask();
    await removeSearchExport(person(), first.id);
    const second = await ask();
    await expect(downloadSearchExport(person(), second.id)).rejects.toMatchObject({ code: 'SRCH-EXPORT-GONE' });
    await work();
    await test.asAdmin("update search_export set expires_at = now() - interval '1 year'");
    await work();
    expect(await test.asAdmin('select 1 from search_export')).toEqual([]);
    expect(await test.asAdmin('select 1 from search_export_part')).toEqual([]);
    expect(await test.asAdmin("select 1 from job where kind = 'searchExport'")).toEqual([]);
  });

  it('ends where a person is erased whose events may stand in it', async () => {
    await buy('p1', 'ana');
    const ready = await ask();
    await work();
    const waiting = await ask({ filters: [{ field: 'userId', operator: 'is', values: ['ana'] }] });
    const keys = createSubjectKeys('key of the test');
    const value = 'ana';
    await submitSubjectRequest(scene.contextIn('Shop'), keys, {
      type: 'Delete',
      assessment: BUILT_IN_SUBJECTS,
      property: BUILT_IN_SUBJECT_PATH,
      value,
      confirmation: value,
    });
    await workOff(scene.contextIn('Root'), createSubjectJobs(test.database, scene.clock, keys));
    const { exports } = await getSearchExports(person());
    expect(exports.map(({ id, state }) => [id, state]).toSorted()).toEqual(
      [ready.id, waiting.id].map((id) => [id, 'removed']).toSorted(),
    );
    expect(await test.asAdmin('select 1 from search_export_part')).toEqual([]);
    expect(await test.asAdmin("select 1 from search_export where question::text like '%ana%'")).toEqual([]);
  });

  it.each(['ndjson', 'parquet'] as const)(
    'goes on in another node where one fell silent, which writes nothing more, as %s',
    async (format) => {
      for (const [index, amount] of [30, 10, 20, 20, 40].entries()) await buy(`p${index}`, 'ana', amount);
      const { id } = await ask({ format, sort: { field: 'amount', direction: 'ascending' } });
      const runner = createSearchExports({ ...scene.contextIn('Root'), step: 2 });
      const claim = async (node: string): Promise<ClaimedJob> => {
        const job = await claimJob(test.database, { node, kinds: ['searchExport'], now: new Date(scene.clock.now()) });
        if (job === undefined) throw new Error('no job to claim');
        return job;
      };
      const runOf = (signal: AbortSignal) => ({ signal }) as JobRun;
      const first = await claim('first');
      let looks = 0;
      // Looked at before each step: it stops after one.
      const afterOneStep = {
        get aborted() {
          looks += 1;
          return looks > 1;
        },
      } as AbortSignal;
      expect(await runner.run(first, runOf(afterOneStep))).toBeUndefined();
      expect((await getSearchExports(person())).exports).toMatchObject([{ state: 'running', events: 2 }]);

      await test.asAdmin("update job set heartbeat_at = now() - interval '1 hour' where kind = 'searchExport'");
      const second = await claim('second');
      await expect(runner.run(first, runOf(new AbortController().signal))).rejects.toBeInstanceOf(JobLost);
      expect((await getSearchExports(person())).exports).toMatchObject([{ state: 'running', events: 2 }]);
      const ending = await runner.run(second, runOf(new AbortController().signal));
      await test.database.inTenant(second.tenantId, async (trx) => {
        await ending?.(trx);
        await finishJob(trx, second, { state: 'done', problem: null, at: new Date(scene.clock.now()) });
      });
      const ids = (format === 'parquet' ? await parquetOf(id) : await rowsOf(id)).map(({ eventId }) => eventId);
      expect(ids).toEqual(['p1', 'p3', 'p2', 'p0', 'p4']);
    },
  );

  it('is refused beyond three under way, and where the search itself would be', async () => {
    await expect(ask({ condition: '@"totalAmount" >' })).rejects.toMatchObject({ code: 'SRCH-CONDITION-INVALID' });
    await expect(ask({ filters: [{ field: 'amount', operator: 'atLeast', values: ['x'] }] })).rejects.toMatchObject({
      code: 'SRCH-QUERY-INVALID',
    });
    await Promise.all([ask(), ask(), ask()]);
    await expect(ask()).rejects.toMatchObject({ code: 'SRCH-EXPORT-LIMIT' });
  });
});
