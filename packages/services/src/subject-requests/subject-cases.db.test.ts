import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import {
  kindCodeOf,
  PROJECTORS,
  recordSignIn,
  resetProjection,
  startProjectors,
  type JobProgress,
} from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attachFile, createEventNote, saveNoteDraft } from '../case-evidence/notes.commands.ts';
import { createCaseTimeOuts } from '../case-jobs/time-outs.job.ts';
import { caseLink } from '../notices/event-link.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { attemptOnce, workOff } from '../testing/jobs.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { runSubjectRequest, type SubjectRun } from './run-subject-request.ts';
import { submitSubjectRequest } from './subject-requests.commands.ts';
import { exportedFile } from '../testing/exported-file.ts';

const test = useDatabase();
const keys = createSubjectKeys(INSTALLATION_KEY);
const PERSON = 'person-88002';
const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: PERSON };
let scene: Scene;
let merchant: Merchant;

const buy = (userId: string, purchaseId: string): Promise<string> => {
  const user = { ...(PURCHASE_SAMPLE.user as JsonObject), userId };
  return merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId, totalAmount: 500, user });
};

const tellStatus = (purchaseId: string): Promise<string> => {
  const _metadata = { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:00:00Z' };
  const status = { purchaseId, statusType: 'Approved', statusDate: '2026-03-14T10:00:00Z', _metadata };
  return merchant.send('Root', 'purchaseStatus', status);
};

type Stop = Pick<SubjectRun, 'signal' | 'report'>;

const run = (stop: Stop = { signal: new AbortController().signal }): Promise<boolean> => {
  const options = { database: test.database, clock: scene.clock, keys, settleMs: 0, ...stop };
  return attemptOnce(options, 'subjectRequest', (job) => runSubjectRequest(options, job));
};

const submit = async (type: 'Export' | 'Delete', stop?: Stop): Promise<Id> => {
  const input = { ...subject, type, ...(type === 'Delete' ? { confirmation: PERSON } : {}) };
  const { id } = await submitSubjectRequest(scene.contextIn('Root'), keys, input);
  await run(stop);
  return id;
};

const address = (eventId: string) => ({ eventType: 'purchase', eventEnvironmentId: scene.idOf('Root'), eventId });

/** A note that mentions a colleague, a draft and a file about a purchase. */
const writeAbout = async (eventId: string): Promise<void> => {
  const context = scene.contextIn('Root');
  const colleague = { userId: 'id of Noor', username: 'noor@house.example', displayName: 'Noor Haddad' };
  await test.database.inTenant(scene.tenantId, (trx) =>
    recordSignIn(trx, scene.tenantId, colleague, new Date(scene.clock.now())),
  );
  const place = ['purchase', scene.idOf('Root'), eventId] as const;
  await createEventNote(context, ...place, { text: `Called ${PERSON}`, parentId: null, mentions: ['id of Noor'] });
  await saveNoteDraft(context, ...place, { place: 'new', text: `Half a note on ${PERSON}` });
  await attachFile(context, address(eventId), { name: 'passport.txt', stream: Readable.from([Buffer.from('scan')]) });
};

/** Rows of what people wrote and attached, and of notices about it. */
const written = async (): Promise<Readonly<Record<string, number>>> => {
  const found: Record<string, number> = {};
  for (const table of [
    'event_note',
    'event_note_mention',
    'event_note_draft',
    'event_attachment',
    'event_attachment_part',
    'notice',
  ]) {
    const [row] = await test.asAdmin<{ rows: number }>(
      `select count(*)::int as rows from ${table} t
        where tenant_id = '${scene.tenantId}' and coalesce(to_jsonb(t) ->> 'type', 'Note') = 'Note'`,
    );
    found[table] = row?.rows ?? 0;
  }
  return found;
};

/** Ids of the events that rows of cases are about, by table. */
const ids = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const tables = ['review_case', 'case_entry', 'case_consequence', 'case_early_status'];
  const found: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const rows = await test.asAdmin<{ id: string }>(
      `select distinct event_id as id from ${table} where tenant_id = '${scene.tenantId}' order by 1`,
    );
    found[table] = rows.map(({ id }) => id);
  }
  return found;
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
  await publishNewRule(scene.contextIn('Root'), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
  await tellStatus('early');
  await buy(PERSON, 'early');
  await buy(PERSON, 'theirs');
  await buy('another', 'not-theirs');
  scene.clock.advance(2 * DAY_MS);
  await workOff(
    { database: test.database, clock: scene.clock },
    createCaseTimeOuts({ database: test.database, clock: scene.clock }),
  );
});
afterEach(async () => {
  await merchant.close();
  await test.asAdmin('delete from subject_request');
});

it('cases of a person are exported with what became of them', async () => {
  const { cases, events } = await exportedFile(scene.contextIn('Root'), await submit('Export'));
  expect(events).toHaveLength(3);
  expect(cases).toMatchObject([
    { kind: 'purchase', eventId: 'early', outcome: 'Cancelled', history: [] },
    { kind: 'purchase', eventId: 'theirs', outcome: 'TimedOut', decision: 'Approve', history: [{ action: 'timeOut' }] },
  ]);
});

it('what was written about the events of a person is exported with its files, and with notes on decisions', async () => {
  await writeAbout('theirs');
  await writeAbout('not-theirs');
  await test.asAdmin(
    `update case_entry set body = (body::jsonb || '{"note":"Sure"}')::json where tenant_id = '${scene.tenantId}'`,
  );
  const { cases, notes, attachments } = await exportedFile(scene.contextIn('Root'), await submit('Export'));
  expect(cases[1]).toMatchObject({ history: [{ action: 'timeOut', written: 'Sure' }] });
  expect(notes).toMatchObject([{ eventId: 'theirs', text: `Called ${PERSON}` }]);
  expect(attachments).toMatchObject([{ eventId: 'theirs', base64: Buffer.from('scan').toString('base64') }]);
});

it('notes, drafts, files and notices about the events of a person are erased, those of others stay', async () => {
  await writeAbout('theirs');
  await writeAbout('not-theirs');
  const both = await written();
  expect(Object.values(both)).toEqual([2, 2, 2, 2, 2, 2]);
  await submit('Delete');
  expect(Object.values(await written())).toEqual([1, 1, 1, 1, 1, 1]);
  const links = await test.asAdmin<{ link: string }>(
    `select link from notice where type = 'Note' and tenant_id = '${scene.tenantId}'`,
  );
  expect(links).toEqual([{ link: `/search/purchase/${scene.idOf('Root')}/not-theirs` }]);
});

it('a notice that a case of the person was assigned is erased, whatever queue it names', async () => {
  const environmentId = scene.idOf('Root');
  const linkOf = (eventId: string) => caseLink(newId(), { kind: 'purchase', environmentId, eventId });
  const [theirs, another] = [linkOf('theirs'), linkOf('not-theirs')];
  for (const link of [theirs, another]) {
    const notice = { code: 'CASE-ASSIGNED', severity: 'Information', params: {}, link, environmentId } as const;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await test.database.inTenant(scene.tenantId, (trx) => raiseNotice(trx, scene.contextIn('Root'), notice));
  }
  await submit('Delete');
  const links = await test.asAdmin<{ link: string }>(
    `select link from notice where type = 'Note' and tenant_id = '${scene.tenantId}'`,
  );
  expect(links).toEqual([{ link: another }]);
});

it('what another kind of event with the same id has stays', async () => {
  await writeAbout('theirs');
  await test.asAdmin(
    `update event_note set kind = ${kindCodeOf('accountLogin')} where tenant_id = '${scene.tenantId}'`,
  );
  await submit('Delete');
  expect(await written()).toMatchObject({ event_note: 1, event_note_draft: 0, event_attachment: 0 });
});

it('a decision sends nothing more once the event of its case is erased', async () => {
  const stopped = new AbortController();
  const report = ({ done, total }: JobProgress): void => {
    if (done === total) stopped.abort();
  };
  await submit('Delete', { signal: stopped.signal, report });
  expect(await ids()).toMatchObject({ review_case: ['not-theirs'], case_consequence: ['not-theirs'] });
});

it('cases of a person are erased with the events, and stay so when they are built again', async () => {
  expect(await ids()).toEqual({
    review_case: ['early', 'not-theirs', 'theirs'],
    case_entry: ['not-theirs', 'theirs'],
    case_consequence: ['not-theirs', 'theirs'],
    case_early_status: ['early'],
  });
  await submit('Delete');
  const left = {
    review_case: ['not-theirs'],
    case_entry: ['not-theirs'],
    case_consequence: ['not-theirs'],
    case_early_status: [],
  };
  expect(await ids()).toEqual(left);
  for (const projector of PROJECTORS) await resetProjection(test.database, projector);
  const projectors = startProjectors(test.database);
  await projectors.caughtUp();
  await projectors.close();
  expect(await ids()).toEqual(left);
});
