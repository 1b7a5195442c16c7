import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import {
  createLog,
  createRefusedCalls,
  PROJECTORS,
  readContributions,
  resetProjection,
  saveDeviceSession,
  startProjectors,
  type LogEvent,
} from '@redoubt/storage';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zstdDecompressSync } from 'node:zlib';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getEvent } from '../events/get-event.query.ts';
import { replayEverywhere } from '../events/replay-event.query.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { attemptOnce } from '../testing/jobs.ts';
import { requestChange } from '../testing/change-request.ts';
import { createSavedView } from '../saved-views/saved-views.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import { previewSubject } from './preview-subject.query.ts';
import { runSubjectRequest } from './run-subject-request.ts';
import { expireExports } from './subject-jobs.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import {
  approveSubjectRequest,
  cancelSubjectRequest,
  putSubjectApproval,
  submitSubjectRequest,
} from './subject-requests.commands.ts';
import { exportedFile } from '../testing/exported-file.ts';
import { downloadSubjectExport, getSubjectRequests } from './subject-requests.queries.ts';

const test = useDatabase();
const keys = createSubjectKeys(INSTALLATION_KEY);
let scene: Scene;
let merchant: Merchant;

const PERSON = 'person-77001';
const SESSION = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99';
/** Everything that names the person in what they sent. */
const NAMES = ['Thea', 'Ostrander', 'thea.ostrander@mailbox.example'];
const TRACES = [PERSON, ...NAMES, 'order-of-thea', 'card-of-thea', SESSION];
const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: PERSON };

const purchase = (userId: string, purchaseId: string, changes: JsonObject = {}): JsonObject => ({
  ...PURCHASE_SAMPLE,
  purchaseId,
  currency: 'EUR',
  user: { ...(PURCHASE_SAMPLE.user as JsonObject), userId },
  ...changes,
});

const ofThea = (purchaseId: string): JsonObject => ({
  ...purchase(PERSON, purchaseId),
  user: {
    ...(PURCHASE_SAMPLE.user as JsonObject),
    userId: PERSON,
    firstName: 'Thea',
    lastName: 'Ostrander',
    email: 'thea.ostrander@mailbox.example',
  },
  shippingAddress: { firstName: 'Thea', lastName: 'Ostrander', country: 'DE' },
  deviceContext: { ...(PURCHASE_SAMPLE.deviceContext as JsonObject), deviceContextId: SESSION },
  paymentInstrumentList: [{ merchantPaymentInstrumentId: 'card-of-thea', type: 'CreditCard' }],
});

const metadata = () => ({ trackingId: newId(), merchantTimeStamp: '2026-03-14T10:00:00Z' });

const label = (labelObjectType: string, labelObjectId: string): JsonObject => ({
  labelObjectType,
  labelObjectId,
  labelSource: 'CustomerEscalation',
  labelState: 'Fraud',
  eventTimeStamp: '2026-03-14T10:00:00Z',
  _metadata: metadata(),
});

/** What Thea and another person did, some of it told before the purchase it is about. */
const sendHistory = async (): Promise<void> => {
  const status = { purchaseId: 'order-of-thea-1', statusType: 'Approved', _metadata: metadata() };
  await merchant.send('Root', 'purchaseStatus', { ...status, statusDate: '2026-03-14T10:00:00Z' });
  await merchant.send('Root', 'purchase', ofThea('order-of-thea-1'));
  await merchant.send('Root', 'purchase', purchase('somebody-else', 'order-of-another'));
  await merchant.send('Child', 'purchase', ofThea('order-of-thea-2'));
  await merchant.send('Root', 'label', label('Purchase', 'order-of-thea-1'));
  await merchant.send('Root', 'label', label('Account', PERSON));
  await merchant.send('Root', 'label', label('Email', 'thea.ostrander@mailbox.example'));
  await merchant.send('Root', 'updateAccount', {
    userId: PERSON,
    firstName: 'Thea',
    email: 'thea.ostrander@mailbox.example',
    _metadata: metadata(),
  });
};

/** A column as text; bytes come as hexadecimal digits, and most of them are compressed. */
const textOf = (value: unknown): string => {
  if (typeof value !== 'string' || !value.startsWith('\\x')) return JSON.stringify(value) ?? '';
  const bytes = Buffer.from(value.slice(2), 'hex');
  try {
    return zstdDecompressSync(bytes).toString('utf8');
  } catch {
    return bytes.toString('latin1');
  }
};

/** Tables whose rows, inflated where they are compressed, hold a text; log heads and all. */
const tablesWith = async (traces: readonly string[]): Promise<string[]> => {
  const tables = await test.asAdmin<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`,
  );
  const rows = await test.asAdmin<{ name: string; content: Record<string, unknown> }>(
    tables.map(({ name }) => `select '${name}' as name, to_jsonb(t) as content from ${name} t`).join(' union all '),
  );
  const mine = rows.filter(({ content }) => (content.tenant_id ?? scene.tenantId) === scene.tenantId);
  const holds = (content: Record<string, unknown>): boolean => {
    const text = Object.values(content).map(textOf).join('\n');
    return traces.some((trace) => text.includes(trace));
  };
  return [...new Set(mine.filter(({ content }) => holds(content)).map(({ name }) => name))];
};

const runOn = (onStep?: () => void, signal = new AbortController().signal): Promise<boolean> => {
  const run = { database: test.database, clock: scene.clock, keys, signal, settleMs: 0, ...(onStep ? { onStep } : {}) };
  return attemptOnce(run, 'subjectRequest', (job) => runSubjectRequest(run, job));
};

const erase = async (): Promise<Id> => {
  const { id } = await submitSubjectRequest(context(), keys, { ...subject, type: 'Delete', confirmation: PERSON });
  await runOn();
  return id;
};

const context = (name = 'Mara Lindqvist') => scene.contextIn('Root', name);
const newest = async () => (await getSubjectRequests(context(), keys)).requests[0];

const publishSample = async (): Promise<void> => {
  const name = 'Keeps a sample';
  const code = 'RETURN Review() WHEN Velocity.spent(@"user.userId", 1d) > 1000000';
  const clauses = [{ id: newId(), name: 'Look', code }];
  const text = { condition: '', clauses, samplePayload: ofThea('order-of-thea-1') };
  const rule = await createRule(context(), 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context(), 'purchase', rule.id, input);
};

const publishVelocity = async (): Promise<void> => {
  const velocities = [
    { id: newId(), code: 'SELECT Sum(@"totalAmount") AS spent FROM Purchase GROUPBY @"user.userId"' },
  ];
  const text = { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const set = await createVelocitySet(context(), { name: 'Spent', description: '', text });
  const input = { version: set.version, name: 'Spent', description: '', active: true, note: '', overwrite: false };
  await publishVelocitySet(context(), set.id, { ...input, start: 'fromNow' });
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(async () => {
  await merchant.close();
  await test.asAdmin('delete from subject_request');
});

const rollups = () =>
  test.asAdmin(`select * from rollup_minute where tenant_id = '${scene.tenantId}' order by 1, 2, 3, 4, 5, 6`);

/** Rows of reports of the tenant, with texts for the numbers that a rebuild may give otherwise. */
const reports = async (): Promise<readonly unknown[]> => {
  const textOfCode = (column: string): string =>
    `(select v.value from report_value v where v.tenant_id = r.tenant_id and v.code = r.${column}) as ${column}`;
  const texts = (columns: readonly string[]): string => columns.map(textOfCode).join(', ');
  const days = await test.asAdmin(
    `select environment_id, kind, day, decision, score, label, bank, chargeback, refunded, events, amount_units,
            ${texts(['rule', 'clause', 'currency', 'status'])} from report_day r
      where tenant_id = '${scene.tenantId}' order by r::text`,
  );
  const dimensions = await test.asAdmin(
    `select environment_id, kind, dimension, day, decision, label, events, ${texts(['value', 'status'])}
       from report_dimension_day r where tenant_id = '${scene.tenantId}'`,
  );
  const labels = await test.asAdmin(`select * from report_label_day where tenant_id = '${scene.tenantId}'`);
  const observations = await test.asAdmin(
    `select r.*, ${texts(['value', 'currency'])} from report_observation_day r where tenant_id = '${scene.tenantId}'`,
  );
  return [days, dimensions, labels, observations].map((rows) => rows.map((row) => JSON.stringify(row)).toSorted());
};

describe('erasing a person', () => {
  it('leaves nothing to read in any table, and every sum as it was', async () => {
    await publishVelocity();
    await publishSample();
    await sendHistory();
    await saveDeviceSession(test.database, scene.tenantId, {
      environmentId: scene.idOf('Root'),
      sessionId: SESSION,
      collectedAt: new Date(scene.clock.now()),
      deviceId: newId(),
      confidence: 1,
      cookieId: null,
      fingerprint: 'f',
      ip: null,
      latitude: null,
      longitude: null,
      speedMph: 0,
      attributes: {},
    });
    const refused = createRefusedCalls(test.database);
    refused.keep({
      tenantId: scene.tenantId,
      clientId: 'shop',
      environmentId: scene.idOf('Root'),
      environmentReference: null,
      path: `/v1.0/merchantservices/events/${PERSON}`,
      status: 400,
      code: 'REQ-INVALID',
      message: 'no',
      excerpt: null,
      correlationId: 'c',
      receivedAtMs: scene.clock.now(),
    });
    await refused.close();
    const [added, counted] = [await readContributions(test.database, 0, 10_000), await rollups()];
    const reported = await reports();
    expect(JSON.stringify(reported)).toMatch(/EUR.*Approved/);
    expect((await tablesWith([PERSON])).length).toBeGreaterThan(4);

    const id = await erase();

    expect(await tablesWith(TRACES)).toEqual([]);
    expect(await readContributions(test.database, 0, 10_000)).toEqual(added);
    expect(await reports()).toEqual(reported);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    const projectors = startProjectors(test.database);
    await projectors.caughtUp();
    await projectors.close();
    expect(await rollups()).toEqual(counted);
    expect(await reports()).toEqual(reported);
    expect(await tablesWith(TRACES)).toEqual([]);
    expect(await newest()).toMatchObject({ id, status: 'Complete', value: null, progress: null });
    const kept = await previewSubject(context(), { ...subject, value: 'somebody-else' });
    expect(kept.counts).toEqual([{ kind: 'purchase', count: 1 }]);
  });

  it('is told of an erased event by its address and by replay, and by nothing else', async () => {
    await sendHistory();
    await erase();
    const place = { environmentId: scene.idOf('Root'), eventEnvironmentId: scene.idOf('Root'), eventType: 'purchase' };
    const open = (eventId: string) => getEvent(context(), { ...place, eventId }, keys.hashEventId);
    await expect(open('order-of-thea-1')).rejects.toMatchObject({ code: 'EVENT-ERASED' });
    await expect(open('order-of-nobody')).rejects.toMatchObject({ code: 'EVENT-UNKNOWN' });
    const replayed = (eventId: string, environment: string) =>
      replayEverywhere(test.database, eventId, scene.idOf(environment), undefined, keys.hashEventId);
    expect(await replayed('order-of-thea-2', 'Child')).toMatchObject([{ erased: true }]);
    expect(await replayed('order-of-another', 'Root')).toMatchObject([{ difference: null }]);
    const tried = await tryOnHistory(test.database, scene, {
      text: { condition: '', clauses: [{ id: newId(), name: 'All', code: 'RETURN Reject()' }] },
    });
    expect(tried.changes).toMatchObject([{ events: 1, samples: [{ eventId: 'order-of-another' }] }]);
  });

  it('goes on after every step it was stopped at, and changes nothing when done twice', async () => {
    await sendHistory();
    await submitSubjectRequest(context(), keys, { ...subject, type: 'Delete', confirmation: PERSON });
    for (let stops = 0; ; stops += 1) {
      const stop = new AbortController();
      if (await runOn(() => stop.abort(), stop.signal)) break;
      expect(stops).toBeLessThan(10);
    }
    expect(await tablesWith(TRACES)).toEqual([]);
    const log = () =>
      test.asAdmin(`select heads, data from segment where tenant_id = '${scene.tenantId}' order by first_position`);
    const before = await log();
    await erase();
    expect(await log()).toEqual(before);
  });

  it('takes an id that was erased for a new one', async () => {
    await sendHistory();
    await erase();
    await merchant.send('Root', 'purchase', purchase('somebody-else', 'order-of-thea-1'));
    expect((await previewSubject(context(), { ...subject, value: 'somebody-else' })).counts).toEqual([
      { kind: 'purchase', count: 2 },
    ]);
  });
});

describe('subject requests', () => {
  it('preview what there is, and export it until its time is over', async () => {
    await sendHistory();
    const preview = await previewSubject(context(), subject);
    expect(preview).toMatchObject({
      counts: [
        { kind: 'purchase', count: 2 },
        { kind: 'purchaseStatus', count: 1 },
        { kind: 'label', count: 2 },
        { kind: 'updateAccount', count: 1 },
      ],
      isComplete: true,
      supportLists: [],
    });
    const parameters = new URLSearchParams({ where: `userId~is~${PERSON}` }).toString();
    const content = { isShared: false, parameters };
    const { views } = await createSavedView(context(), 'search', { name: 'Of the person', ...content });
    const noted = await requestChange(test.database, scene, { note: `asked for by ${PERSON}` });
    await requestChange(test.database, scene, { note: 'asked for by somebody-else' });
    const { id } = await submitSubjectRequest(context(), keys, { ...subject, type: 'Export' });
    await expect(downloadSubjectExport(context(), id)).rejects.toMatchObject({ code: 'SUBJECT-EXPORT-GONE' });
    await runOn();
    const { events, changeRequests, savedViews } = await exportedFile(context(), id);
    expect(savedViews).toMatchObject([{ id: views[0]?.id, name: 'Of the person' }]);
    expect(changeRequests).toMatchObject([{ id: noted, note: `asked for by ${PERSON}`, target: null }]);
    expect(events).toHaveLength(7);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'purchase', eventId: 'order-of-thea-2', decision: 'Approve' }),
    );
    expect(JSON.stringify(events)).not.toContain('order-of-another');
    const texts = await scene.activities();
    expect(texts.filter((text) => text.includes('SubjectRequest'))).toHaveLength(3);
    expect(await tablesWith([PERSON])).not.toContain('audit_entry');

    scene.clock.advance(29 * DAY_MS);
    await expect(downloadSubjectExport(context(), id)).rejects.toMatchObject({ code: 'SUBJECT-EXPORT-GONE' });
    await expireExports(test.database, scene.clock);
    expect(await newest()).toMatchObject({ id, status: 'Expired', hasExport: false });
    expect(await tablesWith(['order-of-thea-2'])).not.toContain('subject_export');
  });

  it('end earlier exports of a person with the deletion', async () => {
    await sendHistory();
    const { id } = await submitSubjectRequest(context(), keys, { ...subject, type: 'Export' });
    await runOn();
    await erase();
    await expect(downloadSubjectExport(context(), id)).rejects.toMatchObject({ code: 'SUBJECT-EXPORT-GONE' });
    expect(await tablesWith(TRACES)).toEqual([]);
  });

  it('refuse a deletion that is not confirmed, asked for twice, or by what is no id of a person', async () => {
    const ask = (changes: object) =>
      submitSubjectRequest(context(), keys, { ...subject, type: 'Delete', confirmation: PERSON, ...changes });
    await expect(ask({ confirmation: 'person' })).rejects.toMatchObject({ code: 'SUBJECT-NOT-CONFIRMED' });
    await expect(ask({ property: 'user.email' })).rejects.toMatchObject({ code: 'SUBJECT-PROPERTY-UNKNOWN' });
    await expect(ask({ assessment: 'assessment-9' })).rejects.toMatchObject({ code: 'SUBJECT-PROPERTY-UNKNOWN' });
    await ask({});
    await expect(ask({})).rejects.toMatchObject({ code: 'SUBJECT-REQUEST-OPEN' });
  });

  it('wait for a second person where the environment asks for one', async () => {
    await sendHistory();
    await putSubjectApproval(context(), { required: true });
    const ask = () => submitSubjectRequest(context(), keys, { ...subject, type: 'Delete', confirmation: PERSON });
    const { id } = await ask();
    await expect(runOn()).rejects.toThrow('no job to work on');
    expect(await newest()).toMatchObject({ awaitsApproval: true, value: PERSON, isMine: true });
    await expect(approveSubjectRequest(context(), keys, id)).rejects.toMatchObject({ code: 'SUBJECT-OWN-REQUEST' });
    await cancelSubjectRequest(context('Jonas Weber'), keys, id, { reason: 'Has an open case' });
    expect(await newest()).toMatchObject({ status: 'Cancelled', value: null, reason: 'Has an open case' });

    const again = await ask();
    await approveSubjectRequest(context('Jonas Weber'), keys, again.id);
    await runOn();
    expect(await tablesWith(TRACES)).toEqual([]);
  });
});

describe('persons of an assessment of one’s own', () => {
  it('are found by each id it declares, with an index or without', async () => {
    const { kind } = await createAssessment(context(), {
      template: 'Custom',
      apiName: 'Loyalty',
      friendlyName: 'Loyalty',
      sections: ['user'],
      fields: [
        {
          path: 'custom.memberNo',
          friendlyName: 'Member',
          type: 'string',
          required: false,
          sample: 'm-1',
          searchable: true,
        },
      ],
      observations: [],
      label: null,
      features: { caseManagement: false, search: true, reporting: false },
      dataSubjectIds: ['user.id', 'custom.memberNo'],
      runMode: 'allUntilDecision',
    });
    const place = { tenantId: scene.tenantId, environmentId: scene.idOf('Root') };
    const log = createLog(test.database);
    const visit = (eventId: string, memberNo: string) =>
      log.append({
        ...aPurchase(
          place,
          { eventId },
          {
            userId: 'visitor-1',
            email: null,
            paymentInstrumentIds: [],
            own: { 'custom.memberNo': [memberNo] },
          },
        ),
        kind,
        requestText: JSON.stringify({ metadata: { eventId }, user: { id: 'visitor-1' }, custom: { memberNo } }),
      } as LogEvent);
    await visit('visit-1', 'member-77001');
    await visit('visit-2', 'member-2');
    await log.close();
    const projectors = startProjectors(test.database);
    await projectors.caughtUp();
    await projectors.close();

    const found = async (property: string, value: string) =>
      (await previewSubject(context(), { assessment: kind, property, value })).counts;
    expect(await found('metadata.eventId', 'visit-2')).toEqual([{ kind, count: 1 }]);
    expect(await found('user.id', 'visitor-1')).toEqual([{ kind, count: 2 }]);
    const member = { assessment: kind, property: 'custom.memberNo', value: 'member-77001' };
    expect(await found(member.property, member.value)).toEqual([{ kind, count: 1 }]);
    expect(await tablesWith(['member-77001'])).toEqual(expect.arrayContaining(['event_attribute', 'event_search']));
    await submitSubjectRequest(context(), keys, { ...member, type: 'Delete', confirmation: member.value });
    await runOn();
    expect(await tablesWith(['member-77001', 'visit-1'])).toEqual([]);
    expect(await found('user.id', 'visitor-1')).toEqual([{ kind, count: 1 }]);
  });
});
