import { DIRECTORY_ROLES, type Role } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import { createLastCalls, findApplication, listNotices, consumeAssertion } from '@redoubt/storage';
import { makeCertificate } from '@redoubt/testing/certificates';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTenantSourceLoader } from '../decisions/tenant-plans/load-tenant-sources.ts';
import { PlanRegistry } from '../decisions/tenant-plans/plan-registry.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import {
  changeApplication,
  createApplication,
  endCredential,
  revokeApplication,
  rotateCredential,
} from './applications.commands.ts';
import { assignApplicationRoles, getApplicationAccess, revokeApplicationRoles } from './application-access.ts';
import { getApplications } from './applications.query.ts';
import { matchesSecret } from './secret-hash.ts';
import { noticeEndingCredentials } from './watch-credentials.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Europe: { parent: 'Root', customerApiId: 'europe' },
    America: { parent: 'Root' },
  });
});

const person = (role: Role = 'ProductAdmin', wids: readonly string[] = [DIRECTORY_ROLES.ApplicationAdministrator]) => ({
  userId: 'id of Mara Lindqvist',
  roles: [role],
  wids,
});
const inRoot = () => scene.contextIn('Root');
const SECRET = { kind: 'Secret', lifeDays: 90 } as const;
const rootGrant = () => ({ environmentId: scene.idOf('Root'), roles: ['Risk_API' as const] });
const create = (grants = [rootGrant()], displayName = 'Shop') =>
  createApplication(inRoot(), person(), { displayName, grants, credential: SECRET });
const stored = (clientId: string) =>
  test.database.inTenant(scene.tenantId, async (trx) => {
    const found = await findApplication(trx, clientId);
    if (found === undefined) throw new Error('the application is gone');
    return found;
  });

const resolver = async () => {
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(test.database, scene.clock),
    onLeftOut: () => undefined,
  });
  return (clientId: string, environment: string) =>
    plans.resolve(scene.tenantId, clientId, scene.idOf(environment)).then(({ roles }) => roles);
};

describe('an application', () => {
  it('is made with a secret that is shown once and kept as a hash', async () => {
    const { application, secret } = await create();
    expect(application).toMatchObject({
      displayName: 'Shop',
      status: 'Active',
      grants: [{ environment: 'Root', roles: ['Risk_API'] }],
      lastCallAt: null,
    });
    const [credential] = (await stored(application.id)).credentials;
    expect(await matchesSecret(secret ?? '', credential?.value ?? '')).toBe(true);
    const listed = await getApplications(inRoot(), person());
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(listed.applications[0]?.credentials[0]?.hint).toBe(secret?.slice(0, 4));
    expect(await scene.activities()).toEqual(['Create Application Shop']);
  });

  it('keeps the id it had elsewhere, once', async () => {
    const clientId = newId();
    const input = { displayName: 'Shop', clientId, grants: [rootGrant()], credential: SECRET };
    expect((await createApplication(inRoot(), person(), input)).application.id).toBe(clientId);
    await expect(createApplication(inRoot(), person(), input)).rejects.toMatchObject({ code: 'APP-ID-TAKEN' });
  });

  it('takes a certificate’s public part and nothing weak, over or private', async () => {
    const nowMs = scene.clock.now();
    const withCertificate = (certificate: string) =>
      createApplication(inRoot(), person(), {
        displayName: 'Certified',
        grants: [rootGrant()],
        credential: { kind: 'Certificate', certificate },
      });
    const { pem, privateKey } = makeCertificate('shop', nowMs - DAY_MS, nowMs + 20 * DAY_MS);
    const { application, secret } = await withCertificate(pem);
    expect(secret).toBeNull();
    expect(application).toMatchObject({ status: 'Expiring', credentials: [{ kind: 'Certificate' }] });
    expect(application.credentials[0]?.hint).toMatch(/^[0-9A-F]{40}$/);
    const { pem: over } = makeCertificate('shop', nowMs - 2 * DAY_MS, nowMs - DAY_MS);
    const { pem: weak } = makeCertificate('shop', nowMs - DAY_MS, nowMs + DAY_MS, 1024);
    const privatePart = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(withCertificate(over)).rejects.toMatchObject({ code: 'APP-CERTIFICATE-EXPIRED' });
    await expect(withCertificate(weak)).rejects.toMatchObject({ code: 'APP-CERTIFICATE-WEAK' });
    await expect(withCertificate(pem + privatePart)).rejects.toMatchObject({ code: 'APP-CERTIFICATE-WITH-KEY' });
    await expect(withCertificate('garbage')).rejects.toMatchObject({ code: 'APP-CERTIFICATE-UNREADABLE' });
  });

  it('is made and changed by those with both a product role and one of the directory', async () => {
    const { application } = await create();
    const asked = { displayName: 'Shop', grants: [rootGrant()], credential: SECRET };
    await expect(createApplication(inRoot(), person('ProductAdmin', []), asked)).rejects.toMatchObject({
      code: 'APP-DIRECTORY-ROLE-MISSING',
    });
    await expect(
      revokeApplication(inRoot(), person('AllAreasViewer'), application.id, { version: application.version }),
    ).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
    expect(await getApplications(inRoot(), person('AllAreasViewer'))).toMatchObject({
      missing: 'role',
      environments: [],
      applications: [{ canWrite: false }],
    });
  });

  it('is given only what the person may give', async () => {
    const everywhere = [{ environmentId: null, roles: ['Risk_API' as const] }];
    const ofAnother = [{ environmentId: newId(), roles: ['Risk_API' as const] }];
    expect((await create(everywhere as never)).application.grants[0]?.environment).toBeNull();
    await expect(create(ofAnother)).rejects.toMatchObject({ code: 'APP-ENVIRONMENT-REFUSED' });
  });

  it('is given roles by those alone who may give them, whatever they may do with applications', async () => {
    const engineer = person('FraudEngineer');
    const ask = (grants: unknown) =>
      createApplication(inRoot(), engineer, { displayName: 'Mine', grants: grants as never, credential: SECRET });
    await expect(ask([rootGrant()])).rejects.toMatchObject({
      code: 'AUTH-FORBIDDEN',
      params: { permission: 'accessControlApplications:write' },
    });
    const { application } = await ask([]);
    const change = (who: ReturnType<typeof person>, roles: readonly string[], now = application) =>
      changeApplication(inRoot(), who, now.id, {
        version: now.version,
        displayName: 'Renamed',
        grants: roles.length === 0 ? [] : [{ environmentId: scene.idOf('Root'), roles: roles as never }],
        callsPerSecond: null,
      });
    await expect(change(engineer, ['Risk_API'])).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
    const renamed = await change(engineer, []);
    const granted = await change(person(), ['Risk_API', 'Provisioning_API'], renamed);
    await expect(change(engineer, [], granted)).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
    const rotation = rotateCredential(inRoot(), engineer, granted.id, {
      version: granted.version,
      credential: SECRET,
      overlapDays: 0,
    });
    await expect(rotation).rejects.toMatchObject({ params: { permission: 'childEnvironments:write' } });
    expect(await getApplications(inRoot(), engineer)).toMatchObject({ environments: [], rolesEverywhere: [] });
    expect(await getApplications(inRoot(), person())).toMatchObject({
      environments: [
        { name: 'America' },
        { name: 'Europe' },
        { name: 'Root', roles: expect.arrayContaining(['Provisioning_API']) as unknown },
      ],
    });
  });

  it('is seen where it may call, above and below, and not beside', async () => {
    await create([{ environmentId: scene.idOf('Europe'), roles: ['Risk_API'] }]);
    const seenIn = async (name: string) =>
      (await getApplications(scene.contextIn(name), person())).applications.map(({ displayName }) => displayName);
    expect([await seenIn('Root'), await seenIn('Europe'), await seenIn('America')]).toEqual([['Shop'], ['Shop'], []]);
  });

  it('holds the roles of each environment there and below, from the next call on', async () => {
    const { application } = await create([
      { environmentId: scene.idOf('Europe'), roles: ['Risk_API'] },
      { environmentId: scene.idOf('America'), roles: ['Provisioning_API'] },
    ] as never);
    const roles = await resolver();
    expect(await roles(application.id, 'Europe')).toEqual(['Risk_API']);
    expect(await roles(application.id, 'America')).toEqual(['Provisioning_API']);
    await expect(roles(application.id, 'Root')).rejects.toMatchObject({ code: 'AUTH-APPLICATION-NOT-ALLOWED' });
    const changed = await changeApplication(inRoot(), person(), application.id, {
      version: application.version,
      displayName: 'Web shop',
      callsPerSecond: 50,
      grants: [rootGrant()],
    });
    expect(changed).toMatchObject({ displayName: 'Web shop', callsPerSecond: 50 });
    expect(await (await resolver())(application.id, 'America')).toEqual(['Risk_API']);
    await expect(
      changeApplication(inRoot(), person(), application.id, { ...application, grants: [rootGrant()] }),
    ).rejects.toMatchObject({ code: 'APP-STALE' });
  });

  it('gets a new secret while the one before goes on for the time given', async () => {
    const { application } = await create();
    const rotate = (version: string, overlapDays: number) =>
      rotateCredential(inRoot(), person(), application.id, { version, credential: SECRET, overlapDays });
    scene.clock.advance(DAY_MS);
    const first = await rotate(application.version, 7);
    const ends = () => first.application.credentials.map(({ notAfter }) => notAfter);
    const days = (count: number) => new Date(scene.clock.now() + count * DAY_MS).toISOString();
    expect(ends()).toEqual([days(90), days(7)]);
    await expect(rotate(first.application.version, 7)).rejects.toMatchObject({ code: 'APP-CREDENTIALS-FULL' });
    scene.clock.advance(8 * DAY_MS);
    const last = await rotate(first.application.version, 0);
    expect(last.application.credentials.map(({ isInForce }) => isInForce)).toEqual([true, false, false]);
    expect(await scene.activities()).toEqual([
      'Create Application Shop',
      'Rotate Application Shop',
      'Rotate Application Shop',
    ]);
  });

  it('loses one credential, and everything when it is revoked', async () => {
    const { application } = await create();
    const [credential] = application.credentials;
    const ended = await endCredential(inRoot(), person(), application.id, credential?.id ?? '', {
      version: application.version,
    });
    expect(ended.status).toBe('Expired');
    const revoked = await revokeApplication(inRoot(), person(), application.id, { version: ended.version });
    expect(revoked).toMatchObject({ status: 'Revoked', canWrite: false, revoked: { by: 'Mara Lindqvist' } });
    await expect((await resolver())(application.id, 'Root')).rejects.toMatchObject({
      code: 'AUTH-APPLICATION-NOT-ALLOWED',
    });
    await expect(
      revokeApplication(inRoot(), person(), application.id, { version: revoked.version }),
    ).rejects.toMatchObject({
      code: 'APP-REVOKED',
    });
  });

  it('shows when it called last, whichever node heard it', async () => {
    const { application } = await create();
    const calls = createLastCalls(test.database);
    const atMs = scene.clock.now();
    calls.note({ tenantId: scene.tenantId, clientId: application.id, atMs });
    calls.note({ tenantId: scene.tenantId, clientId: application.id, atMs: atMs - 5000 });
    await calls.close();
    const older = createLastCalls(test.database);
    older.note({ tenantId: scene.tenantId, clientId: application.id, atMs: atMs - 60_000 });
    await older.close();
    const [listed] = (await getApplications(inRoot(), person())).applications;
    expect(listed?.lastCallAt).toBe(new Date(atMs).toISOString());
  });
});

describe('credentials that end', () => {
  it('are told of once when a month is left and once when they are over, unless another goes on', async () => {
    const { application } = await create();
    const rotated = await create([rootGrant()], 'Rotated');
    const notices = async () => {
      await noticeEndingCredentials(test.database, scene.clock);
      const reader = { userId: 'x', scopes: [{ environmentId: scene.idOf('Root'), types: ['Certificate' as const] }] };
      const at = new Date(scene.clock.now());
      const found = await test.database.inTenant(scene.tenantId, (trx) => listNotices(trx, reader, at, 10));
      return found.map(({ code, params }) => `${code} ${(params as { name: string }).name}`).toSorted();
    };
    expect(await notices()).toEqual([]);
    scene.clock.advance(70 * DAY_MS);
    await rotateCredential(inRoot(), person(), rotated.application.id, {
      version: rotated.application.version,
      credential: SECRET,
      overlapDays: 30,
    });
    expect(await notices()).toEqual(['APPLICATION-CREDENTIAL-EXPIRING Shop']);
    expect(await notices()).toHaveLength(1);
    scene.clock.advance(21 * DAY_MS);
    expect(await notices()).toEqual(['APPLICATION-CREDENTIAL-EXPIRED Shop', 'APPLICATION-CREDENTIAL-EXPIRING Shop']);
    expect((await stored(application.id)).version).toBe(1);
  });
});

describe('an assertion', () => {
  it('is spent once on all nodes, until it could not be used any more', async () => {
    const clientId = newId();
    const at = new Date(scene.clock.now());
    const spend = (id: string, now = at) =>
      test.database.inTenant(scene.tenantId, (trx) =>
        consumeAssertion(trx, scene.tenantId, { clientId, id, expiresAt: new Date(at.getTime() + 600_000) }, now),
      );
    expect([await spend('a'), await spend('a'), await spend('b')]).toEqual([true, false, true]);
    expect(await spend('a', new Date(at.getTime() + 700_000))).toBe(true);
  });
});

describe('access of applications', () => {
  const admin = () => person('ProductAdmin', []);

  it('is given and taken by environment, without a role in the directory', async () => {
    const { application } = await create();
    const seen = await getApplicationAccess(inRoot(), admin());
    expect(seen).toMatchObject({
      assignments: [{ displayName: 'Shop', environment: 'Root', roles: ['Risk_API'], canWrite: true }],
      canCreate: false,
    });
    const europe = { environmentId: scene.idOf('Europe'), roles: ['Historical_API' as const] };
    const given = await assignApplicationRoles(inRoot(), admin(), application.id, {
      version: application.version,
      ...europe,
    });
    const version = given.assignments[0]?.version ?? '';
    expect(given.assignments.map(({ environment }) => environment)).toEqual(['Root', 'Europe']);
    const resolve = await resolver();
    expect(await resolve(application.id, 'Europe')).toContain('Historical_API');
    const all = [scene.idOf('Root'), scene.idOf('Europe')].map((environmentId) => ({
      applicationId: application.id,
      environmentId,
      version,
    }));
    expect((await revokeApplicationRoles(inRoot(), admin(), { assignments: all })).assignments).toEqual([]);
    await expect((await resolver())(application.id, 'Root')).rejects.toThrow();
    const [left] = (await getApplicationAccess(inRoot(), admin())).applications;
    expect(left?.displayName).toBe('Shop');
  });

  it('is refused to who may only look, and beyond what they may give', async () => {
    const { application } = await create();
    const input = { version: application.version, environmentId: null, roles: ['Risk_API' as const] };
    const engineer = person('AllAreasEditor', []);
    expect((await getApplicationAccess(inRoot(), engineer)).canWrite).toBe(false);
    await expect(assignApplicationRoles(inRoot(), engineer, application.id, input)).rejects.toMatchObject({
      code: 'AUTH-FORBIDDEN',
    });
    await expect(
      revokeApplicationRoles(inRoot(), admin(), {
        assignments: [{ applicationId: application.id, environmentId: scene.idOf('Root'), version: 'stale' }],
      }),
    ).rejects.toMatchObject({ code: 'APP-STALE' });
  });
});
