import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { DEFAULT_UNDO_WINDOW_MS, GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { HOUR_MS, newId } from '@redoubt/kernel';
import { recordSignIn, setEnvironmentStatus } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachFile, createEventNote, saveNoteDraft } from '../case-evidence/notes.commands.ts';
import { createCaseThreshold } from '../case-report/case-thresholds.ts';
import { decideCase } from '../cases/decide-case.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { assignQueue, createQueue } from '../queues/queues.commands.ts';
import { importFiles } from '../testing/import-files.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createPurges } from './purge-environments.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const MIGRATION = `${root}packages/storage/src/migrations/0002-cases/`;

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
let tables: readonly string[] = [];

const SETTINGS = 'holdSeconds: 0\nsecondReview:\n  sharePercent: 0\n  limits: []\nhidesAgents: false\n';
const decision = (name: string, caseAction: string) =>
  `  - name: ${name}\n    caseAction: ${caseAction}\n    labelAction: None\n    reasons:\n      - Known\n    buttonSentiment: null\n`;
const DECISIONS = `defaultDecisionButtonName: Release\nqueueDecisions:\n${decision('Release', 'Approve')}${decision('Refuse', 'Reject')}`;

/** Everything that people and events leave in the tables of cases, in one environment. */
const work = async (environment: string): Promise<void> => {
  const context = scene.contextIn(environment);
  await publishNewRule(context, 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
  const files = { 'cases/decisions/purchase.yaml': DECISIONS, 'cases/settings.yaml': SETTINGS };
  const { problems } = await importFiles(context, files, { calls: merchant.calls });
  expect(problems).toEqual([]);
  const { id, version } = await createQueue(context, {
    assessment: 'purchase',
    name: 'Large',
    description: '',
    sequence: 'Unrestricted',
    orderBy: 'amount',
    direction: 'desc',
    timeoutMs: HOUR_MS,
    defaultDecision: 'Release',
  });
  await assignQueue(context, id, { version, assignees: [{ id: 'id of Noor', kind: 'person' }] });
  await createCaseThreshold(context, { measure: 'backlog', queueId: null, days: null, most: 5, silenceMinutes: 240 });
  const purchaseId = `${environment}-1`;
  await merchant.send(environment, 'purchaseStatus', {
    purchaseId: `${environment}-later`,
    statusType: 'Approved',
    statusDate: '2026-03-14T10:00:00Z',
    _metadata: { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:00:00Z' },
  });
  await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId, totalAmount: 500 });
  const place = ['purchase', scene.idOf(environment), purchaseId] as const;
  await createEventNote(context, ...place, { text: 'Called', parentId: null, mentions: ['id of Noor'] });
  await saveNoteDraft(context, ...place, { place: 'new', text: 'Half a note' });
  const address = { eventType: 'purchase', eventEnvironmentId: scene.idOf(environment), eventId: purchaseId };
  await attachFile(context, address, { name: 'scan.txt', stream: Readable.from([Buffer.from('scan')]) });
  scene.clock.advance(1);
  const { case: taken } = await startReview(context, null, GENERAL_QUEUE_ID, { caseId: null, giveBack: false });
  const decided = { decision: 'Refuse', reason: 'Known', note: '', takeNext: false };
  await decideCase(context, null, taken?.id ?? '', decided);
};

/** Rows of every table of cases, in the order of the tables. */
const rows = (): Promise<readonly (readonly [string, number])[]> =>
  Promise.all(
    tables.map(async (table) => {
      const [row] = await test.asAdmin<{ count: number }>(
        `select count(*)::int as count from ${table} where tenant_id = '${scene.tenantId}'`,
      );
      return [table, row?.count ?? 0] as const;
    }),
  );

beforeAll(async () => {
  const files = await readdir(MIGRATION);
  const texts = await Promise.all(files.map((file) => readFile(MIGRATION + file, 'utf8')));
  tables = texts.flatMap((text) => [...text.matchAll(/create table (\w+)/g)].map(([, name = '']) => name)).toSorted();
  scene = await createScene(test.database, { Stays: {}, Gone: {} });
  merchant = await createMerchant(test.database, scene);
  const colleague = { userId: 'id of Noor', username: 'noor@house.example', displayName: 'Noor Haddad' };
  await test.database.inTenant(scene.tenantId, (trx) =>
    recordSignIn(trx, scene.tenantId, colleague, new Date(scene.clock.now())),
  );
});
afterAll(() => merchant.close());

it('what is kept of cases is said of every table', async () => {
  const text = await readFile(`${root}docs/operate/privacy.md`, 'utf8');
  const [, section = ''] = text.split('## Case work, table by table\n');
  expect([...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).toSorted()).toEqual(tables);
});

it('every table of cases goes with its environment, and another one keeps its rows', async () => {
  await work('Stays');
  const kept = await rows();
  expect(kept.filter(([, count]) => count === 0)).toEqual([]);
  await work('Gone');
  expect(await rows()).toEqual(kept.map(([table, count]) => [table, 2 * count]));
  const deletedAt = new Date(scene.clock.now());
  const deletion = { deletedAt, purgeAt: new Date(deletedAt.getTime() + DEFAULT_UNDO_WINDOW_MS) };
  await test.database.inTenant(scene.tenantId, (trx) =>
    setEnvironmentStatus(
      trx,
      scene.idOf('Gone'),
      { status: 'SoftDeleting', reason: null, deletion },
      { by: 'test', at: deletedAt },
    ),
  );
  scene.clock.advance(DEFAULT_UNDO_WINDOW_MS);
  const { database } = test;
  await workOff({ database, clock: scene.clock }, createPurges(database, scene.clock));
  expect(await rows()).toEqual(kept);
});
