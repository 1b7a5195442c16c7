import { capabilitiesOf, PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, systemClock } from '@redoubt/kernel';
import { createRule, publishRule, type EnvironmentContext } from '@redoubt/services';
import { openDatabase, silentLogger, startEmbeddedPostgres, type Database } from '@redoubt/storage';
import {
  demonstrationFacts,
  fetchMerchantToken,
  freePort,
  spawnServer,
  startMerchants,
  untilReady,
  type DemonstrationFacts,
  type ServerProcess,
} from '@redoubt/testing/durability';
import { startRedisServer } from '@redoubt/testing/redis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from './measure/median.ts';

export type NodesFigures = {
  /** Decisions per second, the median of the rounds: one node with velocities of its own, … */
  readonly alone: number;
  /** … one node with velocities in Redis, … */
  readonly oneSharing: number;
  /** … two nodes that share them. */
  readonly twoSharing: number;
  /** From the publication of a rule to its first decision on the slower of two nodes: the median and the longest. */
  readonly reachMs: { readonly median: number; readonly longest: number; readonly publications: number };
};

const LANES = 32;
const WARM_UP_MS = 2000;
const PUBLICATIONS = 20;
const KEY = 'the same secret on every node of this measurement';

type Setup = { readonly root: string; readonly databaseUrl: string; readonly redisUrl: string };

/** Demonstration rules read velocities of the shopper, so that every decision reads some and adds to twelve. */
const RULE = `OBSERVE Output(
  tries = Velocity.purchasesPerEmail(@"user.email", 1d), spent = Velocity.spentPerEmail(@"user.email", 7d),
  people = Velocity.emailsPerIp(@"deviceContext.ipAddress", 1d))`;

const startNodes = async (setup: Setup, names: readonly string[], shares: boolean): Promise<ServerProcess[]> => {
  const nodes: ServerProcess[] = [];
  for (const name of names) {
    const variables = {
      DATABASE_URL: setup.databaseUrl,
      REDOUBT_KEY: KEY,
      ...(shares ? { REDIS_URL: setup.redisUrl } : {}),
    };
    const node = spawnServer({ dataDirectory: join(setup.root, name), port: await freePort(), variables });
    nodes.push(node);
    await untilReady(node);
  }
  return nodes;
};

const stopNodes = async (nodes: readonly ServerProcess[]): Promise<void> => {
  for (const node of nodes) await node.stop();
};

const contextIn = (database: Database, { tenantId, environmentId }: DemonstrationFacts): EnvironmentContext => ({
  database,
  clock: systemClock,
  tenantId,
  environmentId,
  actor: { kind: 'system', id: 'bench', name: 'Bench' },
  correlationId: newId(),
  capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
});

const publish = async (context: EnvironmentContext, name: string, code: string): Promise<void> => {
  const text = { condition: '', clauses: [{ id: newId(), name: 'Bench', code }], samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
};

/** Decisions per second that shoppers get who keep all nodes busy. */
const rateOf = async (nodes: readonly ServerProcess[], facts: DemonstrationFacts, seconds: number): Promise<number> => {
  const groups = await Promise.all(
    nodes.map(({ origin }, index) =>
      startMerchants({ facts, origin, count: LANES / nodes.length, seed: Date.now() + index }),
    ),
  );
  const answered = (): number => groups.reduce((sum, group) => sum + group.acknowledged.size, 0);
  await delay(WARM_UP_MS);
  const [fromMs, before] = [performance.now(), answered()];
  await delay(seconds * 1000);
  const rate = ((answered() - before) * 1000) / (performance.now() - fromMs);
  await Promise.all(groups.map((group) => group.stop()));
  return rate;
};

/** Time until a node answers by a rule that says `mark`. */
const reachedAfterMs = async (
  node: ServerProcess,
  token: string,
  { environmentId }: DemonstrationFacts,
  mark: string,
): Promise<number> => {
  const fromMs = performance.now();
  for (;;) {
    const response = await fetch(`${node.origin}/v1.0/MerchantServices/events/Purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-ms-dfpenvid': environmentId },
      body: JSON.stringify({ ...PURCHASE_SAMPLE, purchaseId: newId() }),
    });
    if ((await response.text()).includes(mark)) return performance.now() - fromMs;
  }
};

const measureReach = async (
  nodes: readonly ServerProcess[],
  facts: DemonstrationFacts,
  context: EnvironmentContext,
): Promise<NodesFigures['reachMs']> => {
  const tokens = await Promise.all(nodes.map(({ origin }) => fetchMerchantToken(facts, origin)));
  const times: number[] = [];
  for (let number = 1; number <= PUBLICATIONS; number += 1) {
    const mark = `mark ${newId()}`;
    await publish(context, `Mark ${mark}`, `OBSERVE Output(mark = "${mark}")`);
    const reached = nodes.map((node, index) => reachedAfterMs(node, tokens[index] ?? '', facts, mark));
    times.push(Math.max(...(await Promise.all(reached))));
  }
  return { median: median(times), longest: Math.max(...times), publications: times.length };
};

const measureRounds = async (
  setup: Setup,
  database: Database,
  { seconds, rounds, say }: { readonly seconds: number; readonly rounds: number; readonly say: (text: string) => void },
): Promise<NodesFigures> => {
  const rates = { alone: [] as number[], oneSharing: [] as number[], twoSharing: [] as number[] };
  let reachMs: NodesFigures['reachMs'] = { median: Number.NaN, longest: Number.NaN, publications: 0 };
  const kinds = [
    ['alone', ['a'], false],
    ['oneSharing', ['a'], true],
    ['twoSharing', ['a', 'b'], true],
  ] as const;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [kind, names, shares] of kinds) {
      // A new directory makes a new secret of the merchant; the last one holds.
      const directories = names.map((name) => `${kind}-${round}-${name}`);
      const nodes = await startNodes(setup, directories, shares);
      const facts = await demonstrationFacts(join(setup.root, directories.at(-1) ?? ''));
      const context = contextIn(database, facts);
      if (round === 1 && kind === 'alone') await publish(context, 'Bench', RULE);
      const rate = await rateOf(nodes, facts, seconds);
      rates[kind].push(rate);
      say(`Round ${round}, ${kind}: ${Math.round(rate)} decisions/s`);
      if (round === rounds && kind === 'twoSharing') reachMs = await measureReach(nodes, facts, context);
      await stopNodes(nodes);
    }
  }
  return {
    alone: median(rates.alone),
    oneSharing: median(rates.oneSharing),
    twoSharing: median(rates.twoSharing),
    reachMs,
  };
};

/** One node, one that shares, and two that share, on one PostgreSQL and one Redis, in turns. */
export const measureNodes = async (options: {
  readonly seconds: number;
  readonly rounds: number;
  readonly say: (text: string) => void;
}): Promise<NodesFigures> => {
  const root = await mkdtemp(join(tmpdir(), 'redoubt-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDirectory: root, log: silentLogger });
  const redis = await startRedisServer();
  try {
    const owner = encodeURIComponent(postgres.secrets.owner);
    const databaseUrl = `postgresql://redoubt_owner:${owner}@${encodeURIComponent(postgres.socketDirectory)}/redoubt`;
    // The owner of the schema is made by the first one; the nodes then find a database like any other.
    await (await openDatabase({ server: postgres, log: silentLogger })).close();
    const database = await openDatabase({ server: { kind: 'external', url: databaseUrl }, log: silentLogger });
    try {
      return await measureRounds({ root, databaseUrl, redisUrl: redis.url }, database, options);
    } finally {
      await database.close();
    }
  } finally {
    await redis.stop();
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
};
