import type { JetStreamClient } from '@nats-io/jetstream';
import type { Authenticator, ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { AddressRefused } from '../call-runtime/http/reachable-addresses.ts';
import { certificateProblem, connectionAddress, serverNameOf } from './connection-address.ts';
import { sendInLanes } from './send-in-lanes.ts';
import { NO_PASSWORD, TraceTargetError, type TraceMessage, type TraceTargetAdapter } from './trace-target.ts';

const TIMEOUT_MS = 10_000;
/** Messages whose acknowledgement is waited for at the same time. */
const MOST_IN_FLIGHT = 128;
/** A secret of a user without a name that is a key and no token. Source: NKeys, a seed of a user in base 32. */
const USER_SEED = /^SU[A-Z2-7]{56}$/;
/** Codes of JetStream (`err_code`) for a stream that has no room for now. Source: server/errors.json of nats-server. */
const FULL: ReadonlySet<number> = new Set([10_023, 10_047, 10_077, 10_167]);
const TOO_LARGE = 10_054;
const NO_STREAM = 10_059;
const NO_STREAM_TEXT = 'No stream takes the subject: create one, or check the subject and that JetStream is on.';

type Failure = Error & { readonly code?: unknown; readonly status?: unknown; readonly operation?: string };

/** What NATS said, without its words: they may repeat what was sent. */
const failureOf = (error: unknown, refusedId?: string): unknown => {
  if (error instanceof TraceTargetError) return error;
  if (error instanceof AddressRefused)
    return new TraceTargetError('addressRefused', `${error.message}.`, { cause: error });
  const { name, code, status, message, cause } = error as Failure;
  const because = (cause as Failure | undefined)?.name ?? '';
  switch (because === 'NoRespondersError' || because === 'TimeoutError' ? because : name) {
    case 'AuthorizationError':
    case 'UserAuthenticationExpiredError':
      return new TraceTargetError('unauthorized', 'NATS refuses the login: check user, password, token or key.');
    case 'PermissionViolationError':
      return new TraceTargetError('unauthorized', 'NATS refuses the subject: check what the user may publish.');
    case 'NoRespondersError':
    case 'JetStreamNotEnabled':
      return new TraceTargetError('notFound', NO_STREAM_TEXT);
    case 'TimeoutError':
      return new TraceTargetError('timeout', 'NATS did not answer in time.', { cause: error });
    case 'StreamNotFoundError':
    case 'JetStreamApiError':
      if (code === NO_STREAM) return new TraceTargetError('notFound', NO_STREAM_TEXT);
      if (code === TOO_LARGE)
        return new TraceTargetError('tooLarge', 'The message is larger than the stream takes.', { refusedId });
      if (FULL.has(Number(code))) return new TraceTargetError('busy', 'The stream is full; it is tried again.');
      // The stream has no leader, or too much to do: it says nothing about the message.
      if (Number(status) >= 500 || status === 429)
        return new TraceTargetError('busy', `JetStream cannot store now (${String(code)}); it is tried again.`);
      return new TraceTargetError('refused', `JetStream answered ${String(code)}.`, { refusedId });
    default:
      if (message.includes("does not support 'tls'"))
        return new TraceTargetError('refused', 'The server does not offer TLS: check the port, or switch TLS off.');
      return new TraceTargetError('unreachable', certificateProblem(error) ?? 'NATS cannot be reached.', {
        cause: error,
      });
  }
};

/** A part of a subject: what has a meaning in subjects is replaced, dots between parts stay. */
const subjectPart = (text: string): string => text.replaceAll(/[^\w.-]/g, '_');

/**
 * Publishes each event to JetStream and waits for its acknowledgement. `Nats-Msg-Id` is the id, so that a stream drops what
 * it has already within its window of duplicates. In the subject `{namespace}`, `{tenant}` and `{environment}` stand for
 * the name of the event and for the ids of tenant and environment of the subscription.
 */
export const openNats: TraceTargetAdapter = (settings, secrets, { addresses, tenantId, environmentId }) => {
  const host = String(settings['host']).toLowerCase();
  const port = Number(settings['port']);
  const tls = settings['tls'] === true;
  const template = String(settings['subject']);
  const user = String(settings['user'] ?? '');
  const secret = secrets['password'] ?? '';
  let opened: { readonly connection: NatsConnection; readonly client: JetStreamClient } | undefined;

  const subjectOf = (name: string): string =>
    template
      .replaceAll('{namespace}', subjectPart(name))
      .replaceAll('{tenant}', tenantId)
      .replaceAll('{environment}', environmentId);

  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    await closing?.connection.close();
  };

  const loginOf = (keyAuthenticator: (seed: Uint8Array) => Authenticator): Partial<ConnectionOptions> => {
    if (user !== '') return { user, pass: secret };
    if (secret === '') return {};
    return USER_SEED.test(secret) ? { authenticator: keyAuthenticator(Buffer.from(secret)) } : { token: secret };
  };

  const connect = async (): Promise<NonNullable<typeof opened>> => {
    if (opened && !opened.connection.isClosed()) return opened;
    if (user !== '' && secrets['password'] === undefined) throw new TraceTargetError('settings', NO_PASSWORD);
    const address = await connectionAddress(addresses, { host, port, tls });
    // Loaded when the first such destination is used, so that a server without one does not hold them.
    const transport = await import('@nats-io/transport-node');
    const { jetstream } = await import('@nats-io/jetstream');
    const servername = serverNameOf(host);
    // The certificate of an address without a name is checked for the address.
    const checkedFor: { readonly servername?: string; readonly host?: string } =
      servername === undefined ? { host: address } : { servername };
    const connection = await transport.connect({
      servers: address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`,
      // Other addresses of a cluster were not looked at: they may lie inside the network.
      ignoreClusterUpdates: true,
      reconnect: false,
      timeout: TIMEOUT_MS,
      name: 'redoubt event tracing',
      ...loginOf(transport.nkeyAuthenticator),
      // Null, not absent: else the library uses TLS where the server offers it, and checks its certificate for the address.
      tls: tls ? (checkedFor as object) : null,
    });
    opened = { connection, client: jetstream(connection, { timeout: TIMEOUT_MS }) };
    return opened;
  };

  /** A connection that failed is not used again; one message that was refused leaves it as it is. */
  const using = async <Answer>(
    signal: AbortSignal,
    work: (given: NonNullable<typeof opened>) => Promise<Answer>,
  ): Promise<Answer> => {
    signal.throwIfAborted();
    const onAbort = (): void => void close();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const given = await connect();
      // One that was aborted meanwhile closed nothing.
      signal.throwIfAborted();
      return await work(given);
    } catch (error) {
      const failure = signal.aborted
        ? new TraceTargetError('timeout', 'NATS did not acknowledge the messages in time.', {
            acceptedIds: error instanceof TraceTargetError ? error.acceptedIds : new Set(),
          })
        : failureOf(error);
      if (!(failure instanceof TraceTargetError && failure.refusedId !== null)) await close();
      throw failure;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  const post = async (
    { connection, client }: NonNullable<typeof opened>,
    { id, key, name, body }: TraceMessage,
  ): Promise<void> => {
    const { headers } = await import('@nats-io/transport-node');
    const bytes = Buffer.from(body);
    const most = connection.info?.max_payload ?? Infinity;
    const head = headers();
    head.set('Event-Name', name);
    head.set('Ordering-Key', key.replaceAll(/[\r\n]/g, ' '));
    // Headers count too: what is left for them is more than they need.
    if (bytes.length + key.length + name.length + 1000 > most)
      throw new TraceTargetError('tooLarge', `The message has ${bytes.length} bytes; the server takes ${most}.`, {
        refusedId: id,
      });
    try {
      await client.publish(subjectOf(name), bytes, { msgID: id, headers: head });
    } catch (error) {
      throw failureOf(error, id);
    }
  };

  return {
    send: (messages, signal) =>
      using(signal, (given) => sendInLanes(messages, MOST_IN_FLIGHT, (message) => post(given, message))),
    check: (signal) =>
      using(signal, async ({ connection }) => {
        const { jetstreamManager } = await import('@nats-io/jetstream');
        const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS });
        const subject = subjectOf('FraudProtection.Test');
        const stream = await manager.streams.find(subject);
        return { server: `NATS ${connection.info?.version ?? ''}`.trim(), subject, stream };
      }),
    close,
  };
};
