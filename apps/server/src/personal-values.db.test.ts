import * as contracts from '@redoubt/contracts';
import {
  allows,
  capabilitiesOf,
  EDITIONS,
  GENERAL_QUEUE_ID,
  isMasked,
  MAX_REVEALS_PER_HOUR,
  personalValuesOf,
  PURCHASE_SAMPLE,
  ROLES,
  type Edition,
  type Permission,
  type Role,
} from '@redoubt/domain';
import { HOUR_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS_WITHOUT_MASKS } from './testing/answers-without-masks.ts';
import { createConsoleApp, type ConsoleApp, type ConsoleCall } from './testing/console-app.ts';
import { keepDeviceSession } from './testing/one-of-each.ts';
import { createPublicApp, type PublicApp } from './testing/public-app.ts';
import {
  applicationOf,
  createCallers,
  createTenant,
  sceneClock,
  SCENE_START_MS,
  type SceneTenant,
} from './testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const clock = sceneClock();
let consoleApp: ConsoleApp;
let events: PublicApp;
let tenant: SceneTenant;
let merchantOf: Readonly<Record<Edition, SceneTenant>>;

const EVENT_ID = 'order-with-a-person';
const SESSION_ID = 'session-of-a-person';
const DEVICE_ADDRESS = '198.51.100.201';
const BODY: JsonObject = {
  ...PURCHASE_SAMPLE,
  purchaseId: EVENT_ID,
  customData: { ...(PURCHASE_SAMPLE['customData'] as JsonObject), gift: 'For Nora Quill, Lindenweg 7' },
};
const CLAUSES = [
  'OBSERVE Output(seen = @"user.email" + " of " + @"user.userId")',
  'RETURN Review("BIG", "Ask " + @"user.email") WHEN @"totalAmount" > 1 && @"user.email" != "nobody@mailbox.example"',
].map((code, index) => ({ id: newId(), name: `Part ${index + 1}`, code }));

/** What no answer to a masked role may hold: values of some length, which are no words of another member. */
const secrets = (): readonly string[] => [
  DEVICE_ADDRESS,
  ...new Set(
    personalValuesOf(BODY)
      .map(({ value }) => String(value))
      .filter((value) => value.length > 4),
  ),
];

const here = (of = tenant) => ({ environmentId: of.environmentId });
const event = (of = tenant) => ({
  ...here(of),
  eventType: 'purchase',
  eventEnvironmentId: of.environmentId,
  eventId: EVENT_ID,
});
const range = {
  from: new Date(SCENE_START_MS - HOUR_MS).toISOString(),
  to: new Date(SCENE_START_MS + HOUR_MS).toISOString(),
};
const personWith = (role: Role, of = tenant) => consoleApp.personWith(of, role);

const mask = async (masksPersonal: boolean, of = tenant): Promise<void> => {
  const admin = personWith('ProductAdmin', of);
  const {
    changed: _changed,
    canWrite: _canWrite,
    ...settings
  } = await admin.call(contracts.getCaseSettings, { params: here(of) });
  await admin.call(contracts.putCaseSettings, {
    params: here(of),
    body: { ...settings, holdSeconds: 0, masksPersonal },
  });
};

/** A merchant whose environment masks, with one event that tells of a person everywhere it can, and its device. */
const createMerchant = async (edition: Edition): Promise<SceneTenant> => {
  const made = await createTenant(db.database, edition);
  await mask(true, made);
  const admin = personWith('ProductAdmin', made);
  const text = { condition: '', clauses: CLAUSES, samplePayload: {} };
  const rule = await admin.call(contracts.createRule, {
    params: { ...here(made), assessment: 'purchase' },
    body: { name: 'Large', description: '', text },
  });
  await admin.call(contracts.publishRule, {
    params: { ...here(made), assessment: 'purchase', ruleId: rule.id },
    body: { version: rule.version, name: 'Large', description: '', active: true, note: '' },
  });
  await events.plans.refresh(made.tenantId);
  const response = await events.app.inject({
    method: 'POST',
    url: contracts.publicEventPath('purchase', BODY),
    headers: {
      authorization: callers.headerFor(applicationOf(made)),
      'content-type': 'application/json',
      'x-ms-dfpenvid': made.environmentId,
    },
    payload: JSON.stringify(BODY),
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  await keepDeviceSession({ database: db.database, tenant: made }, SESSION_ID, {
    trueIp: DEVICE_ADDRESS,
    ipAddressHistory: [DEVICE_ADDRESS],
  });
  return made;
};

beforeAll(async () => {
  events = await createPublicApp(db.database, clock, callers.verify);
  consoleApp = await createConsoleApp(db.database, clock);
  merchantOf = { Standard: await createMerchant('Standard'), PSP: await createMerchant('PSP') };
  tenant = merchantOf.Standard;
  await events.settled();
  await events.counts();
}, 120_000);
afterAll(async () => {
  await consoleApp.app.close();
  await events.close();
});

const USER = BODY['user'] as { readonly email: string; readonly userId: string };
const search = { eventType: 'purchase' as const, ...range, includeChildren: true, filters: [] };

/** Calls whose answers tell about events, each with the values it says itself; all are answered. */
const telling = (of = tenant): readonly (readonly [contracts.Endpoint, ConsoleCall<contracts.Endpoint>])[] => [
  [contracts.getEvent, { params: event(of) }],
  [contracts.explainEvent, { params: event(of) }],
  [contracts.replayEvent, { params: event(of) }],
  [contracts.getEventNotes, { params: event(of) }],
  [contracts.getEventTimeline, { params: event(of) }],
  [contracts.getLinkedEvents, { params: event(of), query: { attributes: 'email,userId', list: 'all' } }],
  [contracts.getLinkSummary, { params: event(of), query: {} }],
  [contracts.getEventPlaces, { params: event(of) }],
  [contracts.searchEvents, { params: here(of), body: search }],
  [
    contracts.searchEvents,
    { params: here(of), body: { ...search, filters: [{ field: 'email', operator: 'is', values: [USER.email] }] } },
  ],
  [contracts.summariseSearch, { params: here(of), body: search }],
  [contracts.findSearchMatches, { params: here(of), body: { text: USER.email } }],
  [contracts.findSupportAccounts, { params: here(of), body: { by: 'email', value: USER.email, ...range } }],
  [contracts.getSupportAccount, { params: here(of), body: { purchaseId: EVENT_ID, ...range } }],
  [contracts.getQueueCases, { params: { ...here(of), queueId: GENERAL_QUEUE_ID }, query: {} }],
  [contracts.getCase, { params: { ...here(of), eventType: 'purchase', eventId: EVENT_ID } }],
  [contracts.getDeviceSession, { params: { ...here(of), sessionId: SESSION_ID } }],
  [contracts.getVelocitySymbolTable, { params: here(of) }],
  [contracts.getIntegrationStatus, { params: here(of) }],
  [contracts.getRecentCalls, { params: { ...here(of), api: 'purchase' } }],
  [contracts.getMonitor, { params: { ...here(of), assessment: 'purchase' }, query: {} }],
  [contracts.getSymbolTable, { params: { ...here(of), assessment: 'purchase' } }],
  [contracts.getRoutingSymbols, { params: { ...here(of), assessment: 'purchase' } }],
];

const seesNoValues = (role: Role, edition: Edition): boolean =>
  !allows(capabilitiesOf([role], edition), 'personalData:read');
const MASKED = EDITIONS.flatMap((edition) =>
  ROLES[edition].filter((role) => seesNoValues(role, edition)).map((role) => [edition, role] as const),
);

describe('a role that sees masks', () => {
  it.each(MASKED)(
    'of the %s edition, %s, is told no personal value of an event by any answer',
    async (edition, role) => {
      const merchant = merchantOf[edition];
      const person = personWith(role, merchant);
      const held = capabilitiesOf([role], edition);
      const needles = secrets();
      expect(needles.length).toBeGreaterThan(8);
      for (const [endpoint, call] of telling(merchant)) {
        if (!allows(held, endpoint.permission as Permission)) continue;
        const { statusCode, body } = await person.send(endpoint, call);
        expect([endpoint.id, statusCode]).toEqual([endpoint.id, 200]);
        expect([endpoint.id, needles.filter((needle) => body.includes(JSON.stringify(needle).slice(1, -1)))]).toEqual([
          endpoint.id,
          [],
        ]);
      }
    },
  );

  it('is answered by endpoints that this test looks at, or that have a reason to need no mask', () => {
    const reaches = ({ permission, responseType }: contracts.Endpoint): boolean =>
      responseType !== 'empty' &&
      (permission === 'signedIn' ||
        permission === 'Case_API' ||
        MASKED.some(([edition, role]) => allows(capabilitiesOf([role], edition), permission as Permission)));
    const scanned = new Set(telling().map(([{ id }]) => id));
    const reaching = contracts.ENDPOINTS.filter(reaches).map(({ id }) => id);
    expect(Object.values(ANSWERS_WITHOUT_MASKS).flat().toSorted()).toEqual(
      reaching.filter((id) => !scanned.has(id)).toSorted(),
    );
  });
});

describe('the event of a masked role', () => {
  const reveal = { fields: ['user.email'], reason: 'callCustomer' as const };

  it('names its masked fields, and keeps what many people share', async () => {
    const detail = await personWith('ManualReviewAnalyst').call(contracts.getEvent, { params: event() });
    const request = detail.request as { readonly user: JsonObject; readonly shippingAddress: JsonObject };
    expect(request.user).toMatchObject({ email: 'n•••@mailbox.example', firstName: 'N•••' });
    expect(request.shippingAddress).toMatchObject({ city: 'Brandshagen', country: 'DE', street1: 'L•••' });
    expect(detail.masked).toMatchObject({
      fields: expect.arrayContaining(['user.email', 'user.userId']),
      canReveal: true,
    });
    expect(detail.supportMessage).toBe('Ask n•••@mailbox.example');
  });

  it('is plain for roles that need it, and for all where nothing masks', async () => {
    const plain = await personWith('ManualReviewFraudManager').call(contracts.getEvent, { params: event() });
    expect([plain.masked, JSON.stringify(plain.request).includes(USER.email)]).toEqual([null, true]);
    await mask(false);
    const seen = await personWith('ManualReviewAnalyst').call(contracts.getEvent, { params: event() });
    expect([seen.masked, JSON.stringify(seen.request).includes(USER.email)]).toEqual([null, true]);
    await mask(true);
  });

  it('gives the values of chosen fields for a reason, which the activity log keeps without them', async () => {
    const analyst = personWith('ManualReviewAnalyst');
    const body = {
      ...reveal,
      fields: ['user.email', 'paymentInstrumentList.holderName'],
      comment: `About ${USER.email}`,
    };
    const { values } = await analyst.call(contracts.revealPersonal, { params: event(), body });
    expect(values).toEqual([
      { path: 'user.email', steps: ['user', 'email'], value: USER.email },
      {
        path: 'paymentInstrumentList.holderName',
        steps: ['paymentInstrumentList', 0, 'holderName'],
        value: 'Nora Quill',
      },
    ]);
    const entries = await db.asAdmin(
      `select operation, resource_type, resource_id, actor_name, modified from audit_entry
        where tenant_id = $1 and operation = 'Reveal'`,
      [tenant.tenantId],
    );
    expect(entries).toEqual([
      {
        operation: 'Reveal',
        resource_type: 'Event',
        resource_id: EVENT_ID,
        actor_name: 'Mara Lindqvist',
        modified: { fields: body.fields, reason: 'callCustomer', comment: 'About n•••@mailbox.example' },
      },
    ]);
  });

  it('is not revealed to viewers, nor in fields that are not personal, nor without a reason', async () => {
    const statusOf = async (role: Role, body: object) => {
      const response = await personWith(role).send(contracts.revealPersonal, { params: event(), body: body as never });
      return [response.statusCode, response.json<{ code: string }>().code];
    };
    expect(await statusOf('AllAreasViewer', reveal)).toEqual([403, 'AUTH-FORBIDDEN']);
    expect(await statusOf('SupportAgent', { ...reveal, fields: ['totalAmount'] })).toEqual([
      422,
      'PERSONAL-FIELD-UNKNOWN',
    ]);
    expect(await statusOf('SupportAgent', { ...reveal, reason: 'other' })).toEqual([400, 'REQ-INVALID']);
  });

  it('is not revealed more often than a person works', async () => {
    const analyst = personWith('ManualReviewSeniorAnalyst');
    let status = 200;
    let reveals = 0;
    while (status === 200 && reveals <= MAX_REVEALS_PER_HOUR) {
      ({ statusCode: status } = await analyst.send(contracts.revealPersonal, { params: event(), body: reveal }));
      if (status === 200) reveals += 1;
    }
    expect([status, reveals]).toEqual([429, MAX_REVEALS_PER_HOUR]);
  });

  it('is found by whole values, and not narrowed down by parts of them', async () => {
    const analyst = personWith('ManualReviewAnalyst');
    const by = (field: 'userId' | 'userName', operator: 'is' | 'startsWith', value: string) =>
      analyst.send(contracts.searchEvents, {
        params: here(),
        body: { ...search, filters: [{ field, operator, values: [value] }] },
      });
    const found = (await by('userId', 'is', USER.userId)).json<{ rows: { userId: string }[] }>();
    expect(found.rows.map(({ userId }) => isMasked(userId))).toEqual([true]);
    const refused = await by('userName', 'startsWith', 'N');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'SRCH-FIELD-MASKED']);
    const matched = async (role: Role, text: string) =>
      (await personWith(role).call(contracts.findSearchMatches, { params: here(), body: { text } })).matches.map(
        ({ field }) => field,
      );
    expect(await matched('ManualReviewAnalyst', USER.email)).toContain('email');
    expect(await matched('ManualReviewAnalyst', 'Nor')).toEqual([]);
    expect(await matched('ProductAdmin', 'Nor')).toEqual(['userName']);
  });
});

it('has the status that support lists give it said beside its mask, and to those alone who may know it', async () => {
  await personWith('ProductAdmin').call(contracts.changeSupportEntries, {
    params: { ...here(), supportEntity: 'email' },
    body: { values: [USER.email], status: 'Block', source: 'ListPage' },
  });
  const statusesFor = async (role: Role) =>
    (await personWith(role).call(contracts.getEvent, { params: event() })).masked?.statuses;
  expect(await statusesFor('ManualReviewAnalyst')).toEqual(
    expect.arrayContaining([
      { entity: 'email', value: 'n•••@mailbox.example', status: 'Block' },
      { entity: 'userId', value: '•••', status: null },
    ]),
  );
  expect(await statusesFor('AllAreasViewer')).toEqual([]);
});

it('is not put on a support list: a mask is no value', async () => {
  const { results } = await personWith('SupportAgent').call(contracts.changeSupportEntries, {
    params: { ...here(), supportEntity: 'email' },
    body: { values: ['n•••@mailbox.example'], status: 'Safe', source: 'EventPage' },
  });
  expect(results).toMatchObject([{ outcome: 'invalid', problem: 'unreadable' }]);
});

it('masks events of the environment that says so and of those below, wherever they are shown', async () => {
  const other = await createTenant(db.database);
  const admin = consoleApp.personWith(other, 'ProductAdmin');
  const analyst = consoleApp.personWith(other, 'ManualReviewAnalyst');
  const filter = { field: 'userName' as const, operator: 'startsWith' as const, values: ['N'] };
  const statusIn = async (environmentId: string, includeChildren = true) => {
    const body = { ...search, includeChildren, filters: [filter] };
    return (await analyst.send(contracts.searchEvents, { params: { environmentId }, body })).statusCode;
  };
  const masks = {
    holdSeconds: 0,
    secondReview: { sharePercent: 0, limits: [] },
    hidesAgents: false,
    masksPersonal: true,
  };
  const putIn = (environmentId: string, version: string, masksPersonal: boolean) =>
    admin.call(contracts.putCaseSettings, { params: { environmentId }, body: { ...masks, masksPersonal, version } });
  const { environmentId: root, childId: child } = other;
  expect([await statusIn(root), await statusIn(child)]).toEqual([200, 200]);
  const { version } = await putIn(child, '0', true);
  expect([await statusIn(root), await statusIn(root, false), await statusIn(child)]).toEqual([403, 200, 403]);
  await putIn(child, version, false);
  await putIn(root, '0', true);
  expect([await statusIn(root, false), await statusIn(child)]).toEqual([403, 403]);
});
