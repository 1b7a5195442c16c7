import { DIRECTORY_ROLES, type Role } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessIn } from '../access/person-access.ts';
import { getMe } from '../me/get-me.query.ts';
import { createPersonalToken } from '../personal-tokens/personal-tokens.ts';
import { verifyPersonalToken } from '../personal-tokens/verify-personal-token.ts';
import { admitSession } from '../sessions/admit-session.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { changeReviewPolicy, exportAccessReview, getAccessReview, reviewAccess } from './access-review.ts';
import { assignRoles } from './assign-roles.command.ts';
import { getPeople } from './people.queries.ts';
import { disablePeople, enablePeople } from './person-state.commands.ts';

const test = useDatabase();
let scene: Scene;

const who = (name: string, roles: readonly Role[] = []) => ({
  userId: `id of ${name}`,
  name,
  username: `${name.toLowerCase()}@northfell.example`,
  roles,
  wids: [] as readonly string[],
  groups: [] as readonly string[],
});
const mara = () => who('Mara', ['ProductAdmin']);
const context = (environment = 'Root', name = 'Mara') => {
  const made = scene.contextIn(environment, name);
  return { ...made, actor: { ...made.actor, id: `id of ${name}` } };
};
const signIn = (person: ReturnType<typeof who>) => getMe(context('Root', person.name), person);

/** Gives a role to a person who comes at once. */
const join = async (name: string, role: Role, environment: string) => {
  await assignRoles(context(), mara(), undefined, {
    targets: [{ kind: 'invitation', username: `${name.toLowerCase()}@northfell.example`, name, isGuest: false }],
    environmentId: scene.idOf(environment),
    roles: [role],
    expiresAt: null,
    reason: '',
  });
  await signIn(who(name));
};
const rowOf = async (name: string) => {
  const { rows } = await getPeople(context(), mara(), {
    scope: 'all',
    sort: 'name',
    order: 'ascending',
    ending: false,
    find: name,
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`${name} is not listed`);
  return row;
};
const idOf = async (name: string) => (await rowOf(name)).id;
const opens = (name: string, environment = 'Europe') =>
  accessIn(context(environment, name), who(name), scene.idOf(environment));
const review = (query: Partial<Parameters<typeof getAccessReview>[2]> = {}, environment = 'Europe') =>
  getAccessReview(context(environment), mara(), {
    show: 'absent',
    days: 90,
    sort: 'lastSeen',
    order: 'ascending',
    ...query,
  });
const namesOf = ({ rows }: Awaited<ReturnType<typeof review>>) => rows.map(({ name }) => name);

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Europe: { parent: 'Root' }, America: { parent: 'Root' } });
  await signIn(mara());
});

describe('a disabled person', () => {
  it('is refused at once with session and tokens, keeps the roles, and signs in anew once enabled', async () => {
    await join('Joel', 'FraudEngineer', 'Europe');
    const joel = who('Joel');
    const signedIn = { key: 'first', sinceMs: scene.clock.now() };
    const device = { browser: 'Firefox', address: '127.0.0.1' };
    await admitSession(context('Europe', 'Joel'), signedIn, device);
    const { secret } = await createPersonalToken(context('Europe', 'Joel'), joel, {
      name: 'Pipeline',
      days: 30,
      scope: { capabilities: { decisionRules: 'read' }, environmentIds: null },
    });
    const people = [await idOf('Joel')];
    await disablePeople(context(), mara(), { people, reason: 'Left' });
    await expect(opens('Joel')).rejects.toMatchObject({ code: 'AUTH-PERSON-DISABLED' });
    await expect(signIn(joel)).rejects.toMatchObject({ code: 'AUTH-PERSON-DISABLED' });
    expect(await rowOf('Joel')).toMatchObject({
      status: 'Disabled',
      roles: [],
      assignments: [{ role: 'FraudEngineer' }],
      disabled: { by: 'Mara', reason: 'Left' },
    });
    await expect(disablePeople(context(), mara(), { people, reason: 'Again' })).rejects.toMatchObject({
      code: 'ACCESS-STATE-SAME',
    });

    await enablePeople(context(), mara(), { people, reason: '' });
    expect(await opens('Joel')).toMatchObject({ capabilities: { decisionRules: 'write' } });
    await expect(admitSession(context('Europe', 'Joel'), signedIn, device)).rejects.toMatchObject({
      code: 'AUTH-SESSION-ENDED',
    });
    const { database, clock } = scene.contextIn('Root');
    await expect(verifyPersonalToken({ database, clock }, secret, '127.0.0.1')).rejects.toMatchObject({
      code: 'AUTH-TOKEN-REVOKED',
    });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining([
        'Deactivate Person Joel',
        'Activate Person Joel',
        'Revoke PersonalToken Pipeline (Joel)',
      ]),
    );
  });

  it('is neither oneself, nor the last administrator, nor one whose roles one may not give', async () => {
    await expect(
      disablePeople(context(), mara(), { people: [await idOf('Mara')], reason: 'No' }),
    ).rejects.toMatchObject({ code: 'ACCESS-SELF-REFUSED' });
    await join('Ada', 'AllAreas_Admin', 'Root');
    const byAda = disablePeople(context('Root', 'Ada'), who('Ada'), { people: [await idOf('Mara')], reason: 'No' });
    await expect(byAda).rejects.toMatchObject({ code: 'ACCESS-PERSON-REFUSED', params: { name: 'Mara' } });
    const root = { ...who('Global'), wids: [DIRECTORY_ROLES.GlobalAdministrator] };
    await signIn(root);
    const last = disablePeople(context('Root', 'Global'), root, { people: [await idOf('Mara')], reason: 'No' });
    await expect(last).rejects.toMatchObject({ code: 'ACCESS-LAST-ADMINISTRATOR' });
    expect(await rowOf('Mara')).toMatchObject({ status: 'Active', mayDisable: false, isSelf: true });
  });
});

describe('the review of access', () => {
  it('names who did not sign in, keeps what reviewers decide, and is due again after the period', async () => {
    await join('Joel', 'FraudEngineer', 'Europe');
    await join('Kim', 'SupportAgent', 'Root');
    scene.clock.advance(95 * DAY_MS);
    await signIn(who('Kim'));
    await signIn(mara());
    expect(namesOf(await review())).toEqual(['Joel']);
    expect(namesOf(await review({ show: 'due' }))).toEqual(['Joel', 'Kim', 'Mara']);
    const people = [await idOf('Joel'), await idOf('Kim')];
    await reviewAccess(context('Europe'), mara(), { people, decision: 'Keep', reason: 'On leave' });
    const after = await review({ show: 'all', sort: 'name' });
    expect(after.rows).toMatchObject([
      { name: 'Joel', isAbsent: true, isDue: false, review: { decision: 'Keep', by: 'Mara', reason: 'On leave' } },
      { name: 'Kim', isAbsent: false, isDue: false },
      { name: 'Mara', isDue: true, review: null },
    ]);
    expect(after.counts).toEqual({ all: 3, absent: 1, due: 1 });
    // A review of Europe says nothing about the environments beside and above it.
    expect(namesOf(await review({ show: 'due', sort: 'name' }, 'Root'))).toEqual(['Kim', 'Mara']);
    await changeReviewPolicy(context(), { everyDays: 365 });
    expect(await review({ show: 'due' })).toMatchObject({ rows: [], everyDays: 365 });
    const csv = await exportAccessReview(context('Europe'), mara(), {
      show: 'all',
      days: 90,
      sort: 'name',
      order: 'ascending',
    });
    expect(csv.split('\n')[1]).toContain('Joel,joel@northfell.example,Member,Active');
    expect(csv.split('\n')[1]).toContain('Mara,Keep,On leave');
  });

  it('ends what was given here and below, or disables, and writes all of it down', async () => {
    await join('Joel', 'FraudEngineer', 'Europe');
    await join('Kim', 'SupportAgent', 'Root');
    const joel = [await idOf('Joel')];
    const kim = [await idOf('Kim')];
    const decide = (people: readonly string[], decision: 'End' | 'Disable', environment = 'Europe') =>
      reviewAccess(context(environment), mara(), { people: [...people], decision, reason: 'Left' });
    await expect(decide(kim, 'End')).rejects.toMatchObject({ code: 'ACCESS-NOTHING-TO-END', params: { name: 'Kim' } });
    expect(await decide(joel, 'End')).toEqual({ count: 1, ended: 1 });
    await expect(opens('Joel')).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    expect(await decide(kim, 'Disable')).toEqual({ count: 1, ended: 0 });
    await expect(opens('Kim')).rejects.toMatchObject({ code: 'AUTH-PERSON-DISABLED' });
    await expect(decide([await idOf('Mara')], 'Disable')).rejects.toMatchObject({ code: 'ACCESS-SELF-REFUSED' });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining([
        'Review UserAccess Joel',
        'Revoke UserAccess Joel',
        'Review UserAccess Kim',
        'Deactivate Person Kim',
      ]),
    );
  });
});
