import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../durability/server-process.ts';

/** A real Redis in a process of its own, on loopback, without persistence. */
export type RedisServer = {
  readonly port: number;
  /** For `REDIS_URL`. */
  readonly url: string;
  /** Ends it on the spot; what it held is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its port, empty. */
  readonly start: () => Promise<void>;
  /** Lets it stand still, connections open; gives the way to let it go on. */
  readonly pause: () => () => void;
  /** Runs one command past every client. */
  readonly command: (name: string, ...args: (string | number)[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** Servers that are one cluster. */
export type RedisCluster = {
  readonly url: string;
  readonly servers: readonly RedisServer[];
  readonly stop: () => Promise<void>;
};

const HOST = '127.0.0.1';
const PATIENCE_MS = 30_000;
const POLL_MS = 20;
const SLOTS = 16_384;

/** Whether Redis is installed here; tests that need one are skipped elsewhere, and `npm test` says so. */
export const hasRedisServer: boolean = spawnSync('redis-server', ['--version']).status === 0;

const untilTrue = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`${what} took more than ${PATIENCE_MS} ms`);
    await delay(POLL_MS);
  }
};

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** Starts a server with options of its own, such as `--maxmemory-policy allkeys-lru`. */
export const startRedisServer = async (options: readonly string[] = []): Promise<RedisServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-redis-'));
  const port = await freePort();
  const given = [
    '--port',
    String(port),
    '--bind',
    HOST,
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    ...options,
  ];
  const client = new Redis({
    host: HOST,
    port,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => POLL_MS,
  });
  client.on('error', () => undefined);
  let child: ChildProcess | undefined;
  const endWithUs = (): void => void child?.kill('SIGKILL');
  process.once('exit', endWithUs);

  const start = async (): Promise<void> => {
    child = spawn('redis-server', given, { stdio: 'ignore' });
    await untilTrue('starting Redis', async () => (await client.ping()) === 'PONG');
  };
  const kill = async (): Promise<void> => {
    if (!child) return;
    child.kill('SIGKILL');
    await ended(child);
  };
  await start();
  return {
    port,
    url: `redis://${HOST}:${port}`,
    kill,
    start,
    pause: () => {
      child?.kill('SIGSTOP');
      return () => void child?.kill('SIGCONT');
    },
    command: (name, ...args) => client.call(name, ...args),
    stop: async () => {
      client.disconnect();
      await kill();
      process.off('exit', endWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** An address of a cluster's own protocol, which servers are introduced to each other by. */
const busOf = async (server: RedisServer): Promise<string> =>
  /@(\d+)/.exec(String(await server.command('CLUSTER', 'NODES')))?.[1] ?? '';

const MASTERS = 3;

/**
 * Starts three servers and makes them one cluster, each with an equal share of the slots; `replicas` gives each of them a
 * copy that takes over when it dies. The servers with slots come first, then their replicas in the same order.
 */
export const startRedisCluster = async ({
  options = [],
  replicas = false,
}: { readonly options?: readonly string[]; readonly replicas?: boolean } = {}): Promise<RedisCluster> => {
  const size = replicas ? MASTERS * 2 : MASTERS;
  const servers = await Promise.all(
    Array.from({ length: size }, async () => {
      const bus = String(await freePort());
      const own = ['--cluster-enabled', 'yes', '--cluster-port', bus, '--cluster-node-timeout', '2000'];
      return startRedisServer([...own, ...options]);
    }),
  );
  const [first, ...others] = servers;
  if (first === undefined) throw new Error('a cluster has servers');
  for (const [index, server] of servers.entries()) {
    await server.command('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    if (index >= MASTERS) continue;
    const from = Math.floor((index * SLOTS) / MASTERS);
    const to = Math.floor(((index + 1) * SLOTS) / MASTERS) - 1;
    await server.command('CLUSTER', 'ADDSLOTSRANGE', from, to);
  }
  for (const server of others) await first.command('CLUSTER', 'MEET', HOST, server.port, await busOf(server));
  const isWhole = async (server: RedisServer): Promise<boolean> => {
    const info = String(await server.command('CLUSTER', 'INFO'));
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}`);
  };
  await untilTrue('making a cluster', async () => (await Promise.all(servers.map(isWhole))).every(Boolean));
  for (const [index, replica] of servers.slice(MASTERS).entries()) {
    const id = String(await servers[index]?.command('CLUSTER', 'MYID'));
    await replica.command('CLUSTER', 'REPLICATE', id);
    const isFollowing = async () =>
      String(await replica.command('INFO', 'replication')).includes('master_link_status:up');
    await untilTrue('replication', isFollowing);
  }
  return {
    url: `redis://${servers.map(({ port }) => `${HOST}:${port}`).join(',')}`,
    servers,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
};
