import * as contracts from '@redoubt/contracts';
import { importConfiguration, operatorContext } from '@redoubt/services';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleApp, type ConsoleApp } from '../../testing/console-app.ts';
import { createTenant, sceneClock, type SceneTenant } from '../../testing/scene.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;

const rule = (name: string, code: string): string =>
  `rule: ${name}\nassessment: purchase\nclauses:\n  - name: Decide\n    code: |-\n      ${code.replaceAll('\n', '\n      ')}\n`;

const FILES = {
  'lists/Old.yaml': 'list: Old\nrows: { file: Old.csv }\n',
  'lists/Old.csv': 'Key,Zone\na,1\n',
  'lists/New.yaml': 'list: New\nrows: { file: New.csv }\n',
  'lists/New.csv': 'Key,Zone\na,1\n',
  'lists/Narrow.yaml': 'list: Narrow\nrows: { file: Narrow.csv }\n',
  'lists/Narrow.csv': 'Key\na\n',
  'velocities/Mail.yaml':
    'velocitySet: Mail\nvelocities:\n  - |-\n    SELECT Count() AS byMail\n    FROM Purchase\n    WHEN ContainsKey("Old", "Key", @"user.email")\n    GROUPBY @"user.email"\n',
  'functions/zone.yaml':
    'function: zone\noutputs:\n  - name: name\n    type: String\n    default: ""\n    code: RETURN Lookup("Old", "Key", @"user.country", "Zone")\n',
  'rules/purchase/Busy.yaml': rule('Busy', 'RETURN Review() WHEN Velocity.byMail(@"user.email", 1h) > 3'),
  'rules/purchase/Far.yaml': rule('Far', 'RETURN Reject("Old") WHEN Functions.zone().name == "9"'),
  'rules/purchase/branches/strict.yaml': 'branch: Stricter\nrunMode: firstMatch\norder:\n  - Near\n',
  'rules/purchase/branches/strict/Near.yaml': `branch: strict\n${rule('Near', 'RETURN Reject() WHEN ContainsKey("Narrow", "Key", @"user.email")')}`,
};
const BELOW = { 'rules/purchase/Child.yaml': rule('Child', 'RETURN Reject() WHEN Functions.root.zone().name == "1"') };

const bring = async (environmentId: string, texts: Readonly<Record<string, string>>): Promise<void> => {
  const operator = await operatorContext(db.database, sceneClock(), environmentId, 'Operator');
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const input = { files, prune: false, without: [], velocityStart: 'fromNow', apply: true } as const;
  expect((await importConfiguration(operator, input)).problems).toEqual([]);
};

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, sceneClock());
  tenant = await createTenant(db.database);
  await bring(tenant.environmentId, FILES);
  await bring(tenant.childId, BELOW);
});
afterAll(() => consoleApp.app.close());

const inventoryFor = (environmentId: string) =>
  consoleApp.personWith(tenant, 'FraudEngineer').call(contracts.getInventory, { params: { environmentId } });

/** `rule Busy → velocitySet Mail (byMail)`, in words rather than ids. */
const arrows = ({ resources, edges }: contracts.Inventory): string[] => {
  const named = new Map(resources.map(({ key, type, name }) => [key, `${type} ${name}`]));
  return edges
    .map(({ reader, read, parts }) => `${named.get(reader)} → ${named.get(read)} (${parts.join()})`)
    .toSorted();
};

describe('the inventory over HTTP', () => {
  it('lists every rule, and says who reads what, from below as well', async () => {
    const here = await inventoryFor(tenant.environmentId);
    expect(here.rules.map(({ name, branch, problems }) => [name, branch?.name, problems])).toEqual([
      ['Busy', undefined, []],
      ['Far', undefined, []],
      ['Near', 'Stricter', []],
    ]);
    expect(arrows(here)).toEqual([
      'function zone → list Old (Key,Zone)',
      'rule Busy → velocitySet Mail (byMail)',
      'rule Child → function zone (name)',
      'rule Far → function zone (name)',
      'rule Near → list Narrow (Key)',
      'velocitySet Mail → list Old (Key)',
    ]);
    const read = new Set(here.edges.map((edge) => edge.read));
    const unused = here.resources.filter(({ key, type, isSystem }) => !isSystem && type !== 'rule' && !read.has(key));
    expect(unused.map(({ name }) => name)).toEqual(['New']);
    const engineer = consoleApp.personWith(tenant, 'FraudEngineer');
    const params = { environmentId: tenant.environmentId };
    const narrow = (await engineer.call(contracts.getLists, { params })).lists.find(({ name }) => name === 'Narrow');
    const deletion = { params: { ...params, listId: narrow?.id ?? '' }, query: { version: narrow?.version ?? '' } };
    const refusal = await engineer.send(contracts.deleteList, deletion);
    expect(refusal.json()).toMatchObject({ code: 'LIST-REFERENCED', params: { rules: ['Near (Stricter)'] } });

    const below = await inventoryFor(tenant.childId);
    expect(below.rules.map(({ name, environmentName }) => [name, environmentName])).toEqual([
      ['Busy', 'Root'],
      ['Far', 'Root'],
      ['Child', null],
    ]);
    expect(arrows(below)).toEqual(['rule Child → function zone (name)']);
  });

  it('compares environments, without what may not be read there', async () => {
    const params = { environmentId: tenant.environmentId };
    const query = { with: tenant.childId };
    const engineer = consoleApp.personWith(tenant, 'FraudEngineer');
    const compared = await engineer.call(contracts.compareEnvironments, { params, query });
    expect([compared.environmentName, compared.otherName, compared.equal]).toEqual(['Root', 'Child', 1]);
    expect(compared.differences.map(({ kind, name, difference }) => `${difference} ${kind} ${name}`)).toContain(
      'onlyThere rule purchase/Child',
    );
    expect(compared.differences.find(({ name }) => name === 'Old')).toMatchObject({
      here: null,
      rows: { onlyHere: 1, onlyThere: 0 },
    });
    const nowhere = { params, query: { with: tenant.tenantId } };
    expect((await engineer.send(contracts.compareEnvironments, nowhere)).json().code).toBe('ENV-UNKNOWN');
  });

  it('replaces what texts read, after showing it, at once or not at all', async () => {
    const params = { environmentId: tenant.environmentId };
    const engineer = consoleApp.personWith(tenant, 'FraudEngineer');
    const ask = (body: { of: 'list'; from: string; to: string; state?: string }) =>
      engineer.call(contracts.replaceReference, { params, body });
    const narrow = await ask({ of: 'list', from: 'Old', to: 'Narrow' });
    expect(narrow.problems.map(({ resource }) => resource)).toEqual(['functions/zone.yaml:7']);
    const tried = await ask({ of: 'list', from: 'old', to: 'New' });
    expect(tried).toMatchObject({ applied: false, problems: [] });
    expect(tried.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['velocitySet Mail', 'function zone']);
    expect(tried.changes[1]?.after).toContain('Lookup("New", "Key", @"user.country", "Zone")');

    const stale = {
      params,
      body: { of: 'list', from: 'Old', to: 'New', state: narrow.changes[0]?.name ?? '' },
    } as const;
    expect((await engineer.send(contracts.replaceReference, stale)).json().code).toBe('CONFIGURATION-STALE');
    expect((await ask({ of: 'list', from: 'Old', to: 'New', state: tried.state })).applied).toBe(true);
    expect(arrows(await inventoryFor(tenant.environmentId))).toContain('velocitySet Mail → list New (Key)');
    expect((await ask({ of: 'list', from: 'Old', to: 'New' })).changes).toEqual([]);
  });

  it('activates and deactivates several rules at once, or none of them', async () => {
    const params = { environmentId: tenant.environmentId };
    const person = consoleApp.personWith(tenant, 'FraudEngineer');
    const rules = (await inventoryFor(tenant.environmentId)).rules.filter(({ branch }) => branch === null);
    const chosen = rules.map(({ assessment, id }) => ({ assessment, ruleId: id }));
    const ask = (active: boolean, asked: typeof chosen) =>
      person.send(contracts.activateRules, { params, body: { active, rules: asked } });
    const states = async () =>
      (await inventoryFor(tenant.environmentId)).rules
        .filter(({ branch }) => branch === null)
        .map(({ status }) => status);
    expect((await ask(false, chosen)).json()).toEqual({ changed: 2 });
    expect(await states()).toEqual(['Inactive', 'Inactive']);
    const unknown = { assessment: 'purchase' as const, ruleId: tenant.environmentId };
    expect((await ask(true, [...chosen, unknown])).statusCode).toBe(404);
    expect(await states()).toEqual(['Inactive', 'Inactive']);
    expect((await ask(true, chosen.slice(0, 1))).json()).toEqual({ changed: 1 });
    expect((await ask(true, chosen)).json()).toEqual({ changed: 1 });
    const viewer = consoleApp.personWith(tenant, 'AllAreasViewer');
    const refused = await viewer.send(contracts.activateRules, { params, body: { active: false, rules: chosen } });
    expect(refused.statusCode).toBe(403);
  });
});
