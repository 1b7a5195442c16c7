import type { Delivery } from 'rhea';
import { certificateProblem } from './connection-address.ts';
import { TraceTargetError, type TraceMessage, type TraceTargetFailure } from './trace-target.ts';

/**
 * Conditions of AMQP 1.0 (OASIS standard, parts 2.8.15 to 2.8.18 and 3.5.9) and of Azure Event Hubs that say more than
 * "refused".
 */
const CODES: Readonly<Record<string, TraceTargetFailure>> = {
  'amqp:unauthorized-access': 'unauthorized',
  'amqp:not-found': 'notFound',
  'amqp:link:message-size-exceeded': 'tooLarge',
  'amqp:resource-limit-exceeded': 'busy',
  'amqp:link:transfer-limit-exceeded': 'busy',
  'amqp:internal-error': 'busy',
  'amqp:resource-locked': 'busy',
  'amqp:connection:forced': 'unreachable',
  'amqp:connection:framing-error': 'unreachable',
  'amqp:link:detach-forced': 'unreachable',
  'amqp:link:stolen': 'unreachable',
  'amqp:session:window-violation': 'unreachable',
  'com.microsoft:server-busy': 'busy',
  'com.microsoft:timeout': 'busy',
  'com.microsoft:operation-cancelled': 'busy',
};

const REMEDIES: Partial<Record<TraceTargetFailure, string>> = {
  unauthorized: ' Check user and password, and that the user may write to the address.',
  notFound: ' Check the address, or create it at the broker.',
  tooLarge: ' Send less with a projection, or let the broker take larger messages.',
  busy: ' It is tried again.',
};

/** What a broker said by a condition, without its description: that may repeat what was sent. */
export const failureOfCondition = (condition: unknown, refusedId?: string): TraceTargetError => {
  const said = typeof condition === 'string' && /^[\w.:-]{1,80}$/.test(condition) ? condition : 'an error';
  const code = CODES[said] ?? 'refused';
  const isOfMessage = code === 'refused' || code === 'tooLarge';
  return new TraceTargetError(code, `The broker answered ${said}.${REMEDIES[code] ?? ''}`, {
    refusedId: isOfMessage ? refusedId : undefined,
  });
};

/** No connection to the broker, or it was cut; the system's code where there is one. */
export const connectionLost = (cause: unknown): TraceTargetError => {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const said = typeof code === 'string' ? ` (${code})` : '';
  const message = certificateProblem(cause) ?? `The broker cannot be reached${said}.`;
  return new TraceTargetError('unreachable', message, { cause });
};

type Outcome = {
  readonly error?: { readonly condition?: unknown };
  readonly delivery_failed?: boolean;
  readonly undeliverable_here?: boolean;
};

/**
 * What the outcome of a delivery says, null where the broker accepted it. `released` and `modified` are about the moment
 * unless the broker says that it can never deliver the message here; `rejected` is about the message.
 */
export const failureOfOutcome = (
  outcome: 'accepted' | 'rejected' | 'released' | 'modified',
  { remote_state: state }: Pick<Delivery, 'remote_state'>,
  { id }: TraceMessage,
): TraceTargetError | null => {
  if (outcome === 'accepted') return null;
  const { error, undeliverable_here: isUndeliverable } = (state ?? {}) as Outcome;
  if (outcome === 'rejected') {
    if (error?.condition !== undefined) return failureOfCondition(error.condition, id);
    return new TraceTargetError('refused', 'The broker rejected the message.', { refusedId: id });
  }
  if (outcome === 'modified' && isUndeliverable === true)
    return new TraceTargetError('refused', 'The broker cannot deliver the message.', { refusedId: id });
  return new TraceTargetError('busy', `The broker did not take the message: it was ${outcome}. It is tried again.`);
};
