import { EVENT_EXAMPLES } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { untilReady, type ServerProcess } from '@redoubt/testing/durability';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodes, merchantAt, post } from '../testing/nodes.ts';

const db = useDatabase();
let root = '';
const nodes = createNodes(db, () => root);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-partners-'));
});
afterAll(async () => {
  await nodes.killAll();
  await rm(root, { recursive: true, force: true });
});

const start = async (name: string, variables: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
  const node = await nodes.start(name, variables);
  await untilReady(node);
  return node;
};

/** What a new account of a customer with a disposable address gets. */
const answerFor = async (node: ServerProcess, name: string, userId: string): Promise<string> => {
  const { facts, authorization } = await merchantAt(node, join(root, name));
  const signUpId = newId();
  const { full } = EVENT_EXAMPLES.accountCreation;
  const body: JsonObject = {
    ...full,
    metadata: { ...(full.metadata as JsonObject), signUpId },
    user: { ...(full.user as JsonObject), userId },
    email: [{ emailType: 'Primary', emailValue: 'quick@throwaway.example', isEmailValidated: true }],
  };
  const url = `${node.origin}/v1.0/action/account/create/${signUpId}`;
  const answer = await post(url, authorization, body, { 'x-ms-dfpenvid': facts.environmentId });
  expect(answer.status).toBe(200);
  return JSON.stringify(answer.body);
};

const made = () =>
  db.asAdmin<Record<string, unknown>>(
    `select (select count(*)::int from list where name = 'Loyalty members') as lists,
            (select count(*)::int from external_call) as calls,
            (select count(*)::int from pg_namespace where nspname = 'loyalty') as schemas,
            (select source->>'kind' from list join list_version using (list_id) where name = 'Loyalty members') as kind`,
  );

it('the demonstration asks its list on a database of the operator, makes it once, and adds nothing to that database', async () => {
  const first = await start('a');
  expect(await answerFor(first, 'a', 'cust-90001')).toContain('Disposable address');
  expect(await answerFor(first, 'a', 'cust-48213')).not.toContain('Disposable address');
  const once = [{ lists: 1, calls: 1, schemas: 0, kind: 'http' }];
  expect(await made()).toEqual(once);

  const beside = await start('b', { REDOUBT_ROLES: 'console' });
  await Promise.all([first.kill(), beside.kill()]);
  const next = await start('c');
  expect(await answerFor(next, 'c', 'cust-90001')).toContain('Disposable address');
  expect(await answerFor(next, 'c', 'cust-10007')).not.toContain('Disposable address');
  expect(await made()).toEqual(once);
}, 180_000);
