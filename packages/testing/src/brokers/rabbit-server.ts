import rhea, { type EventContext, type Message } from 'rhea';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../durability/server-process.ts';
import { startGroup, startRestartable, untilReady } from './child-group.ts';

/** A real RabbitMQ that speaks AMQP 1.0, in processes of its own, on loopback, with its data in a folder of its own. */
export type RabbitServer = {
  readonly port: number;
  /** Port for TLS; 0 where it has no certificate. */
  readonly tlsPort: number;
  /** Ends it on the spot; what it wrote to its queues stays. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its port, with what it held. */
  readonly start: () => Promise<void>;
  /** Takes messages out of a durable queue until it is empty for a while, in their order. */
  readonly drain: (queue: string) => Promise<readonly Message[]>;
  /** Takes messages out of a durable queue as they come; gives the way to end it. */
  readonly follow: (queue: string, onMessage: (message: Message) => void) => Promise<() => Promise<void>>;
  readonly stop: () => Promise<void>;
};

/** Past Debian's wrapper, which would change to another user and to directories of the system. */
const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const HOST = '127.0.0.1';
/** A queue that stays empty for as long was drained. */
const QUIET_MS = 400;
/** Messages that the broker gives ahead of their receipt. */
const CREDIT = 1000;
/** A larger message ends the session of its sender. */
const MOST_BYTES = 65_536;

/** Whether RabbitMQ is installed here as Debian's package does; tests that need it are skipped elsewhere, and `npm test` says so. */
export const hasRabbitServer: boolean = existsSync(PROGRAM);

/** Who may do everything there. */
export const RABBIT_USER = { user: 'tracer', password: 'a password for tests' } as const;

/** Source: RabbitMQ's documentation of password hashes, `rabbit_password_hashing_sha256`. */
const passwordHash = (password: string): string => {
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  return Buffer.concat([salt, hash]).toString('base64');
};

const definitions = () => ({
  users: [{ name: RABBIT_USER.user, password_hash: passwordHash(RABBIT_USER.password), tags: 'administrator' }],
  vhosts: [{ name: '/' }],
  permissions: [{ user: RABBIT_USER.user, vhost: '/', configure: '.*', write: '.*', read: '.*' }],
});

/** Resolves once the broker gives the messages of a queue. */
const followQueue = (
  port: number,
  queue: string,
  onMessage: (message: Message) => void,
): Promise<() => Promise<void>> =>
  new Promise((resolve, reject) => {
    const container = rhea.create_container();
    const connection = container.connect({
      host: HOST,
      port,
      username: RABBIT_USER.user,
      password: RABBIT_USER.password,
      reconnect: false,
    });
    container.on('message', ({ message }: EventContext) => {
      if (message) onMessage(message);
    });
    container.on('receiver_open', () => resolve(async () => connection.close()));
    for (const event of ['connection_error', 'receiver_error', 'session_error', 'disconnected'])
      container.on(event, ({ connection: { error } }: EventContext) =>
        reject(new Error(`RabbitMQ: ${event}`, { cause: error })),
      );
    connection.open_receiver({ source: { address: `/queue/${queue}`, durable: 1 }, credit_window: CREDIT });
  });

const receiveAll = async (port: number, queue: string): Promise<readonly Message[]> => {
  const messages: Message[] = [];
  let lastMs = performance.now();
  const stop = await followQueue(port, queue, (message) => {
    lastMs = performance.now();
    messages.push(message);
  });
  lastMs = performance.now();
  while (performance.now() - lastMs < QUIET_MS) await delay(QUIET_MS / 8);
  await stop();
  return messages;
};

/** Starts a server. @param tls PEM; with it the server speaks TLS on a port of its own */
export const startRabbitServer = async (tls?: {
  readonly certificate: string;
  readonly key: string;
}): Promise<RabbitServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-rabbit-'));
  const [port, nodesPort, namesPort] = [await freePort(), await freePort(), await freePort()];
  const tlsPort = tls ? await freePort() : 0;
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeFile(certificateFile, tls?.certificate ?? '');
  await writeFile(keyFile, tls?.key ?? '');
  await writeFile(join(folder, 'enabled_plugins'), '[rabbitmq_amqp1_0].');
  await writeFile(join(folder, 'definitions.json'), JSON.stringify(definitions()));
  await writeFile(
    join(folder, 'rabbitmq.conf'),
    [
      `listeners.tcp.1 = ${HOST}:${port}`,
      `load_definitions = ${join(folder, 'definitions.json')}`,
      `max_message_size = ${MOST_BYTES}`,
      ...(tls
        ? [
            `listeners.ssl.1 = ${HOST}:${tlsPort}`,
            `ssl_options.certfile = ${certificateFile}`,
            `ssl_options.keyfile = ${keyFile}`,
          ]
        : []),
      '',
    ].join('\n'),
  );
  const env = {
    PATH: process.env['PATH'],
    // Holds the cookie of its nodes.
    HOME: folder,
    ERL_EPMD_PORT: String(namesPort),
    ERL_EPMD_ADDRESS: HOST,
    RABBITMQ_NODENAME: `redoubt-${port}@localhost`,
    RABBITMQ_DIST_PORT: String(nodesPort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'generated'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
  };
  // The service of Erlang by which nodes find each other, beside the one of the system.
  const names = startGroup('epmd', ['-port', String(namesPort), '-address', HOST], env);
  const { kill, start } = await startRestartable(async (keep) => {
    const started = startGroup(PROGRAM, [], env);
    keep(started);
    await untilReady('RabbitMQ', started, async () => started.output().includes('Server startup complete'));
  });
  return {
    port,
    tlsPort,
    kill,
    start,
    drain: (queue) => receiveAll(port, queue),
    follow: (queue, onMessage) => followQueue(port, queue, onMessage),
    stop: async () => {
      await kill();
      await names.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
