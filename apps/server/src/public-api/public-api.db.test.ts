import { useDatabase } from '@redoubt/testing/database';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';

const PURCHASE = '/v1.0/MerchantServices/events/Purchase';
const METADATA = { trackingId: 'trk-0001', merchantTimeStamp: '2026-03-14T10:22:31.120Z' };

const db = useDatabase();
let tenant: SceneTenant;
let running: PublicApp;
let authorization: string;
const callers = createCallers();

beforeEach(async () => {
  tenant = await createTenant(db.database);
  running = await createPublicApp(db.database, sceneClock(), callers.verify);
  authorization = callers.headerFor(applicationOf(tenant));
});
afterEach(() => running.close());

const purchase = (facts: Record<string, unknown> = {}) => ({
  purchaseId: 'ord-100001',
  merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
  _metadata: METADATA,
  ...facts,
});

const post = async (body: unknown, options: { path?: string; headers?: Record<string, string> } = {}) =>
  running.app.inject({
    method: 'POST',
    url: options.path ?? PURCHASE,
    headers: {
      authorization,
      'content-type': 'application/json; charset=utf-8',
      'x-ms-dfpenvid': tenant.environmentId,
      ...options.headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

const storedEvents = async (): Promise<number> => {
  const rows = await db.asAdmin<{ events: number }>(
    'select coalesce(sum(event_count), 0)::int as events from segment where tenant_id = $1',
    [tenant.tenantId],
  );
  return rows[0]?.events ?? 0;
};

describe('a purchase', () => {
  it('is approved without rules and answered in the documented names', async () => {
    const response = await post(purchase());
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-ms-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['x-ms-appversion']).toBe('test');
    expect(response.json()).toEqual({
      resultDetails: {
        MerchantRuleDecision: 'Approve',
        RiskScore: -1,
        ReasonCodes: '',
        MIDFlag: 'Standard',
        PolicyApplied: 'Default',
        PolicyAppliedEnvironmentId: '',
        ClauseName: '',
        MerchantRuleReason: '',
        MerchantRuleOutput: {},
        RuleEvaluations: [],
        DeviceAttributes: {},
        BankName: '',
        Diagnostics: {},
        PurchaseId: 'ord-100001',
      },
    });
  });

  it('answers the correlation id it was sent', async () => {
    const id = 'c0ffee00-0000-4000-8000-00000000abcd';
    const response = await post(purchase(), { headers: { 'x-ms-correlation-id': id } });
    expect(response.headers['x-ms-correlation-id']).toBe(id);
  });

  it.each(['shop-4711', 'a.b:c/d=e?', '1711111111111'])(
    'answers the correlation id %s, which is no GUID',
    async (id) => {
      const response = await post(purchase(), { headers: { 'x-ms-correlation-id': id } });
      expect(response.headers['x-ms-correlation-id']).toBe(id);
    },
  );

  it.each(['4111111111111111', 'with blank', 'x'.repeat(129)])(
    'does not give back %s as a correlation id',
    async (id) => {
      const response = await post(purchase(), { headers: { 'x-ms-correlation-id': id } });
      expect(response.headers['x-ms-correlation-id']).not.toBe(id);
    },
  );

  it.each(['//v1.0//MerchantServices/events//Purchase', '/v1.0/MerchantServices/events/Purchase/'])(
    'is found at %s',
    async (path) => {
      expect((await post(purchase(), { path })).statusCode).toBe(200);
    },
  );

  it('is stored once: the second call gets the first answer, whatever it says', async () => {
    const first = await post(purchase({ totalAmount: 10 }));
    const second = await post(purchase({ totalAmount: 999 }));
    expect(second.statusCode).toBe(200);
    expect(second.body).toBe(first.body);
    expect(first.headers['x-redoubt-answered-before']).toBeUndefined();
    expect(second.headers['x-redoubt-answered-before']).toBe('true');
    expect(await storedEvents()).toBe(1);
  });

  it('is one event when many callers send it at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(purchase({ purchaseId: 'same' }))));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await storedEvents()).toBe(1);
  });

  it('is found at any spelling of its path', async () => {
    expect((await post(purchase(), { path: '/V1.0/merchantservices/EVENTS/purchase' })).statusCode).toBe(200);
  });
});

describe('an older integration', () => {
  it.each(['/v0.5/MerchantServices/events/Purchase', '/v0.5/merchantservices/events/transaction'])(
    'finds a purchase at %s',
    async (path) => {
      const response = await post(purchase(), { path });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ resultDetails: { PurchaseId: 'ord-100001' } });
      expect(response.headers['content-security-policy']).toBeUndefined();
    },
  );

  it('is told in the documented body that an address does not exist', async () => {
    const response = await post(purchase(), { path: '/v0.5/MerchantServices/events/Nothing' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ ErrorType: 'ClientError' });
  });
});

describe('the environment', () => {
  it.each([
    ['a GUID', () => tenant.childId],
    ['a path of API ids', () => '/primary/XYZ'],
    ['a path that mixes both', () => `${tenant.environmentId}/xyz`],
  ])('is found by %s', async (_what, reference) => {
    const response = await post(purchase(), { headers: { 'x-ms-dfpenvid': reference() } });
    expect(response.statusCode).toBe(200);
    const rows = await db.asAdmin('select from segment where environment_id = $1', [tenant.childId]);
    expect(rows).toHaveLength(1);
  });

  it('may stand in the query instead of the header', async () => {
    const response = await running.app.inject({
      method: 'POST',
      url: `${PURCHASE}?X-MS-dfpEnvId=${tenant.childId}`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify(purchase()),
    });
    expect(response.statusCode).toBe(200);
    expect(await db.asAdmin('select from segment where environment_id = $1', [tenant.childId])).toHaveLength(1);
  });

  it('is refused with 404 where it is unknown or another tenant’s, and with 403 where it is not Active', async () => {
    const foreign = await createTenant(db.database);
    const expectations: [string, number][] = [
      ['/primary/nobody', 404],
      [foreign.environmentId, 404],
      ['/primary/soon', 403],
    ];
    for (const [reference, status] of expectations) {
      const response = await post(purchase(), { headers: { 'x-ms-dfpenvid': reference } });
      expect([reference, response.statusCode]).toEqual([reference, status]);
      expect(response.json()).toMatchObject({ ErrorType: 'ClientError', Retryable: false, OtherErrors: null });
    }
    expect(await storedEvents()).toBe(0);
  });
});

describe('a refused call', () => {
  it('names what is missing in the documented sentence', async () => {
    const response = await post({ totalAmount: 5 });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      ErrorType: 'ClientError',
      Message:
        'Input validation failed - Required properties purchaseId, merchantLocalDate, _metadata are not present at level (root)',
      Retryable: false,
      OtherErrors: null,
    });
  });

  it.each([
    ['bad JSON', '{"purchaseId":', 400],
    ['a list', '[]', 400],
    ['a wrong type', JSON.stringify({ ...purchase(), totalAmount: 'abc' }), 400],
    ['an escaped NUL', JSON.stringify({ ...purchase(), note: '\u0000' }), 400],
    ['no body', '', 400],
    ['a body over 1 MB', JSON.stringify({ ...purchase(), pad: 'x'.repeat(1_000_001) }), 413],
  ])('that is %s keeps nothing', async (_what, body, status) => {
    const response = await post(body);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ ErrorType: 'ClientError', Retryable: false });
    expect(await storedEvents()).toBe(0);
  });

  it('that is not JSON by its type is answered 415', async () => {
    const response = await post('<a/>', { headers: { 'content-type': 'application/xml' } });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ ErrorType: 'ClientError' });
  });

  it.each([
    ['GET', PURCHASE],
    ['DELETE', PURCHASE],
    ['POST', '/v1.0/MerchantServices/events/Nothing'],
    ['POST', '/v1.0/%ff'],
  ] as const)('%s %s is answered 404 in the documented body', async (method, url) => {
    const response = await running.app.inject({ method, url, headers: { authorization } });
    expect(response.statusCode).toBe(404);
    expect(response.headers['x-ms-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.json()).toMatchObject({ ErrorType: 'ClientError', Retryable: false, OtherErrors: null });
  });

  it.each([
    ['a compressed body', { 'content-encoding': 'gzip' }, 415],
    ['a mode that does not exist', { 'x-redoubt-mode': 'historic' }, 400],
    ['an environment header that contradicts itself', { 'x-ms-dfpenvid': '/primary, /primary/XYZ' }, 404],
  ])('for %s keeps nothing', async (_what, headers, status) => {
    const response = await post(purchase(), { headers });
    expect(response.statusCode).toBe(status);
    expect(await storedEvents()).toBe(0);
  });

  it('keeps of an unreadable body its beginning without numbers, and masks what came in headers', async () => {
    await post('{"card":"4111 1111 1111 1111","cvv":123', {});
    await post(purchase(), { headers: { 'x-ms-dfpenvid': '/primary/4111111111111111' } });
    await running.refusals();
    const rows = await db.asAdmin<{ excerpt: string | null; environment_reference: string; message: string }>(
      'select excerpt, environment_reference, message from refused_call where tenant_id = $1 order by call_id',
      [tenant.tenantId],
    );
    expect(rows[0]?.excerpt).toBe('{"card":"**** **** **** ****","cvv":***');
    expect(rows[1]?.environment_reference).toMatch(/^\/primary\/411111\*{6}1111~/);
    expect(rows[1]?.message).not.toContain('4111111111111111');
  });

  it('is counted by address and status, as accepted ones are', async () => {
    await post(purchase(), {});
    await post(purchase({ totalAmount: 'x' }), {});
    await post(purchase(), { headers: { 'x-ms-dfpenvid': '/nowhere' } });
    await running.counts();
    const rows = await db.asAdmin(
      `select status, calls, environment_id is null as unknown, path from api_call where tenant_id = $1 order by status`,
      [tenant.tenantId],
    );
    const path = '/v1.0/MerchantServices/events/Purchase';
    expect(rows).toEqual([
      { status: 200, calls: 1, unknown: false, path },
      { status: 400, calls: 1, unknown: false, path },
      { status: 404, calls: 1, unknown: true, path },
    ]);
  });

  it('leaves a record with card data masked', async () => {
    await post({ ...purchase({ totalAmount: 'x' }), note: '4111111111111111', cvv: '123' });
    await running.refusals();
    const rows = await db.asAdmin<{ excerpt: string; status: number }>(
      'select excerpt, status from refused_call where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.excerpt).toContain('411111******1111');
    expect(rows[0]?.excerpt).not.toMatch(/4111111111111111|123/);
  });

  it('needs Historical_API for historical mode', async () => {
    const header = callers.headerFor({ ...applicationOf(tenant), apiRoles: ['Risk_API'] });
    const response = await post(purchase(), { headers: { authorization: header, 'x-redoubt-mode': 'historical' } });
    expect(response.statusCode).toBe(403);
  });
});

describe('an environment header sent twice', () => {
  it('counts once where both say the same', async () => {
    const response = await post(purchase(), { headers: { 'x-ms-dfpenvid': `${tenant.childId}, ${tenant.childId}` } });
    expect(response.statusCode).toBe(200);
  });
});

describe('a node that stops', () => {
  /** A connection that sends what it is told and collects what comes back until the server lets it go. */
  const connectTo = async (address: string) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    const answer = text(socket);
    return { send: (part: string) => socket.write(part), answer };
  };
  const head = () =>
    [
      `POST ${PURCHASE} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      `x-ms-dfpenvid: ${tenant.environmentId}`,
    ].join('\r\n');
  const rest = (body: string) => `\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  it('answers the call it was reading, sends the next one away with Retry-After, and lets both connections go', async () => {
    const address = await running.app.listen({ host: '127.0.0.1', port: 0 });
    const [early, late] = [await connectTo(address), await connectTo(address)];
    const body = JSON.stringify(purchase());
    const arrived = once(running.app.server, 'request');
    early.send(`${head()}${rest(body).slice(0, -1)}`);
    late.send(head());
    await arrived;
    const closed = running.app.close();
    while (running.app.server.listening) await new Promise(setImmediate);
    early.send(body.slice(-1));
    late.send(rest(JSON.stringify(purchase({ purchaseId: 'late' }))));
    expect(await early.answer).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    const refusal = await late.answer;
    expect(refusal).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1/i);
    expect(refusal).toContain('"ErrorType":"ServerError"');
    await closed;
    expect(await storedEvents()).toBe(1);
  });
});

describe('card numbers', () => {
  it('are masked in what is stored, and two ids that are card numbers stay two events', async () => {
    await post(purchase({ purchaseId: '4111111111111111', note: 'card 5555555555554444' }));
    await post(purchase({ purchaseId: '4111112222071111' }));
    expect(await storedEvents()).toBe(2);
    await running.settled();
    const rows = await db.asAdmin<{ event_id: string }>('select event_id from event_search where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(rows.map((row) => row.event_id).every((id) => id.startsWith('411111******1111~'))).toBe(true);
  });
});

describe('statuses, chargebacks and labels', () => {
  const related = '/v1.0/MerchantServices/events';

  it('are accepted in any order and joined to their purchase', async () => {
    const answers = [
      await post(
        {
          purchaseId: 'ord-100001',
          statusType: 'approved',
          statusDate: METADATA.merchantTimeStamp,
          _metadata: METADATA,
        },
        { path: `${related}/PurchaseStatus` },
      ),
      await post(
        { labelObjectType: 'PURCHASE', labelObjectId: 'ord-100001', labelSource: 'ManualReview', _metadata: METADATA },
        { path: `${related}/Label` },
      ),
      await post(purchase()),
      await post(
        { chargebackId: 'cb-1', purchaseId: 'ord-100001', _metadata: METADATA },
        { path: `${related}/Chargeback` },
      ),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    expect(answers[0]?.json()).toEqual({ resultDetails: { Succeeded: true, Error: null } });
    await running.settled();
    const rows = await db.asAdmin<{ fraud_label: string; status: string }>(
      'select fraud_label, status from event_search where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(rows).toEqual([{ fraud_label: 'Fraud', status: 'Approved' }]);
  });
});

describe('historical mode', () => {
  it('counts an event at its own time', async () => {
    const at = '2018-04-01T00:00:31Z';
    await post(purchase({ merchantLocalDate: at, _metadata: { trackingId: 't', merchantTimeStamp: at } }), {
      headers: { 'x-redoubt-mode': 'historical' },
    });
    await running.settled();
    const rows = await db.asAdmin<{ event_time: Date; historical: boolean }>(
      'select event_time, historical from event_search where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(rows.map((row) => [row.event_time.toISOString(), row.historical])).toEqual([
      ['2018-04-01T00:00:31.000Z', true],
    ]);
  });
});
