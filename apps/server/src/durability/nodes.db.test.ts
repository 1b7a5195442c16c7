import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRule, publishRule } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { createDevelopmentIdentityProvider } from '@redoubt/identity';
import { newId, systemClock } from '@redoubt/kernel';
import { seedDemonstration } from '@redoubt/services';
import { useDatabase } from '@redoubt/testing/database';
import {
  demonstrationFacts,
  fetchMerchantToken,
  freePort,
  spawnServer,
  untilEnded,
  untilReady,
  type DemonstrationFacts,
  type ServerProcess,
} from '@redoubt/testing/durability';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Two seconds are promised; a busy machine gets more before this is called broken. */
const PATIENCE_MS = 20_000;

const db = useDatabase();
let root = '';
const started: ServerProcess[] = [];

/** A server of its own directory on the one database. */
const spawn = async (name: string, roles: string): Promise<ServerProcess> => {
  const { server, name: database } = db;
  const host = encodeURIComponent(server.socketDirectory);
  const url = `postgresql://redoubt_owner:${encodeURIComponent(server.secrets.owner)}@${host}/${database}`;
  const variables = { DATABASE_URL: url, REDOUBT_ROLES: roles };
  const process = spawnServer({ dataDirectory: join(root, name), port: await freePort(), variables });
  started.push(process);
  return process;
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-nodes-'));
});
afterAll(async () => {
  for (const server of started) await server.kill();
  await rm(root, { recursive: true, force: true });
});

/** Somebody who may publish, signed in at the node of this directory. */
const engineerAt = async (node: ServerProcess, dataDirectory: string): Promise<string> => {
  const { tenants, people } = await seedDemonstration(db.database, { clock: systemClock });
  const provider = await createDevelopmentIdentityProvider({
    origin: node.origin,
    dataDirectory,
    tenants,
    people,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  const engineer = people.find(({ roles }) => roles.includes('ProductAdmin'));
  if (engineer === undefined) throw new Error('the demonstration has no administrator');
  return `Bearer ${await provider.issuePersonToken(engineer.id)}`;
};

type Sent = { readonly status: number; readonly body: Record<string, unknown> };

const post = async (url: string, authorization: string, body: unknown, headers = {}): Promise<Sent> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const publish = async (node: ServerProcess, authorization: string, { environmentId }: DemonstrationFacts) => {
  const fill = (path: string, ruleId = ''): string =>
    node.origin +
    path.replace(':environmentId', environmentId).replace(':assessment', 'purchase').replace(':ruleId', ruleId);
  const clauses = [{ id: newId(), name: 'All', code: 'RETURN Reject("published elsewhere")' }];
  const created = await post(fill(createRule.path), authorization, {
    name: 'Elsewhere',
    description: '',
    text: { condition: '', clauses, samplePayload: {} },
  });
  expect(created).toMatchObject({ status: 200 });
  const { id, version } = created.body as { id: string; version: number };
  const body = { version, name: 'Elsewhere', description: '', active: true, note: '' };
  expect(await post(fill(publishRule.path, id), authorization, body)).toMatchObject({ status: 200 });
};

it('lets one node decide, by whatever is published on another, and a successor when it is gone', async () => {
  const first = await spawn('first', 'decisions,projectors');
  await untilReady(first);
  const other = await spawn('other', 'console');
  await untilReady(other);
  const facts = await demonstrationFacts(join(root, 'other'));
  const authorization = `Bearer ${await fetchMerchantToken(facts, first.origin)}`;
  const purchase = async (node: ServerProcess): Promise<Sent> =>
    post(
      `${node.origin}/v1.0/MerchantServices/events/Purchase`,
      authorization,
      { ...PURCHASE_SAMPLE, purchaseId: newId() },
      { 'x-ms-dfpenvid': facts.environmentId },
    );
  const reasonOf = ({ body }: Sent): unknown =>
    (body.resultDetails as { MerchantRuleReason?: unknown } | undefined)?.MerchantRuleReason;

  expect(await purchase(first)).toMatchObject({ status: 200 });
  expect(reasonOf(await purchase(first))).not.toBe('published elsewhere');
  expect((await purchase(other)).status).toBe(404);

  await publish(other, await engineerAt(other, join(root, 'other')), facts);
  await expect
    .poll(async () => reasonOf(await purchase(first)), { timeout: PATIENCE_MS, interval: 20 })
    .toBe('published elsewhere');

  const second = await spawn('second', 'decisions,console,projectors');
  expect(await untilEnded(second)).toBe(1);
  expect(second.output()).toMatch(/^Another node decides events on this database already, [^\n]+\.$/m);
  expect(await purchase(first)).toMatchObject({ status: 200 });

  await first.kill();
  const successor = await spawn('second', 'decisions,console,projectors');
  await untilReady(successor);
  expect(await successor.stop()).toBe(0);
  expect(await other.stop()).toBe(0);
}, 120_000);
