import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TraceText } from '@redoubt/contracts';
import type { TraceTargetKind } from '@redoubt/domain';
import {
  hasNatsServer,
  hasRabbitServer,
  NATS_USER,
  RABBIT_USER,
  startNatsServer,
  startRabbitServer,
} from '@redoubt/testing/brokers';
import { hasRedisServer, startRedisServer } from '@redoubt/testing/redis';
import { Redis } from 'ioredis';

/** What reads events at the other side of a destination. */
export type Receiver = {
  readonly kind: TraceTargetKind;
  /** What a subscription to it says. */
  readonly target: Pick<TraceText, 'kind' | 'settings' | 'secrets'>;
  readonly stop: () => Promise<void>;
};

/** Takes a body as it arrived. */
type OnBody = (body: string) => void;

/** Where the server writes files for the environment of the load. */
export type FilePlace = { readonly directory: string; readonly tenantId: string; readonly environmentId: string };

const HOST = '127.0.0.1';
const NAME = 'lag';
const QUEUE = 'lag';
/** Between two looks at the file. */
const FILE_LOOK_MS = 5;
const READ_BYTES = 1024 * 1024;
/** Entries that Redis gives at once. */
const MOST_ENTRIES = 500;

const startWebhook = async (onBody: OnBody): Promise<Receiver> => {
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      onBody(Buffer.concat(parts).toString());
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  return {
    kind: 'webhook',
    target: { kind: 'webhook', settings: { url }, secrets: {} },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Reads what is added to a file, line by line, until it is stopped. */
const followFile = (path: string, onLine: OnBody): (() => Promise<void>) => {
  let isOn = true;
  const work = async (): Promise<void> => {
    let file: Awaited<ReturnType<typeof open>> | undefined;
    let rest = '';
    const bytes = Buffer.alloc(READ_BYTES);
    while (isOn) {
      file ??= await open(path).catch(() => undefined);
      const { bytesRead = 0 } = (await file?.read(bytes, 0, READ_BYTES)) ?? {};
      const lines = (rest + bytes.toString('utf8', 0, bytesRead)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      if (bytesRead === 0) await delay(FILE_LOOK_MS);
    }
    await file?.close();
  };
  const working = work();
  return async () => {
    isOn = false;
    await working;
  };
};

const startFile = async (onBody: OnBody, { directory, tenantId, environmentId }: FilePlace): Promise<Receiver> => ({
  kind: 'file',
  target: { kind: 'file', settings: { folder: NAME, maxMegabytes: 1024 }, secrets: {} },
  stop: followFile(join(directory, tenantId, environmentId, NAME, 'events.ndjson'), onBody),
});

/** Of an entry of the stream: its fields by turns name and value. */
type StreamEntry = readonly [id: string, fields: readonly string[]];

const startRedis = async (onBody: OnBody): Promise<Receiver> => {
  const server = await startRedisServer();
  const redis = new Redis({ host: HOST, port: server.port });
  redis.on('error', () => undefined);
  let isOn = true;
  const work = async (): Promise<void> => {
    let last = '0';
    while (isOn) {
      const answer = await redis.xread('COUNT', MOST_ENTRIES, 'BLOCK', 100, 'STREAMS', NAME, last);
      const entries = (answer?.[0]?.[1] ?? []) as readonly StreamEntry[];
      for (const [id, fields] of entries) {
        last = id;
        onBody(fields[fields.indexOf('body') + 1] ?? '');
      }
    }
  };
  const working = work();
  return {
    kind: 'redis',
    target: { kind: 'redis', settings: { host: HOST, port: server.port, stream: NAME, tls: false }, secrets: {} },
    stop: async () => {
      isOn = false;
      await working;
      redis.disconnect();
      await server.stop();
    },
  };
};

const startRabbit = async (onBody: OnBody): Promise<Receiver> => {
  const server = await startRabbitServer();
  const end = await server.follow(QUEUE, ({ body }) => onBody(String((body as { readonly content: Buffer }).content)));
  const { user, password } = RABBIT_USER;
  const settings = { host: HOST, port: server.port, address: `/queue/${QUEUE}`, tls: false, user };
  return {
    kind: 'amqp',
    target: { kind: 'amqp', settings, secrets: { password } },
    stop: async () => {
      await end();
      await server.stop();
    },
  };
};

const startNats = async (onBody: OnBody): Promise<Receiver> => {
  const server = await startNatsServer();
  const end = await server.follow(onBody);
  const { user, password } = NATS_USER;
  const settings = { host: HOST, port: server.port, subject: 'redoubt.{namespace}', tls: false, user };
  return {
    kind: 'nats',
    target: { kind: 'nats', settings, secrets: { password } },
    stop: async () => {
      await end();
      await server.stop();
    },
  };
};

/** What starts a receiver of each kind of destination that this machine can run. */
export const RECEIVERS: Readonly<
  Partial<Record<TraceTargetKind, (onBody: OnBody, place: FilePlace) => Promise<Receiver>>>
> = {
  webhook: startWebhook,
  file: startFile,
  ...(hasRedisServer ? { redis: startRedis } : {}),
  ...(hasRabbitServer ? { amqp: startRabbit } : {}),
  ...(hasNatsServer ? { nats: startNats } : {}),
};
