import { ASSESSMENTS, DIRECTORY_ROLES } from '@redoubt/domain';
import { fixedClock, newId } from '@redoubt/kernel';
import { listEnvironments, readPlanHeads, setEnvironmentStatus } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { getMe } from '../me/get-me.query.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getSetUp } from './set-up.query.ts';
import { setUpTenant } from './set-up-tenant.command.ts';

const test = useDatabase();
const GEOGRAPHIES = [
  { code: 'EU', friendlyName: 'Europe' },
  { code: 'US', friendlyName: 'United States' },
];
const INPUT = {
  tenantName: 'Kestrel Goods',
  edition: 'Standard',
  environmentName: 'Kestrel',
  geography: 'EU',
  promotionCode: '',
  offerId: '',
} as const;

const scene = () => {
  const person = {
    userId: newId(),
    roles: [],
    wids: [DIRECTORY_ROLES.GlobalAdministrator],
    name: 'Signe Dahl',
    username: 'signe@kestrel.example',
  };
  const context: ServiceContext = {
    database: test.database,
    clock: fixedClock(Date.UTC(2026, 2, 14, 10)),
    tenantId: newId(),
    actor: { kind: 'person', id: person.userId, name: person.name },
    correlationId: newId(),
  };
  const start = (input: object = {}) => setUpTenant(context, person, GEOGRAPHIES, { ...INPUT, ...input });
  const ask = () => getSetUp(context, person, GEOGRAPHIES);
  return { person, context, start, ask };
};

describe('setting a tenant up', () => {
  it('makes the rule that honours support lists, for everything that is assessed', async () => {
    const { context, start, ask } = scene();
    await start();
    expect(await ask()).toMatchObject({ state: 'Ready' });
    const [environment] = await test.database.readTenant(context.tenantId, listEnvironments);
    const here = { ...context, environmentId: environment?.id ?? '', capabilities: {} };
    for (const assessment of ASSESSMENTS) {
      const { rules } = await getRuleSet(here, assessment);
      expect(rules.map(({ name, status }) => [name, status])).toEqual([['Default Support Rule', 'Active']]);
    }
  });

  it('makes an active environment, and its starter the product admin, who is asked to accept the statement', async () => {
    const { person, context, start, ask } = scene();
    expect(await ask()).toEqual({
      state: 'NotProvisioned',
      maySetUp: true,
      geographies: GEOGRAPHIES,
      environment: null,
    });
    await start();
    expect(await ask()).toMatchObject({ state: 'Ready', environment: null });
    const me = await getMe(context, person);
    expect(me.tenant).toMatchObject({ name: 'Kestrel Goods', edition: 'Standard', assignedRoles: ['ProductAdmin'] });
    expect(me.environments.map(({ name, status, geography, kind }) => [name, status, geography?.code, kind])).toEqual([
      ['Kestrel', 'Active', 'EU', 'Production'],
    ]);
    expect(me.attestationDue).toBe(true);
    expect((await getNotices(context, person)).notices.map(({ code }) => code)).toEqual(['ENVIRONMENT-READY']);
    const heads = await readPlanHeads(test.database);
    expect(heads.some(({ tenantId }) => tenantId === context.tenantId)).toBe(true);
    const entries = await test.database.inTenant(context.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select(['operation', 'resource_type']).execute(),
    );
    const named = new Set(entries.map((entry) => `${entry.operation} ${entry.resource_type}`));
    expect([...named].toSorted()).toEqual([
      'Assign UserAccess',
      'Create DecisionRule',
      'Create Environment',
      'Create Tenant',
      'Publish DecisionRule',
      'SignIn Person',
      'Update Environment',
    ]);
  });

  it('happens once, also when two start it together', async () => {
    const { start, context } = scene();
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await expect(start()).rejects.toMatchObject({ code: 'TENANT-ALREADY-SET-UP' });
    const rows = await test.database.inTenant(context.tenantId, (trx) =>
      trx.selectFrom('environment').select('environment_id').execute(),
    );
    expect(rows).toHaveLength(1);
  });

  it.each(['New', 'Creating', 'CreateFailed'] as const)(
    'goes on where an earlier attempt left it %s',
    async (status) => {
      const { start, ask, context } = scene();
      await start();
      const [row] = await test.database.inTenant(context.tenantId, (trx) =>
        trx.selectFrom('environment').select('environment_id').execute(),
      );
      await test.database.inTenant(context.tenantId, (trx) =>
        setEnvironmentStatus(trx, row?.environment_id ?? '', { status, reason: null }, { by: 'test', at: new Date(0) }),
      );
      expect(await ask()).toMatchObject({
        state: status === 'CreateFailed' ? 'Failed' : 'Provisioning',
        environment: { name: 'Kestrel', status },
      });
      await start({ environmentName: 'Another' });
      expect(await ask()).toMatchObject({ state: 'Ready' });
    },
  );

  it('is refused to other people, for a place that is not offered, and with an invalid name', async () => {
    const { start, person, context } = scene();
    const other = { ...person, roles: ['ProductAdmin'], wids: [DIRECTORY_ROLES.ApplicationAdministrator] };
    await expect(setUpTenant(context, other, GEOGRAPHIES, INPUT)).rejects.toMatchObject({
      code: 'TENANT-SET-UP-REFUSED',
    });
    expect(await getSetUp(context, other, GEOGRAPHIES)).toMatchObject({ maySetUp: false, state: 'NotProvisioned' });
    await expect(start({ geography: 'MOON' })).rejects.toMatchObject({ code: 'TENANT-GEOGRAPHY-UNKNOWN' });
    await expect(start({ environmentName: '-' })).rejects.toMatchObject({ code: 'ENV-NAME-INVALID' });
  });
});
