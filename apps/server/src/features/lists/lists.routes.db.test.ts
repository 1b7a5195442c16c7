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

const here = () => ({ environmentId: tenant.environmentId });

describe('lists over HTTP', () => {
  it('answer as the contract says, from the upload to the deletion', async () => {
    const file = 'Email,Status\na@x.example,Block\n"b, c",\n';
    const created = await editor().call(contracts.createList, {
      params: here(),
      query: { name: 'Blocked', description: 'd' },
      body: file,
    });
    const one = { ...here(), listId: created.id };
    const preview = await editor().call(contracts.previewList, {
      params: here(),
      query: { listId: created.id },
      body: 'Email,Status\na@x.example,Safe\n',
    });
    expect(preview.difference).toMatchObject({ added: 1, removed: 2 });
    const replaced = await editor().call(contracts.replaceList, {
      params: one,
      query: { version: created.version },
      body: `${file}c@x.example,Watch\n`,
    });
    const described = await editor().call(contracts.describeList, {
      params: one,
      body: { version: replaced.version, description: 'new' },
    });
    const page = await editor().call(contracts.getListRows, {
      params: one,
      query: { limit: 1, contains: 'X.EXAMPLE' },
    });
    expect(page.rows).toEqual([{ ordinal: 1, cells: ['a@x.example', 'Block'] }]);
    expect(page.nextCursor).not.toBeNull();
    expect(await editor().call(contracts.downloadList, { params: one })).toBe(
      'Email,Status\r\na@x.example,Block\r\n"b, c",\r\nc@x.example,Watch\r\n',
    );
    expect(await editor().call(contracts.getLists, { params: here() })).toEqual({ lists: [described], canWrite: true });
    await editor().call(contracts.deleteList, { params: one, query: { version: described.version } });
    expect((await editor().call(contracts.getLists, { params: here() })).lists).toEqual([]);
  });

  it('answer 422 with the lines of a file that cannot be used', async () => {
    const response = await editor().send(contracts.createList, {
      params: here(),
      query: { name: 'Ragged' },
      body: 'a,b\n1\n',
    });
    expect(response.statusCode).toBe(422);
    expect(contracts.problem.parse(response.json())).toMatchObject({
      code: 'LIST-FILE-INVALID',
      problems: [{ path: 'line 2' }],
    });
  });

  it('answer 413 to a sender who is not done yet', async () => {
    const origin = await consoleApp.app.listen({ host: '127.0.0.1', port: 0 });
    const megabyte = new TextEncoder().encode('x'.repeat(999_999).concat('\n'));
    let left = 30;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left-- > 0) controller.enqueue(megabyte);
        else controller.close();
      },
    });
    const response = await fetch(`${origin}/platform/v1/environments/${tenant.environmentId}/lists?name=Huge`, {
      method: 'POST',
      headers: { authorization: consoleApp.authorizationOf(tenant, 'AllAreasEditor'), 'content-type': 'text/csv' },
      body,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'LIST-TOO-LARGE' });
  });
});
