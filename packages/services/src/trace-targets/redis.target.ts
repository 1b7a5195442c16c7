import type { Redis } from 'ioredis';
import { AddressRefused } from '../call-runtime/http/reachable-addresses.ts';
import { certificateProblem, connectionAddress, serverNameOf } from './connection-address.ts';
import { TraceTargetError, type TraceMessage, type TraceTargetAdapter } from './trace-target.ts';

const TIMEOUT_MS = 10_000;

const UNAUTHORIZED = /NOAUTH|WRONGPASS|NOPERM|invalid password/i;
const BUSY = /OOM|LOADING|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|NOREPLICAS/;
const TIMED_OUT = /timed? ?out/i;

/** What Redis said, without its words: they repeat what was sent. */
const failureOf = (error: unknown): TraceTargetError => {
  if (error instanceof TraceTargetError) return error;
  if (error instanceof AddressRefused)
    return new TraceTargetError('addressRefused', `${error.message}.`, { cause: error });
  const { name, message } = error as Error;
  if (UNAUTHORIZED.test(message))
    return new TraceTargetError('unauthorized', 'Redis refuses the login: check user and password.');
  if (BUSY.test(message)) return new TraceTargetError('busy', 'Redis takes no entries for now.');
  if (name === 'ReplyError')
    return new TraceTargetError('refused', `Redis answered ${/^[A-Z]+/.exec(message)?.[0] ?? 'an error'}.`);
  if (TIMED_OUT.test(message)) return new TraceTargetError('timeout', 'Redis did not answer in time.');
  return new TraceTargetError('unreachable', certificateProblem(error) ?? 'Redis cannot be reached.');
};

/**
 * Appends each event to a stream (`XADD`) with the fields `id`, `key`, `name` and `body`, in order. A stream with a length is
 * trimmed to about that many entries.
 */
export const openRedis: TraceTargetAdapter = (settings, secrets, { addresses }) => {
  const host = String(settings['host']).toLowerCase();
  const port = Number(settings['port']);
  const stream = String(settings['stream']);
  const maxLength = Number(settings['maxLength']);
  const trim = maxLength > 0 ? ['MAXLEN', '~', String(maxLength)] : [];
  let opened: Redis | undefined;

  const close = async (): Promise<void> => {
    opened?.disconnect();
    opened = undefined;
  };

  const connect = async (): Promise<Redis> => {
    if (opened) return opened;
    const tls = settings['tls'] === true;
    const address = await connectionAddress(addresses, { host, port, tls });
    const servername = serverNameOf(host);
    // Loaded when the first such destination is used, so that a server without one does not hold it.
    const { Redis: Client } = await import('ioredis');
    const redis = new Client({
      host: address,
      port,
      ...(settings['user'] ? { username: String(settings['user']) } : {}),
      ...(secrets['password'] ? { password: secrets['password'] } : {}),
      ...(tls ? { tls: servername === undefined ? {} : { servername } } : {}),
      lazyConnect: true,
      retryStrategy: () => null,
      connectTimeout: TIMEOUT_MS,
      commandTimeout: TIMEOUT_MS,
      maxRetriesPerRequest: 0,
    });
    let reason: Error | undefined;
    redis.on('error', (error: Error) => (reason = error));
    try {
      await redis.connect();
    } catch (error) {
      redis.disconnect();
      throw reason ?? error;
    }
    opened = redis;
    return redis;
  };

  /** A connection that failed is not used again. */
  const using = async <Answer>(signal: AbortSignal, work: (redis: Redis) => Promise<Answer>): Promise<Answer> => {
    signal.throwIfAborted();
    try {
      return await work(await connect());
    } catch (error) {
      await close();
      throw failureOf(error);
    }
  };

  const add = (redis: Redis, { id, key, name, body }: TraceMessage): Promise<unknown> =>
    redis.call('XADD', stream, ...trim, '*', 'id', id, 'key', key, 'name', name, 'body', body);

  return {
    send: (messages, signal) =>
      using(signal, async (redis) => {
        // One connection keeps the order of what is sent on it.
        const answers = await Promise.allSettled(messages.map((message) => add(redis, message)));
        const failed = answers.find((answer) => answer.status === 'rejected');
        if (failed === undefined) return;
        const acceptedIds = new Set(
          messages.filter((_, at) => answers[at]?.status === 'fulfilled').map(({ id }) => id),
        );
        const { code, message } = failureOf(failed.reason);
        throw new TraceTargetError(code, message, { acceptedIds });
      }),
    check: (signal) =>
      using(signal, async (redis) => {
        const type = await redis.type(stream);
        if (type !== 'none' && type !== 'stream')
          throw new TraceTargetError('refused', `The key ${stream} holds no stream.`);
        return { stream, entries: String(await redis.xlen(stream)) };
      }),
    close,
  };
};
