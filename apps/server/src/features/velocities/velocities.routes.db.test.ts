import * as contracts from '@redoubt/contracts';
import { SYSTEM_VELOCITY_SETS } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { ConsoleApp } from '../../testing/console-app.ts';
import type { SceneTenant } from '../../testing/scene.ts';
import { useConsole } from '../../testing/use-console.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;

useConsole(db, (made) => ({ consoleApp, tenant } = made));

const engineer = () => consoleApp.personWith(tenant, 'FraudEngineer');

const inEnvironment = () => ({ environmentId: tenant.environmentId });
const textOf = (code: string): contracts.VelocitySetText => ({
  condition: '',
  velocities: [{ id: newId(), code }],
  sampleEvent: 'purchase',
  samplePayload: { totalAmount: 300, user: { userId: 'u1' } },
});
const COUNT = 'SELECT Count() AS perUser FROM Purchase GROUPBY @"user.userId"';

describe('velocity sets over HTTP', () => {
  it('answer as the contract says, from the draft to its deletion', async () => {
    const params = inEnvironment();
    const created = await engineer().call(contracts.createVelocitySet, {
      params,
      body: { name: 'Spending', text: textOf(COUNT) },
    });
    const one = { ...params, setId: created.id };
    const published = await engineer().call(contracts.publishVelocitySet, {
      params: one,
      body: { version: created.version, name: 'Spending', description: '', active: true, start: 'fromNow' },
    });
    const { note } = await engineer().call(contracts.getVelocitySetVersion, { params: { ...one, setVersion: 1 } });
    expect(note).toBe('');
    const saved = await engineer().call(contracts.saveVelocityDraft, {
      params: one,
      body: { version: published.version, text: textOf(COUNT) },
    });
    await engineer().call(contracts.discardVelocityDraft, { params: one });
    const stale = await engineer().send(contracts.renameVelocitySet, {
      params: one,
      body: { version: saved.version, name: 'Spend', description: '' },
    });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'VELOCITY-SET-STALE']);
    const { version } = await engineer().call(contracts.getVelocitySet, { params: one });
    const renamed = await engineer().call(contracts.renameVelocitySet, {
      params: one,
      body: { version, name: 'Spend', description: '' },
    });
    const stopped = await engineer().call(contracts.setVelocitySetActive, {
      params: one,
      body: { version: renamed.version, active: false },
    });
    const clone = await engineer().call(contracts.cloneVelocitySet, { params: one, body: { name: 'Copy' } });
    const sets = await engineer().call(contracts.getVelocitySets, { params });
    expect(sets.published).toMatchObject([{ name: 'Spend', status: 'Inactive', velocities: [{ name: 'perUser' }] }]);
    expect(sets.drafts).toMatchObject([{ id: clone.id, velocities: [{ name: 'perUser_2' }] }]);
    await engineer().call(contracts.deleteVelocitySet, { params: one, query: { version: stopped.version } });
    const gone = await engineer().send(contracts.getVelocitySet, { params: one });
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'VELOCITY-SET-UNKNOWN']);
  });

  it('evaluate a text over its sample, and name what a velocity may count, for people who only read', async () => {
    const params = inEnvironment();
    const viewer = consoleApp.personWith(tenant, 'AllAreasViewer');
    const answer = await viewer.call(contracts.evaluateVelocitySet, { params, body: { text: textOf(COUNT) } });
    expect(answer.result?.velocities).toMatchObject([{ name: 'perUser', outcome: 'adds', key: 'u1', value: 1 }]);
    const symbols = await viewer.call(contracts.getVelocitySymbolTable, { params });
    expect(symbols.events).toContainEqual(expect.objectContaining({ name: 'Purchase:Chargeback', kind: 'chargeback' }));
    expect(symbols.attributes.map(({ path }) => path)).toContain('purchase.user.email');
    const shown = await viewer.call(contracts.getVelocitySets, { params });
    expect(shown).toMatchObject({ canWrite: false, system: SYSTEM_VELOCITY_SETS.map(({ id }) => ({ id })) });
  });
});
