import { Readable } from 'node:stream';
import { GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import { openDatabase, silentLogger, type Database } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { attachFile, createEventNote } from '../case-evidence/notes.commands.ts';
import { downloadAttachment, getEventNotes } from '../case-evidence/notes.queries.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createRestoredCopy, type RestoredCopy } from '../testing/restored-copy.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getCase, getCaseHistory, getQueueCases } from './cases.queries.ts';
import { decideCase } from './decide-case.commands.ts';
import { startReview } from './start-review.command.ts';

const test = useDatabase();
/** More than one part of a stored file. */
const FILE = Buffer.alloc(2_500_000, 'receipt ');

let scene: Scene;
let merchant: Merchant;
let restored: RestoredCopy;
let copy: Database;

const address = () => ({ eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId: 'p-1' });
const inCopy = (context: EnvironmentContext): EnvironmentContext => ({ ...context, database: copy });

/** All that people read of the cases. */
const everything = async (context: EnvironmentContext) => {
  const { case: decided, consequences } = await getCase(context, null, 'purchase', 'p-1');
  const notes = await getEventNotes(context, 'purchase', scene.idOf('Shop'), 'p-1');
  const [file] = notes.attachments;
  const { bytes } = await downloadAttachment(context, address(), file?.id ?? '');
  const pending = await getQueueCases(context, null, GENERAL_QUEUE_ID, { list: 'pending', limit: 10 });
  const history = await getCaseHistory(context, null, decided.id, { limit: 50 });
  return { decided, consequences, notes, isFile: bytes.equals(FILE), pending: pending.cases, history };
};

beforeAll(async () => {
  restored = await createRestoredCopy(test);
  scene = await createScene(test.database, { Shop: {} });
  merchant = await createMerchant(test.database, scene);
  const context = scene.contextIn('Shop');
  await publishNewRule(context, 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
  for (const purchaseId of ['p-1', 'p-2']) await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
  scene.clock.advance(HOUR_MS);
  const note = { text: 'Called: no answer.', parentId: null, mentions: [] };
  await createEventNote(context, 'purchase', scene.idOf('Shop'), 'p-1', note);
  await attachFile(context, address(), { name: 'receipt.txt', stream: Readable.from([FILE]) });
  const { case: taken } = await startReview(context, null, GENERAL_QUEUE_ID, { caseId: null, giveBack: false });
  const decision = { decision: 'Reject', reason: 'Stolen card', note: 'See the receipt', takeNext: true };
  await decideCase(context, null, taken?.id ?? '', decision);
  await restored.backUp('backup');
  await restored.restore('backup');
  copy = await openDatabase({ server: test.server, databaseName: restored.name, log: silentLogger });
}, 120_000);
afterAll(async () => {
  await copy?.close();
  await merchant.close();
  await restored.remove();
});

it('a restored backup has the cases, their history, notes and files, and leases that go on', async () => {
  const context = scene.contextIn('Shop');
  const before = await everything(context);
  expect(before).toMatchObject({ decided: { state: 'Decided' }, isFile: true, notes: { notes: [{}] } });
  expect(before.history.entries.map(({ action }) => action)).toEqual(['decide', 'lease']);
  expect(await everything(inCopy(context))).toEqual(before);
  const { case: held } = await getCase(inCopy(context), null, 'purchase', 'p-2');
  expect(held).toMatchObject({ state: 'InReview', lease: { own: true } });
  const decision = { decision: 'Approve', reason: 'Low risk', note: '', takeNext: false };
  expect((await decideCase(inCopy(context), null, held.id, decision)).case.state).toBe('Decided');
});
