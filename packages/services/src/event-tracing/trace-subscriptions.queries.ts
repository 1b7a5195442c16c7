import type {
  TraceDeadLetters,
  TraceLags,
  TraceSamples,
  TraceSubscription,
  TraceSubscriptions,
} from '@redoubt/contracts';
import {
  allows,
  fail,
  MAX_TRACE_SUBSCRIPTIONS,
  TRACE_EVENT_NAMES,
  TRACE_LAG_ENDS_MS,
  TRACE_LAG_SPANS,
  traceLagShare,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import {
  countTraceDeadLetters,
  currentTracePositions,
  findTraceSubscription,
  listTraceDeadLetters,
  listTraceSubscriptions,
  readTraceCounts,
  readTraceLags,
  type StoredTraceSubscription,
  type TenantTransaction,
  type TraceCounts,
  type TracePositions,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import type { TraceDependencies } from './trace-destination.ts';
import { traceSample } from './trace-samples.ts';

const MOST_DEAD_LETTERS = 200;
/** Counts are averages over this time. */
const COUNTED_MS = DAY_MS;

type SendingState = {
  readonly counts: ReadonlyMap<Id, TraceCounts>;
  readonly deadLetters: ReadonlyMap<Id, number>;
  readonly ends: TracePositions;
  readonly nowMs: number;
};

const readSendingState = async (
  trx: TenantTransaction,
  { environmentId, clock, database }: EnvironmentContext,
): Promise<SendingState> => {
  const nowMs = clock.now();
  return {
    counts: await readTraceCounts(trx, environmentId, new Date(nowMs - COUNTED_MS)),
    deadLetters: await countTraceDeadLetters(trx, environmentId),
    ends: await currentTracePositions(database, trx),
    nowMs,
  };
};

const stateOf = ({ isActive, stoppedAt, failures }: StoredTraceSubscription): TraceSubscription['state'] => {
  if (!isActive) return 'inactive';
  if (stoppedAt !== null) return 'stopped';
  return failures > 0 ? 'failing' : 'active';
};

/** Nothing waits where every source was passed to its end; else since the oldest event that is known, or the last move. */
const lagOf = (
  { positions, waitingSince, movedAt }: StoredTraceSubscription,
  { ends, nowMs }: SendingState,
): number => {
  const isBehind = (['log', 'activity', 'case'] as const).some((source) => positions[source] < ends[source]);
  return isBehind ? Math.max(0, nowMs - (waitingSince ?? movedAt).getTime()) : 0;
};

const perHour = (count: number): number => Math.round((count * 10 * HOUR_MS) / COUNTED_MS) / 10;

const rowOf = (stored: StoredTraceSubscription, sending: SendingState): TraceSubscription => {
  const { id, name, description, events, kind, settings, secrets, filter, projection, masked } = stored;
  const { sent = 0, failed = 0 } = sending.counts.get(id) ?? {};
  const { problemCode, problem, failedAt } = stored;
  return {
    id,
    name,
    description,
    events: [...events],
    kind,
    settings: { ...settings },
    secretNames: Object.keys(secrets),
    filter,
    projection,
    masked,
    state: stateOf(stored),
    sentPerHour: perHour(sent),
    failedPerHour: perHour(failed),
    lagMs: lagOf(stored, sending),
    problem:
      problemCode === null || failedAt === null
        ? null
        : { code: problemCode, message: problem ?? '', at: failedAt.toISOString() },
    deadLetters: sending.deadLetters.get(id) ?? 0,
    created: { by: stored.createdBy, at: stored.createdAt.toISOString() },
    changed: { by: stored.changedBy, at: stored.changedAt.toISOString() },
    version: tagOf(stored.version),
  };
};

/** A subscription of the environment. Throws TRACE-UNKNOWN. */
export const requireTraceSubscription = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  id: Id,
): Promise<StoredTraceSubscription> => {
  const stored = await findTraceSubscription(trx, environmentId, id);
  if (stored === undefined) throw fail('TRACE-UNKNOWN', { id });
  return stored;
};

/** One subscription as the console shows it. Throws TRACE-UNKNOWN. */
export const readTraceSubscription = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  id: Id,
): Promise<TraceSubscription> =>
  rowOf(await requireTraceSubscription(trx, context, id), await readSendingState(trx, context));

/** Subscriptions of the environment, with how it goes with them. */
export const getTraceSubscriptions = (
  context: EnvironmentContext,
  { directory }: Pick<TraceDependencies, 'directory'>,
): Promise<TraceSubscriptions> =>
  reading(context, async (trx) => {
    const sending = await readSendingState(trx, context);
    const stored = await listTraceSubscriptions(trx, context.environmentId);
    return {
      subscriptions: stored.map((each) => rowOf(each, sending)),
      limit: MAX_TRACE_SUBSCRIPTIONS,
      canWrite: allows(context.capabilities, 'eventTracing:write'),
      hasDirectory: directory !== null,
    };
  });

/** Messages that the destination of a subscription refused, the newest first. Throws TRACE-UNKNOWN. */
export const getTraceDeadLetters = (context: EnvironmentContext, id: Id): Promise<TraceDeadLetters> =>
  reading(context, async (trx) => {
    await requireTraceSubscription(trx, context, id);
    const letters = await listTraceDeadLetters(trx, id, MOST_DEAD_LETTERS);
    return {
      deadLetters: letters.map(({ source, position, name, problem, tries, createdAt, replayAt }) => ({
        source,
        position,
        name,
        problem,
        tries,
        at: createdAt.toISOString(),
        isReplayed: replayAt !== null,
      })),
    };
  });

/** How long events of a subscription took to their destination. Throws TRACE-UNKNOWN. */
export const getTraceLags = (context: EnvironmentContext, id: Id): Promise<TraceLags> =>
  reading(context, async (trx) => {
    await requireTraceSubscription(trx, context, id);
    const found = await readTraceLags(trx, id, new Date(context.clock.now() - COUNTED_MS));
    const counts = Array.from({ length: TRACE_LAG_SPANS }, (_, span) => found[span] ?? 0);
    const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => traceLagShare(counts, share));
    return {
      spans: counts.map((events, span) => ({ endMs: TRACE_LAG_ENDS_MS[span] ?? null, events })),
      p50: p50 ?? null,
      p90: p90 ?? null,
      p99: p99 ?? null,
    };
  });

/** A sample of every event that can be chosen, with made-up values. */
export const getTraceSamples = async ({
  tenantId,
  environmentId,
  clock,
}: EnvironmentContext): Promise<TraceSamples> => {
  const metadata = { tenantId, environmentId, timestamp: new Date(clock.now()).toISOString() };
  return { samples: TRACE_EVENT_NAMES.map((event) => ({ event, sample: traceSample(event, metadata) })) };
};
