import { newId } from '@redoubt/kernel';
import { putBodyMode, searchEvents, type EnvironmentContext } from '@redoubt/services';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { PublicApp } from '../testing/public-app.ts';
import { applicationOf, type SceneTenant } from '../testing/scene.ts';
import { usePublic } from '../testing/use-public.ts';

const db = useDatabase();
let tenant: SceneTenant;
let running: PublicApp;

const { callers, clock } = usePublic(db, (made) => ({ running, tenant } = made));

const contextOf = (environmentId: string): EnvironmentContext => ({
  database: db.database,
  clock,
  tenantId: tenant.tenantId,
  environmentId,
  actor: { kind: 'person', id: 'ada', name: 'Ada' },
  correlationId: newId(),
  capabilities: {},
});

const send = async (facts: object, environmentId = tenant.environmentId) => {
  const purchase = {
    purchaseId: newId(),
    merchantLocalDate: '2026-03-14T11:22:30.123456789+01:00',
    _metadata: { trackingId: null },
    ...facts,
  };
  const answer = await running.app.inject({
    method: 'POST',
    url: '/v1.0/MerchantServices/events/Purchase',
    headers: {
      authorization: callers.headerFor(applicationOf(tenant)),
      'content-type': 'application/json',
      'x-ms-dfpenvid': environmentId,
    },
    payload: JSON.stringify(purchase),
  });
  return { status: answer.statusCode, body: answer.json<{ Message?: string }>(), id: purchase.purchaseId };
};

const MAGENTO = {
  totalAmount: '65.1000',
  currency: 'EUR',
  shippingMethod: false,
  customerLocalDate: '',
  user: { userId: 4711, isEmailValidated: 'true' },
  productList: [{ productId: 'p', quantity: '2', cogs: 'high' }],
};

describe('a body whose values are of other types', () => {
  it('is read as the original read it, decided, found, and noted with every place', async () => {
    const { status, id } = await send({ ...MAGENTO, productList: [{ productId: 'p', quantity: '2' }] });
    expect(status).toBe(200);
    expect(running.answered.at(-1)).toMatchObject({ status: 200, code: null });
    expect(
      running.answered
        .at(-1)
        ?.message?.split('; ')
        .map((each) => each.split(':')[0]),
    ).toEqual([
      '$.merchantLocalDate',
      '$.totalAmount',
      '$.shippingMethod',
      '$.customerLocalDate',
      '$.user.userId',
      '$.user.isEmailValidated',
      '$.productList[0].quantity',
    ]);
    await running.settled();
    const found = await searchEvents(contextOf(tenant.environmentId), {
      eventType: 'purchase',
      from: '2026-03-14T00:00:00Z',
      to: '2026-03-15T00:00:00Z',
      includeChildren: false,
      filters: [{ field: 'eventId', operator: 'is', values: [id] }],
      limit: 10,
      cursor: null,
    });
    expect(found.rows).toMatchObject([{ eventId: id, amount: 65.1 }]);
  });

  it('is refused with its place where the value means nothing', async () => {
    const { status, body } = await send(MAGENTO);
    expect(status).toBe(400);
    expect(body.Message).toBe(
      'Input validation failed - $.productList[0].cogs: expected a number of IEEE 754, found text',
    );
  });

  it('is refused whole in a strict environment, and only there', async () => {
    await putBodyMode(contextOf(tenant.childId), { bodyMode: 'strict' });
    await running.plans.refresh(tenant.tenantId);
    const { status, body } = await send({ totalAmount: '1', user: { userId: 5 } }, tenant.childId);
    expect(status).toBe(400);
    expect(body.Message).toContain('$.totalAmount: expected a number of IEEE 754, found text');
    expect(body.Message).toContain('$.user.userId: expected text, found the number 5');
    expect((await send({ totalAmount: '1' })).status).toBe(200);
    const [entry] = await db.asAdmin<{ entry: object }>(
      `select to_jsonb(audit_entry) as entry from audit_entry where tenant_id = $1 and operation = 'Update'`,
      [tenant.tenantId],
    );
    expect(JSON.stringify(entry?.entry)).toContain('"bodyMode"');
  });
});
