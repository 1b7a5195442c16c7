import { EVENT_EXAMPLES, type ApiRole } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { PublicApp } from '../testing/public-app.ts';
import { applicationOf, type SceneTenant } from '../testing/scene.ts';
import { usePublic } from '../testing/use-public.ts';
import { linesOf } from './event-lines.ts';

const db = useDatabase();
let tenant: SceneTenant;
let running: PublicApp;

const { callers } = usePublic(db, (made) => ({ running, tenant } = made));

const PURCHASE = '/v1.0/MerchantServices/events/Purchase';
const HISTORICAL = { 'x-redoubt-mode': 'historical' };

const purchase = (facts: JsonObject = {}): JsonObject & { readonly purchaseId: string } => ({
  ...EVENT_EXAMPLES.purchase['full'],
  purchaseId: newId(),
  ...facts,
});

type Sent = { readonly url?: string; readonly headers?: Record<string, string>; readonly roles?: readonly ApiRole[] };

const send = async (
  payload: string,
  { url = PURCHASE, headers = HISTORICAL, roles = ['Risk_API', 'Historical_API'] }: Sent = {},
) => {
  const {
    statusCode,
    headers: answered,
    body,
  } = await running.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: callers.headerFor({ ...applicationOf(tenant), apiRoles: roles }),
      'x-ms-dfpenvid': tenant.environmentId,
      'content-type': 'application/x-ndjson',
      ...headers,
    },
    payload,
  });
  const type = String(answered['content-type']);
  const parsed = body.trimEnd().split('\n');
  return { status: statusCode, type, answers: parsed.map((line) => JSON.parse(line) as Record<string, never>) };
};

const sendAll = (bodies: readonly JsonObject[], sent?: Sent) =>
  send(bodies.map((body) => JSON.stringify(body)).join('\n'), sent);

const stored = () =>
  db.asAdmin<{ event_id: string }>('select event_id from event_identity where tenant_id = $1', [tenant.tenantId]);

describe('lines of a body', () => {
  const texts = (body: string) => linesOf(Buffer.from(body)).map((line) => Buffer.from(line).toString());

  it('ends at line feeds, with a carriage return or without, and leaves out empty ones', () => {
    expect(texts('{"a":1}\r\n\n{"b":2}\n\r\n{"c":3}')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
    expect(texts('')).toEqual([]);
    expect(texts('\n\r\n')).toEqual([]);
  });
});

describe('many past events in one call', () => {
  it('are decided in their order, stored, and answered line by line as calls of their own', async () => {
    const bodies = Array.from({ length: 150 }, () => purchase());
    const { status, type, answers } = await sendAll(bodies);
    expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(answers.map(({ line }) => line)).toEqual(bodies.map((_, index) => index + 1));
    for (const { status: of, answer } of answers)
      expect([of, answer]).toEqual([
        200,
        { resultDetails: expect.objectContaining({ MerchantRuleDecision: 'Approve' }) },
      ]);
    expect((await stored()).map(({ event_id: id }) => id).toSorted()).toEqual(
      bodies.map(({ purchaseId }) => purchaseId).toSorted(),
    );
    const alone = await running.app.inject({
      method: 'POST',
      url: PURCHASE,
      headers: {
        authorization: callers.headerFor(applicationOf(tenant)),
        'x-ms-dfpenvid': tenant.environmentId,
        'content-type': 'application/json',
        ...HISTORICAL,
      },
      payload: JSON.stringify(bodies[3]),
    });
    expect(alone.headers['x-redoubt-answered-before']).toBe('true');
    expect(alone.json()).toEqual(answers[3]?.['answer']);
  });

  it('answer a repeated id as it was answered first, in the same call and later', async () => {
    const body = purchase();
    const { answers } = await sendAll([body, purchase(), { ...body, totalAmount: 1 }]);
    const again = await sendAll([body]);
    expect(answers.map(({ answeredBefore }) => answeredBefore)).toEqual([undefined, undefined, true]);
    expect(again.answers).toEqual([{ line: 1, status: 200, answeredBefore: true, answer: answers[0]?.['answer'] }]);
  });

  it('refuse the lines that are wrong, with the reason and a record, and store the others', async () => {
    await running.refusals();
    const before = await db.asAdmin('select from refused_call where tenant_id = $1', [tenant.tenantId]);
    const right = purchase();
    const wrong = JSON.stringify({ ...purchase(), totalAmount: {}, note: '4111111111111111' });
    const { answers } = await send(`${wrong}\n${JSON.stringify(right)}\n{"purchaseId":\n[]`);
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 400]);
    expect(JSON.stringify(answers)).not.toContain('4111111111111111');
    expect(answers[0]?.['answer']).toMatchObject({
      ErrorType: 'ClientError',
      Message: expect.stringContaining('$.totalAmount'),
      Retryable: false,
    });
    expect((await stored()).map(({ event_id: id }) => id)).toContain(right.purchaseId);
    await running.refusals();
    const kept = await db.asAdmin<{ excerpt: string }>('select excerpt from refused_call where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(kept).toHaveLength(before.length + 3);
    expect(JSON.stringify(kept)).not.toContain('4111111111111111');
  });

  it('are used as calls of their own, by what each was answered', async () => {
    await running.counts();
    const used = () =>
      db.asAdmin<{ status_class: number; calls: string }>(
        `select status_class, sum(calls) as calls from usage_hour where tenant_id = $1 and path ilike '%/purchase'
          group by status_class order by status_class`,
        [tenant.tenantId],
      );
    const before = new Map((await used()).map(({ status_class: of, calls }) => [of, Number(calls)]));
    await sendAll([purchase(), { purchaseId: 1 }, purchase()]);
    await running.counts();
    const after = (await used()).map(({ status_class: of, calls }) => [of, Number(calls) - (before.get(of) ?? 0)]);
    expect(after).toEqual([
      [2, 2],
      [4, 1],
    ]);
  });

  it('leave twenty records of refusals in a call, and count the others together', async () => {
    await running.refusals();
    await db.asAdmin('delete from refused_call where tenant_id = $1', [tenant.tenantId]);
    await send('[]\n'.repeat(100));
    await running.refusals();
    const kept = await db.asAdmin<{ calls: number }>('select calls from refused_call where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(kept).toHaveLength(21);
    expect(kept.reduce((sum, { calls }) => sum + calls, 0)).toBe(100);
  });

  it('may be labels and other later events', async () => {
    const label = { labelObjectType: 'PURCHASE', labelObjectId: 'p', labelSource: 'OfflineAnalysis' };
    const { answers } = await sendAll([label, label], { url: '/v1.0/MerchantServices/events/Label' });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('need historical mode and its role', async () => {
    const live = await sendAll([purchase()], { headers: {} });
    expect(live).toMatchObject({
      status: 400,
      answers: [{ Message: expect.stringContaining('x-redoubt-mode: historical') }],
    });
    expect((await sendAll([purchase()], { roles: ['Risk_API'] })).status).toBe(403);
  });

  it('are one to a thousand', async () => {
    expect((await send('\n')).status).toBe(400);
    const many = await send('{}\n'.repeat(1001));
    expect(many).toMatchObject({
      status: 400,
      answers: [{ Message: expect.stringContaining('1001 lines; send 1 to 1000') }],
    });
  });

  it('are not taken by calls that bring no events', async () => {
    const tests = await send('{}', { url: `${PURCHASE}/branch/x`, headers: {} });
    expect(tests).toMatchObject({ status: 415, answers: [{ Message: 'Content-Type must be application/json.' }] });
  });
});
