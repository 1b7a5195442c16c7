import type { SetUpParts, SetUpRequest } from '@redoubt/contracts';
import { ASSESSMENTS, DIRECTORY_ROLES, EDITIONS, ROLES, type EnvironmentKind } from '@redoubt/domain';
import { fixedClock, newId } from '@redoubt/kernel';
import { listAssignments, listEnvironments, readPlanHeads, setEnvironmentStatus } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_ATTESTATION } from '../attestation/attestation-text.ts';
import type { ServiceContext } from '../context.ts';
import { getCurrencies } from '../currencies/currencies.queries.ts';
import { getMe } from '../me/get-me.query.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getFirstSteps } from './first-steps.query.ts';
import type { SetUpOffer } from './set-up-offer.ts';
import { checkSetUp, getSetUp } from './set-up.query.ts';
import { resumeSetUp, setUpTenant } from './set-up-tenant.command.ts';

const test = useDatabase();
const GEOGRAPHIES = [
  { code: 'EU', friendlyName: 'Europe' },
  { code: 'US', friendlyName: 'United States' },
];
const OFFER: SetUpOffer = { geographies: GEOGRAPHIES, statement: BUILT_IN_ATTESTATION, origin: undefined };
const ORGANISATION = {
  tenantName: 'Kestrel Goods',
  edition: 'Standard',
  geography: 'EU',
  promotionCode: '',
  offerId: '',
} as const;
const root = (name: string, kind: EnvironmentKind = 'Production') => ({ name, kind });
const INPUT: SetUpRequest = {
  statement: { textVersion: BUILT_IN_ATTESTATION.version, accepted: true },
  organisation: ORGANISATION,
  environments: { roots: [root('Kestrel')], currency: null },
  administrators: { people: [] },
};

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
  const start = (parts: Partial<SetUpRequest> = {}) => setUpTenant(context, person, OFFER, { ...INPUT, ...parts });
  const ask = () => getSetUp(context, person, OFFER);
  const resume = (environmentId = newId()) => resumeSetUp(context, person, OFFER, { environmentId });
  const check = (parts: SetUpParts) => checkSetUp(context, person, OFFER, parts);
  return { person, context, start, ask, resume, check };
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

  it('makes an active environment, and its starter the product admin, who has accepted the statement', async () => {
    const { person, context, start, ask } = scene();
    expect(await ask()).toEqual({
      state: 'NotProvisioned',
      maySetUp: true,
      geographies: GEOGRAPHIES,
      statement: { textVersion: BUILT_IN_ATTESTATION.version, text: null },
      mailsInvitations: false,
      environment: null,
    });
    await start();
    expect(await ask()).toMatchObject({ state: 'Ready', environment: null });
    const me = await getMe(context, person);
    expect(me.tenant).toMatchObject({ name: 'Kestrel Goods', edition: 'Standard', assignedRoles: ['ProductAdmin'] });
    expect(me.environments.map(({ name, status, geography, kind }) => [name, status, geography?.code, kind])).toEqual([
      ['Kestrel', 'Active', 'EU', 'Production'],
    ]);
    expect(me.attestationDue).toBe(false);
    expect((await getNotices(context, person)).notices.map(({ code }) => code)).toEqual(['ENVIRONMENT-READY']);
    const heads = await readPlanHeads(test.database);
    expect(heads.some(({ tenantId }) => tenantId === context.tenantId)).toBe(true);
    const entries = await test.database.inTenant(context.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select(['operation', 'resource_type']).execute(),
    );
    const named = new Set(entries.map((entry) => `${entry.operation} ${entry.resource_type}`));
    expect([...named].toSorted()).toEqual([
      'Accept Attestation',
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
    'goes on where an earlier attempt left its environment %s',
    async (status) => {
      const { start, resume, ask, context } = scene();
      await expect(resume()).rejects.toMatchObject({ code: 'TENANT-NOT-SET-UP' });
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
      await expect(start()).rejects.toMatchObject({ code: 'TENANT-ALREADY-SET-UP' });
      await expect(resume()).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
      expect(await resume(row?.environment_id)).toMatchObject({ state: 'Ready' });
      await expect(resume()).rejects.toMatchObject({ code: 'TENANT-ALREADY-SET-UP' });
    },
  );

  it('makes several root environments with their kinds, in one currency, and invites administrators', async () => {
    const { start, person, context } = scene();
    await start({
      environments: { roots: [root('Kestrel'), root('Kestrel trial', 'Sandbox')], currency: 'SEK' },
      administrators: {
        people: [
          { username: 'SIGNE@kestrel.example', name: 'Herself' },
          { username: 'otto@kestrel.example', name: '' },
        ],
      },
    });
    const { environments } = await getMe(context, person);
    expect(environments.map(({ name, kind, status }) => [name, kind, status])).toEqual([
      ['Kestrel', 'Production', 'Active'],
      ['Kestrel trial', 'Sandbox', 'Active'],
    ]);
    for (const { id } of environments) {
      const here = { ...context, environmentId: id, capabilities: {} };
      expect(await getCurrencies(here)).toMatchObject({ currency: 'SEK' });
    }
    const given = await test.database.readTenant(context.tenantId, listAssignments);
    expect(given.map(({ role, environmentId }) => [role, environmentId])).toEqual([
      ['ProductAdmin', null],
      ['ProductAdmin', null],
    ]);
  });

  it('keeps nothing of an attempt that fails', async () => {
    const { start, ask, context, person } = scene();
    const failing = { ...context, clock: { ...context.clock, now: () => Number.NaN } };
    await expect(setUpTenant(failing, person, OFFER, INPUT)).rejects.toThrow();
    expect(await ask()).toMatchObject({ state: 'NotProvisioned' });
    await start();
    expect(await ask()).toMatchObject({ state: 'Ready' });
  });

  it.each([
    [
      'a statement of another version',
      { statement: { textVersion: 'old', accepted: true } },
      'ATTESTATION-TEXT-CHANGED',
    ],
    [
      'a place that is not offered',
      { organisation: { ...ORGANISATION, geography: 'MOON' } },
      'TENANT-GEOGRAPHY-UNKNOWN',
    ],
    [
      'a name that no environment can have',
      { environments: { roots: [root('-')], currency: null } },
      'ENV-NAME-INVALID',
    ],
    [
      'two environments of one name',
      { environments: { roots: [root('Shop'), root('shop', 'Sandbox')], currency: null } },
      'ENV-NAME-TAKEN',
    ],
    [
      'an administrator without an address',
      { administrators: { people: [{ username: 'otto', name: '' }] } },
      'ACCESS-USERNAME-INVALID',
    ],
  ] as const)('refuses %s, in its step and at the end', async (_what, parts, code) => {
    const { start, check, ask } = scene();
    const given = structuredClone(parts) as Partial<SetUpRequest>;
    await expect(check(given)).rejects.toMatchObject({ code });
    await expect(start(given)).rejects.toMatchObject({ code });
    expect(await ask()).toMatchObject({ state: 'NotProvisioned' });
  });

  it('checks steps without keeping them, until the tenant is set up', async () => {
    const { start, check } = scene();
    expect(await check({ organisation: ORGANISATION })).toMatchObject({ state: 'NotProvisioned' });
    expect(await check({})).toMatchObject({ state: 'NotProvisioned' });
    await start();
    await expect(check({})).rejects.toMatchObject({ code: 'TENANT-ALREADY-SET-UP' });
  });

  it('is for global administrators alone', async () => {
    const { person, context } = scene();
    const others = [
      ...EDITIONS.flatMap((edition) => ROLES[edition]).map((role) => ({ ...person, roles: [role], wids: [] })),
      ...Object.entries(DIRECTORY_ROLES).flatMap(([name, id]) =>
        name === 'GlobalAdministrator' ? [] : [{ ...person, roles: ['ProductAdmin'], wids: [id] }],
      ),
    ];
    const refused = { code: 'TENANT-SET-UP-REFUSED' };
    for (const other of others) {
      expect(await getSetUp(context, other, OFFER)).toMatchObject({ maySetUp: false, state: 'NotProvisioned' });
      await expect(setUpTenant(context, other, OFFER, INPUT)).rejects.toMatchObject(refused);
      await expect(checkSetUp(context, other, OFFER, {})).rejects.toMatchObject(refused);
      await expect(resumeSetUp(context, other, OFFER, { environmentId: newId() })).rejects.toMatchObject(refused);
    }
  });
});

describe('the first steps after set-up', () => {
  it('are those that the person may take, and none is taken by set-up itself', async () => {
    const { start, person, context } = scene();
    await start();
    expect(await getFirstSteps(context, person)).toEqual({
      steps: ['application', 'people', 'rule', 'event'].map((id) => ({ id, isDone: false })),
    });
    const engineer = { ...person, userId: newId(), roles: ['FraudEngineer'], wids: [] };
    expect((await getFirstSteps(context, engineer)).steps.map(({ id }) => id)).toContain('rule');
    expect((await getFirstSteps(context, engineer)).steps.map(({ id }) => id)).not.toContain('people');
    const stranger = { ...person, userId: newId(), roles: [], wids: [] };
    expect(await getFirstSteps(context, stranger)).toEqual({ steps: [] });
  });

  it('count an invited administrator', async () => {
    const { start, person, context } = scene();
    await start({ administrators: { people: [{ username: 'otto@kestrel.example', name: 'Otto' }] } });
    const { steps } = await getFirstSteps(context, person);
    expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual(['people']);
  });
});
