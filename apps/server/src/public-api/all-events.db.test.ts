import { publicAliasesOf, publicEventPath } from '@redoubt/contracts';
import { EVENT_EXAMPLES, EVENT_KINDS, isAssessmentKind, type EventKind } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
let tenant: SceneTenant;
let running: PublicApp;
let authorization: string;

beforeAll(async () => {
  running = await createPublicApp(db.database, sceneClock(), callers.verify);
});
afterAll(() => running.close());
beforeEach(async () => {
  tenant = await createTenant(db.database);
  authorization = callers.headerFor(applicationOf(tenant));
});

const KINDS = Object.keys(EVENT_KINDS) as EventKind[];
const EXAMPLES = KINDS.flatMap((kind) =>
  (['minimal', 'full'] as const).map((size) => ({ kind, size, body: EVENT_EXAMPLES[kind][size] })),
);

const post = (kind: EventKind, body: JsonObject, path = publicEventPath(kind, body), environment?: string) =>
  running.app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization,
      'content-type': 'application/json',
      'x-ms-dfpenvid': environment ?? tenant.environmentId,
    },
    payload: JSON.stringify(body),
  });

const accepted = (kind: EventKind, body: JsonObject): unknown =>
  EVENT_KINDS[kind].generation === 'purchase'
    ? { resultDetails: { Succeeded: true, Error: null } }
    : {
        name: body.name,
        version: '0.5',
        code: '0',
        description: 'Success',
        transactionReferenceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      };

/** Every place of an answer that is null; `Error` and `OtherErrors` are documented so. */
const nullsIn = (value: unknown, at = '$'): readonly string[] => {
  if (value === null) return /\.(?:Error|OtherErrors)$/.test(at) ? [] : [at];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => nullsIn(member, `${at}.${name}`));
};

const stored = async (): Promise<number> => {
  const [row] = await db.asAdmin<{ events: number }>(
    'select coalesce(sum(event_count), 0)::int as events from segment where tenant_id = $1',
    [tenant.tenantId],
  );
  return row?.events ?? 0;
};

describe('the documented examples', () => {
  it.each(EXAMPLES)('$kind, $size, is accepted and answered in the words of its generation', async ({ kind, body }) => {
    const response = await post(kind, body);
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    const answer: JsonObject = response.json();
    expect(nullsIn(answer)).toEqual([]);
    if (!isAssessmentKind(kind)) {
      expect(answer).toEqual(accepted(kind, body));
    } else if (EVENT_KINDS[kind].generation === 'purchase') {
      expect(Object.keys(answer)).toEqual(['resultDetails']);
      const [name, id] = Object.entries(answer.resultDetails as JsonObject).at(-1) ?? [];
      expect([name, id]).toEqual(kind === 'purchase' ? ['PurchaseId', body.purchaseId] : ['SignUpId', body.signUpId]);
    } else {
      expect(answer).toEqual({
        ...(accepted(kind, body) as object),
        resultDetails: [
          {
            decision: 'Approve',
            challengeType: '',
            reasons: [],
            rule: '',
            ruleEnvironmentId: '',
            clauseName: '',
            supportMessages: [],
            other: {},
            scores: [
              { scoreType: 'Risk', scoreValue: -1, reason: '' },
              { scoreType: 'Bot', scoreValue: -1, reason: '' },
            ],
            ruleEvaluations: [],
          },
        ],
        enrichments: { deviceAttributes: {}, calculatedFeatures: expect.any(Object) as unknown },
        diagnostics: {},
      });
    }
    expect(await stored()).toBe(1);
  });

  it('tell the domain of an address and the shape of its name, as account creation answers them', async () => {
    const body = EVENT_EXAMPLES.accountCreation.full;
    const answer: { enrichments: unknown } = (await post('accountCreation', body)).json();
    expect(answer.enrichments).toEqual({
      deviceAttributes: {},
      calculatedFeatures: { emailDomain: 'mailbox.example', emailPattern: 'aaaa.aaaaa' },
    });
  });

  it.each(KINDS)('%s is found at its older addresses too, in any letter case', async (kind) => {
    const body = EVENT_EXAMPLES[kind].full;
    for (const alias of publicAliasesOf(kind)) {
      expect((await post(kind, body, alias.replaceAll(/:\w+/g, 'any').toUpperCase())).statusCode).toBe(200);
    }
  });

  it.each([
    ['accountCreation', '/v1.0/action/account/create'],
    ['accountLogin', '/v1.0/action/account/login'],
    ['accountCreationStatus', '/v1.0/observe/account/create/status'],
    ['accountLoginStatus', '/v1.0/observe/account/login/status'],
    ['accountUpdate', '/v1.0/observe/account/update'],
    ['accountLabel', '/v1.0/observe/account/label'],
    ['accountLabel', '/v1.0/label/account/create'],
  ] as const)('%s is taken at %s, with its id in the body and its environment in the query', async (kind, path) => {
    const body = EVENT_EXAMPLES[kind].full;
    for (const slash of ['', '/']) {
      const before = await stored();
      const url = `${path}${slash}?x-ms-dfpenvid=${tenant.environmentId}`;
      const response = await running.app.inject({
        method: 'POST',
        url,
        headers: { authorization, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
      // An assessment that came before is answered again, another event is merged by its id.
      expect(await stored()).toBe(before === 1 && isAssessmentKind(kind) ? 1 : before + 1);
    }
  });

  it('are all found by search, with what later events say of them, and none hides another', async () => {
    for (const { kind, body } of EXAMPLES.toReversed()) await post(kind, body);
    await running.settled();
    const rows = await db.asAdmin<{ kind: number; event_id: string; status: string | null; fraud_label: string }>(
      'select kind, event_id, status, fraud_label from event_search where tenant_id = $1 order by kind, event_id',
      [tenant.tenantId],
    );
    expect(rows.map(({ kind, event_id: id, status, fraud_label: label }) => [kind, id, status, label])).toEqual([
      [1, 'ord-100001', null, 'None'],
      [1, 'ord-100002', 'Rejected', 'Fraud'],
      [8, 'su-1', null, 'None'],
      [8, 'su-2', 'Approved', 'None'],
      [10, 'ac-7001', null, 'None'],
      [10, 'ac-7002', 'Rejected', 'None'],
      [12, 'lg-1', null, 'None'],
      [12, 'lg-2', 'Pending', 'Fraud'],
    ]);
  });
});

/** The body without the member at a path. */
const without = (body: JsonObject, path: string): JsonObject => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let owner = copy;
  for (const name of names) owner = owner[name] as Record<string, unknown>;
  delete owner[last];
  return copy as JsonObject;
};
const withValue = (body: JsonObject, path: string, value: unknown): JsonObject => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let owner = copy;
  for (const name of names) owner = owner[name] as Record<string, unknown>;
  owner[last] = value;
  return copy as JsonObject;
};
const recase = (value: unknown, change: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => recase(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), recase(member, change)]));
};

describe('mutations of the examples', () => {
  it.each(KINDS)('%s without its id is refused in the documented sentence', async (kind) => {
    const path = EVENT_KINDS[kind].id;
    const names = path.split('.');
    const level = names.length === 1 ? '(root)' : names.slice(0, -1).join('.');
    for (const body of [without(EVENT_EXAMPLES[kind].full, path), withValue(EVENT_EXAMPLES[kind].full, path, null)]) {
      const response = await post(kind, body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({
        ErrorType: 'ClientError',
        Message: `Input validation failed - Required properties ${names.at(-1)} are not present at level ${level}`,
        Retryable: false,
        OtherErrors: null,
      });
    }
    expect(await stored()).toBe(0);
  });

  it.each(KINDS)('%s with values of wrong types is refused with the place of each', async (kind) => {
    const places =
      EVENT_KINDS[kind].generation === 'account' ? ['metadata.trackingId', 'name'] : ['_metadata.trackingId'];
    const wrong = [...places, EVENT_KINDS[kind].id].reduce(
      (body, path) => withValue(body, path, ['x']),
      EVENT_EXAMPLES[kind].full,
    );
    const response = await post(kind, wrong, publicEventPath(kind, EVENT_EXAMPLES[kind].full));
    expect(response.statusCode).toBe(400);
    const { Message: message }: { Message: string } = response.json();
    for (const path of [...places, EVENT_KINDS[kind].id]) expect(message).toContain(`$.${path}: expected `);
    expect(await stored()).toBe(0);
  });

  it.each(KINDS)('%s is the same in another letter case and with unknown members and nulls', async (kind) => {
    const body = EVENT_EXAMPLES[kind].full;
    const path = publicEventPath(kind, body);
    const upper = { ...(recase(body, (name) => name.toUpperCase()) as JsonObject), ours: { a: [1] }, extra: null };
    const pascal = recase(body, (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`) as JsonObject;
    for (const mutated of [upper, pascal]) {
      const response = await post(kind, mutated, path);
      expect([response.statusCode, response.json()]).toEqual([200, expect.any(Object)]);
    }
  });

  it('takes an unknown value of an enumeration as it is, and the documented one in any spelling or as its ordinal', async () => {
    const body = { ...EVENT_EXAMPLES.refund.full, refundId: 'r' };
    for (const status of ['settled', ' approved ', 'DECLINED', 1]) {
      expect((await post('refund', { ...body, status })).statusCode).toBe(200);
    }
    expect((await post('refund', { ...body, status: {} })).statusCode).toBe(400);
  });

  it('takes a single object for a list in the account generation, and refuses it in the purchase generation', async () => {
    const creation = EVENT_EXAMPLES.accountCreation.full;
    const [email] = creation.email as readonly JsonObject[];
    expect((await post('accountCreation', { ...creation, email: email ?? null })).statusCode).toBe(200);
    const purchase = EVENT_EXAMPLES.purchase.full;
    const [product] = purchase.productList as readonly JsonObject[];
    const response = await post('purchase', { ...purchase, productList: product ?? null });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      Message: 'Input validation failed - $.productList: expected a list, found an object',
    });
  });

  it('refuses a date that does not exist', async () => {
    const body = withValue(EVENT_EXAMPLES.accountLogin.full, 'metadata.merchantTimeStamp', '2018-11-127T00:00:00Z');
    const response = await post('accountLogin', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      Message: 'Input validation failed - $.metadata.merchantTimeStamp: expected a date-time as ISO 8601, found text',
    });
  });

  it.each(KINDS.filter(isAssessmentKind))('%s with an id that was there gets the first answer', async (kind) => {
    const first = await post(kind, EVENT_EXAMPLES[kind].full);
    const again = withValue(EVENT_EXAMPLES[kind].minimal, EVENT_KINDS[kind].id, idOf(kind));
    expect((await post(kind, again)).body).toBe(first.body);
    expect(await stored()).toBe(1);
  });

  it('lets the id of the body win over the one of the address', async () => {
    const body = EVENT_EXAMPLES.accountLogin.full;
    expect((await post('accountLogin', body, '/v1.0/action/account/login/somebody-else')).statusCode).toBe(200);
    await running.settled();
    const rows = await db.asAdmin('select event_id, user_id from event_search where tenant_id = $1', [tenant.tenantId]);
    expect(rows).toEqual([{ event_id: 'lg-2', user_id: 'cust-48999' }]);
  });
});

const idOf = (kind: EventKind): unknown =>
  EVENT_KINDS[kind].id
    .split('.')
    .reduce<unknown>((owner, name) => (owner as Record<string, unknown>)[name], EVENT_EXAMPLES[kind].full);

describe('the order of arrival', () => {
  const at = (second: number, name = '_metadata'): JsonObject => ({
    [name]: { trackingId: `t-${second}`, merchantTimeStamp: `2026-03-14T10:22:${String(second).padStart(2, '0')}Z` },
  });
  const purchaseId = 'ord-100002';
  const statusDate = '2026-03-14T10:24:02.000Z';
  const envelope = (name: string, second: number, ids: JsonObject): JsonObject => ({
    name,
    version: '0.5',
    metadata: { ...(at(second, 'm').m as JsonObject), ...ids },
  });
  /** A purchase and a login with what is said of them: twice of each thing, in parts, with contradictions. */
  const EVENTS: readonly (readonly [EventKind, JsonObject])[] = [
    ['purchase', EVENT_EXAMPLES.purchase.full],
    ['purchaseStatus', { purchaseId, statusType: 'Approved', statusDate, reason: 'Safelist', ...at(10) }],
    ['purchaseStatus', { purchaseId, statusType: 'Rejected', statusDate, ...at(11) }],
    ['bankEvent', { bankEventId: 'b', type: 'Auth', purchaseId, mrn: 'M', threeDS: { eci: '05' }, ...at(12) }],
    ['bankEvent', { bankEventId: 'b', type: 'Charge', purchaseId, threeDS: { transStatus: 'Y' }, ...at(13) }],
    ['chargeback', { chargebackId: 'c', purchaseId, status: 'Inquiry', amount: 5, ...at(14) }],
    ['chargeback', { chargebackId: 'c', purchaseId, status: 'Accepted', ...at(15) }],
    ['refund', { refundId: 'r', purchaseId, amount: 1, status: 'Approved', ...at(16) }],
    ['label', { labelObjectType: 'Purchase', labelObjectId: purchaseId, labelSource: 'x', ...at(17) }],
    ['label', { labelObjectType: 'PURCHASE', labelObjectId: purchaseId, labelSource: 'x', isFraud: false, ...at(18) }],
    ['updateAccount', { userId: 'u', firstName: 'Nora', customData: { a: 1 }, ...at(19) }],
    ['updateAccount', { userId: 'u', country: 'DE', customData: { b: 2 }, ...at(20) }],
    ['accountLogin', EVENT_EXAMPLES.accountLogin.full],
    [
      'accountLoginStatus',
      { ...envelope('s', 21, { loginId: 'lg-2' }), statusDetails: { statusType: 'Pending', challengeType: 'SMS' } },
    ],
    [
      'accountLoginStatus',
      {
        ...envelope('s', 22, { loginId: 'lg-2' }),
        statusDetails: { statusType: 'Approved', reasonType: 'ReviewPassed' },
      },
    ],
    [
      'accountLabel',
      { ...envelope('l', 23, {}), label: { labelObjectType: 'AccountLogin', labelObjectId: 'lg-2', isFraud: true } },
    ],
    ['accountUpdate', { ...envelope('u', 24, {}), user: { userId: 'u', username: 'nora' } }],
    ['accountUpdate', { ...envelope('u', 25, {}), user: { userId: 'u', language: 'DE' } }],
  ];

  const stateAfter = async (events: typeof EVENTS): Promise<unknown> => {
    const fresh = await createTenant(db.database);
    authorization = callers.headerFor(applicationOf(fresh));
    for (const [kind, body] of events) {
      const response = await post(kind, body, publicEventPath(kind, body), fresh.environmentId);
      expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    }
    await running.settled();
    const found = await db.asAdmin(
      'select kind, event_id, status, fraud_label from event_search where tenant_id = $1 order by kind, event_id',
      [fresh.tenantId],
    );
    const related = await db.asAdmin(
      `select subject_kind, subject_id, kind, related_id, body from related_event where tenant_id = $1
        order by subject_kind, subject_id, kind, related_id`,
      [fresh.tenantId],
    );
    return { found, related };
  };

  it('makes no difference to what is stored in the end', async () => {
    const expected = await stateAfter(EVENTS);
    expect(expected).toMatchObject({
      found: [
        { event_id: purchaseId, status: 'Rejected', fraud_label: 'NonFraud' },
        { event_id: 'lg-2', status: 'Approved', fraud_label: 'Fraud' },
      ],
      related: [
        { body: { statusType: 'Rejected', reason: 'Safelist' } },
        { body: { status: 'Accepted', amount: 5 } },
        { body: { isFraud: false } },
        { body: { type: 'Charge', mrn: 'M', threeDS: { eci: '05', transStatus: 'Y' } } },
        { body: { status: 'Approved' } },
        { body: { isFraud: true } },
        { body: { statusType: 'Approved', challengeType: 'SMS', reasonType: 'ReviewPassed' } },
        { body: { firstName: 'Nora', country: 'DE', customData: { a: 1, b: 2 } } },
        { body: { user: { userId: 'u', username: 'nora', language: 'DE' } } },
      ],
    });
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...EVENTS], { minLength: EVENTS.length }), async (shuffled) => {
        expect(await stateAfter(shuffled)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
