import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { retailSample, sampleFile, type DataSet, type RetailSet } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { workOff } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { SMALL_CHAIN } from '../testing/small-chain.ts';
import { createUploadChecks } from '../uploads/check-upload.job.ts';
import { createUploadImports } from '../uploads/import-upload.job.ts';
import { createUploadUndos } from '../uploads/undo-upload.job.ts';
import { checkUpload, createUpload, processUpload, sendUploadChunk, undoUpload } from '../uploads/uploads.commands.ts';
import { getUpload } from '../uploads/uploads.queries.ts';
import { keepRetailTransactions } from './keep-retail.ts';
import { addLossFinding, processLossData, revealStaff } from './loss-prevention.commands.ts';
import { getLossData, getLossDetail, getLossReport, getLossReportFile } from './loss-prevention.queries.ts';
import { createLossPreventionScores } from './score-months.job.ts';

const test = useDatabase();
const sample = retailSample({
  ...SMALL_CHAIN,
  transactionsPerMonth: 40,
});
let scene: Scene;
let root: EnvironmentContext;
let other: EnvironmentContext;
const place = () => ({ database: test.database, clock: scene.clock });
const score = () => workOff(place(), createLossPreventionScores(place()));
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const never = {
  record: () => Promise.reject(new Error('no event')),
  resolveOpen: () => Promise.reject(new Error('no event')),
};

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Other: {} });
  root = scene.contextIn('Root');
  other = scene.contextIn('Other');
  const at = { tenantId: scene.tenantId, environmentId: scene.idOf('Root') };
  for (const month of [0, 1]) await keepRetailTransactions(test.database, at, sample.transactions(month));
});

describe('reports of loss prevention', () => {
  it('say what is missing where nothing is there', async () => {
    expect(await getLossReport(other, {})).toMatchObject({ from: null, months: [], isScoring: false });
    expect(await codeOf(processLossData(other))).toBe('LOSS-DATA-MISSING');
  });

  it('are there once months are scored, and name people by pseudonyms', async () => {
    expect(await processLossData(root)).toMatchObject({ run: { state: 'queued' } });
    await score();
    const report = await getLossReport(root, {});
    expect(report).toMatchObject({ from: '2026-01', to: '2026-02', isStale: false, isScoring: false });
    expect(report.staff).toMatchObject({ members: 40, byMonth: [{ month: '2026-01' }, { month: '2026-02' }] });
    const counted = report.staff.byMonth.reduce((sum, { usual, anomalous }) => sum + usual + anomalous, 0);
    expect(counted).toBe(80);
    expect(report.staff.top.every(({ id }) => /^S-[2-9A-Z]{8}$/.test(id))).toBe(true);
    const [first, second] = report.staff.top;
    expect(first?.averageScore).toBeGreaterThanOrEqual(second?.averageScore ?? 1000);
  });

  it('follow the range of months and scores, and the id that is looked for', async () => {
    const one = await getLossReport(root, { from: '2026-02', to: '2026-02' });
    expect(one.staff.byMonth.map(({ month }) => month)).toEqual(['2026-02']);
    const high = await getLossReport(root, { scoreFrom: 999 });
    expect(high.staff.members).toBe(0);
    const [top] = one.terminal.top;
    const found = await getLossReport(root, { find: top?.id.toLowerCase() ?? '' });
    expect(found.terminal.top.map(({ id }) => id)).toEqual([top?.id]);
  });

  it('the file has a line for each person or terminal and month, without ids of people', async () => {
    const lines = (await getLossReportFile(root, {})).trimEnd().split('\r\n');
    const report = await getLossReport(root, {});
    expect(lines).toHaveLength(1 + 2 * (report.staff.members + report.terminal.members));
    expect(lines.join('\n')).not.toContain('E10000');
  });
});

describe('one person', () => {
  it('has scores, reasons and transactions; a finding shows in the list', async () => {
    const [top] = (await getLossReport(root, {})).staff.top;
    const id = top?.id ?? '';
    const detail = await getLossDetail(root, 'staff', id);
    expect(detail.maxScore).toBe(top?.maxScore);
    expect(detail.transactions.length).toBeGreaterThan(0);
    expect(detail.transactions.every(({ staff }) => staff === id)).toBe(true);
    expect(detail.reasons.flatMap(({ months }) => months).length).toBeGreaterThan(0);
    const after = await addLossFinding(root, 'staff', id, { disposition: 'coached', note: 'Spoke about receipts' });
    expect(after.findings).toMatchObject([{ disposition: 'coached', note: 'Spoke about receipts' }]);
    const again = (await getLossReport(root, {})).staff.top.find((each) => each.id === id);
    expect(again?.disposition).toBe('coached');
  });

  it('is revealed with a reason that the activity log keeps', async () => {
    const [top] = (await getLossReport(root, {})).staff.top;
    const { staffId } = await revealStaff(root, top?.id ?? '', { reason: 'Talk with the person' });
    expect(staffId).toMatch(/^E1\d{4}$/);
    const entries = await test.asAdmin<{ operation: string }>(
      `select operation from audit_entry where tenant_id = $1 and resource_type = 'LossPrevention' and operation = 'Reveal'`,
      [scene.tenantId],
    );
    expect(entries).toHaveLength(1);
    expect(await codeOf(revealStaff(other, top?.id ?? '', { reason: 'Curious' }))).toBe('LOSS-UNKNOWN');
    expect(await codeOf(getLossDetail(other, 'staff', top?.id ?? ''))).toBe('LOSS-UNKNOWN');
    expect(await codeOf(getLossDetail(root, 'shelf', top?.id ?? ''))).toBe('LOSS-UNKNOWN');
  });
});

describe('files of loss prevention', () => {
  const send = async (dataSet: DataSet, text: string): Promise<string> => {
    const bytes = Buffer.from(text);
    const { id } = await createUpload(other, { dataSet, name: `${dataSet}.csv`, sizeBytes: bytes.length });
    await sendUploadChunk(other, id, { offset: 0, crc32: crc32(bytes), stream: Readable.from([bytes]) });
    await checkUpload(other, id);
    await workOff(place(), createUploadChecks(place()));
    return id;
  };
  const store = async (id: string) => {
    await processUpload(other, id);
    await workOff(place(), createUploadImports({ ...place(), service: never }));
    return getUpload(other, id);
  };

  it('samples of all four are mapped, stored and scored, and taken back', async () => {
    const ids: string[] = [];
    const sets: readonly RetailSet[] = ['retailTransactions', 'retailSales', 'retailPayments', 'retailPaymentMethods'];
    for (const set of sets) {
      const id = await send(set, sampleFile(set));
      expect(await store(id)).toMatchObject({ state: 'succeeded', rows: 1, refused: 0, stored: 1 });
      ids.push(id);
    }
    await score();
    expect(await getLossReport(other, {})).toMatchObject({ from: '2026-03', terminal: { members: 1 } });
    expect((await getLossData(other)).sets.every(({ isThere }) => isThere)).toBe(true);
    await undoUpload(other, ids[0] ?? '');
    const keys = { hashEventId: () => '' };
    await workOff(place(), createUploadUndos({ ...place(), keys }));
    expect(await getUpload(other, ids[0] ?? '')).toMatchObject({ state: 'undone', undone: 1 });
    await score();
    expect(await getLossReport(other, {})).toMatchObject({ from: null });
  });

  it('names of Commerce are recognised, wrong lines refused, and repeated ones counted', async () => {
    const header = 'TRANSACTIONNUMBER,TRANSDATE,STAFF,TERMINAL,STORE,SALEISRETURNSALE,CURRENCY,NETAMOUNT';
    const lines = [
      't-1,2026-03-01T10:00:00Z,E1,T1,S1,0,EUR,-10.50',
      't-1,2026-03-01T10:00:00Z,E1,T1,S1,0,EUR,-10.50',
      't-2,2026-03-01T10:00:00Z,E1,T1,S1,7,EUR,10',
      't-3,2026-03-01T10:00:00Z,,T1,S1,1,EUR,10',
    ];
    const id = await send('retailTransactions', [header, ...lines, ''].join('\n'));
    const checked = await getUpload(other, id);
    expect(checked).toMatchObject({ state: 'ready', mappingProblems: [], rows: 4, refused: 2 });
    expect(checked.firstRefusals.map(({ line, column }) => [line, column])).toEqual([
      [4, 'SALEISRETURNSALE'],
      [5, 'STAFF'],
    ]);
    expect(await store(id)).toMatchObject({ state: 'succeeded', stored: 1, repeated: 1 });
  });
});
