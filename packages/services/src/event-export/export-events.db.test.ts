import type { ExportedEvent } from '@redoubt/contracts';
import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { runSubjectRequest } from '../subject-requests/run-subject-request.ts';
import { submitSubjectRequest } from '../subject-requests/subject-requests.commands.ts';
import { attemptOnce } from '../testing/jobs.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import { exportStoredEvents } from './export-events.query.ts';

const test = useDatabase();
const keys = createSubjectKeys(INSTALLATION_KEY);
const PERSON = 'person-77001';
const EMAIL = 'thea.ostrander@mailbox.example';

let merchant: Merchant;
let scene: Scene;
afterEach(() => merchant.close());
beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
});

const context = () => scene.contextIn('Root', 'Mara Lindqvist');

const buy = (purchaseId: string, userId: string) =>
  merchant.send('Root', 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    totalAmount: 10,
    currency: 'EUR',
    user: { ...(PURCHASE_SAMPLE.user as JsonObject), userId, email: EMAIL },
  });

const read = async (asked: { readonly cursor?: string; readonly limit?: number } = {}, seesPersonal = true) => {
  const page = await exportStoredEvents(context(), { types: ['event', 'label'], limit: 500, ...asked }, seesPersonal);
  const events = page.text.split('\n').slice(0, -1);
  return { ...page, events: events.map((line) => JSON.parse(line) as ExportedEvent) };
};

const publish = async (): Promise<void> => {
  const velocities = [
    { id: newId(), code: 'SELECT Sum(@"totalAmount") AS spent FROM Purchase GROUPBY @"user.userId"' },
  ];
  const set = await createVelocitySet(context(), {
    name: 'Spent',
    description: '',
    text: { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} },
  });
  const published = { description: '', active: true, note: '', overwrite: false };
  await publishVelocitySet(context(), set.id, { ...published, version: set.version, name: 'Spent', start: 'fromNow' });
  const code = 'RETURN Review("spent by " + @"user.email") WHEN Velocity.spent(@"user.userId", 1d) > 5';
  const rule = await createRule(context(), 'purchase', {
    name: 'Much',
    description: '',
    text: { condition: '', clauses: [{ id: newId(), name: 'Look', code }], samplePayload: {} },
  });
  await publishRule(context(), 'purchase', rule.id, { ...published, version: rule.version, name: 'Much' });
};

it('tells the decision, its rule and the velocities that it read, and masks what was made of personal values', async () => {
  await publish();
  await merchant.refresh();
  await buy('a', PERSON);
  await buy('b', PERSON);
  const [first, second] = (await read()).events;
  expect(first?.velocities).toMatchObject([
    { name: 'spent', window: '1d', key: PERSON, environmentId: scene.idOf('Root') },
  ]);
  expect(second).toMatchObject({
    eventId: 'b',
    decision: { decision: 'Review', reason: `spent by ${EMAIL}`, rule: { name: 'Much' }, clause: 'Look' },
    velocities: [{ key: PERSON, value: 10 }],
  });
  const masked = await read({}, false);
  expect([EMAIL, PERSON].filter((value) => masked.text.includes(value))).toEqual([]);
  expect(masked.events[1]).toMatchObject({ decision: { reason: 'spent by t•••@mailbox.example' } });
});

it('holds nothing of a person who was erased, whatever a cursor says', async () => {
  await buy('before', 'another');
  await buy('theirs', PERSON);
  await buy('after', 'another');
  const { cursor } = await read({ limit: 1 });
  const at = await read({ limit: 2 });
  expect(at.events.map(({ eventId }) => eventId)).toEqual(['before', 'theirs']);
  const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: PERSON };
  await submitSubjectRequest(context(), keys, { ...subject, type: 'Delete', confirmation: PERSON });
  const { signal } = new AbortController();
  const run = { database: test.database, clock: scene.clock, keys, signal, settleMs: 0 };
  await attemptOnce(run, 'subjectRequest', (job) => runSubjectRequest(run, job));
  const idsAfter = async (from?: string) =>
    (await read(from === undefined ? {} : { cursor: from })).events.map(({ eventId }) => eventId);
  expect([await idsAfter(), await idsAfter(cursor), await idsAfter(at.cursor)]).toEqual([
    ['before', 'after'],
    ['after'],
    ['after'],
  ]);
  expect((await read()).text).not.toContain(PERSON);
});
