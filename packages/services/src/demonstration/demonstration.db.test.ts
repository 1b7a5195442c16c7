import { ENVIRONMENT_STATUSES, ROLES } from '@redoubt/domain';
import { fixedClock, newId } from '@redoubt/kernel';
import { compilePlan } from '@redoubt/engine';
import { findApplication } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { matchesSecret } from '../applications/secret-hash.ts';
import type { EnvironmentContext } from '../context.ts';
import { getMe } from '../me/get-me.query.ts';
import { getMyTenants } from '../me/get-tenants.query.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { getAssessments } from '../assessments/assessments.queries.ts';
import { getPromotion } from '../branches/promote-branch.command.ts';
import { getLists } from '../lists/lists.queries.ts';
import { loadPlanSources } from '../plans/load-plan-sources.ts';
import { deleteRule } from '../rules/change-rule.commands.ts';
import { getPeople } from '../people/people.queries.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { MAIN_TENANT } from './demonstration-data.ts';
import { seedDemonstration, type Demonstration } from './seed-demonstration.ts';

const test = useDatabase();
const clock = fixedClock(Date.UTC(2026, 2, 14));
let demonstration: Demonstration;

const contextOf = (tenantId: string): EnvironmentContext => ({
  database: test.database,
  clock,
  tenantId,
  environmentId: demonstration.environmentId,
  actor: { kind: 'person', id: 'tester', name: 'Tester' },
  correlationId: newId(),
  capabilities: { decisionRules: 'write' },
});
const main = () => contextOf(demonstration.tenantId);
const secretHash = async () => {
  const { tenantId, clientId } = demonstration;
  const application = await test.database.inTenant(tenantId, (trx) => findApplication(trx, clientId));
  return application?.credentials.find(({ notAfter }) => notAfter === null)?.value ?? '';
};

beforeAll(async () => {
  demonstration = await seedDemonstration(test.database, { clock });
});

describe('the demonstration', () => {
  it('has assessments that a customer defined: one with observations and a label, and one that others ask', async () => {
    const { assessments, wizard } = await getAssessments(main());
    expect(wizard.count).toBe(2);
    expect(assessments.at(-1)).toMatchObject({ apiName: 'NameCheck', sharing: 'Shared' });
    expect(assessments.at(-2)).toMatchObject({ apiName: 'PointsRedemption', observations: 2, activeRules: 3 });
  });

  it('has two tenants and one to set up, and a person for every standard role', async () => {
    expect(demonstration.tenants.map(({ name }) => name)).toEqual(['Northfell Retail', 'Harbour Pay', 'Kestrel Goods']);
    const made = await test.database.listTenants();
    expect(made.map(({ name }) => name)).toEqual(['Harbour Pay', 'Northfell Retail']);
    const held = demonstration.people.filter(({ tenantId }) => tenantId === demonstration.tenantId);
    expect(new Set(held.flatMap(({ roles }) => roles))).toEqual(new Set(ROLES.Standard));
    expect(new Set(held.map(({ username }) => username)).size).toBe(held.length);
  });

  it('has a root with two Active children and one environment in every other status', async () => {
    const mara = demonstration.people[0];
    const me = await getMe(main(), {
      ...mara,
      userId: mara?.id ?? '',
      roles: ['ProductAdmin'],
      wids: [],
      name: '',
      username: '',
    });
    const below = me.environments.filter(({ parentId }) => parentId === demonstration.environmentId);
    expect(below.filter(({ status }) => status === 'Active')).toHaveLength(2);
    const statuses = below.map(({ status }) => status).filter((status) => status !== 'Active');
    expect(statuses.toSorted()).toEqual(ENVIRONMENT_STATUSES.filter((status) => status !== 'Active').toSorted());
  });

  it('has a person without a role, and a person whose role opens no Active environment', async () => {
    const ask = async (name: string) => {
      const person = demonstration.people.find((each) => each.name === name);
      if (!person) throw new Error(name);
      return getMe(contextOf(person.tenantId), { ...person, userId: person.id });
    };
    await expect(ask('Nils Frost')).rejects.toMatchObject({ code: 'AUTH-NO-ROLE' });
    const olga = await ask('Olga Petrov');
    expect(olga.environments.filter(({ hasAccess }) => hasAccess).map(({ status }) => status)).toEqual(['Error']);
    const amara = await ask('Amara Diallo');
    expect(amara.environments.filter(({ hasAccess }) => hasAccess).map(({ name }) => name)).toEqual(['Europe']);
    const greta = await ask('Greta Molnar');
    expect(greta.tenant.edition).toBe('PSP');
    expect(greta.environments.map(({ name }) => name)).toEqual(['Harbour', 'Merchants']);
  });

  it('has administrators who accepted the statement and one who will be asked', async () => {
    const isDue = async (name: string) => {
      const person = demonstration.people.find((each) => each.name === name);
      if (!person) throw new Error(name);
      return (await getMe(contextOf(person.tenantId), { ...person, userId: person.id })).attestationDue;
    };
    expect(await isDue('Mara Lindqvist')).toBe(false);
    expect(await isDue('Greta Molnar')).toBe(false);
    expect(await isDue('Ines Holm')).toBe(true);
    expect(await isDue('Priya Nandakumar')).toBe(false);
  });

  it('has people with what their tokens say, groups, a guest who was invited and a role that has ended', async () => {
    const mara = demonstration.people[0];
    if (!mara) throw new Error('the demonstration has no people');
    const asked = { scope: 'all', sort: 'name', order: 'ascending', ending: false } as const;
    const { rows } = await getPeople(main(), { ...mara, userId: mara.id }, asked);
    const roles = (name: string) => {
      const row = rows.find((each) => each.name === name);
      return row && [row.kind, row.status, row.tokenRoles, row.assignments.map((each) => each.environment).toSorted()];
    };
    expect(rows.length).toBe(MAIN_TENANT.people.length + 2);
    expect(roles('Priya Nandakumar')).toEqual(['Member', 'Active', ['FraudEngineer'], []]);
    expect(roles('Elif Demir')).toEqual(['Member', 'Active', [], ['Europe', 'North America']]);
    expect(roles('Clara Osei')).toEqual(['Guest', 'Invited', [], ['Europe']]);
    expect(rows.find(({ name }) => name === 'Mikko Salonen')?.assignments).toMatchObject([{ isEnded: true }]);
    expect(roles('Weekend review')).toEqual([null, 'Active', [], ['Europe', 'North America']]);
  });

  it('tells administrators of the environments that need them', async () => {
    const told = async (name: string) => {
      const person = demonstration.people.find((each) => each.name === name);
      if (!person) throw new Error(name);
      const { notices } = await getNotices(contextOf(person.tenantId), { ...person, userId: person.id });
      return notices.map(({ severity, environment }) => `${severity} ${environment?.name ?? ''}`).toSorted();
    };
    expect(await told('Ines Holm')).toEqual(['Critical Outlet', 'Error Benelux', 'Warning Islands']);
    expect(await told('Mara Lindqvist')).toEqual(['Error Benelux', 'Warning Islands']);
    expect(await told('Priya Nandakumar')).toEqual([]);
  });

  it('has a person who can switch between its tenants', async () => {
    const { tenants } = await getMyTenants(main(), { username: 'mara@northfell.example' });
    expect(tenants.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
      ['Harbour Pay', false],
      ['Northfell Retail', true],
    ]);
    expect((await getMyTenants(main(), { username: 'ines@northfell.example' })).tenants).toHaveLength(1);
  });

  it('has lists, and rules that compile', async () => {
    expect((await getLists(main())).lists.map(({ name }) => name)).toEqual([
      'Blocked e-mails',
      'Cleared for a while',
      'Countries to watch',
      'Trusted customers',
    ]);
    const set = await getRuleSet(main(), 'purchase');
    expect([set.runMode, set.rules.length, set.drafts.length]).toEqual(['allUntilDecision', 4, 1]);
    const { plans } = await loadPlanSources({ ...demonstration, database: test.database, clock });
    for (const { planId, environmentId, levels } of plans) {
      expect(compilePlan(planId, environmentId, levels, new Map()).problems).toEqual([]);
    }
  });

  it('has a branch that changes a rule of production, and says so where it is promoted', async () => {
    const { rules } = await getPromotion(main(), 'accountLogin', 'challenge-changes');
    expect(rules.map(({ branch, change }) => [branch?.name, change])).toContainEqual(['Contacts changed', 'changed']);
  });

  it('gives the secret of its merchant once, and a new one when asked', async () => {
    const { clientSecret } = demonstration;
    expect(await matchesSecret(clientSecret ?? '', await secretHash())).toBe(true);
    expect((await seedDemonstration(test.database, { clock })).clientSecret).toBeNull();
    const reset = await seedDemonstration(test.database, { clock, resetSecret: true });
    expect(await matchesSecret(reset.clientSecret ?? '', await secretHash())).toBe(true);
    expect(await matchesSecret(clientSecret ?? '', await secretHash())).toBe(false);
  });

  it('is not made again where a part was removed', async () => {
    const [first] = (await getRuleSet(main(), 'purchase')).rules;
    const rule = await getRule(main(), 'purchase', first?.id ?? '');
    await deleteRule(main(), 'purchase', rule.id, rule.version);
    await seedDemonstration(test.database, { clock });
    const set = await getRuleSet(main(), 'purchase');
    expect(set.rules).toHaveLength(3);
    expect((await getLists(main())).lists).toHaveLength(4);
  });
});
