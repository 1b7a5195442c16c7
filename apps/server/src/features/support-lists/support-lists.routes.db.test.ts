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

const editor = () => consoleApp.personWith(tenant, 'AllAreasEditor');

const emails = () => ({ environmentId: tenant.environmentId, supportEntity: 'email' as const });

describe('support lists over HTTP', () => {
  it('answer as the contract says, from the first entry to its removal', async () => {
    const changed = await editor().call(contracts.changeSupportEntries, {
      params: emails(),
      body: { values: ['a@x.example', 'no address'], status: 'Block', reason: ' chargeback ' },
    });
    expect(changed.results.map(({ outcome }) => outcome)).toEqual(['added', 'invalid']);
    const { lists, canWrite } = await editor().call(contracts.getSupportLists, {
      params: { environmentId: tenant.environmentId },
    });
    expect(canWrite).toBe(true);
    expect(lists[0]).toEqual(changed.list);
    const { entries } = await editor().call(contracts.getSupportEntries, {
      params: emails(),
      query: { contains: 'X' },
    });
    expect(entries).toMatchObject([{ value: 'a@x.example', status: 'Block', reason: 'chargeback' }]);
    const value = await editor().call(contracts.getSupportValue, { params: emails(), query: { value: 'A@x.example' } });
    expect(value).toEqual({ current: entries[0], earlier: [] });
    expect(await editor().call(contracts.downloadSupportList, { params: emails() })).toBe(
      'Emails,Status,Reason,ExpirationDate,Comments\r\na@x.example,Block,chargeback,,\r\n',
    );
    const removed = await editor().call(contracts.changeSupportEntries, {
      params: emails(),
      body: { values: ['a@x.example'], status: null },
    });
    expect(removed.list.counts).toEqual({ Safe: 0, Watch: 0, Block: 0 });
  });

  it('let a support agent change a status, who may not see the page', async () => {
    const agent = consoleApp.personWith(tenant, 'SupportAgent');
    const ends = { reason: 'called back', expiresAt: '2099-01-31T00:00:00.000Z' };
    const body = { values: ['u1'], status: 'Safe' as const, source: 'Support' as const, ...ends };
    const params = { ...emails(), supportEntity: 'userId' as const };
    expect((await agent.call(contracts.changeSupportEntries, { params, body })).results).toMatchObject([
      { outcome: 'added' },
    ]);
    expect((await agent.call(contracts.getSupportValue, { params, query: { value: 'u1' } })).current).toMatchObject({
      source: 'Support',
    });
    expect((await agent.send(contracts.getSupportEntries, { params, query: {} })).statusCode).toBe(403);
  });
});
