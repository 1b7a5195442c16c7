import { createRule, publishRule } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { createDevelopmentIdentityProvider } from '@redoubt/identity';
import { newId, systemClock, type JsonObject } from '@redoubt/kernel';
import { seedDemonstration } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { TestDatabase } from '@redoubt/testing/database';
import {
  demonstrationFacts,
  fetchMerchantToken,
  freePort,
  spawnServer,
  type DemonstrationFacts,
  type ServerProcess,
} from '@redoubt/testing/durability';
import { join } from 'node:path';
import { pino } from 'pino';

/** What came back from a call. */
export type Sent = { readonly status: number; readonly body: JsonObject };

export const post = async (url: string, authorization: string, body: unknown, headers = {}): Promise<Sent> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
};

/** Opens the installation on every node of a test, unless the test says otherwise. */
export const NODES_KEY = 'the key of the nodes of a test, long enough';

/** Starts servers on a test's database, each with a directory of its own below `root`. */
export const createNodes = ({ server, name: database }: TestDatabase, root: () => string) => {
  const started: ServerProcess[] = [];
  return {
    start: async (name: string, variables: Readonly<Record<string, string>>): Promise<ServerProcess> => {
      const host = encodeURIComponent(server.socketDirectory);
      const url = `postgresql://redoubt_owner:${encodeURIComponent(server.secrets.owner)}@${host}/${database}`;
      const node = spawnServer({
        dataDirectory: join(root(), name),
        port: await freePort(),
        variables: { DATABASE_URL: url, REDOUBT_KEY: NODES_KEY, ...variables },
      });
      started.push(node);
      return node;
    },
    killAll: async (): Promise<void> => {
      for (const node of started.splice(0)) await node.kill();
    },
  };
};

/** A person who may publish, signed in at the node of this directory; gives the header. */
export const engineerAt = async (database: Database, node: ServerProcess, dataDirectory: string): Promise<string> => {
  const { tenants, people } = await seedDemonstration(database, { clock: systemClock });
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

/** Publishes a purchase rule of one clause on a node. @throws where the node refuses it */
export const publishOn = async (
  node: ServerProcess,
  authorization: string,
  { environmentId }: DemonstrationFacts,
  { name, code }: { readonly name: string; readonly code: string },
): Promise<void> => {
  const fill = (path: string, ruleId = ''): string =>
    node.origin +
    path.replace(':environmentId', environmentId).replace(':assessment', 'purchase').replace(':ruleId', ruleId);
  const clauses = [{ id: newId(), name: 'All', code }];
  const created = await post(fill(createRule.path), authorization, {
    name,
    description: '',
    text: { condition: '', clauses, samplePayload: {} },
  });
  if (created.status !== 200) throw new Error(`the rule was not taken: ${JSON.stringify(created.body)}`);
  const { id, version } = created.body as { id: string; version: string };
  const body = { version, name, description: '', active: true, note: '' };
  const published = await post(fill(publishRule.path, id), authorization, body);
  if (published.status !== 200) throw new Error(`the rule was not published: ${JSON.stringify(published.body)}`);
};

/** The demonstration's merchant at a node. */
export const merchantAt = async (node: ServerProcess, factsDirectory: string) => {
  const facts = await demonstrationFacts(factsDirectory);
  const authorization = `Bearer ${await fetchMerchantToken(facts, node.origin)}`;
  return {
    facts,
    authorization,
    /** Sends the sample purchase with changes. */
    purchase: (changes: JsonObject = {}): Promise<Sent> =>
      post(
        `${node.origin}/v1.0/MerchantServices/events/Purchase`,
        authorization,
        { ...PURCHASE_SAMPLE, purchaseId: newId(), ...changes },
        { 'x-ms-dfpenvid': facts.environmentId },
      ),
  };
};
