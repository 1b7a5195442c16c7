import { DIRECTORY_ROLES, type Role } from '@redoubt/domain';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessIn } from '../access/person-access.ts';
import { getMe } from '../me/get-me.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { assignRoles } from './assign-roles.command.ts';
import { changeAssignments, revokeAssignments } from './assignments.commands.ts';
import { getEffectiveAccess, getPermissionHolders } from './effective-access.queries.ts';
import { exportPeople, getAccessOptions, getPeople, getPerson } from './people.queries.ts';
import { resendInvitation } from './resend-invitation.command.ts';

const test = useDatabase();
let scene: Scene;

const ORIGIN = 'https://redoubt.example';
const NONE = { environmentId: null, expiresAt: null, reason: '' };

const who = (name: string, roles: readonly Role[] = [], groups: readonly string[] = []) => ({
  userId: `id of ${name}`,
  name,
  username: `${name.toLowerCase()}@northfell.example`,
  roles,
  wids: [] as readonly string[],
  groups,
});

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Europe: { parent: 'Root' },
    Germany: { parent: 'Europe' },
    America: { parent: 'Root' },
  });
});

const context = (environment = 'Root', name = 'Mara') => scene.contextIn(environment, name);
const signIn = (person: ReturnType<typeof who>) => getMe(context('Root', person.name), person);
const mara = () => who('Mara', ['ProductAdmin']);

/** Gives roles in an environment to a person who is known or invited by it. */
const give = (
  name: string,
  roles: readonly Role[],
  environment: string | null,
  more: { readonly expiresAt?: string; readonly by?: ReturnType<typeof who>; readonly from?: string } = {},
) =>
  assignRoles(context(more.from, more.by?.name), more.by ?? mara(), ORIGIN, {
    ...NONE,
    targets: [{ kind: 'invitation', username: `${name.toLowerCase()}@northfell.example`, name, isGuest: false }],
    environmentId: environment === null ? null : scene.idOf(environment),
    roles: [...roles],
    expiresAt: more.expiresAt ?? null,
  });

const list = (query: Partial<Parameters<typeof getPeople>[2]> = {}, environment = 'Root', by = mara()) =>
  getPeople(context(environment, by.name), by, {
    scope: 'all',
    sort: 'name',
    order: 'ascending',
    ending: false,
    ...query,
  });
const rowOf = async (name: string, environment = 'Root') => {
  const { rows } = await list({}, environment);
  const row = rows.find((each) => each.name === name);
  if (row === undefined) throw new Error(`${name} is not listed`);
  return row;
};
const assignmentOf = async (name: string, role: Role) => {
  const found = (await rowOf(name)).assignments.find((each) => each.role === role);
  if (found === undefined) throw new Error(`${name} does not hold ${role}`);
  return { id: found.id, version: found.version };
};
const opens = (person: ReturnType<typeof who>, environment: string) =>
  accessIn(context(environment, person.name), person, scene.idOf(environment));
const inMs = (ms: number) => new Date(scene.clock.now() + ms).toISOString();

describe('an invitation', () => {
  it('waits until the person comes, and is theirs from then on', async () => {
    const { invited } = await give('Joel', ['FraudEngineer'], 'Europe');
    expect(invited).toEqual(['joel@northfell.example']);
    expect(await rowOf('Joel')).toMatchObject({ status: 'Invited', lastSeenAt: null, roles: [] });
    expect((await rowOf('Joel', 'Germany')).roles).toEqual(['FraudEngineer']);
    const me = await signIn({ ...who('Joel'), username: 'JOEL@northfell.example' });
    expect(me.environments.map(({ name }) => name)).toEqual(['Europe', 'Germany']);
    expect(await rowOf('Joel')).toMatchObject({ status: 'Active', invited: null });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining(['Assign UserAccess Joel', 'Accept Person Joel', 'SignIn Person Joel']),
    );
  });

  it('goes out by mail, again when asked to, and not to who was here', async () => {
    await signIn(mara());
    await give('Joel', ['SupportAgent'], 'Root');
    const { id } = await rowOf('Joel');
    await resendInvitation(context(), mara(), ORIGIN, id);
    const mails = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('mail').select(['recipient', 'subject']).execute(),
    );
    expect(mails).toEqual([
      { recipient: 'joel@northfell.example', subject: 'Mara gave you access to Redoubt' },
      { recipient: 'joel@northfell.example', subject: 'Mara gave you access to Redoubt' },
    ]);
    await signIn(who('Joel'));
    await expect(resendInvitation(context(), mara(), ORIGIN, id)).rejects.toMatchObject({ code: 'ACCESS-NOT-INVITED' });
  });

  it('is forgotten with its last role', async () => {
    await give('Joel', ['SupportAgent'], 'Root');
    await revokeAssignments(context(), mara(), {
      assignments: [await assignmentOf('Joel', 'SupportAgent')],
      reason: '',
    });
    expect((await list()).rows.map(({ name }) => name)).not.toContain('Joel');
  });

  it('needs an address', async () => {
    const targets = [{ kind: 'invitation' as const, username: 'joel', name: '', isGuest: false }];
    const attempt = assignRoles(context(), mara(), ORIGIN, { ...NONE, targets, roles: ['SupportAgent'] });
    await expect(attempt).rejects.toMatchObject({ code: 'ACCESS-USERNAME-INVALID' });
  });
});

describe('a role', () => {
  it('ends by itself at its end', async () => {
    await give('Joel', ['FraudEngineer'], 'Europe', { expiresAt: inMs(HOUR_MS) });
    await signIn(who('Joel'));
    expect(await opens(who('Joel'), 'Germany')).toMatchObject({ capabilities: { decisionRules: 'write' } });
    scene.clock.advance(HOUR_MS);
    await expect(opens(who('Joel'), 'Germany')).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    expect(await rowOf('Joel', 'Germany')).toMatchObject({ roles: [], assignments: [{ isEnded: true }] });
    await expect(give('Joel', ['FraudEngineer'], 'Europe', { expiresAt: inMs(-1) })).rejects.toMatchObject({
      code: 'ACCESS-EXPIRY-PAST',
    });
  });

  it('counts from the next call on, and no longer once it was taken away', async () => {
    await signIn(who('Joel', ['SupportAgent']));
    await expect(opens(who('Joel'), 'Europe')).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    await give('Joel', ['FraudEngineer'], 'Europe');
    expect(await opens(who('Joel'), 'Europe')).toMatchObject({ capabilities: { decisionRules: 'write' } });
    const assignment = await assignmentOf('Joel', 'FraudEngineer');
    await revokeAssignments(context(), mara(), { assignments: [assignment], reason: 'Left the team' });
    await expect(opens(who('Joel'), 'Europe')).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    await expect(revokeAssignments(context(), mara(), { assignments: [assignment], reason: '' })).rejects.toMatchObject(
      { code: 'ACCESS-ASSIGNMENT-UNKNOWN' },
    );
  });

  it('can be replaced and given an end, of several people at once', async () => {
    await give('Joel', ['SupportAgent', 'FraudEngineer'], 'Root');
    await give('Kim', ['SupportAgent'], 'Root');
    const assignments = [await assignmentOf('Joel', 'SupportAgent'), await assignmentOf('Kim', 'SupportAgent')];
    await changeAssignments(context(), mara(), { assignments, role: 'FraudEngineer', expiresAt: inMs(DAY_MS) });
    const { rows } = await list({ ending: true });
    expect(rows.map(({ name, roles }) => [name, roles])).toEqual([
      ['Joel', ['FraudEngineer']],
      ['Kim', ['FraudEngineer']],
    ]);
    await expect(changeAssignments(context(), mara(), { assignments, expiresAt: null })).rejects.toMatchObject({
      code: 'ACCESS-STALE',
    });
  });

  it('is only given by who may, where they may', async () => {
    const manager = who('Mia', ['ManualReviewFraudManager']);
    await give('Joel', ['ManualReviewAnalyst'], 'Europe', { by: manager });
    await expect(give('Joel', ['FraudEngineer'], 'Europe', { by: manager })).rejects.toMatchObject({
      code: 'ACCESS-ROLE-REFUSED',
    });
    await give('Ada', ['AllAreas_Admin'], 'Europe');
    await signIn(who('Ada'));
    const ada = who('Ada');
    await give('Kim', ['FraudEngineer'], 'Germany', { by: ada, from: 'Europe' });
    await expect(give('Kim', ['FraudEngineer'], 'Root', { by: ada, from: 'Europe' })).rejects.toMatchObject({
      code: 'ENV-UNKNOWN',
    });
    await expect(give('Kim', ['ProductAdmin'], 'Germany', { by: ada, from: 'Europe' })).rejects.toMatchObject({
      code: 'ACCESS-ROLE-REFUSED',
    });
    const options = await getAccessOptions(context('Europe', 'Ada'), ada, ORIGIN);
    expect(options.environments.map(({ name }) => name)).toEqual(['Europe', 'Germany']);
    expect(options.rolesEverywhere).toEqual([]);
  });
});

describe('the last product administrator', () => {
  const admin = async () => {
    await give('Joel', ['ProductAdmin'], 'Root', {
      by: { ...who('Global'), wids: [DIRECTORY_ROLES.GlobalAdministrator] },
    });
    await signIn(who('Joel'));
    return assignmentOf('Joel', 'ProductAdmin');
  };
  const refused = { code: 'ACCESS-LAST-ADMINISTRATOR', params: { environment: 'Root' } };

  it('stays, without an end, until there is another', async () => {
    const assignment = await admin();
    const assignments = [assignment];
    const attempts = [
      () => revokeAssignments(context(), mara(), { assignments, reason: '' }),
      () => changeAssignments(context(), mara(), { assignments, expiresAt: inMs(DAY_MS) }),
      () => changeAssignments(context(), mara(), { assignments, role: 'AllAreas_Admin' }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(refused);
    // Who was only invited administers nothing yet.
    await give('Kim', ['ProductAdmin'], null);
    await expect(revokeAssignments(context(), mara(), { assignments, reason: '' })).rejects.toMatchObject(refused);
    await signIn(who('Kim'));
    expect(await revokeAssignments(context(), mara(), { assignments, reason: '' })).toMatchObject({ count: 1 });
  });

  it('may be one whom the directory says so, while they come', async () => {
    await signIn(who('Dana', ['ProductAdmin']));
    const assignments = [await admin()];
    scene.clock.advance(91 * DAY_MS);
    await expect(revokeAssignments(context(), mara(), { assignments, reason: '' })).rejects.toMatchObject(refused);
    await signIn(who('Dana', ['ProductAdmin']));
    expect(await revokeAssignments(context(), mara(), { assignments, reason: '' })).toMatchObject({ count: 1 });
  });

  it('may be one by a group that their token names', async () => {
    const assignments = [await admin()];
    const group = { kind: 'group' as const, claim: 'owners', name: 'Owners' };
    const input = { ...NONE, targets: [group], environmentId: scene.idOf('Root'), roles: ['ProductAdmin' as const] };
    await assignRoles(context(), mara(), ORIGIN, input);
    await signIn(who('Dana', ['SupportAgent'], ['others']));
    await expect(revokeAssignments(context(), mara(), { assignments, reason: '' })).rejects.toMatchObject(refused);
    await signIn(who('Dana', [], ['owners']));
    expect(await revokeAssignments(context(), mara(), { assignments, reason: '' })).toMatchObject({ count: 1 });
  });
});

describe('a group', () => {
  const group = { kind: 'group' as const, claim: 'fraud-team', name: 'Fraud engineering' };

  it('gives its roles to those whose token names it', async () => {
    const input = { ...NONE, targets: [group], environmentId: scene.idOf('Europe'), roles: ['FraudEngineer' as const] };
    await assignRoles(context(), mara(), ORIGIN, input);
    await assignRoles(context(), mara(), ORIGIN, { ...input, targets: [group] });
    const priya = who('Priya', [], ['fraud-team', 'others']);
    await signIn(priya);
    expect(await opens(priya, 'Germany')).toMatchObject({ capabilities: { decisionRules: 'write' } });
    await expect(opens(who('Priya'), 'Germany')).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    expect(await rowOf('Priya', 'Germany')).toMatchObject({
      roles: ['FraudEngineer'],
      assignments: [{ group: { name: 'Fraud engineering' }, place: 'above', environment: 'Europe', canWrite: false }],
    });
    expect(await rowOf('Fraud engineering')).toMatchObject({ holder: 'Group', memberCount: 1, kind: null });
  });

  it('says so where a token leaves groups out', async () => {
    await signIn(mara());
    await expect(getMe(context('Root', 'Joel'), { ...who('Joel'), groupsLeftOut: true })).rejects.toMatchObject({
      code: 'AUTH-GROUPS-LEFT-OUT',
    });
    expect((await rowOf('Joel')).groupsLeftOut).toBe(true);
  });
});

describe('what a person may do', () => {
  it('is told with the reason, and with what is left when a role ends', async () => {
    await give('Priya', ['FraudEngineer'], 'Europe');
    await give('Priya', ['ManualReviewFraudManager'], 'Germany', { expiresAt: inMs(DAY_MS) });
    await signIn(who('Priya'));
    const { id } = await rowOf('Priya');
    const answer = await getEffectiveAccess(context('Germany'), mara(), id);
    expect(answer.grants.map(({ role, environment }) => [role, environment])).toEqual([
      ['FraudEngineer', 'Europe'],
      ['ManualReviewFraudManager', 'Germany'],
    ]);
    expect(answer.endsAt).toBe(inMs(DAY_MS));
    const area = (name: string) => answer.areas.find(({ capability }) => capability === name);
    expect(area('decisionRules')).toMatchObject({ access: 'write', because: [0, 1], after: 'write' });
    expect(area('queueAssignments')).toMatchObject({ access: 'write', because: [1], after: null });
    expect(area('activityLogs')).toMatchObject({ access: null, neededRoles: ['ProductAdmin', 'AllAreas_Admin'] });
    expect(answer.grants[1]?.lost).toBe(answer.areas.filter(({ access, after }) => access !== after).length);
    const { holders } = await getPermissionHolders(context('Germany'), mara(), {
      permission: 'queueAssignments:write',
    });
    expect(holders.map(({ name, because }) => [name, because.map(({ role }) => role)])).toEqual([
      ['Priya', ['ManualReviewFraudManager']],
    ]);
  });
});

describe('the list', () => {
  it('narrows, orders and pages over all rows', async () => {
    for (const name of ['Ada', 'Bo', 'Cem']) await give(name, ['SupportAgent'], 'Europe');
    await give('Dee', ['FraudEngineer'], 'America');
    const names = async (query: Parameters<typeof list>[0], environment = 'Europe') =>
      (await list(query, environment)).rows.map(({ name }) => name);
    expect(await names({ scope: 'here' })).toEqual(['Ada', 'Bo', 'Cem']);
    expect(await names({ scope: 'here' }, 'Root')).toEqual([]);
    expect(await names({ order: 'descending' })).toEqual(['Dee', 'Cem', 'Bo', 'Ada']);
    expect(await names({ role: 'SupportAgent', find: 'B' })).toEqual(['Bo']);
    expect(await names({ source: 'above' }, 'Germany')).toEqual(['Ada', 'Bo', 'Cem']);
    const csv = await exportPeople(context('Europe'), mara(), {
      scope: 'here',
      sort: 'name',
      order: 'ascending',
      ending: false,
    });
    expect(csv.split('\n')[1]).toContain('Ada,ada@northfell.example,Member,Invited');
  });

  it('shows what is given elsewhere only to who may look there', async () => {
    await give('Joel', ['SupportAgent'], 'Europe');
    await give('Joel', ['FraudEngineer'], 'America');
    await give('Ada', ['AllAreas_Admin'], 'Europe');
    await signIn(who('Ada'));
    const { rows } = await list({ find: 'Joel' }, 'Europe', who('Ada'));
    expect(rows[0]?.assignments.map(({ role }) => role)).toEqual(['SupportAgent']);
    const { id } = await rowOf('Joel');
    await expect(getPerson(context('Europe', 'Ada'), who('Ada'), scene.idOf('Root'))).rejects.toMatchObject({
      code: 'ACCESS-HOLDER-UNKNOWN',
    });
    expect(await getPerson(context('Root'), mara(), id)).toMatchObject({ assignments: [{}, {}] });
  });
});
