import { randomUUID } from 'node:crypto';
import type { Connection, ConnectionOptions, Container, Delivery, EventContext, MessageUtil, Sender } from 'rhea';
import { AddressRefused } from '../call-runtime/http/reachable-addresses.ts';
import { connectionLost, failureOfCondition, failureOfOutcome } from './amqp-failures.ts';
import { connectionAddress, serverNameOf } from './connection-address.ts';
import { sendInLanes } from './send-in-lanes.ts';
import { NO_PASSWORD, TraceTargetError, type TraceMessage, type TraceTargetAdapter } from './trace-target.ts';

const CONNECT_MS = 10_000;
/** A link that is accepted gets credit right away; one that gets none for as long is used all the same, and waits for it. */
const FIRST_CREDIT_MS = 1000;
/** A peer that is silent for twice as long is taken for gone. */
const IDLE_MS = 30_000;
/** Messages whose outcome is waited for at the same time; the credit of the broker may allow fewer. */
const MOST_IN_FLIGHT = 128;
const OUTCOMES = ['accepted', 'rejected', 'released', 'modified'] as const;
/** Nothing counts as settled by being sent, and each outcome is reported as what it is. */
const SENDER = { snd_settle_mode: 0, treat_modified_as_released: false } as const;

/** Durability of a terminus: its configuration is kept (AMQP 1.0, part 3.5.5). */
const DURABLE = 1;

/** A message whose outcome is not known yet. */
type Unsettled = {
  readonly message: TraceMessage;
  readonly resolve: () => void;
  readonly reject: (error: TraceTargetError) => void;
};

/** A link to the address of the broker, on a connection of its own. */
type Link = {
  readonly sender: Sender;
  readonly connection: Connection;
  readonly unsettled: Map<Delivery, Unsettled>;
  /** Set once the connection or link is gone. */
  failure: TraceTargetError | undefined;
};

/** The condition of whichever end of the link said why it is closed. */
const conditionIn = ({ error, connection, session, sender }: EventContext): unknown => {
  const said = [error, sender?.error, session?.error, connection?.error];
  return said.map((each) => (each as { readonly condition?: unknown } | undefined)?.condition).find(Boolean);
};

/** Opens a connection and a link; every way in which it ends comes to `onEnd`, at least once. */
const openLink = (
  container: Container,
  options: ConnectionOptions,
  address: string,
  onEnd: (link: Link, failure: TraceTargetError) => void,
): Promise<Link> =>
  new Promise((resolve, reject) => {
    const connection = container.connect(options);
    // A broker that creates the queue of an address then keeps it over its restarts, as RabbitMQ does.
    const sender = connection.open_sender({ ...SENDER, target: { address, durable: DURABLE } });
    const link: Link = { sender, connection, unsettled: new Map(), failure: undefined };
    const end = (failure: TraceTargetError): void => {
      clearTimeout(timer);
      onEnd(link, failure);
      reject(link.failure ?? failure);
    };
    let timer = setTimeout(
      () => end(new TraceTargetError('timeout', 'The broker did not answer in time.')),
      CONNECT_MS,
    );
    const endByPeer = (context: EventContext): void => {
      const condition = conditionIn(context);
      end(condition === undefined ? connectionLost(context.error) : failureOfCondition(condition));
    };
    for (const event of ['connection_error', 'session_error', 'sender_error', 'disconnected'])
      container.on(event, endByPeer);
    for (const event of ['connection_close', 'session_close', 'sender_close']) container.on(event, endByPeer);
    for (const event of ['error', 'protocol_error']) container.on(event, (error: Error) => end(connectionLost(error)));
    const open = (): void => {
      clearTimeout(timer);
      resolve(link);
    };
    // A link that is refused is attached too, mostly without a target, and then detached with the reason.
    container.on('sender_open', () => {
      if (typeof sender.target?.address !== 'string') return;
      clearTimeout(timer);
      timer = setTimeout(open, FIRST_CREDIT_MS);
    });
    container.on('sendable', open);
    for (const outcome of OUTCOMES) {
      container.on(outcome, ({ delivery }: EventContext) => {
        const waiting = delivery && link.unsettled.get(delivery);
        if (!waiting) return;
        link.unsettled.delete(delivery);
        const failure = failureOfOutcome(outcome, delivery, waiting.message);
        if (failure === null) waiting.resolve();
        else waiting.reject(failure);
      });
    }
  });

/** About messages and not about the moment or the login. */
const isOfMessages = ({ code }: TraceTargetError): boolean => code === 'refused' || code === 'tooLarge';

/**
 * Settles what is on its way as failed: whether the broker has it is not known. A broker that ends the link over a message does
 * not say over which one; it is known where it was alone.
 */
const endLink = (link: Link, failure: TraceTargetError): void => {
  if (link.failure !== undefined) return;
  const waiting = [...link.unsettled.values()];
  const { code, message, cause } = failure;
  link.failure =
    isOfMessages(failure) && waiting.length > 0
      ? new TraceTargetError(code, message, {
          cause,
          ...(waiting.length === 1 ? { refusedId: waiting[0]?.message.id } : { retryable: true }),
        })
      : failure;
  link.connection.close();
  for (const { reject } of waiting) reject(link.failure);
  link.unsettled.clear();
};

/**
 * Sends each event as an AMQP 1.0 message to an address of a broker, as Azure Event Hubs, RabbitMQ, ActiveMQ and Qpid take
 * them: `message-id` is the id, `subject` the name, the body one data section, and the annotation `x-opt-partition-key` the
 * ordering key. A message counts as sent once its delivery is accepted.
 */
export const openAmqp: TraceTargetAdapter = (settings, secrets, { addresses }) => {
  const host = String(settings['host']).toLowerCase();
  const port = Number(settings['port']);
  const tls = settings['tls'] === true;
  const target = String(settings['address']);
  const { user } = settings;
  let opened: Link | undefined;
  /** After the broker ended a link over one of several messages, until all were sent: one at a time, to see which. */
  let isOneByOne = false;

  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    if (closing) endLink(closing, connectionLost(undefined));
  };

  const connect = async (): Promise<Link> => {
    if (opened?.failure === undefined && opened) return opened;
    if (user && secrets['password'] === undefined) throw new TraceTargetError('settings', NO_PASSWORD);
    const address = await connectionAddress(addresses, { host, port, tls });
    // Loaded when the first such destination is used, so that a server without one does not hold it.
    const { default: rhea } = await import('rhea');
    const options = {
      host: address,
      port,
      // What the broker knows itself by, and the name in its certificate.
      hostname: host,
      sasl_init_hostname: host,
      container_id: `redoubt-${randomUUID()}`,
      idle_time_out: IDLE_MS,
      reconnect: false as const,
      tcp_no_delay: true,
      ...(user ? { username: String(user), password: secrets['password'] ?? '' } : { username: 'anonymous' }),
      ...(tls ? { transport: 'tls' as const, servername: serverNameOf(host) ?? '' } : { transport: 'tcp' as const }),
    };
    opened = await openLink(rhea.create_container({ id: options.container_id }), options, target, endLink);
    return opened;
  };

  const failureOf = (error: unknown): unknown => {
    if (error instanceof AddressRefused)
      return new TraceTargetError('addressRefused', `${error.message}.`, { cause: error });
    if (error instanceof TraceTargetError) return error;
    const { name } = error as { readonly name?: string };
    return name === 'TimeoutError' || name === 'AbortError' ? error : connectionLost(error);
  };

  /** A link that failed is not used again; one message that was refused leaves it as it is. */
  const using = async <Answer>(signal: AbortSignal, work: (link: Link) => Promise<Answer>): Promise<Answer> => {
    signal.throwIfAborted();
    try {
      const link = await connect();
      // A listener that is added to a signal that was aborted is never called.
      signal.throwIfAborted();
      const onAbort = (): void =>
        endLink(
          link,
          link.sender.has_credit()
            ? new TraceTargetError('timeout', 'The broker did not settle the messages in time.')
            : new TraceTargetError('busy', 'The broker takes no messages for now: it gives no link credit.'),
        );
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await work(link);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    } catch (error) {
      if (opened?.failure !== undefined) opened = undefined;
      throw failureOf(error);
    }
  };

  const post = async ({ data_section }: MessageUtil, link: Link, message: TraceMessage): Promise<void> => {
    if (link.failure !== undefined) throw link.failure;
    const { id, key, name, body } = message;
    const bytes = Buffer.from(body);
    const most = link.sender.max_message_size ?? 0;
    if (most > 0 && bytes.length > most)
      throw new TraceTargetError('tooLarge', `The message has ${bytes.length} bytes; the broker takes ${most}.`, {
        refusedId: id,
      });
    await new Promise<void>((resolve, reject) => {
      // Without credit the library keeps the message until the broker gives some.
      const delivery = link.sender.send({
        message_id: id,
        subject: name,
        content_type: 'application/json',
        durable: true,
        message_annotations: { 'x-opt-partition-key': key },
        body: data_section(bytes),
      });
      link.unsettled.set(delivery, { message, resolve, reject });
    });
  };

  return {
    send: (messages, signal) =>
      using(signal, async (link) => {
        const { default: rhea } = await import('rhea');
        try {
          await sendInLanes(messages, isOneByOne ? 1 : MOST_IN_FLIGHT, (message) => post(rhea.message, link, message));
          isOneByOne = false;
        } catch (error) {
          isOneByOne ||= link.failure !== undefined && isOfMessages(link.failure);
          throw error;
        }
      }),
    check: (signal) =>
      using(signal, async ({ sender, connection }) => {
        const most = sender.max_message_size ?? 0;
        const { product, version } = (connection.properties ?? {}) as { product?: unknown; version?: unknown };
        return {
          address: target,
          ...(typeof product === 'string' ? { broker: [product, version].filter(Boolean).join(' ') } : {}),
          ...(most > 0 ? { maxMessageBytes: String(most) } : {}),
        };
      }),
    close,
  };
};
