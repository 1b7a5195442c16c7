import * as contracts from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleApp, type ConsoleApp } from '../../testing/console-app.ts';
import { createTenant, sceneClock, type SceneTenant } from '../../testing/scene.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, sceneClock());
  tenant = await createTenant(db.database);
});
afterAll(() => consoleApp.app.close());

describe('me over HTTP', () => {
  it('answers as the contract says, with default preferences', async () => {
    const me = await consoleApp.personWith(tenant, 'FraudEngineer').call(contracts.getMe, {});
    expect(me.environments.map(({ name, status }) => [name, status])).toEqual([
      ['Child', 'Active'],
      ['Root', 'Active'],
      ['Soon', 'Creating'],
    ]);
    expect(me.tenant.assignedRoles).toEqual(['FraudEngineer']);
    expect(me.settings).toEqual(contracts.settings.parse({}));
    expect(me.build).toEqual({ label: 'test', environment: 'development' });
  });

  it('keeps preferences', async () => {
    const person = consoleApp.personWith(tenant, 'SupportAgent');
    await person.call(contracts.putSettings, { body: { theme: 'dark', timeZone: 'utc' } });
    const me = await person.call(contracts.getMe, {});
    expect(me.settings).toMatchObject({ theme: 'dark', timeZone: 'utc', density: 'compact' });
  });
});
