import type { Role } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { insertGroup, listGroups, saveAssignment } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessIn } from '../access/person-access.ts';
import { getMe } from '../me/get-me.query.ts';
import { disablePeople } from '../people/person-state.commands.ts';
import { getPeople } from '../people/people.queries.ts';
import { admitSession } from '../sessions/admit-session.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { answerScim, type ScimMethod } from './answer-scim.ts';
import { scimErrorOf } from './scim-error.ts';

const test = useDatabase();
let scene: Scene;

/** A person as their token describes them. */
const who = (name: string, roles: readonly Role[] = [], groups: readonly string[] = []) => {
  const none: readonly string[] = [];
  return {
    name,
    userId: `id of ${name}`,
    username: `${name.toLowerCase()}@northfell.example`,
    roles,
    groups,
    wids: none,
  };
};
const mara = () => who('Mara', ['ProductAdmin']);
const context = (name = 'Mara') => {
  const made = scene.contextIn('Root', name);
  return { ...made, actor: { ...made.actor, id: `id of ${name}` } };
};
const signIn = (person: ReturnType<typeof who>) => getMe(context(person.name), person);
const opens = (person: ReturnType<typeof who>) => accessIn(context(person.name), person, scene.idOf('Europe'));

const send = async (method: ScimMethod, path: string, body?: unknown) => {
  const [, resource = '', id] = path.split('/');
  const { environmentId: _environment, capabilities: _capabilities, ...rest } = context();
  const actor = { kind: 'application' as const, id: newId(), name: 'Entra (SCIM)' };
  const request = { method, resource, id, query: {}, body, ifMatch: undefined, ifNoneMatch: undefined };
  try {
    const { status, body: text } = await answerScim({ ...rest, actor }, 'https://redoubt.example/scim/v2', request);
    return { status, ...(text === null ? {} : (JSON.parse(text) as Record<string, unknown>)) } as {
      readonly status: number;
      readonly id?: string;
      readonly active?: boolean;
      readonly detail?: string;
    };
  } catch (error) {
    const refusal = scimErrorOf(error);
    if (refusal === undefined) throw error;
    return { ...refusal.body, status: refusal.status };
  }
};
const addPerson = async (name: string, more: object = {}): Promise<string> => {
  const { id = '' } = (await send('POST', '/Users', {
    userName: `${name.toLowerCase()}@northfell.example`,
    displayName: name,
    ...more,
  })) as { readonly id?: string };
  return id;
};
const addGroup = async (body: object): Promise<string> => ((await send('POST', '/Groups', body)) as { id: string }).id;
const patch = (path: string, ...Operations: readonly object[]) =>
  send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
/** Gives a role to a group. */
const give = (groupId: string, role: Role) =>
  test.database.inTenant(scene.tenantId, (trx) => {
    const holder = { holder: 'Group' as const, userId: groupId, username: '', displayName: groupId };
    const assignment = { id: newId(), ...holder, role, environmentId: scene.idOf('Root'), expiresAt: null };
    return saveAssignment(trx, scene.tenantId, assignment, { by: 'scene', at: new Date(0) });
  });
const ALL = { scope: 'all', sort: 'name', order: 'ascending', ending: false } as const;
const rowOf = async (name: string) => {
  const { rows } = await getPeople(context(), mara(), { ...ALL, find: name });
  return rows.find((row) => row.name === name);
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Europe: { parent: 'Root' } });
  await scene.assignRole('id of Mara', 'ProductAdmin', 'Root');
  await signIn(mara());
});

describe('people of SCIM', () => {
  it('are invited, become active as they sign in, hold no role by themselves, and keep the names SCIM says', async () => {
    const id = await addPerson('Joel', { displayName: 'Joel Berg' });
    await expect(signIn(who('Joel'))).rejects.toMatchObject({ code: 'AUTH-NO-ROLE' });
    await scene.assignRole('id of Joel', 'FraudEngineer', 'Root');
    await signIn({ ...who('Joel'), name: 'J. Berg' });
    expect(await rowOf('Joel Berg')).toMatchObject({ id, status: 'Active', username: 'joel@northfell.example' });
  });

  it('lose every sign-in with active: false, and count again with active: true', async () => {
    const id = await addPerson('Joel');
    await scene.assignRole('id of Joel', 'FraudEngineer', 'Root');
    await signIn(who('Joel'));
    const signedIn = { key: 'first', sinceMs: scene.clock.now() };
    const device = { browser: 'Firefox', address: '127.0.0.1' };
    await admitSession(context('Joel'), signedIn, device);
    expect(await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).toMatchObject({ active: false });
    await expect(opens(who('Joel'))).rejects.toMatchObject({ code: 'AUTH-PERSON-DISABLED' });
    expect(await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).toMatchObject({ active: true });
    expect(await opens(who('Joel'))).toMatchObject({ capabilities: { decisionRules: 'write' } });
    await expect(admitSession(context('Joel'), signedIn, device)).rejects.toMatchObject({ code: 'AUTH-SESSION-ENDED' });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining(['Create UserAccess Joel', 'Deactivate Person Joel', 'Activate Person Joel']),
    );
  });

  it('stay disabled where an administrator disabled them', async () => {
    const id = await addPerson('Joel');
    await disablePeople(context(), mara(), { people: [id], reason: 'Left' });
    const sent = { userName: 'joel@northfell.example', displayName: 'Joel', active: true };
    expect(await send('PUT', `/Users/${id}`, sent)).toMatchObject({ status: 200, active: false });
    expect(await rowOf('Joel')).toMatchObject({ status: 'Disabled', disabled: { by: 'Mara' } });
  });

  it('go with DELETE: who was here is disabled and comes back as the same person', async () => {
    const id = await addPerson('Joel');
    await scene.assignRole('id of Joel', 'FraudEngineer', 'Root');
    await signIn(who('Joel'));
    expect(await send('DELETE', `/Users/${id}`)).toEqual({ status: 204 });
    expect(await send('GET', `/Users/${id}`)).toMatchObject({ status: 404 });
    expect(await rowOf('Joel')).toMatchObject({ status: 'Disabled' });
    expect(await addPerson('Joel')).toBe(id);
    expect(await rowOf('Joel')).toMatchObject({ status: 'Active' });
  });

  it('keep the last administrator of a root', async () => {
    const id = (await rowOf('Mara'))?.id ?? '';
    const refused = { status: 409, detail: expect.stringContaining('Give another person that role') };
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).toMatchObject(refused);
    expect(await send('DELETE', `/Users/${id}`)).toMatchObject(refused);
    expect(await rowOf('Mara')).toMatchObject({ status: 'Active' });
  });
});

describe('groups of SCIM', () => {
  it('give members the roles of the group from the next call on, and take them again', async () => {
    const joel = await addPerson('Joel');
    const group = await addGroup({ displayName: 'Engineers', externalId: 'e-1' });
    await give(group, 'FraudEngineer');
    await expect(signIn(who('Joel'))).rejects.toMatchObject({ code: 'AUTH-NO-ROLE' });
    await patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: joel }] });
    await signIn(who('Joel'));
    expect(await opens(who('Joel'))).toMatchObject({ capabilities: { decisionRules: 'write' } });
    expect(await rowOf('Engineers')).toMatchObject({ memberCount: 1 });
    await patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${joel}"]` });
    await expect(opens(who('Joel'))).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
  });

  it('count as SCIM says, whatever tokens name', async () => {
    const claim = '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159';
    const id = newId();
    const named = { id, name: 'Old name', claim, createdBy: 'scene', createdAt: new Date(0), provisionedAt: null };
    await test.database.inTenant(scene.tenantId, (trx) => insertGroup(trx, scene.tenantId, named));
    await give(id, 'FraudEngineer');
    const joel = who('Joel', [], [claim]);
    await signIn(joel);
    expect(await opens(joel)).toMatchObject({ capabilities: { decisionRules: 'write' } });
    // The identity provider takes the group over: it is the same one, with the roles given to it.
    expect(await addGroup({ displayName: 'Engineers', externalId: claim })).toBe(id);
    await expect(opens(joel)).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    const personId = (await rowOf('Joel'))?.id ?? '';
    await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: personId }] });
    expect(await opens(joel)).toMatchObject({ capabilities: { decisionRules: 'write' } });
    expect(await opens({ ...joel, groups: [] })).toMatchObject({ capabilities: { decisionRules: 'write' } });
    // Deleted while a role is given to it: it stays without members, and tokens do not bring them back.
    expect(await send('DELETE', `/Groups/${id}`)).toEqual({ status: 204 });
    await expect(opens(joel)).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    expect(await rowOf('Engineers')).toMatchObject({ memberCount: 0, assignments: [{ role: 'FraudEngineer' }] });
  });

  it('keep the last administrator, are unique, and go where no role is given to them', async () => {
    const ada = await addPerson('Ada');
    await signIn(who('Ada', ['AllAreasViewer']));
    const group = await addGroup({ displayName: 'Admins', members: [{ value: ada }] });
    await give(group, 'ProductAdmin');
    const mara = (await rowOf('Mara'))?.id ?? '';
    expect(await patch(`/Users/${mara}`, { op: 'replace', path: 'active', value: false })).toMatchObject({
      active: false,
    });
    expect(await patch(`/Groups/${group}`, { op: 'remove', path: 'members' })).toMatchObject({ status: 409 });
    expect(await send('DELETE', `/Users/${ada}`)).toMatchObject({ status: 409 });
    expect(await send('POST', '/Groups', { displayName: 'Admins' })).toMatchObject({
      status: 409,
      scimType: 'uniqueness',
    });
    const other = await addGroup({ displayName: 'Others' });
    await send('DELETE', `/Groups/${other}`);
    const kept = await test.database.inTenant(scene.tenantId, listGroups);
    expect(kept.map(({ name }) => name)).toEqual(['Admins']);
  });
});
