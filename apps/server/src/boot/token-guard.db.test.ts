import { randomBytes, scryptSync } from 'node:crypto';
import type { TokenAttempt } from '@redoubt/identity';
import { newId } from '@redoubt/kernel';
import { hashSecret } from '@redoubt/services';
import { findApplication, insertApplication, listNotices } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, test } from 'vitest';
import { createTenant, type SceneTenant } from '../testing/scene.ts';
import { createApplicationDirectory } from './application-directory.ts';
import { createTenantNames } from './settings/tenant-names.ts';
import { createTokenGuard, type ClosableTokenGuard } from './token-guard.ts';

const db = useDatabase();
const NO_DOMAINS = new Map<string, string>();
const start = Date.UTC(2026, 2, 14, 12);
let nowMs = start;
const clock = { now: () => nowMs };
let tenant: SceneTenant;
let guard: ClosableTokenGuard;
let outcomes: string[];
const clientId = newId();
const SECRET = 'a secret of an earlier release';

const slowHash = (): string => {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${scryptSync(SECRET, salt, 32).toString('base64url')}`;
};

beforeEach(async () => {
  nowMs = start;
  outcomes = [];
  tenant = await createTenant(db.database);
  guard = createTokenGuard(db.database, createTenantNames(db.database, NO_DOMAINS), clock, {
    tokenRequest: (outcome) => outcomes.push(outcome),
  });
  await db.database.inTenant(tenant.tenantId, (trx) =>
    insertApplication(
      trx,
      tenant.tenantId,
      {
        clientId,
        displayName: 'Shop of old',
        grants: [{ environmentId: tenant.environmentId, roles: ['Risk_API'] }],
        credential: { kind: 'Secret', value: slowHash(), hint: 'a se', notBefore: new Date(0), notAfter: null },
      },
      { by: 'Ada', at: new Date(nowMs) },
    ),
  );
});

const attempt = (changes: Partial<TokenAttempt> = {}): TokenAttempt => ({
  tenant: tenant.tenantId,
  clientId,
  address: '203.0.113.9',
  ...changes,
});
const refuse = (from: TokenAttempt, application: { clientId: string; tenantId: string } | undefined) =>
  guard.refused({ ...from, application, code: 'invalid_client', message: 'Refused.', correlationId: newId() });
const known = () => ({ clientId, tenantId: tenant.tenantId });
const notices = () =>
  db.database.inTenant(tenant.tenantId, async (trx) => {
    const scopes = [tenant.environmentId, null].map((environmentId) => ({
      environmentId,
      types: ['Certificate' as const],
    }));
    return (await listNotices(trx, { userId: 'ada', scopes }, new Date(nowMs), 10)).map(({ code, params }) => ({
      code,
      ...(params as object),
    }));
  });
const records = () =>
  db.asAdmin<object>('select client_id, code, status, calls, message from refused_call where tenant_id = $1', [
    tenant.tenantId,
  ]);

test('one address gets a burst of requests, whatever client ids it names, and another one its own', () => {
  const waits = Array.from({ length: 101 }, () => guard.admit(attempt({ clientId: newId() })));
  expect([waits.filter((wait) => wait === 0).length, waits.at(-1)]).toEqual([100, 100]);
  expect(guard.admit(attempt({ clientId: newId(), address: '203.0.113.10' }))).toBe(0);
});

test('a client id is limited over all addresses, except where it was proven before', () => {
  const home = attempt({ address: '198.51.100.1' });
  expect(guard.admit(home)).toBe(0);
  guard.issued(home);
  const waits = Array.from({ length: 21 }, (_, index) => guard.admit(attempt({ address: `203.0.113.${index}` })));
  expect([waits.filter((wait) => wait === 0).length, waits.at(-1)]).toEqual([20, 3000]);
  expect(guard.admit(home)).toBe(0);
});

test('refused requests become one record with a count, without what was sent as a client id', async () => {
  refuse(attempt(), known());
  refuse(attempt(), known());
  refuse(attempt({ clientId: 'pasted-secret' }), undefined);
  refuse(attempt({ tenant: newId() }), undefined);
  await guard.close();
  expect(await records()).toEqual([
    { client_id: clientId, code: 'AUTH-CREDENTIAL-REFUSED', status: 401, calls: 2, message: expect.any(String) },
    { client_id: 'unknown', code: 'AUTH-CREDENTIAL-REFUSED', status: 401, calls: 1, message: expect.any(String) },
  ]);
  expect(outcomes).toEqual(Array.from({ length: 4 }, () => 'invalid_client'));
});

test('ten refusals of an application within ten minutes alert people once an hour', async () => {
  for (let index = 0; index < 25; index += 1) refuse(attempt(), known());
  await guard.close();
  expect(await notices()).toEqual([
    { code: 'APPLICATION-CREDENTIAL-REFUSED', name: 'Shop of old', count: 10, minutes: 10, address: '203.0.113.9' },
  ]);
});

test('fifty refusals of callers that name no application of the tenant alert people', async () => {
  for (let index = 0; index < 49; index += 1) refuse(attempt({ clientId: newId() }), undefined);
  await guard.close();
  expect(await notices()).toEqual([]);
  refuse(attempt({ clientId: newId() }), undefined);
  await guard.close();
  expect(await notices()).toEqual([
    { code: 'UNKNOWN-APPLICATION-REFUSED', name: '', count: 50, minutes: 10, address: '203.0.113.9' },
  ]);
});

test('refusals that are far apart raise no alert', async () => {
  for (let index = 0; index < 25; index += 1) {
    nowMs += 120_000;
    refuse(attempt(), known());
  }
  await guard.close();
  expect(await notices()).toEqual([]);
});

test('a right secret replaces its slow hash by a quick one, a wrong one changes nothing', async () => {
  const directory = createApplicationDirectory(db.database, createTenantNames(db.database, NO_DOMAINS), clock);
  const hash = async () => {
    const found = await db.database.inTenant(tenant.tenantId, (trx) => findApplication(trx, clientId));
    return found?.credentials[0]?.value ?? '';
  };
  const verify = async (secret: string) =>
    (await directory.find(clientId, tenant.tenantId))?.verifySecret(secret) ?? directory.verifyNoSecret(secret);
  expect([await verify('wrong'), (await hash()).split('$')[0]]).toEqual([false, 'scrypt']);
  expect([await verify(SECRET), (await hash()).split('$')[0]]).toEqual([true, hashSecret('').split('$')[0]]);
  expect([await verify(SECRET), await verify('wrong')]).toEqual([true, false]);
  expect(await directory.find(clientId, newId())).toBeUndefined();
  expect(await directory.find('unknown', tenant.tenantId)).toBeUndefined();
});
