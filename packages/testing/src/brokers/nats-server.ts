import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type ConnectionOptions } from '@nats-io/transport-node';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../durability/server-process.ts';
import { startGroup, startRestartable, untilReady } from './child-group.ts';

/** A message as a stream keeps it. */
export type StreamedMessage = {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A real NATS server with JetStream in a process of its own, on loopback, with a stream on disk. */
export type NatsServer = {
  readonly port: number;
  /** Ends it on the spot; what it wrote to its stream stays. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its port, with what it held. */
  readonly start: () => Promise<void>;
  /** Everything in the stream, in its order. */
  readonly messages: () => Promise<readonly StreamedMessage[]>;
  /** Gives bodies as they are published, beside the stream; gives the way to end it. */
  readonly follow: (onBody: (body: string) => void) => Promise<() => Promise<void>>;
  readonly stop: () => Promise<void>;
};

const HOST = '127.0.0.1';
const STREAM = 'events';
/** A larger message is refused. */
const MOST_BYTES = 65_536;

/** Who may publish and read. */
export const NATS_USER = { user: 'tracer', password: 'a password for tests' } as const;

/** Whether NATS is installed here; tests that need it are skipped elsewhere, and `npm test` says so. */
export const hasNatsServer: boolean = spawnSync('nats-server', ['--version']).status === 0;

/** How a server is entered. */
export type NatsEntrance = {
  /** What its configuration says under `authorization`, as JSON. */
  readonly authorization: object;
  /** How a client of it signs in. */
  readonly login: Partial<ConnectionOptions>;
  /** PEM; without it the server speaks no TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string };
};

const BY_PASSWORD: NatsEntrance = {
  authorization: { users: [NATS_USER] },
  login: { user: NATS_USER.user, pass: NATS_USER.password },
};

/** Starts a server whose stream takes the subjects below `redoubt`; without an entrance it is entered as `NATS_USER`. */
export const startNatsServer = async ({ authorization, login, tls } = BY_PASSWORD): Promise<NatsServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-nats-'));
  const port = await freePort();
  const config = join(folder, 'nats.conf');
  const quoted = (text: string): string => JSON.stringify(text);
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeFile(certificateFile, tls?.certificate ?? '');
  await writeFile(keyFile, tls?.key ?? '');
  await writeFile(
    config,
    `host: ${quoted(HOST)}
port: ${port}
max_payload: ${MOST_BYTES}
jetstream: { store_dir: ${quoted(join(folder, 'data'))} }
authorization: ${JSON.stringify(authorization)}
${tls ? `tls: { cert_file: ${quoted(certificateFile)}, key_file: ${quoted(keyFile)} }` : ''}
`,
  );
  const open = () =>
    connect({
      servers: `${HOST}:${port}`,
      reconnect: false,
      ...login,
      // Tests make the certificate, and look at it elsewhere.
      ...(tls ? { tls: { ca: tls.certificate, rejectUnauthorized: false } } : {}),
    });
  const { kill, start } = await startRestartable(async (keep) => {
    const started = startGroup('nats-server', ['-c', config]);
    keep(started);
    await untilReady('NATS', started, async () => {
      const connection = await open();
      const manager = await jetstreamManager(connection);
      const names = await manager.streams.names().next();
      if (!names.includes(STREAM)) await manager.streams.add({ name: STREAM, subjects: ['redoubt.>'] });
      await connection.close();
      return true;
    });
  });
  return {
    port,
    kill,
    start,
    messages: async () => {
      const connection = await open();
      const manager = await jetstreamManager(connection);
      const { state } = await manager.streams.info(STREAM);
      const found: StreamedMessage[] = [];
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
        const message = await manager.streams.getMessage(STREAM, { seq });
        if (message === null) continue;
        const headers = Object.fromEntries([...message.header].map(([name, [value]]) => [name, value ?? '']));
        found.push({ subject: message.subject, headers, body: message.string() });
      }
      await connection.close();
      return found;
    },
    follow: async (onBody) => {
      const connection = await open();
      connection.subscribe('redoubt.>', { callback: (_error, message) => onBody(message.string()) });
      await connection.flush();
      return () => connection.close();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
