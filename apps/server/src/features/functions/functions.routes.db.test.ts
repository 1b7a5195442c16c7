import * as contracts from '@redoubt/contracts';
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

describe('functions over HTTP', () => {
  it('answer as the contract says, from the draft to the deletion', async () => {
    const editor = consoleApp.personWith(tenant, 'AllAreasEditor');
    const here = { environmentId: tenant.environmentId };
    const text: contracts.FunctionText = {
      parameters: [{ name: 'limit', type: 'Double', fallback: 100 }],
      outputs: [
        { id: newId(), name: 'over', description: '', type: 'Boolean', fallback: false, code: 'RETURN limit > 50' },
      ],
      samplePayload: {},
    };
    const evaluated = await editor.call(contracts.evaluateFunction, { params: here, body: { name: 'Limits', text } });
    expect(evaluated.result?.outputs).toMatchObject([{ name: 'over', value: true, errors: [] }]);
    const created = await editor.call(contracts.createFunction, { params: here, body: { name: 'Limits', text } });
    const one = { ...here, functionId: created.id };
    const saved = await editor.call(contracts.saveFunctionDraft, {
      params: one,
      body: { version: created.version, text },
    });
    const published = await editor.call(contracts.publishFunction, {
      params: one,
      body: { version: saved.version, description: 'd' },
    });
    const renamed = await editor.call(contracts.renameFunction, {
      params: one,
      body: { version: published.version, name: 'Bounds', description: 'e' },
    });
    expect(await editor.call(contracts.getFunction, { params: one })).toEqual(renamed);
    const viewer = consoleApp.personWith(tenant, 'AllAreasViewer');
    expect(await viewer.call(contracts.getFunctions, { params: here })).toMatchObject({
      functions: [{ name: 'Bounds', status: 'Published', callers: [] }],
      canWrite: false,
    });
    await editor.call(contracts.deleteFunction, { params: one, query: { version: renamed.version } });
    expect((await editor.send(contracts.getFunction, { params: one })).statusCode).toBe(404);
  });
});
