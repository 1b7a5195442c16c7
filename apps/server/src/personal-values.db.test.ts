import * as contracts from '@redoubt/contracts';
import {
  allows,
  capabilitiesOf,
  EDITIONS,
  GENERAL_QUEUE_ID,
  isMasked,
  MAX_REVEALS_PER_HOUR,
  personalValuesOf,
  ROLES,
  type Edition,
  type Permission,
  type Role,
} from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS_WITHOUT_MASKS } from './testing/answers-without-masks.ts';
import { createConsoleApp, type ConsoleApp } from './testing/console-app.ts';
import { keepDeviceSession, type ThingIds } from './testing/one-of-each.ts';
import {
  caseOperations,
  EVENT_ID,
  eventIn,
  hereIn,
  SEARCH,
  SESSION_ID,
  telling,
  TOOL_CALLS,
  USER,
} from './testing/masked-calls.ts';
import { createPersonalThings, PERSONAL_PURCHASE } from './testing/personal-things.ts';
import { createPublicApp, type PublicApp } from './testing/public-app.ts';
import { callOf } from './testing/sample-calls.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from './testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const clock = sceneClock();
let consoleApp: ConsoleApp;
let events: PublicApp;
let tenant: SceneTenant;
let merchantOf: Readonly<Record<Edition, SceneTenant>>;

const DEVICE_ADDRESS = '198.51.100.201';
const BODY: JsonObject = {
  ...PERSONAL_PURCHASE,
  purchaseId: EVENT_ID,
  customData: { ...(PERSONAL_PURCHASE['customData'] as JsonObject), gift: 'For Nelly Quast, Ligusterweg 8' },
};
const CLAUSES = [
  'OBSERVE Output(seen = @"user.email" + " of " + @"user.userId")',
  'RETURN Review("BIG " + @"user.firstName" + " " + @"user.email", "Ask " + @"user.email") WHEN @"totalAmount" > 1 && @"user.email" != "nobody@mailbox.example"',
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

const here = (of = tenant) => hereIn(of);
const event = (of = tenant) => eventIn(of);
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

/** The ids of one thing of every kind in it, each with values of the person where people can put them. */
const thingsOf = new Map<SceneTenant, ThingIds>();

const fill = async (made: SceneTenant, mark: string): Promise<void> => {
  const admin = consoleApp.personWith(made, 'ProductAdmin', ['ApplicationAdministrator']);
  const scene = { database: db.database, tenant: made, admin };
  thingsOf.set(made, await createPersonalThings(scene, { eventId: EVENT_ID, body: BODY }, mark));
  await db.asAdmin('update publish_approval set required = false where tenant_id = $1', [made.tenantId]);
};

beforeAll(async () => {
  events = await createPublicApp(db.database, clock, callers.verify);
  consoleApp = await createConsoleApp(db.database, clock);
  merchantOf = { Standard: await createMerchant('Standard'), PSP: await createMerchant('PSP') };
  tenant = merchantOf.Standard;
  await events.settled();
  await events.counts();
  await fill(merchantOf.Standard, 'standard');
  await fill(merchantOf.PSP, 'psp');
}, 120_000);
afterAll(async () => {
  await consoleApp.app.close();
  await events.close();
});

const seesNoValues = (role: Role, edition: Edition): boolean =>
  !allows(capabilitiesOf([role], edition), 'personalData:read');
const MASKED = EDITIONS.flatMap((edition) =>
  ROLES[edition].filter((role) => seesNoValues(role, edition)).map((role) => [edition, role] as const),
);

const CONSOLE = contracts.ENDPOINTS.filter(({ path }) => path.startsWith('/platform/'));

/** Whether an endpoint answers someone who sees masks. */
const reaches = ({ permission, responseType }: contracts.Endpoint): boolean =>
  responseType !== 'empty' &&
  (permission === 'signedIn' ||
    permission === 'Case_API' ||
    MASKED.some(([edition, role]) => allows(capabilitiesOf([role], edition), permission as Permission)));

/** What the server makes by chance or by hashing: it may hold the digits of a postcode. */
const MADE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi;

/** Personal values that an answer tells. */
const leaksOf = ({ body }: { readonly body: string }): readonly string[] => {
  const values = secrets();
  const told = body.replaceAll(MADE, (made) => (values.includes(made) ? made : ''));
  return values.filter((needle) => told.includes(JSON.stringify(needle).slice(1, -1)));
};

const caseOfPerson = (): string => thingsOf.get(tenant)?.['caseId'] ?? '';

/** A call of an endpoint that names the things of a merchant. */
const callIn = (merchant: SceneTenant, endpoint: contracts.Endpoint) => {
  const things = thingsOf.get(merchant) ?? {};
  const isOfPurchases = /\/(?:rulesets|routingrules)\//.test(endpoint.path);
  const named = (kind: string): string => (kind === 'assessment' && isOfPurchases ? 'purchase' : (things[kind] ?? ''));
  return callOf(endpoint, named, merchant.environmentId);
};

describe('a role that sees masks', () => {
  it.each(MASKED)(
    'of the %s edition, %s, is told no personal value of an event by any answer',
    async (edition, role) => {
      const merchant = merchantOf[edition];
      const person = personWith(role, merchant);
      const held = capabilitiesOf([role], edition);
      expect(secrets().length).toBeGreaterThan(8);
      for (const [endpoint, call] of telling(merchant)) {
        if (!allows(held, endpoint.permission as Permission)) continue;
        const { statusCode, body } = await person.send(endpoint, call);
        expect([endpoint.id, statusCode]).toEqual([endpoint.id, 200]);
        expect([endpoint.id, leaksOf({ body })]).toEqual([endpoint.id, []]);
      }
    },
  );

  it('is told none by any other endpoint that it may call, and each of them answers', async () => {
    const told = new Set([...telling(tenant), ...caseOperations(tenant, caseOfPerson())].map(([{ id }]) => id));
    const needsNone = new Set(Object.values(ANSWERS_WITHOUT_MASKS).flat());
    const others = CONSOLE.filter(
      ({ id, responseType }) => responseType !== 'empty' && !told.has(id) && !needsNone.has(id),
    );
    const answered = new Set<string>();
    const leaks: string[] = [];
    for (const [edition, role] of MASKED) {
      const merchant = merchantOf[edition];
      const person = personWith(role, merchant);
      const held = capabilitiesOf([role], edition);
      for (const endpoint of others) {
        if (endpoint.permission !== 'signedIn' && !allows(held, endpoint.permission as Permission)) continue;
        const response = await person.send(endpoint, callIn(merchant, endpoint));
        if (response.statusCode < 300) answered.add(endpoint.id);
        leaks.push(...leaksOf(response).map((leak) => `${endpoint.id} tells ${role}: ${leak}`));
      }
    }
    expect(leaks).toEqual([]);
    const reached = others.filter((endpoint) => reaches(endpoint)).map(({ id }) => id);
    expect(reached.filter((id) => !answered.has(id))).toEqual([]);
  }, 120_000);

  it('is told none while it works on a case', async () => {
    const analyst = personWith('ManualReviewAnalyst');
    for (const [endpoint, call] of caseOperations(tenant, caseOfPerson())) {
      const response = await analyst.send(endpoint, call);
      expect([endpoint.id, response.statusCode, leaksOf(response)]).toEqual([endpoint.id, 200, []]);
    }
  });

  it('may be an outside case tool, which is told none', async () => {
    const grants = JSON.stringify([{ environmentId: tenant.environmentId, roles: ['Case_API'] }]);
    await db.asAdmin('update application set grants = $2 where client_id = $1', [tenant.clientId, grants]);
    await events.plans.refresh(tenant.tenantId);
    const caseId = caseOfPerson();
    for (const [call, body] of TOOL_CALLS) {
      const { method, path } = contracts.CASE_CALLS[call];
      const response = await events.app.inject({
        method,
        url: path.replace(':caseId', caseId) + (call === 'list' ? `?queueId=${GENERAL_QUEUE_ID}` : ''),
        headers: {
          authorization: callers.headerFor({ ...applicationOf(tenant), apiRoles: ['Case_API'] }),
          'x-ms-dfpenvid': tenant.environmentId,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { payload: JSON.stringify(body) }),
      });
      expect([call, response.statusCode, leaksOf(response)]).toEqual([call, 200, []]);
    }
  });

  it('is answered without a look by those endpoints alone that have a reason', () => {
    const needNone = Object.values(ANSWERS_WITHOUT_MASKS).flat();
    const reached = contracts.ENDPOINTS.filter(reaches);
    const called = new Set([
      ...telling(tenant).map(([{ id }]) => id),
      ...caseOperations(tenant, caseOfPerson()).map(([{ id }]) => id),
      ...TOOL_CALLS.map(([call]) => contracts.CASE_CALLS[call].id),
    ]);
    expect(needNone.filter((id) => called.has(id) || !reached.some((each) => each.id === id))).toEqual([]);
    const ofTools = reached.filter(({ permission }) => permission === 'Case_API').map(({ id }) => id);
    expect(ofTools.filter((id) => !called.has(id) && !needNone.includes(id))).toEqual([]);
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
        value: 'Nelly Quast',
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
        body: { ...SEARCH, filters: [{ field, operator, values: [value] }] },
      });
    const found = (await by('userId', 'is', USER.userId)).json<{ rows: { userId: string }[] }>();
    expect(found.rows.map(({ userId }) => isMasked(userId))).toEqual([true]);
    const refused = await by('userName', 'startsWith', 'N');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'SRCH-FIELD-MASKED']);
    for (const field of ['email', 'customer', 'reason'] as const) {
      const body = { ...SEARCH, sort: { field, direction: 'ascending' as const } };
      const sorted = await analyst.send(contracts.searchEvents, { params: here(), body });
      expect([field, sorted.statusCode, sorted.json<{ code: string }>().code]).toEqual([
        field,
        403,
        'SRCH-FIELD-MASKED',
      ]);
    }
    const matched = async (role: Role, text: string) =>
      (await personWith(role).call(contracts.findSearchMatches, { params: here(), body: { text } })).matches.map(
        ({ field }) => field,
      );
    expect(await matched('ManualReviewAnalyst', USER.email)).toContain('email');
    expect(await matched('ManualReviewAnalyst', 'Nel')).toEqual([]);
    expect(await matched('ProductAdmin', 'Nel')).toEqual(['userName']);
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
      { entity: 'userId', value: expect.stringContaining('•••'), status: 'Watch' },
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
    const body = { ...SEARCH, includeChildren, filters: [filter] };
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
