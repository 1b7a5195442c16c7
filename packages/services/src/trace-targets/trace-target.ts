import type { TraceTargetSecrets, TraceTargetSettings } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { ReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';

/** One event on its way to a destination. */
export type TraceMessage = {
  /** Unique in the installation and the same at every attempt, so that a receiver can drop what it has already. */
  readonly id: string;
  /** Order is kept among messages of one key. */
  readonly key: string;
  /** Namespace, such as `FraudProtection.Assessment.Purchase`. */
  readonly name: string;
  /** The envelope as JSON. */
  readonly body: string;
};

/** What `check` found at the other side, shown to the person who set it up: labels of the catalogue with values, no secrets. */
export type TraceTargetFound = Readonly<Record<string, string>>;

/** A connection to one destination. One caller uses it, one `send` after the other. */
export type TraceTarget = {
  /**
   * Resolves once all messages are accepted durably, keeping the order of each key.
   *
   * @throws `TraceTargetError`, which names those of the messages that were accepted all the same.
   */
  readonly send: (messages: readonly TraceMessage[], signal: AbortSignal) => Promise<void>;
  /** Connects and asks what is there, without leaving a message. @throws `TraceTargetError` */
  readonly check: (signal: AbortSignal) => Promise<TraceTargetFound>;
  readonly close: () => Promise<void>;
};

export type TraceTargetFailure =
  /** No connection, or it was lost. */
  | 'unreachable'
  /** No answer in time. */
  | 'timeout'
  /** Inside the network, and not allowed by the operator. */
  | 'addressRefused'
  /** Credentials were refused. */
  | 'unauthorized'
  /** The stream, subject, address or folder is not there. */
  | 'notFound'
  /** The destination takes no more for now. */
  | 'busy'
  /** It refused what it was sent. */
  | 'refused'
  /** The message is larger than it takes. */
  | 'tooLarge'
  /** Settings with which nothing can be sent, such as a secret that cannot be opened. */
  | 'settings';

/** Failures that another attempt may change; the others stop a subscription, or set one message aside. */
const RETRYABLE: ReadonlySet<TraceTargetFailure> = new Set(['unreachable', 'timeout', 'busy']);

/** Why messages were not accepted; `message` is shown to administrators and holds no secret. */
export class TraceTargetError extends Error {
  override readonly name = 'TraceTargetError';
  readonly code: TraceTargetFailure;
  readonly retryable: boolean;
  /** Id of the one message that the destination refuses, where it is about that and not about the destination. */
  readonly refusedId: string | null;
  /** Ids of messages of the same `send` that were accepted before. */
  readonly acceptedIds: ReadonlySet<string>;

  constructor(
    code: TraceTargetFailure,
    message: string,
    more: {
      readonly refusedId?: string | undefined;
      readonly acceptedIds?: ReadonlySet<string>;
      /** Where it differs from what the code says. */
      readonly retryable?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.retryable = more.retryable ?? RETRYABLE.has(code);
    this.refusedId = more.refusedId ?? null;
    this.acceptedIds = more.acceptedIds ?? new Set();
  }
}

/** What adapters get from the node. */
export type TraceTargetContext = {
  /** Guards every connection that leaves the node: resolve with `lookupFor`, ask `requireReachable` first. */
  readonly addresses: ReachableAddresses;
  /** Directory of the environment, below which files are written; null where the operator set none. */
  readonly directory: string | null;
  /** Of the subscription. */
  readonly tenantId: Id;
  readonly environmentId: Id;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Of a user without a password: another login would be tried. */
export const NO_PASSWORD = 'The user needs a password: enter it.';

/** Opens destinations of one kind; settings and secrets were checked by the fields of the kind, fallbacks filled in. */
export type TraceTargetAdapter = (
  settings: TraceTargetSettings,
  secrets: TraceTargetSecrets,
  context: TraceTargetContext,
) => TraceTarget;
