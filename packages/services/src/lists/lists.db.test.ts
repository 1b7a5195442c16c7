import { Readable } from 'node:stream';
import { newId } from '@redoubt/kernel';
import { createLog, insertRule, ruleStore, saveReferences } from '@redoubt/storage';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFunction, publishFunction } from '../functions/function.commands.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import { createList, deleteList, describeList, replaceList } from './lists.commands.ts';
import { downloadList, getListRows, getLists, previewList } from './lists.queries.ts';

const test = useDatabase();
let scene: Scene;

const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);
const create = (name: string, text: string, environment = 'Root') =>
  createList(scene.contextIn(environment), { name, description: 'd', stream: csv(text) });

/** A published rule that reads a column, put there without the compiler. */
const publishReader = (ruleName: string, list: string, columns: readonly string[]) =>
  test.database.inTenant(scene.tenantId, async (trx) => {
    const id = newId();
    const changed = { by: 'scene', at: new Date(0) };
    const key = { environmentId: scene.idOf('Root'), assessment: 'purchase' };
    await insertRule(trx, scene.tenantId, { ...key, id, type: 'decision', name: ruleName, description: '' }, changed);
    await ruleStore.insertVersion(trx, scene.tenantId, id, {
      condition: '',
      clauses: [],
      samplePayload: null,
      version: 1,
      contentHash: 'x',
      publishedBy: 'scene',
      publishedAt: new Date(0),
      note: '',
      restores: null,
    });
    const { environmentId } = key;
    const reference = { kind: 'list', environmentId, name: list, parts: columns, signature: null } as const;
    await saveReferences(trx, scene.tenantId, { kind: 'rule', id, environmentId }, [reference]);
    await ruleStore.update(trx, id, { publishedVersion: 1, order: 1 }, changed);
    return id;
  });

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('creating a list', () => {
  it('keeps the file and shows it in its own environment only', async () => {
    const list = await create('Blocked e-mails', 'Email,Status\na@x.example,Block\n');
    expect(list).toMatchObject({
      name: 'Blocked e-mails',
      columns: ['Email', 'Status'],
      rowCount: 1,
      sizeBytes: 31,
      contentVersion: 1,
      usedBy: [],
      changed: { by: 'Mara Lindqvist' },
    });
    expect((await getLists(scene.contextIn('Root'))).lists).toEqual([list]);
    expect((await getLists(scene.contextIn('Child'))).lists).toEqual([]);
    expect(await scene.activities()).toEqual(['Create CustomList Blocked e-mails']);
    expect(await scene.planVersion()).toBe(1);
  });

  it('refuses a name that is taken in whatever case, or that rules could not write', async () => {
    await create('Countries', 'c\nDE\n');
    await expect(create(' COUNTRIES ', 'c\nDE\n')).rejects.toMatchObject({ code: 'LIST-NAME-TAKEN' });
    await expect(create('a"b', 'c\nDE\n')).rejects.toMatchObject({ code: 'LIST-NAME-INVALID' });
    await expect(create('Countries', 'c\nDE\n', 'Child')).resolves.toMatchObject({ name: 'Countries' });
  });

  it('refuses a file that is wrong, naming its lines, and leaves no trace', async () => {
    await expect(create('Countries', 'a,b\n1\n')).rejects.toMatchObject({
      code: 'LIST-FILE-INVALID',
      problems: [{ path: 'line 2', message: 'raggedRow: The row has 1 cells, the header has 2.' }],
    });
    expect(await scene.activities()).toEqual([]);
    expect(await scene.planVersion()).toBe(0);
  });
});

describe('replacing a list', () => {
  it('keeps the earlier content as a version and moves the plan on', async () => {
    const list = await create('Zones', 'zone\nA\n');
    const replaced = await replaceList(scene.contextIn('Root'), list.id, {
      version: list.version,
      stream: csv('zone,note\nA,x\nB,y\n'),
    });
    expect(replaced).toMatchObject({ contentVersion: 2, rowCount: 2, columns: ['zone', 'note'] });
    expect(await downloadList(scene.contextIn('Root'), list.id)).toBe('zone,note\r\nA,x\r\nB,y\r\n');
    const versions = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('list_version').select(['content_version', 'row_count']).orderBy('content_version').execute(),
    );
    expect(versions).toEqual([
      { content_version: 1, row_count: 1 },
      { content_version: 2, row_count: 2 },
    ]);
    expect(await scene.planVersion()).toBe(2);
  });

  it('notes where the log stood, so that later events are known to have seen it', async () => {
    const list = await create('Zones', 'zone\nA\n');
    const log = createLog(test.database);
    await log.append(aPurchase({ tenantId: scene.tenantId, environmentId: scene.idOf('Root') }));
    await log.close();
    await replaceList(scene.contextIn('Root'), list.id, { version: list.version, stream: csv('zone\nB\n') });
    const positions = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('list_version').select('active_from_position').orderBy('content_version').execute(),
    );
    expect(positions).toEqual([{ active_from_position: 0 }, { active_from_position: 1 }]);
  });

  it('changes nothing where the content is the same', async () => {
    const list = await create('Zones', 'zone\nA\n');
    const again = await replaceList(scene.contextIn('Root'), list.id, {
      version: list.version,
      stream: csv('zone\r\nA\r\n'),
    });
    expect(again).toEqual(list);
    expect(await scene.activities()).toEqual(['Create CustomList Zones']);
  });

  it('refuses to take away a column that a published rule reads', async () => {
    const list = await create('Zones', 'zone,risk\nA,1\n');
    await publishReader('High risk zones', 'ZONES', ['Zone', 'Risk']);
    const attempt = (text: string) =>
      replaceList(scene.contextIn('Root'), list.id, { version: list.version, stream: csv(text) });
    await expect(attempt('zone\nA\n')).rejects.toMatchObject({
      code: 'LIST-COLUMN-IN-USE',
      params: { name: 'Zones', columns: ['Risk'], rules: ['High risk zones'] },
    });
    await expect(attempt('RISK,zone,more\n1,A,\n')).resolves.toMatchObject({ contentVersion: 2 });
  });

  it('refuses a write from an older state', async () => {
    const list = await create('Zones', 'zone\nA\n');
    await describeList(scene.contextIn('Root'), list.id, { version: list.version, description: 'new' });
    const stale = replaceList(scene.contextIn('Root', 'Tomas Berg'), list.id, {
      version: list.version,
      stream: csv('zone\nB\n'),
    });
    await expect(stale).rejects.toMatchObject({ code: 'LIST-STALE', params: { by: 'Mara Lindqvist' } });
  });
});

describe('deleting a list', () => {
  it('is refused while a function or velocity set reads it, and the list says so before', async () => {
    const context = scene.contextIn('Root');
    const list = await create('Zones', 'zone\nA\n');
    const reads = 'ContainsKey("Zones", "zone", @"user.zipcode")';
    const output = { id: newId(), name: 'known', description: '', type: 'Boolean' as const, fallback: false };
    const outputs = [{ ...output, code: `RETURN ${reads}` }];
    const written = await createFunction(context, {
      name: 'zoneOf',
      description: '',
      text: { parameters: [], outputs, samplePayload: null },
    });
    await publishFunction(context, written.id, { version: written.version, description: '', note: '' });
    const code = `SELECT Count() AS zoned FROM Purchase WHEN ${reads} GROUPBY @"user.userId"`;
    const velocities = [{ id: newId(), code }];
    const drafted = await createVelocitySet(context, {
      name: 'Zoned',
      description: '',
      text: { condition: '', velocities, sampleEvent: 'purchase', samplePayload: null },
    });
    const { id, version } = drafted;
    const published = { name: 'Zoned', description: '', active: true, note: '', start: 'fromNow' as const };
    await publishVelocitySet(context, id, { version, overwrite: false, ...published });
    const [shown] = (await getLists(context)).lists;
    expect(shown?.usedBy.map(({ kind, name }) => [kind, name])).toEqual([
      ['function', 'Functions.zoneOf'],
      ['velocitySet', 'Zoned'],
    ]);
    await expect(deleteList(context, list.id, list.version)).rejects.toMatchObject({ code: 'LIST-REFERENCED' });
  });

  it('is refused while a published rule names it', async () => {
    const list = await create('Zones', 'zone\nA\n');
    const ruleId = await publishReader('High risk zones', 'zones', ['zone']);
    const shown = (await getLists(scene.contextIn('Root'))).lists[0];
    expect(shown?.usedBy).toEqual([{ kind: 'rule', id: ruleId, name: 'High risk zones', assessment: 'purchase' }]);
    await expect(deleteList(scene.contextIn('Root'), list.id, list.version)).rejects.toMatchObject({
      code: 'LIST-REFERENCED',
      params: { rules: ['High risk zones'] },
    });
  });

  it('frees the name and keeps the content for replays', async () => {
    const list = await create('Zones', 'zone\nA\n');
    await deleteList(scene.contextIn('Root'), list.id, list.version);
    await expect(downloadList(scene.contextIn('Root'), list.id)).rejects.toMatchObject({ code: 'LIST-UNKNOWN' });
    await create('Zones', 'zone\nB\n');
    const kept = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('list_chunk').select('rows').where('list_id', '=', list.id).execute(),
    );
    expect(kept).toEqual([{ rows: [['A']] }]);
  });

  it('of another environment or tenant is unknown', async () => {
    const list = await create('Zones', 'zone\nA\n');
    const attempt = deleteList(scene.contextIn('Child'), list.id, list.version);
    await expect(attempt).rejects.toMatchObject({ code: 'LIST-UNKNOWN' });
    const other = await createScene(test.database, { Root: {} });
    const foreign = { ...other.contextIn('Root'), environmentId: scene.idOf('Root') };
    await expect(getListRows(foreign, list.id, { limit: 10 })).rejects.toMatchObject({ code: 'LIST-UNKNOWN' });
  });
});

describe('rows of a list', () => {
  const many = `n,word\n${Array.from({ length: 1234 }, (_, index) => `${index + 1},${index % 100 === 7 ? 'Seven' : 'x'}`).join('\n')}\n`;

  it('are paged in file order over all chunks', async () => {
    const list = await create('Many', many);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await getListRows(scene.contextIn('Root'), list.id, { limit: 400, cursor });
      seen.push(...page.rows.map(({ ordinal }) => ordinal));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 1234 }, (_, index) => index + 1));
  });

  it('are found by a text in any cell, ignoring case', async () => {
    const list = await create('Many', many);
    const page = await getListRows(scene.contextIn('Root'), list.id, { limit: 5, contains: 'SEVEN' });
    expect(page.rows.map(({ ordinal }) => ordinal)).toEqual([8, 108, 208, 308, 408]);
    const rest = await getListRows(scene.contextIn('Root'), list.id, {
      limit: 50,
      contains: 'seven',
      cursor: page.nextCursor ?? undefined,
    });
    expect(rest.rows.map(({ ordinal }) => ordinal)).toEqual([508, 608, 708, 808, 908, 1008, 1108, 1208]);
    expect(rest.nextCursor).toBeNull();
  });

  it('go on in the content a page began with when the list is replaced meanwhile', async () => {
    const list = await create('Zones', 'zone\nA\nB\n');
    const first = await getListRows(scene.contextIn('Root'), list.id, { limit: 1 });
    await replaceList(scene.contextIn('Root'), list.id, { version: list.version, stream: csv('zone\nX\nY\n') });
    const second = await getListRows(scene.contextIn('Root'), list.id, { limit: 1, cursor: first.nextCursor ?? '' });
    expect(second.rows).toEqual([{ ordinal: 2, cells: ['B'] }]);
  });

  it('refuse a cursor that was not given out', async () => {
    const list = await create('Zones', 'zone\nA\n');
    for (const cursor of ['', 'x', '1.-1', '1.1; drop']) {
      const attempt = getListRows(scene.contextIn('Root'), list.id, { limit: 1, cursor });
      await expect(attempt).rejects.toMatchObject({ code: 'REQ-INVALID' });
    }
  });
});

describe('a preview', () => {
  it('shows the file and what it would change, and keeps nothing', async () => {
    const list = await create('Zones', 'zone\nA\nB\n');
    const preview = await previewList(scene.contextIn('Root'), {
      stream: csv('zone\nB\nC\n'),
      listId: list.id,
      as: 'content',
    });
    expect(preview).toMatchObject({ rowCount: 2, problems: [], rows: [['B'], ['C']] });
    expect(preview.difference).toMatchObject({ added: 1, removed: 1, unchanged: 1, addedRows: [['C']] });
    expect(await downloadList(scene.contextIn('Root'), list.id)).toBe('zone\r\nA\r\nB\r\n');
  });

  it('shows what is wrong with a file instead of refusing it', async () => {
    const preview = await previewList(scene.contextIn('Root'), { stream: csv('a,a\n'), as: 'content' });
    expect(preview.problems).toEqual([{ line: 1, code: 'repeatedHeader', message: 'Column 2 repeats the name a.' }]);
    const missing = previewList(scene.contextIn('Root'), { stream: csv('a\n'), listId: newId(), as: 'content' });
    await expect(missing).rejects.toMatchObject({ code: 'LIST-UNKNOWN' });
  });
});
