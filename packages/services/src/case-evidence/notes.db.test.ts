import { MAX_ATTACHMENT_BYTES, PURCHASE_SAMPLE } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { recordSignIn } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSupportEntries } from '../support-lists/change-support-entries.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getEventTimeline, getLinkedEvents } from './event-evidence.queries.ts';
import {
  attachFile,
  changeEventNote,
  createEventNote,
  deleteAttachment,
  deleteEventNote,
  saveNoteDraft,
} from './notes.commands.ts';
import { downloadAttachment, findPeopleToMention, getEventNotes } from './notes.queries.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const mara = () => scene.contextIn('Root');
const noor = (role: Parameters<Scene['contextIn']>[2] = 'ManualReviewAnalyst') => scene.contextIn('Root', 'Noor', role);
const place = (eventId = 'p-1') => ['purchase', scene.idOf('Root'), eventId] as const;
const address = () => ({ eventType: 'purchase', eventEnvironmentId: scene.idOf('Root'), eventId: 'p-1' });
const write = (text: string, more: { parentId?: string; mentions?: string[] } = {}, context = mara()) =>
  createEventNote(context, ...place(), { text, parentId: null, mentions: [], ...more });
const purchase = (purchaseId: string, email: string, deviceId: string): JsonObject => ({
  ...PURCHASE_SAMPLE,
  purchaseId,
  user: { userId: `user of ${purchaseId}`, email },
  deviceContext: { ...(PURCHASE_SAMPLE['deviceContext'] as JsonObject), externalDeviceId: deviceId },
});

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Other: {} });
  merchant = await createMerchant(test.database, scene);
  await merchant.send('Root', 'purchase', purchase('p-1', 'a@mail.example', 'device-1'));
  const person = { userId: 'id of Noor', username: 'noor@house.example', displayName: 'Noor Haddad' };
  await test.database.inTenant(scene.tenantId, (trx) =>
    recordSignIn(trx, scene.tenantId, person, new Date(scene.clock.now())),
  );
});
afterEach(() => merchant.close());

describe('notes about an event', () => {
  it('are answered in threads, and an answer to an answer stands in the same thread', async () => {
    const first = (await write('Called the customer')).notes[0];
    const answered = await write('And?', { parentId: first?.id ?? '' }, noor());
    const reply = answered.notes.find(({ text }) => text === 'And?');
    const { notes } = await write('No answer', { parentId: reply?.id ?? '' });
    expect(notes.map(({ parentId }) => parentId)).toEqual(expect.arrayContaining([null, first?.id, first?.id]));
  });

  it('are changed by their author alone, and deleted by the author or by those who manage queues', async () => {
    const id = (await write('Mine')).notes[0]?.id ?? '';
    const change = { text: 'Yours', mentions: [] };
    await expect(changeEventNote(noor(), ...place(), id, change)).rejects.toMatchObject({ code: 'NOTE-NOT-YOURS' });
    await expect(deleteEventNote(noor(), ...place(), id)).rejects.toMatchObject({ code: 'NOTE-NOT-YOURS' });
    expect((await changeEventNote(mara(), ...place(), id, change)).notes[0]).toMatchObject({ text: 'Yours' });
    const theirs = (await write('Analyst', {}, noor())).notes.find(({ own }) => own)?.id ?? '';
    const { notes } = await deleteEventNote(mara(), ...place(), theirs);
    expect(notes.find((note) => note.id === theirs)).toMatchObject({ text: '', deletedBy: 'Mara Lindqvist' });
    await expect(deleteEventNote(mara(), ...place(), theirs)).rejects.toMatchObject({ code: 'NOTE-UNKNOWN' });
  });

  it('mention members of the tenant, who are told once, and no other people', async () => {
    await expect(write('@stranger', { mentions: ['id of a stranger'] })).rejects.toMatchObject({
      code: 'NOTE-MENTION-UNKNOWN',
    });
    expect(await findPeopleToMention(mara(), { text: 'had' })).toEqual({
      people: [{ id: 'id of Noor', username: 'noor@house.example', name: 'Noor Haddad' }],
    });
    const { notes } = await write('@Noor look', { mentions: ['id of Noor'] });
    await changeEventNote(mara(), ...place(), notes[0]?.id ?? '', { text: '@Noor', mentions: ['id of Noor'] });
    const told = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('notice').select(['code', 'recipient_id']).execute(),
    );
    expect(told).toEqual([{ code: 'NOTE-MENTION', recipient_id: 'id of Noor' }]);
  });

  it('keep drafts for their author until they are published', async () => {
    await saveNoteDraft(mara(), ...place(), { place: 'new', text: 'Half a' });
    expect((await getEventNotes(mara(), ...place())).drafts).toMatchObject([{ place: 'new', text: 'Half a' }]);
    expect((await getEventNotes(noor(), ...place())).drafts).toEqual([]);
    expect((await write('Half a thought')).drafts).toEqual([]);
  });

  it('say nothing of themselves in the activity log', async () => {
    await write('a@mail.example is a fraudster');
    const log = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('audit_entry').selectAll().execute(),
    );
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain('fraudster');
  });

  it('are not there for an event of another environment, nor for one that does not exist', async () => {
    await expect(getEventNotes(scene.contextIn('Other'), ...place())).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    await expect(getEventNotes(mara(), ...place('p-9'))).rejects.toMatchObject({ code: 'EVENT-UNKNOWN' });
  });
});

describe('files of an event', () => {
  const attach = (content: Buffer, name = 'scan.pdf', context = mara()) =>
    attachFile(context, address(), { name, stream: Readable.from([content]) });

  it('come back byte by byte, over several rows', async () => {
    const content = Buffer.alloc(700_001, 'x\0y');
    const { attachments } = await attach(content, '../up/scan.pdf');
    expect(attachments).toMatchObject([{ name: 'scan.pdf', bytes: 700_001, own: true }]);
    const { name, bytes } = await downloadAttachment(mara(), address(), attachments[0]?.id ?? '');
    expect([name, bytes.equals(content)]).toEqual(['scan.pdf', true]);
  });

  it('are refused where they are empty or larger than can be kept', async () => {
    await expect(attach(Buffer.alloc(0))).rejects.toMatchObject({ code: 'ATTACHMENT-EMPTY' });
    await expect(attach(Buffer.alloc(MAX_ATTACHMENT_BYTES + 1))).rejects.toMatchObject({
      code: 'ATTACHMENT-TOO-LARGE',
    });
  });

  it('go with their content when they are deleted, by their owner or those who manage queues', async () => {
    const id = (await attach(Buffer.from('secret'))).attachments[0]?.id ?? '';
    await expect(deleteAttachment(noor(), ...place(), id)).rejects.toMatchObject({ code: 'NOTE-NOT-YOURS' });
    expect((await deleteAttachment(mara(), ...place(), id)).attachments).toEqual([]);
    await expect(downloadAttachment(mara(), address(), id)).rejects.toMatchObject({ code: 'ATTACHMENT-UNKNOWN' });
    const parts = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('event_attachment_part').select('part').execute(),
    );
    expect(parts).toEqual([]);
  });
});

it('the timeline of an event has its notes, files, statuses of its values and later events', async () => {
  await write('Looked');
  await attachFile(mara(), address(), { name: 'a.txt', stream: Readable.from([Buffer.from('a')]) });
  const block = { values: ['A@mail.example'], reason: 'Ring', comments: '', expiresAt: null, source: 'Case' } as const;
  await changeSupportEntries(mara(), 'email', { ...block, status: 'Block' });
  await changeSupportEntries(mara(), 'email', { ...block, status: null });
  await merchant.send('Root', 'purchaseStatus', {
    purchaseId: 'p-1',
    statusType: 'Approved',
    statusDate: new Date(scene.clock.now()).toISOString(),
    _metadata: { trackingId: 'status of p-1', merchantTimeStamp: '2026-03-14T10:30:00Z' },
  });
  const { entries } = await getEventTimeline(mara(), null, address());
  expect(entries.map(({ kind, what }) => `${kind} ${what}`).toSorted()).toEqual([
    'attachment added',
    'later purchaseStatus',
    'list Block',
    'list removed',
    'note written',
    'received Approve',
  ]);
});

describe('events that share values', () => {
  beforeEach(async () => {
    await merchant.send('Root', 'purchase', purchase('p-2', 'A@mail.example', 'device-2'));
    await merchant.send('Root', 'purchase', purchase('p-3', 'b@mail.example', 'device-1'));
    await merchant.send('Root', 'purchase', purchase('p-4', 'a@mail.example', 'device-1'));
    await merchant.send('Other', 'purchase', purchase('p-5', 'a@mail.example', 'device-1'));
  });

  const linked = async (attributes: readonly ('email' | 'deviceId' | 'userName')[], match: 'any' | 'all') => {
    const query = { attributes: [...attributes], match, days: 30, list: 'all' as const, limit: 100 };
    const { events } = await getLinkedEvents(mara(), null, address(), query);
    return events.map(({ eventId, by }) => `${eventId} ${by.join()}`).toSorted();
  };

  it('are found by any of the attributes, or by all of them', async () => {
    expect(await linked(['email', 'deviceId'], 'any')).toEqual(['p-2 email', 'p-3 deviceId', 'p-4 deviceId,email']);
    expect(await linked(['email', 'deviceId'], 'all')).toEqual(['p-4 deviceId,email']);
    expect(await linked(['email'], 'any')).toEqual(['p-2 email', 'p-4 email']);
  });

  it('are none by an attribute that the event does not have', async () => {
    const bare = await getLinkedEvents(mara(), null, address(), {
      attributes: ['email', 'userName'],
      match: 'all',
      days: 30,
      list: 'all',
      limit: 100,
    });
    expect([bare.events, bare.hasMore]).toEqual([[], false]);
  });
});
