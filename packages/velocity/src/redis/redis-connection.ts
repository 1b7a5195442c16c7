import { setTimeout as delay } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';

/** Redis as it is configured cannot be used; the message is one sentence for the operator, without secrets. */
export class RedisUnusable extends Error {
  override readonly name = 'RedisUnusable';
}

/** Where Redis is; several hosts are those a cluster is found by. */
export type RedisAddress = {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** Common to all hosts. */
  readonly options: {
    readonly username?: string;
    readonly password?: string;
    readonly db?: number;
    readonly tls?: object;
  };
};

export type RedisClient = Redis | Cluster;

const PORT = 6379;
const CONNECT_MS = 2000;
const PATIENCE_MS = 3000;
const RETRY_MS = 200;
const LONGEST_PAUSE_MS = 1000;

const HOST = /^(?<host>\[[^\]]+\]|[^:]+)(?::(?<port>\d{1,5}))?$/;

/** Reads `redis[s]://[user:password@]host[:port][,host[:port]…][/database]`. @throws `RedisUnusable` */
export const parseRedisUrl = (url: string): RedisAddress => {
  const match =
    /^(?<scheme>rediss?):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/@]+)(?:\/(?<database>\d*))?$/.exec(
      url,
    );
  const { scheme = '', user = '', password = '', hosts = '', database = '' } = match?.groups ?? {};
  const found = hosts.split(',').map((text) => HOST.exec(text.trim())?.groups);
  if (!match || found.some((groups) => groups === undefined)) {
    throw new RedisUnusable(
      'REDIS_URL must read redis://host:port or rediss://user:password@host:port; separate the hosts of a cluster by commas.',
    );
  }
  return {
    hosts: found.map((groups) => ({
      host: (groups?.host ?? '').replace(/^\[|\]$/g, ''),
      port: Number(groups?.port ?? PORT),
    })),
    options: {
      ...(user === '' ? {} : { username: decodeURIComponent(user) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(database === '' || database === '0' ? {} : { db: Number(database) }),
      ...(scheme === 'rediss' ? { tls: {} } : {}),
    },
  };
};

const sentence = ({ hosts }: RedisAddress, error: Error): string => {
  const where = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  if (/NOAUTH|WRONGPASS|NOPERM|invalid password/i.test(error.message)) {
    return `Redis at ${where} refuses the login in REDIS_URL.`;
  }
  const code = (error as NodeJS.ErrnoException).code ?? 'no answer';
  return `Redis at ${where} cannot be reached (${code}); start it, or correct REDIS_URL.`;
};

/** Runs `work` on one plain connection to the first host that answers. */
const askFirst = async <Answer>(address: RedisAddress, work: (redis: Redis) => Promise<Answer>): Promise<Answer> => {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    let failure = new Error('no host');
    for (const host of address.hosts) {
      const redis = new Redis({
        ...address.options,
        ...host,
        lazyConnect: true,
        retryStrategy: () => null,
        connectTimeout: CONNECT_MS,
        commandTimeout: CONNECT_MS,
        maxRetriesPerRequest: 0,
      });
      // Without a listener the library writes errors to the terminal; this one is the reason behind what is thrown.
      redis.on('error', (error: Error) => (failure = error));
      try {
        await redis.connect();
        return await work(redis);
      } catch (error) {
        if (error instanceof RedisUnusable) throw error;
        if (failure.message === 'no host' || (error as Error).message !== 'Connection is closed.')
          failure = error as Error;
      } finally {
        redis.disconnect();
      }
    }
    if (performance.now() > endMs) throw new RedisUnusable(sentence(address, failure), { cause: failure });
    await delay(RETRY_MS);
  }
};

const lineOf = (info: string, name: string): string => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';

/** Refuses a server that forgets keys when memory runs out: windows would miss events without a word. */
const requireNoEviction = async (redis: Redis): Promise<void> => {
  const policy = lineOf(await redis.info('memory'), 'maxmemory_policy');
  if (policy === 'noeviction' || policy === '') return;
  const { host, port } = redis.options;
  throw new RedisUnusable(
    `Redis at ${host}:${port} may drop velocities when its memory is full (maxmemory-policy ${policy}); set maxmemory-policy to noeviction.`,
  );
};

const pause = (times: number): number => Math.min(times * 50, LONGEST_PAUSE_MS);

/** Commands that never wait longer than `timeoutMs`, and fail at once while there is no connection. */
const clientOf = ({ hosts, options }: RedisAddress, isCluster: boolean, timeoutMs: number): RedisClient => {
  const common = {
    ...options,
    connectTimeout: CONNECT_MS,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  };
  const [first] = hosts;
  const client = isCluster
    ? new Cluster([...hosts], {
        redisOptions: common,
        enableOfflineQueue: false,
        // Not in pipelines: the library never follows a slot there that moved while its server was away.
        enableAutoPipelining: false,
        clusterRetryStrategy: pause,
        clusterNodeRetryStrategy: pause,
        maxRedirections: 3,
        slotsRefreshTimeout: CONNECT_MS,
      })
    : new Redis({ ...common, ...first, retryStrategy: pause, enableOfflineQueue: false, enableAutoPipelining: true });
  client.on('error', () => undefined);
  return client;
};

const untilReady = async (client: RedisClient, address: RedisAddress): Promise<void> => {
  const endMs = performance.now() + PATIENCE_MS;
  while (client.status !== 'ready') {
    if (performance.now() > endMs) throw new RedisUnusable(sentence(address, new Error('not ready')));
    await delay(10);
  }
};

/**
 * Connects to a server or, where the first host says that it is part of one, to its cluster. One client for each time-out
 * asked for: what waits on one never holds up the others.
 *
 * @throws `RedisUnusable` where nothing answers, the login is refused, or a server may evict keys.
 */
export const connectRedis = async (url: string, timeoutsMs: readonly number[]): Promise<readonly RedisClient[]> => {
  const address = parseRedisUrl(url);
  const isCluster = await askFirst(address, async (redis) => {
    await requireNoEviction(redis);
    return lineOf(await redis.info('cluster'), 'cluster_enabled') === '1';
  });
  if (!isCluster && address.hosts.length > 1) {
    throw new RedisUnusable('REDIS_URL names several hosts, but Redis there is no cluster; name one.');
  }
  const clients = timeoutsMs.map((timeoutMs) => clientOf(address, isCluster, timeoutMs));
  try {
    for (const client of clients) {
      await untilReady(client, address);
      if (client instanceof Cluster) await Promise.all(client.nodes('master').map(requireNoEviction));
    }
  } catch (error) {
    for (const client of clients) client.disconnect();
    throw error;
  }
  return clients;
};
