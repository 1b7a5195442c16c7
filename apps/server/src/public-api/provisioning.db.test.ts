import { DEFAULT_UNDO_WINDOW_MS, ENVIRONMENT_CHANGE_EXAMPLE, NEW_ENVIRONMENT_EXAMPLES } from '@redoubt/domain';
import { DAY_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { PublicApp } from '../testing/public-app.ts';
import { applicationOf, createTenant, type SceneTenant } from '../testing/scene.ts';
import { usePublic } from '../testing/use-public.ts';

const PATH = '/v1.0/provisioning/environments';
const REFUSAL = { ErrorType: 'ClientError', Message: expect.any(String), Retryable: false, OtherErrors: null };

const db = useDatabase();
let tenant: SceneTenant;
let running: PublicApp;

const { callers, clock } = usePublic(db, (made) => ({ running, tenant } = made));

type Call = { readonly body?: JsonObject | string; readonly in?: string; readonly as?: string };

type Answer = JsonObject & { readonly environmentId: string; readonly version: string };

/** What an application holds in the tests is what its row says: the scene's, and one that manages below the child. */
const grant = async (clientId: string, grants: readonly JsonObject[]): Promise<void> => {
  await db.asAdmin('update application set grants = $2 where client_id = $1', [clientId, JSON.stringify(grants)]);
  await running.plans.refresh(tenant.tenantId);
};

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, call: Call = {}) => {
  const response = await running.app.inject({
    method,
    url: path,
    headers: {
      authorization:
        call.as ??
        callers.headerFor({ ...applicationOf(tenant), apiRoles: ['Risk_API', 'Provisioning_API', 'Historical_API'] }),
      'x-ms-dfpenvid': call.in ?? tenant.environmentId,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined
      ? {}
      : { payload: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<Answer>() };
};

const purchase = (environment: string) =>
  send('POST', '/v1.0/MerchantServices/events/Purchase', {
    in: environment,
    body: {
      purchaseId: newId(),
      merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
      _metadata: { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:22:31.120Z' },
    },
  });

const audit = (id: unknown) =>
  db.asAdmin<{ operation: string; actor_name: string; modified: JsonObject }>(
    'select operation, actor_name, modified from audit_entry where resource_id = $1 order by at, entry_id',
    [id],
  );

describe('an application without the role', () => {
  it('is refused, also with a token that says otherwise', async () => {
    const risk = callers.headerFor(applicationOf(tenant));
    expect(await send('GET', PATH, { as: risk })).toMatchObject({ status: 403, body: REFUSAL });
    expect(await send('POST', PATH, { body: NEW_ENVIRONMENT_EXAMPLES.minimal })).toMatchObject({ status: 403 });
    await grant(tenant.clientId, [{ environmentId: null, roles: ['Risk_API', 'Provisioning_API'] }]);
    expect(await send('GET', PATH)).toMatchObject({ status: 200 });
  });
});

describe('an environment', () => {
  it('is created below the one of the call, takes events at once, and is in the activity log', async () => {
    const made = await send('POST', PATH, { body: NEW_ENVIRONMENT_EXAMPLES.full });
    expect(made).toMatchObject({
      status: 201,
      headers: { location: `${PATH}/${made.body.environmentId}` },
      body: {
        ...NEW_ENVIRONMENT_EXAMPLES.full,
        parentEnvironmentId: tenant.environmentId,
        path: 'Root/Shop Iberia',
        status: 'Active',
        undoUntil: null,
      },
    });
    expect((await purchase('/primary/shop-iberia')).status).toBe(200);
    const entries = await audit(made.body.environmentId);
    expect(entries.map(({ operation, actor_name }) => [operation, actor_name]).toSorted()).toEqual([
      ['Create', 'Shop'],
      ['Update', 'Shop'],
    ]);
    const one = await send('GET', `${PATH}/${made.body.environmentId.toUpperCase()}`);
    expect(one).toMatchObject({ status: 200, body: made.body });
  });

  it('is refused with every wrong place, and where a sibling has its name or its API id', async () => {
    const wrong = await send('POST', PATH, { body: { name: '-', tags: [1], kind: 'Staging' } });
    expect(wrong).toMatchObject({ status: 400, body: REFUSAL });
    for (const place of ['$.name', '$.tags[0]', '$.kind']) expect(wrong.body.Message).toContain(place);
    expect(await send('POST', PATH, { body: '{"name":' })).toMatchObject({ status: 400, body: REFUSAL });
    expect(await send('POST', PATH, { body: {} })).toMatchObject({
      body: { Message: 'Input validation failed - Required properties name are not present at level (root)' },
    });
    const name = await send('POST', PATH, { body: { name: 'shop IBERIA' } });
    const apiId = await send('POST', PATH, { body: { name: 'Other', customerApiId: 'SHOP-iberia' } });
    expect([name.status, apiId.status, apiId.body]).toEqual([409, 409, REFUSAL]);
    expect((await send('POST', PATH, { body: { name: 'Shop Iberia' }, in: tenant.childId })).status).toBe(201);
  });

  it('is changed only at the version that was read, and only where it may change', async () => {
    const { body: made } = await send('POST', PATH, { body: NEW_ENVIRONMENT_EXAMPLES.minimal });
    const path = `${PATH}/${made.environmentId}`;
    const changed = await send('PATCH', path, { body: { ...ENVIRONMENT_CHANGE_EXAMPLE, version: made.version } });
    expect(changed).toMatchObject({ status: 200, body: { ...ENVIRONMENT_CHANGE_EXAMPLE, name: 'Shop Nordics' } });
    expect((await send('PATCH', path, { body: { name: 'Late', version: made.version } })).status).toBe(409);
    expect((await send('PATCH', path, { body: changed.body })).body.version).toBe(changed.body.version);
    const moved = await send('PATCH', path, { body: { parentEnvironmentId: tenant.childId } });
    expect([moved.status, moved.body.Message]).toEqual([400, expect.stringContaining('$.parentEnvironmentId')]);
    expect((await send('PATCH', path, { body: { name: 'Nordics' } })).body).toMatchObject({ path: 'Root/Nordics' });
  });

  it('takes no events once its deletion is asked for, can be brought back for 14 days, and not after them', async () => {
    const { body: made } = await send('POST', PATH, { body: { name: 'Short', customerApiId: 'short' } });
    const path = `${PATH}/${made.environmentId}`;
    const removed = await send('DELETE', path);
    const undoUntil = new Date(clock.now() + DEFAULT_UNDO_WINDOW_MS).toISOString();
    expect(removed).toMatchObject({ status: 200, body: { status: 'SoftDeleting', undoUntil } });
    expect((await send('DELETE', path)).body).toEqual(removed.body);
    expect(await purchase('/primary/short')).toMatchObject({ status: 403, body: REFUSAL });
    expect((await send('PATCH', path, { body: { name: 'Longer' } })).status).toBe(409);
    expect(await send('POST', `${path}/restore`)).toMatchObject({ body: { status: 'Active', undoUntil: null } });
    expect((await purchase('/primary/short')).status).toBe(200);
    expect((await send('POST', `${path}/restore`)).status).toBe(409);
    await send('DELETE', path);
    clock.advance(15 * DAY_MS);
    expect((await send('POST', `${path}/restore`)).status).toBe(409);
    const entries = await audit(made.environmentId);
    expect(entries.map(({ operation }) => operation)).toContain('Delete');
  });

  it('stays while there are others below it', async () => {
    const { body: parent } = await send('POST', PATH, { body: { name: 'Parent' } });
    const parentId = parent.environmentId;
    const { body: child } = await send('POST', PATH, { body: { name: 'Below' }, in: parentId });
    expect(child).toMatchObject({ path: 'Root/Parent/Below' });
    const refused = await send('DELETE', `${PATH}/${parentId}`);
    expect([refused.status, refused.body.Message]).toEqual([409, expect.stringContaining('below it')]);
  });

  it('cannot be reached above or beside the one of the call, as that one itself, or in another tenant', async () => {
    await grant(tenant.clientId, [
      { environmentId: tenant.childId, roles: ['Provisioning_API'] },
      { environmentId: tenant.environmentId, roles: ['Risk_API'] },
    ]);
    expect((await send('GET', PATH)).status).toBe(403);
    const inChild = { in: tenant.childId };
    const { body } = await send('GET', PATH, inChild);
    expect(body.environments).toMatchObject([{ path: 'Root/Child/Shop Iberia' }]);
    for (const id of [tenant.childId, tenant.environmentId, newId(), 'x']) {
      expect(await send('DELETE', `${PATH}/${id}`, inChild)).toMatchObject({ status: 404, body: REFUSAL });
    }
    const other = await createTenant(db.database);
    expect((await send('GET', `${PATH}/${other.childId}`, inChild)).status).toBe(404);
  });
});
