import { Readable } from 'node:stream';
import type { ListSummary } from '@redoubt/contracts';
import { advancePlanHead, listLists, listSupportLists, writeListRows } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { plannedLists, readListContent } from '../plans/list-content.ts';
import type { RowBlock } from '../plans/packed-rows.ts';
import { ListIndex } from '../plans/list-index.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { appendToList, changeListRows, rollBackRows, setListExpiry } from './list-rows.commands.ts';
import { createList, replaceList } from './lists.commands.ts';
import { downloadList, getListDifference, getListVersions, previewList } from './lists.queries.ts';
import type { RowChange } from './row-changes.ts';

const test = useDatabase();
let scene: Scene;

const here = () => scene.contextIn('Root');
const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);
const create = (text: string, expiryColumn?: string) =>
  createList(here(), { name: 'Zones', description: '', expiryColumn, stream: csv(text) });
const change = (list: ListSummary, changes: readonly RowChange[]) =>
  changeListRows(here(), list.id, { version: list.version, changes });
const lastChange = () =>
  test.database.inTenant(scene.tenantId, (trx) =>
    trx.selectFrom('audit_entry').select(['original', 'modified']).where('operation', '=', 'Update').executeTakeFirst(),
  );
const never = (): never => {
  throw new Error('there are three kinds of change');
};
const keptChunks = async (): Promise<number> =>
  (await test.database.inTenant(scene.tenantId, (trx) => trx.selectFrom('list_chunk').select('chunk_hash').execute()))
    .length;
/** Resolves when a statement waits for another transaction. */
const waitingFor = async (statement: string): Promise<void> => {
  await expect
    .poll(() =>
      test.asAdmin(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and starts_with(query, $1)`, [
        statement,
      ]),
    )
    .toHaveLength(1);
};
/** A content as plans read it. */
const indexOf = (list: ListSummary, contentVersion: number) =>
  test.database.inTenant(scene.tenantId, async (trx) => {
    const { columns, rows, life } = await readListContent(trx, { listId: list.id, contentVersion });
    return new ListIndex(columns, rows, life);
  });

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
});

describe('a change set of rows', () => {
  it('changes, removes and adds rows as one version, and keeps the rows before', async () => {
    const list = await create('zone,risk\nA,1\nB,2\nC,3\n');
    const changed = await change(list, [
      { kind: 'set', ordinal: 2, cells: ['B', '9'] },
      { kind: 'remove', ordinal: 1 },
      { kind: 'add', cells: ['D', '4'] },
    ]);
    expect(changed).toMatchObject({ contentVersion: 2, rowCount: 3 });
    expect(await downloadList(here(), list.id)).toBe('zone,risk\r\nB,9\r\nC,3\r\nD,4\r\n');
    expect(await downloadList(here(), list.id, { contentVersion: 1 })).toBe('zone,risk\r\nA,1\r\nB,2\r\nC,3\r\n');
    expect((await getListVersions(here(), list.id, { limit: 5 })).versions).toMatchObject([
      { contentVersion: 2, origin: 'edit', made: { by: 'Mara Lindqvist' } },
      { contentVersion: 1, origin: 'upload' },
    ]);
    const { modified } = (await lastChange()) ?? {};
    expect(modified).toMatchObject({ origin: 'edit', added: 1, removed: 1, changed: 1 });
    expect(JSON.stringify(modified)).not.toContain('"B"');
  });

  it('is read by a node that knows the content before without the chunks both have', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `z${row},${row % 7}`);
    const list = await create(`zone,risk\n${rows.join('\n')}\n`);
    const read = (contentVersion: number, known?: readonly RowBlock[]) =>
      test.database.inTenant(scene.tenantId, (trx) => readListContent(trx, { listId: list.id, contentVersion }, known));
    const before = await read(1);
    await change(list, [{ kind: 'set', ordinal: 10_000, cells: ['z9999', 'high'] }]);
    const after = await read(2, before.rows.blocks);
    expect(before.rows.blocks.length).toBeGreaterThan(5);
    expect(after.rows.blocks.filter((block) => !before.rows.blocks.includes(block)).length).toBeLessThanOrEqual(3);
    const index = await new ListIndex(before.columns, before.rows).next(after.columns, after.rows, after.life);
    expect(['z9998', 'z9999', 'z10000'].map((zone) => index.lookup('zone', zone, 'risk'))).toEqual(['2', 'high', '4']);
  });

  it('names a content as an upload of the same rows does', async () => {
    const list = await create('zone\nA\n');
    const changed = await change(list, [{ kind: 'add', cells: ['B'] }]);
    const preview = await previewList(here(), { stream: csv('zone\nA\nB\n'), listId: list.id, as: 'content' });
    expect(preview.difference).toMatchObject({ added: 0, removed: 0, unchanged: 2 });
    const back = await change(changed, [{ kind: 'remove', ordinal: 2 }]);
    expect(await getListDifference(here(), list.id, { from: 1, to: back.contentVersion })).toMatchObject({
      added: 0,
      removed: 0,
    });
    await expect(rollBackRows(here(), list.id, { version: back.version, contentVersion: 1 })).rejects.toMatchObject({
      code: 'LIST-UNCHANGED',
    });
  });

  it('is refused as a whole where a change does not fit, with each place', async () => {
    const list = await create('zone,until\nA,\n', 'until');
    const attempt = change(list, [
      { kind: 'set', ordinal: 2, cells: ['B', ''] },
      { kind: 'add', cells: ['C'] },
      { kind: 'add', cells: ['D', 'tomorrow'] },
      { kind: 'remove', ordinal: 1 },
      { kind: 'remove', ordinal: 1 },
      { kind: 'add', cells: ['E\0', ''] },
    ]);
    await expect(attempt).rejects.toMatchObject({
      code: 'LIST-ROW-INVALID',
      problems: [
        { path: 'body.changes.0' },
        { path: 'body.changes.1' },
        { path: 'body.changes.2' },
        { path: 'body.changes.4' },
        { path: 'body.changes.5' },
      ],
    });
    expect(await downloadList(here(), list.id)).toBe('zone,until\r\nA,\r\n');
  });

  it('that changes nothing makes no version, and one from an older state is refused', async () => {
    const list = await create('zone\nA\n');
    await expect(change(list, [{ kind: 'set', ordinal: 1, cells: ['A'] }])).rejects.toMatchObject({
      code: 'LIST-UNCHANGED',
    });
    await change(list, [{ kind: 'add', cells: ['B'] }]);
    await expect(change(list, [{ kind: 'add', cells: ['C'] }])).rejects.toMatchObject({ code: 'LIST-STALE' });
    expect((await getListVersions(here(), list.id, { limit: 5 })).versions).toHaveLength(2);
  });

  it('gives the content that an upload of its rows gives, wherever the changes are', async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => `r${index},${'x'.repeat(index % 30)}`);
    let list = await create(`n,v\n${rows.join('\n')}\n`);
    const edits: ((at: number) => RowChange)[] = [
      (ordinal) => ({ kind: 'set', ordinal, cells: [`s${ordinal}`, 'set'] }),
      (ordinal) => ({ kind: 'remove', ordinal }),
      (ordinal) => ({ kind: 'add', cells: [`a${ordinal}`, 'added'] }),
    ];
    for (const ordinals of [[1], [3999], [1, 2000], [3990, 700, 1500], [30, 31, 32], [3000]]) {
      list = await change(
        list,
        ordinals.map((ordinal, at) => (edits[(at + ordinal) % 3] ?? edits[0])?.(ordinal) ?? never()),
      );
      const stream = csv(await downloadList(here(), list.id));
      const again = await replaceList(here(), list.id, { version: list.version, stream });
      expect(again.contentVersion).toBe(list.contentVersion);
      expect(again.rowCount).toBe((await downloadList(here(), list.id)).split('\r\n').length - 2);
    }
    list = await appendToList(here(), list.id, { version: list.version, stream: csv('v,n\nlast,row\n') });
    expect(await downloadList(here(), list.id)).toMatch(/\r\nrow,last\r\n$/);
    const back = await rollBackRows(here(), list.id, { version: list.version, contentVersion: 1 });
    expect(await downloadList(here(), list.id)).toBe(`n,v\r\n${rows.join('\r\n')}\r\n`);
    expect(back.rowCount).toBe(4000);
  });

  it('writes the chunk of a changed cell again, and no other', async () => {
    const list = await create(`n\n${Array.from({ length: 20_000 }, (_, index) => `row ${index}`).join('\n')}\n`);
    const before = await keptChunks();
    const changed = await change(list, [{ kind: 'set', ordinal: 9000, cells: ['other'] }]);
    expect(before).toBeGreaterThan(5);
    expect((await keptChunks()) - before).toBeLessThanOrEqual(2);
    await rollBackRows(here(), list.id, { version: changed.version, contentVersion: 1 });
    expect((await keptChunks()) - before).toBeLessThanOrEqual(2);
  });

  it('keeps others of the tenant from publishing only while the list comes to name the rows', async () => {
    const list = await create('zone\nA\n');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const writer = test.database.inTenant(scene.tenantId, async (trx) => {
      await writeListRows(trx, scene.tenantId, list.id, [['B']]);
      hold();
      await released;
    });
    await held;
    const changing = change(list, [{ kind: 'set', ordinal: 1, cells: ['B'] }]);
    // The edit waits for the chunk that the other transaction is writing, and nothing else waits for it.
    await waitingFor('insert into "list_chunk"');
    await test.database.inTenant(scene.tenantId, (trx) => advancePlanHead(trx, scene.tenantId, new Date(0)));
    release();
    await writer;
    expect(await changing).toMatchObject({ contentVersion: 2 });
  });

  it('of which another came first is refused without a version', async () => {
    const list = await create('zone\nA\n');
    const both = await Promise.allSettled(
      ['B', 'C'].map((cell) => change(list, [{ kind: 'set', ordinal: 1, cells: [cell] }])),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'LIST-STALE' } });
    expect((await getListVersions(here(), list.id, { limit: 5 })).versions).toHaveLength(2);
  });
});

describe('appending a file', () => {
  it('puts its rows behind, whatever the order of its columns', async () => {
    const list = await create('zone,risk\nA,1\n');
    const preview = await previewList(here(), { stream: csv('RISK,zone\n2,B\n'), listId: list.id, as: 'append' });
    expect(preview).toMatchObject({ problems: [], difference: { added: 1, removed: 0, unchanged: 1 } });
    const input = { version: list.version, stream: csv('RISK,zone\n2,B\n') };
    expect(await appendToList(here(), list.id, input)).toMatchObject({ rowCount: 2, columns: ['zone', 'risk'] });
    expect(await downloadList(here(), list.id)).toBe('zone,risk\r\nA,1\r\nB,2\r\n');
  });

  it('is refused where the columns differ, and where there is nothing to append', async () => {
    const list = await create('zone\nA\n');
    const append = (text: string) => appendToList(here(), list.id, { version: list.version, stream: csv(text) });
    await expect(append('place\nB\n')).rejects.toMatchObject({ code: 'LIST-FILE-INVALID' });
    await expect(append('zone\n')).rejects.toMatchObject({ code: 'LIST-UNCHANGED' });
    const preview = await previewList(here(), { stream: csv('place\nB\n'), listId: list.id, as: 'append' });
    expect(preview).toMatchObject({ problems: [{ code: 'otherColumns' }], difference: null });
  });
});

describe('rolling back', () => {
  it('brings an earlier content back as a new version with the same hash', async () => {
    const list = await create('zone\nA\nB\n');
    const changed = await change(list, [{ kind: 'remove', ordinal: 1 }]);
    const back = await rollBackRows(here(), list.id, { version: changed.version, contentVersion: 1 });
    expect(back).toMatchObject({ contentVersion: 3, rowCount: 2 });
    expect(await downloadList(here(), list.id)).toBe('zone\r\nA\r\nB\r\n');
    const { versions } = await getListVersions(here(), list.id, { limit: 1 });
    expect(versions).toMatchObject([{ origin: 'rollback', restoredVersion: 1 }]);
    const hashes = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('list_version').select('content_hash').orderBy('content_version').execute(),
    );
    expect(hashes[2]).toEqual(hashes[0]);
  });

  it('needs a version that was', async () => {
    const list = await create('zone\nA\n');
    const attempt = rollBackRows(here(), list.id, { version: list.version, contentVersion: 7 });
    await expect(attempt).rejects.toMatchObject({ code: 'LIST-VERSION-UNKNOWN' });
    await expect(getListDifference(here(), list.id, { from: 1, to: 7 })).rejects.toMatchObject({
      code: 'LIST-VERSION-UNKNOWN',
    });
  });
});

describe('rows that expire', () => {
  const at = (text: string) => ({ nowMs: Date.parse(text), position: Number.POSITIVE_INFINITY });

  it('stop answering at their instant, and a plan of the time before still answers as it did', async () => {
    const list = await create('zone,risk,until\nA,1,2026-03-20T12:00Z\nA,2,\nB,1,2026-03-20\n');
    const expiring = await setListExpiry(here(), list.id, { version: list.version, column: 'UNTIL' });
    expect(expiring).toMatchObject({ contentVersion: 2, expiryColumn: 'until' });
    const now = await indexOf(list, 2);
    expect(now.lookup('zone', 'A', 'risk', at('2026-03-20T11:59:59.999Z'))).toBe('1');
    expect(now.lookup('zone', 'A', 'risk', at('2026-03-20T12:00:00Z'))).toBe('2');
    expect(now.has('zone', 'B', at('2026-03-20T23:59:59.999Z'))).toBe(true);
    expect(now.has('zone', 'B', at('2026-03-21T00:00:00Z'))).toBe(false);
    const before = await indexOf(list, 1);
    expect(before.has('zone', 'B', at('2026-03-21T00:00:00Z'))).toBe(true);
  });

  it('make another plan unit, so that a replay reads what the decision read', async () => {
    const list = await create('zone,until\nA,\n');
    const planned = () =>
      test.database.inTenant(scene.tenantId, async (trx) => {
        return plannedLists(scene.idOf('Root'), await listLists(trx), await listSupportLists(trx)).find(
          ({ name }) => name === 'Zones',
        );
      });
    const before = await planned();
    await setListExpiry(here(), list.id, { version: list.version, column: 'until' });
    expect((await planned())?.contentHash).not.toBe(before?.contentHash);
  });

  it('need a column whose cells can be read', async () => {
    const list = await create('zone,until\nA,\nB,soon\n');
    const attempt = (column: string) => setListExpiry(here(), list.id, { version: list.version, column });
    await expect(attempt('until')).rejects.toMatchObject({ code: 'LIST-ROW-INVALID', problems: [{ path: 'row 2' }] });
    await expect(attempt('nowhere')).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });
});
