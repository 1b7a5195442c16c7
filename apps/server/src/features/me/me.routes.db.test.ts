import * as contracts from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { ConsoleApp } from '../../testing/console-app.ts';
import type { SceneTenant } from '../../testing/scene.ts';
import { useConsole } from '../../testing/use-console.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;

useConsole(db, (made) => ({ consoleApp, tenant } = made));

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
