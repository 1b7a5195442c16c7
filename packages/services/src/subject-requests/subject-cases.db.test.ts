import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import { PROJECTORS, resetProjection, startProjectors } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaseTimeOuts } from '../case-jobs/time-outs.job.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { attemptOnce, workOff } from '../testing/jobs.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { runSubjectRequest } from './run-subject-request.ts';
import { submitSubjectRequest } from './subject-requests.commands.ts';
import { downloadSubjectExport } from './subject-requests.queries.ts';

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

const run = (): Promise<boolean> => {
  const signal = new AbortController().signal;
  const options = { database: test.database, clock: scene.clock, keys, signal, settleMs: 0 };
  return attemptOnce(options, 'subjectRequest', (job) => runSubjectRequest(options, job));
};

const submit = async (type: 'Export' | 'Delete'): Promise<Id> => {
  const input = { ...subject, type, ...(type === 'Delete' ? { confirmation: PERSON } : {}) };
  const { id } = await submitSubjectRequest(scene.contextIn('Root'), keys, input);
  await run();
  return id;
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
  const { cases, events } = await downloadSubjectExport(scene.contextIn('Root'), await submit('Export'));
  expect(events).toHaveLength(3);
  expect(cases).toMatchObject([
    { kind: 'purchase', eventId: 'early', outcome: 'Cancelled', history: [] },
    { kind: 'purchase', eventId: 'theirs', outcome: 'TimedOut', decision: 'Approve', history: [{ action: 'timeOut' }] },
  ]);
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
