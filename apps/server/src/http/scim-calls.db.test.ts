import { createProvisioningToken, getProvisioning } from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  scimError,
  scimGroup,
  scimList,
  scimResourceType,
  scimSchema,
  scimServiceProvider,
  scimUser,
} from '../testing/scim-schemas.ts';
import { createScimScene, patchOf, type ScimCaller } from '../testing/scim-scene.ts';

const db = useDatabase();

const joel = (more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: 'joel.berg',
  userName: 'joel.berg@northfell.example',
  active: true,
  displayName: 'Joel Berg',
  emails: [{ primary: true, type: 'work', value: 'joel.berg@northfell.example' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Joel Berg', familyName: 'Berg', givenName: 'Joel' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Fraud' },
  ...more,
});
const addJoel = (scim: ScimCaller, more: object = {}) => scim('POST', '/Users', scimUser, { body: joel(more) });

it('says what it is: configuration, types of resources and schemas', async () => {
  const { scim } = await createScimScene(db.database);
  const { body } = await scim('GET', '/ServiceProviderConfig', scimServiceProvider);
  expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } });
  const types = await scim('GET', '/ResourceTypes', scimList(scimResourceType));
  expect(types.body.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
  await scim('GET', '/ResourceTypes/User', scimResourceType);
  const schemas = await scim('GET', '/Schemas', scimList(scimSchema));
  const user = schemas.body.Resources.find(({ name }) => name === 'User');
  expect(user?.attributes.map(({ name }) => name)).toEqual(['userName', 'name', 'displayName', 'active', 'emails']);
  await scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group', scimSchema);
  expect((await scim('GET', '/Bulk', scimError)).status).toBe(404);
  expect((await scim('DELETE', '/Schemas', scimError)).status).toBe(405);
});

it('plays the calls of Entra ID for a person: look-up, creation, changes, disabling, deletion', async () => {
  const { scim, rowOf } = await createScimScene(db.database);
  const filter = encodeURIComponent('userName eq "Joel.Berg@Northfell.example"');
  const none = await scim('GET', `/Users?filter=${filter}`, scimList(scimUser));
  expect(none.body).toMatchObject({ totalResults: 0, Resources: [] });
  const { status, body: made, headers } = await addJoel(scim);
  expect(status).toBe(201);
  expect(headers['location']).toBe(made.meta.location);
  expect(made).toMatchObject({ externalId: 'joel.berg', active: true, name: { givenName: 'Joel' } });
  expect(await rowOf('joel.berg@northfell.example')).toMatchObject({ status: 'Invited', name: 'Joel Berg' });
  expect((await scim('GET', `/Users?filter=${filter}`, scimList(scimUser))).body.totalResults).toBe(1);
  const path = `/Users/${made.id}`;
  const changed = await scim('PATCH', path, scimUser, {
    body: patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'joel@northfell.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Berglund' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Risk' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+47 12 34 56 78' },
    ),
  });
  expect(changed.body).toMatchObject({
    name: { familyName: 'Berglund' },
    emails: [{ value: 'joel@northfell.example', type: 'work', primary: true }],
  });
  for (const [value, active] of [
    ['False', false],
    ['True', true],
    [false, false],
  ] as const) {
    const { body } = await scim('PATCH', path, scimUser, { body: patchOf({ op: 'Replace', path: 'active', value }) });
    expect(body.active).toBe(active);
  }
  expect(await rowOf('joel.berg@northfell.example')).toMatchObject({
    status: 'Disabled',
    disabled: { by: 'Entra (SCIM)', reason: 'Deactivated by the identity provider' },
  });
  expect((await scim('DELETE', path, null)).status).toBe(204);
  expect((await scim('GET', path, scimError)).status).toBe(404);
  expect((await scim('DELETE', path, scimError)).status).toBe(404);
  expect(await rowOf('joel.berg@northfell.example')).toBeUndefined();
});

it('plays the calls of Okta: import test, creation, profile by PUT, deactivation and re-activation without a path', async () => {
  const { scim } = await createScimScene(db.database);
  const page = await scim('GET', '/Users?startIndex=1&count=2', scimList(scimUser));
  expect(page.body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
  const filter = encodeURIComponent('userName eq "joel.berg@northfell.example"');
  expect(
    (await scim('GET', `/Users?filter=${filter}&startIndex=1&count=100`, scimList(scimUser))).body.totalResults,
  ).toBe(0);
  const { body: made } = await addJoel(scim, {
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: 'x9',
    locale: 'en-US',
  });
  const { body: read } = await scim('GET', `/Users/${made.id}`, scimUser);
  expect(read).toEqual(made);
  const { body: put } = await scim('PUT', `/Users/${made.id}`, scimUser, {
    body: { ...read, displayName: 'Joel B.', name: { givenName: 'Joel' } },
  });
  expect(put).toMatchObject({ displayName: 'Joel B.', name: { givenName: 'Joel' } });
  expect(put.name?.familyName).toBeUndefined();
  const off = await scim('PATCH', `/Users/${made.id}`, scimUser, {
    body: patchOf({ op: 'replace', value: { active: false } }),
  });
  expect(off.body.active).toBe(false);
  const on = await scim('PATCH', `/Users/${made.id}`, scimUser, {
    body: patchOf({ op: 'replace', value: { active: true } }),
  });
  expect(on.body.active).toBe(true);
  const group = await scim('POST', '/Groups', scimGroup, {
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Analysts',
      members: [{ value: made.id, display: 'joel.berg@northfell.example' }],
    },
  });
  const renamed = await scim('PATCH', `/Groups/${group.body.id}`, scimGroup, {
    body: patchOf({ op: 'replace', value: { id: group.body.id, displayName: 'Fraud analysts' } }),
  });
  expect(renamed.body).toMatchObject({ displayName: 'Fraud analysts', members: [{ value: made.id }] });
  const emptied = await scim('PATCH', `/Groups/${group.body.id}`, scimGroup, {
    body: patchOf({ op: 'remove', path: `members[value eq "${made.id}"]` }, { op: 'add', path: 'members', value: [] }),
  });
  expect(emptied.body.members).toBeUndefined();
  expect((await scim('DELETE', `/Groups/${group.body.id}`, null)).status).toBe(204);
});

it('plays the calls of Entra ID for a group, also with many members at once', async () => {
  const { scim } = await createScimScene(db.database);
  const ids: string[] = [];
  for (const at of [1, 2, 3]) {
    const { body } = await addJoel(scim, { userName: `person${at}@northfell.example`, externalId: `person${at}` });
    ids.push(body.id);
  }
  const { body: group } = await scim('POST', '/Groups', scimGroup, {
    body: {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Fraud',
      meta: { resourceType: 'Group' },
    },
  });
  const path = `/Groups/${group.id}`;
  const without = await scim('GET', `${path}?excludedAttributes=members`, scimGroup);
  expect(without.body.members).toBeUndefined();
  const filter = encodeURIComponent('displayName eq "FRAUD"');
  const found = await scim('GET', `/Groups?excludedAttributes=members&filter=${filter}`, scimList(scimGroup));
  expect(found.body.Resources.map(({ id }) => id)).toEqual([group.id]);
  const added = await scim('PATCH', path, scimGroup, {
    body: patchOf({ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }),
  });
  expect(added.body.members?.map(({ value }) => value).toSorted()).toEqual(ids.toSorted());
  const removed = await scim('PATCH', path, scimGroup, {
    body: patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ids[0] }] }),
  });
  expect(removed.body.members).toHaveLength(2);
  const external = encodeURIComponent('externalId eq "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159"');
  expect((await scim('GET', `/Groups?filter=${external}`, scimList(scimGroup))).body.totalResults).toBe(1);
});

it('tells versions apart, and refuses a change of what was changed since', async () => {
  const { scim } = await createScimScene(db.database);
  const { body, headers } = await addJoel(scim);
  const etag = String(headers['etag']);
  expect(body.meta.version).toBe(etag);
  const path = `/Users/${body.id}`;
  expect((await scim('GET', path, null, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const rename = (value: string) => ({
    body: patchOf({ op: 'replace', path: 'displayName', value }),
    headers: { 'if-match': etag },
  });
  expect((await scim('PATCH', path, scimUser, rename('Joel'))).headers['etag']).not.toBe(etag);
  expect((await scim('PATCH', path, scimError, rename('Jo'))).status).toBe(412);
});

it('refuses what it cannot take, and names place and remedy', async () => {
  const { scim } = await createScimScene(db.database);
  const { body: made } = await addJoel(scim);
  const path = `/Users/${made.id}`;
  const cases: readonly [Parameters<ScimCaller>[0], string, unknown, number, string | undefined][] = [
    ['POST', '/Users', joel(), 409, 'uniqueness'],
    ['POST', '/Users', joel({ userName: 'joel' }), 400, 'invalidValue'],
    ['POST', '/Users', joel({ userName: undefined }), 400, 'invalidValue'],
    ['POST', '/Users', joel({ userName: 'a@b.example', displayName: 'a\u0000b' }), 400, 'invalidValue'],
    ['POST', '/Users', joel({ userName: ['a@b.example'] }), 400, 'invalidValue'],
    ['POST', '/Users', joel({ userName: 'a@b.example', name: 'Joel' }), 400, 'invalidValue'],
    ['POST', '/Users', joel({ userName: 'a@b.example', schemas: ['urn:x'] }), 400, 'invalidSyntax'],
    ['POST', '/Users', [], 400, 'invalidSyntax'],
    ['PUT', path, undefined, 400, 'invalidSyntax'],
    ['PATCH', path, { Operations: [] }, 400, 'invalidSyntax'],
    ['PATCH', path, patchOf({ op: 'move', path: 'active' }), 400, 'invalidSyntax'],
    ['PATCH', path, patchOf({ op: 'replace', path: 'shoeSize', value: 42 }), 400, 'invalidPath'],
    ['PATCH', path, patchOf({ op: 'replace', path: 'name.shoeSize', value: 42 }), 400, 'invalidPath'],
    ['PATCH', path, patchOf({ op: 'replace', path: 'active', value: 'perhaps' }), 400, 'invalidValue'],
    ['PATCH', path, patchOf({ op: 'remove', path: 'userName' }), 400, 'mutability'],
    ['PATCH', path, patchOf({ op: 'remove' }), 400, 'noTarget'],
    ['PATCH', path, patchOf({ op: 'add', value: 'x' }), 400, 'invalidValue'],
    ['GET', `/Users?filter=${encodeURIComponent('userName eq')}`, undefined, 400, 'invalidFilter'],
    ['GET', `/Users?filter=${encodeURIComponent('(((')}`, undefined, 400, 'invalidFilter'],
    ['GET', '/Users?startIndex=x', undefined, 400, 'invalidValue'],
    ['GET', '/Users?count=1&count=2', undefined, 400, 'invalidValue'],
    ['GET', '/Users?attributes=%27', undefined, 400, 'invalidValue'],
    ['GET', '/Users/nobody', undefined, 404, undefined],
    ['POST', path, joel(), 405, undefined],
    ['PATCH', '/Users', patchOf(), 405, undefined],
    ['POST', '/Groups', { displayName: '' }, 400, 'invalidValue'],
    ['POST', '/Groups', { displayName: 'A', members: [{ value: 'x' }] }, 400, 'invalidValue'],
    [
      'POST',
      '/Groups',
      { displayName: 'A', members: [{ value: '00000000-0000-4000-8000-000000000000' }] },
      400,
      'invalidValue',
    ],
  ];
  for (const [method, url, body, status, scimType] of cases) {
    const answer = await scim(method, url, scimError, { body });
    expect({ method, url, status: answer.status, scimType: answer.body.scimType }).toEqual({
      method,
      url,
      status,
      scimType,
    });
    expect(JSON.stringify(answer.body)).not.toContain('joel.berg@');
  }
});

it('asks for a token that is in force, keeps the last calls, and shows the secret once', async () => {
  const { scim, admin, params, secret, clock, raw } = await createScimScene(db.database);
  await addJoel(scim);
  clock.advance(1000);
  await scim('GET', '/Users/nobody', scimError);
  const shown = await admin.call(getProvisioning, { params });
  expect(shown).toMatchObject({
    counts: { people: 1, disabled: 0, groups: 0 },
    tokens: [{ name: 'Entra', state: 'active', usedFrom: '127.0.0.1' }],
  });
  expect(shown.calls.map(({ method, resource, status, code }) => [method, resource, status, code])).toEqual([
    ['GET', 'Users', 404, 'HTTP-404'],
    ['POST', 'Users', 201, null],
  ]);
  expect(JSON.stringify(shown)).not.toContain(secret);
  const none = await raw('GET', '/Users', {});
  expect([none.statusCode, none.headers['www-authenticate'], none.headers['content-type']]).toEqual([
    401,
    'Bearer',
    'application/scim+json; charset=utf-8',
  ]);
  scimError.parse(none.json());
  const forged = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`;
  expect((await raw('GET', '/Users', { authorization: `Bearer ${forged}` })).statusCode).toBe(401);
  clock.advance(91 * 86_400_000);
  expect((await scim('GET', '/Users', scimError)).status).toBe(401);
  const { calls } = await admin.call(getProvisioning, { params });
  expect(calls[0]).toMatchObject({ status: 401, code: 'AUTH-TOKEN-EXPIRED' });
});

it('limits the calls of a token, and the guesses of an address', async () => {
  const { scim, raw } = await createScimScene(db.database);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await raw('GET', '/Users', {})).statusCode),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await scim('GET', '/ServiceProviderConfig', scimError)).status).toBe(429);
});

it('is made in a root, by who may give every role', async () => {
  const { tenant, app, admin } = await createScimScene(db.database);
  const body = { name: 'Okta', days: 30 };
  const below = await admin.send(createProvisioningToken, { params: { environmentId: tenant.childId }, body });
  expect(z.object({ code: z.string() }).parse(below.json()).code).toBe('PROVISIONING-NOT-ROOT');
  const other = app.personWith(tenant, 'AllAreas_Admin');
  const refused = await other.send(createProvisioningToken, { params: { environmentId: tenant.environmentId }, body });
  expect(refused.json()).toMatchObject({ code: 'PROVISIONING-REFUSED' });
});
