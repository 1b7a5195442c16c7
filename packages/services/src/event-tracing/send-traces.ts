import { MAX_TRACE_TRIES, TRACE_LAG_SPANS, traceLagSpan } from '@redoubt/domain';
import { MINUTE_MS, SECOND_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  claimTrace,
  dropTraceDeadLetter,
  insertTraceDeadLetter,
  listDueTraces,
  listReplayedTraces,
  releaseTrace,
  saveTraceFailure,
  saveTraceProgress,
  type Database,
  type DueTrace,
  type StoredTraceSubscription,
} from '@redoubt/storage';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { raiseNoticeOnce } from '../notices/raise-notice.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';
import { TraceTargetError, type TraceTarget } from '../trace-targets/trace-target.ts';
import { pollForWork, type WorkPoll } from '../work-poll.ts';
import { createTraceReader, type TracedMessage } from './trace-batch.ts';
import {
  openDestination,
  openTraceSecrets,
  traceFailureOf,
  traceRefusal,
  type TraceDependencies,
} from './trace-destination.ts';
import { compileTraceView, type TraceView } from './trace-texts.ts';

/** Between two looks for something to send, and where no subscription of the installation is active. */
const LOOK_MS = 150;
const IDLE_LOOK_MS = 2 * SECOND_MS;
/** Longer than a batch may take: a node that is silent for as long has ended. */
const LEASE_MS = 45 * SECOND_MS;
const SEND_MS = 20 * SECOND_MS;
/** Subscriptions that one look sees. */
const MOST_DUE = 1000;
/** Dead letters that are sent again between two batches. */
const MOST_REPLAYED = 50;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5 * MINUTE_MS;
/** Attempts in a row after which a failure that no further attempt should change stops a subscription. */
const MOST_PERMANENT = 5;
/** Attempts in a row after which administrators are notified of one that goes on failing: some minutes. */
const NOTICE_FAILURES = 10;
const MAX_PROBLEM = 300;

export type TraceSending = {
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
  /** Behind sealed secrets: one key, or those before it as well. */
  readonly installationKey: string | readonly string[];
  /** Hosts and ranges in private networks that may be called, see `isAllowedTarget`. */
  readonly allowed: readonly string[];
  readonly directory: string | null;
  /** Where filters and projections are compiled; on this thread where absent, for tests. */
  readonly texts?: TextCompiler;
};

/** A subscription while this node sends it: what was opened for one version of it. */
type Opened = {
  readonly version: number;
  readonly target: TraceTarget;
  readonly view: TraceView;
  /** Messages that were accepted in a batch that failed as a whole. */
  accepted: Set<string>;
  /** Accepted since positions were last kept, by how long it took. */
  lags: readonly number[];
  /** Attempts for messages that were refused, by id. */
  readonly refused: Map<string, number>;
};

type Sending = DueTrace & { readonly version: number };

const NO_LAGS: readonly number[] = Array.from({ length: TRACE_LAG_SPANS }, () => 0);

/** Counts of spans, with messages that are accepted at a moment. */
const withLags = (
  lags: readonly number[],
  messages: readonly Pick<TracedMessage, 'atMs'>[],
  nowMs: number,
): readonly number[] => {
  const counts = [...lags];
  for (const { atMs } of messages) {
    const span = traceLagSpan(nowMs - atMs);
    counts[span] = (counts[span] ?? 0) + 1;
  }
  return counts;
};

/** Until the next attempt, after `failures` in a row. */
export const traceDelayMs = (failures: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20));

/**
 * Sends the events of subscriptions, beside the decisions: no answer waits for it. Of several nodes one sends a subscription
 * at a time. A batch is sent before its positions are kept, so each event is sent at least once; batches follow one another,
 * so the order of a key holds.
 */
export const startTraceSending = (options: TraceSending): WorkPoll => {
  const { database, clock, monotonicMs, installationKey, allowed, directory } = options;
  const dependencies: TraceDependencies = {
    secrets: createSecretBox(installationKey),
    addresses: createReachableAddresses(allowed),
    directory,
  };
  const reader = createTraceReader(database, monotonicMs);
  const opened = new Map<Id, Opened>();
  const running = new Map<Id, Promise<void>>();
  let activeIds: ReadonlySet<Id> = new Set();

  const closeOpened = async (id: Id): Promise<void> => {
    const found = opened.get(id);
    opened.delete(id);
    await found?.target.close().catch(() => undefined);
  };

  const open = async (tenantId: Id, subscription: StoredTraceSubscription): Promise<Opened> => {
    const { id, environmentId, version, secrets } = subscription;
    const kept = opened.get(id);
    if (kept?.version === version) return kept;
    await closeOpened(id);
    const view = await compileTraceView(subscription, options.texts);
    if (view === undefined)
      throw new TraceTargetError('settings', 'The filter or the projection is no text of the language any more.');
    const target = openDestination(
      dependencies,
      { tenantId, environmentId },
      subscription,
      openTraceSecrets(dependencies, tenantId, id, secrets),
    );
    const made: Opened = { version, target, view, accepted: new Set(), lags: NO_LAGS, refused: new Map() };
    opened.set(id, made);
    return made;
  };

  /** Keeps a failure, and notifies administrators where they have to act. */
  const saveFailure = async (
    sending: Sending,
    { name, failures }: StoredTraceSubscription,
    error: TraceTargetError,
    counts: { readonly sent: number; readonly failed: number; readonly waitingSince: Date | null },
  ): Promise<void> => {
    const { tenantId, environmentId, id } = sending;
    const count = failures + 1;
    const at = opened.get(id);
    // A refused message is set aside after its attempts; it says nothing about the destination.
    const tries = at?.refused.get(error.refusedId ?? '');
    const isStopped = !error.retryable && tries === undefined && count >= MOST_PERMANENT;
    const problem = error.message.slice(0, MAX_PROBLEM);
    await database.inTenant(tenantId, async (trx) => {
      const delayMs = isStopped ? null : traceDelayMs(tries ?? count);
      const kept = await saveTraceFailure(trx, sending, { ...counts, code: error.code, problem, delayMs });
      if (kept === 0) await releaseTrace(trx, id);
      if (!(isStopped ? kept > 0 : kept === NOTICE_FAILURES)) return;
      await raiseNoticeOnce(trx, { clock, tenantId }, `${id} ${sending.version} ${isStopped}`, {
        code: isStopped ? 'EVENT-TRACING-STOPPED' : 'EVENT-TRACING-FAILING',
        severity: 'Error',
        params: { name, problem },
        link: `/data/eventtracing?subscription=${id}`,
        environmentId,
      });
    });
    if (isStopped) await closeOpened(id);
  };

  const setAside = async (
    { tenantId, environmentId, id }: Sending,
    { place, name }: TracedMessage,
    { message }: TraceTargetError,
    tries: number,
  ): Promise<void> =>
    database.inTenant(tenantId, (trx) =>
      insertTraceDeadLetter(
        trx,
        { tenantId, environmentId, id },
        { ...place, name, problem: message.slice(0, MAX_PROBLEM), tries, createdAt: new Date(clock.now()) },
      ),
    );

  /** Sends what was not accepted yet; gives how many now were, and throws what was refused. */
  const sendRest = async (at: Opened, messages: readonly TracedMessage[], signal: AbortSignal): Promise<void> => {
    const { target, accepted } = at;
    const rest = messages.filter(({ id }) => !accepted.has(id));
    if (rest.length === 0) return;
    try {
      await target.send(rest, AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]));
      at.lags = withLags(at.lags, rest, clock.now());
    } catch (error) {
      const failure = traceFailureOf(error);
      const taken = rest.filter(({ id }) => failure.acceptedIds.has(id));
      at.lags = withLags(at.lags, taken, clock.now());
      for (const { id } of taken) accepted.add(id);
      throw failure;
    }
  };

  /**
   * Sends a batch; a message that is refused again and again is set aside, so that it holds up no other one.
   *
   * @returns how many were set aside. @throws `TraceTargetError` where the rest has to wait.
   */
  const sendBatch = async (
    sending: Sending,
    at: Opened,
    messages: readonly TracedMessage[],
    signal: AbortSignal,
  ): Promise<number> => {
    let setAsideCount = 0;
    for (;;) {
      try {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one attempt after the other
        await sendRest(at, messages, signal);
        return setAsideCount;
      } catch (error) {
        const failure = traceFailureOf(error);
        const refused = messages.find(({ id }) => id === failure.refusedId);
        if (refused === undefined || failure.retryable) throw failure;
        const tries = (at.refused.get(refused.id) ?? 0) + 1;
        at.refused.set(refused.id, tries);
        if (tries < MAX_TRACE_TRIES) throw failure;
        // oxlint-disable-next-line eslint/no-await-in-loop -- one attempt after the other
        await setAside(sending, refused, failure, tries);
        at.refused.delete(refused.id);
        at.accepted.add(refused.id);
        setAsideCount += 1;
      }
    }
  };

  const replayDeadLetters = async (
    sending: Sending,
    subscription: StoredTraceSubscription,
    at: Opened,
    signal: AbortSignal,
  ): Promise<void> => {
    const { tenantId, id } = sending;
    const letters = await database.inTenant(tenantId, (trx) => listReplayedTraces(trx, id, MOST_REPLAYED));
    for (const letter of letters) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- in the order in which they happened
      const messages = await reader.at(tenantId, subscription, at.view, letter);
      try {
        // oxlint-disable-next-line eslint/no-await-in-loop -- as above
        if (messages.length > 0)
          await at.target.send(messages, AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]));
        // oxlint-disable-next-line eslint/no-await-in-loop -- as above
        await database.inTenant(tenantId, (trx) => dropTraceDeadLetter(trx, id, letter));
      } catch (error) {
        const failure = traceFailureOf(error);
        const [message] = messages;
        if (failure.retryable || failure.refusedId === null || message === undefined) throw failure;
        // oxlint-disable-next-line eslint/no-await-in-loop -- as above
        await setAside(sending, message, failure, letter.tries + 1);
      }
    }
  };

  /** Saves what was sent; gives whether the subscription is still this node's, and why no further batch may leave by now. */
  const saveProgress = (
    sending: Sending,
    subscription: StoredTraceSubscription,
    positions: StoredTraceSubscription['positions'],
    progress: Parameters<typeof saveTraceProgress>[3],
    goesOn: boolean,
  ): Promise<{ readonly isOurs: boolean; readonly refusal: TraceTargetError | null }> =>
    database.inTenant(sending.tenantId, async (trx) => ({
      isOurs: await saveTraceProgress(trx, sending, positions, progress),
      refusal: goesOn ? await traceRefusal(trx, subscription) : null,
    }));

  /** Sends until nothing is left, something fails, or a command changed the subscription. */
  const sendAll = async (due: DueTrace, signal: AbortSignal): Promise<void> => {
    const { tenantId } = due;
    const claim = await database.inTenant(tenantId, async (trx) => {
      const claimed = await claimTrace(trx, due, LEASE_MS);
      return claimed && { subscription: claimed, refusal: await traceRefusal(trx, claimed) };
    });
    if (claim === undefined) return;
    let { subscription } = claim;
    const sending: Sending = { ...due, version: subscription.version };
    let batch: readonly TracedMessage[] = [];
    try {
      if (claim.refusal !== null) throw claim.refusal;
      const at = await open(tenantId, subscription);
      await replayDeadLetters(sending, subscription, at, signal);
      for (;;) {
        // oxlint-disable no-await-in-loop -- one batch after the other
        const { messages, positions, hasMoved } = await reader.next(tenantId, subscription, at.view);
        batch = messages;
        const dead = await sendBatch(sending, at, messages, signal);
        at.accepted = new Set();
        batch = [];
        const goesOn = hasMoved && !signal.aborted;
        const progress = { sent: messages.length - dead, lags: at.lags, leaseMs: goesOn ? LEASE_MS : 0 };
        at.lags = NO_LAGS;
        const { isOurs, refusal } = await saveProgress(sending, subscription, positions, progress, goesOn);
        // oxlint-enable no-await-in-loop
        if (!isOurs) break;
        if (!goesOn) return;
        if (refusal !== null) throw refusal;
        subscription = { ...subscription, positions, failures: 0 };
      }
      await database.inTenant(tenantId, (trx) => releaseTrace(trx, due.id));
    } catch (error) {
      if (signal.aborted) {
        await database.inTenant(tenantId, (trx) => releaseTrace(trx, due.id));
        return;
      }
      if (!(error instanceof TraceTargetError)) throw error;
      if (error.cause !== undefined)
        database.log.warn({ err: error.cause, subscription: due.id }, 'events could not be sent; trying again');
      const accepted = opened.get(due.id)?.accepted ?? new Set();
      const [first] = batch.filter(({ id }) => !accepted.has(id));
      const waitingSince = first ? new Date(first.atMs) : subscription.waitingSince;
      await saveFailure(sending, subscription, error, { sent: 0, failed: 1, waitingSince });
    }
  };

  const start = (due: DueTrace, signal: AbortSignal): void => {
    if (running.has(due.id)) return;
    const work = sendAll(due, signal)
      .catch((error: unknown) =>
        database.log.warn({ err: error, subscription: due.id }, 'a subscription could not be worked on; trying again'),
      )
      .finally(() => running.delete(due.id));
    running.set(due.id, work);
  };

  const poll = pollForWork({
    look: async (signal) => {
      const found = await listDueTraces(database, MOST_DUE);
      ({ activeIds } = found);
      for (const due of found.due) start(due, signal);
      const ended = [...opened.keys()].filter((id) => !activeIds.has(id) && !running.has(id));
      await Promise.all(ended.map(closeOpened));
      return false;
    },
    onFailure: (error) =>
      database.log.warn({ err: error }, 'subscriptions to events could not be looked for; trying again'),
    everyMs: () => (activeIds.size > 0 ? LOOK_MS : IDLE_LOOK_MS),
  });

  return {
    wake: poll.wake,
    close: async () => {
      await poll.close();
      await Promise.all(running.values());
      await Promise.all([...opened.keys()].map(closeOpened));
    },
  };
};
