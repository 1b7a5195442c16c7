import { setTimeout as sleep } from 'node:timers/promises';
import { parseIsoDateTime } from '@redoubt/domain';
import type { LiveData } from '@redoubt/enrichment';
import { ownBuffer, sharedBuffer, systemClock } from '@redoubt/kernel';
import {
  assessmentReader,
  createDeviceLookup,
  createRateLimiter,
  createShadowRuns,
  createTenantSourceLoader,
  createUtilization,
  DecisionService,
  lateActionNotes,
  ListStore,
  noticePlans,
  openGraph,
  PlanRegistry,
  createFactWarmer,
  startWarmUps,
  type Backfills,
  type ExternalCalls,
  type ShadowRuns,
  type TextCompiler,
} from '@redoubt/services';
import {
  createExperimentCounts,
  createLog,
  readStoredAnswer,
  watchDecidingNodes,
  watchPlanHeads,
  type Database,
  type Log,
} from '@redoubt/storage';
import type { Decisions } from '../http-endpoints.ts';
import type { Metrics } from '../operate/metrics.ts';
import { observeGraph } from '../operate/graph-metrics.ts';
import { observePlans, planNotes } from '../operate/plan-state.ts';
import type { NodeBase } from './node-base.ts';
import { startNodeVelocities } from './node-velocities.ts';
import type { Shutdown } from './shutdown.ts';

/** How long a node may lag behind a publish when the notification was lost. */
const PLAN_POLL_MS = 1000;
const BYTES_PER_MB = 2 ** 20;
/** A publication waits at most this long until it is in force. */
const MOST_UNTIL_IN_FORCE_MS = 5000;
/** What this node writes into the log: events, and what backfills count of older ones. */
const commitsOf = (eventLog: Log, backfills: Backfills | undefined): Pick<Log, 'onCommitted'> => ({
  onCommitted: (listener) => {
    const stops = [eventLog, backfills].flatMap((source) => source?.onCommitted(listener) ?? []);
    return () => {
      for (const stop of stops) stop();
    };
  },
});

/** Branches that run beside production, within what this thread has to spare. */
const startShadows = (database: Database, metrics: Metrics, calls: ExternalCalls, shutdown: Shutdown): ShadowRuns => {
  const monotonicMs = () => performance.now();
  const counts = createExperimentCounts(database);
  shutdown.add(counts.close);
  const shadows = createShadowRuns({
    counts,
    calls,
    monotonicMs,
    random: Math.random,
    utilization: createUtilization(monotonicMs, () => performance.eventLoopUtilization()),
    onOutcome: metrics.experiment,
  });
  shutdown.add(shadows.settled);
  return shadows;
};

/** What deciding needs of the node beside its base. */
type DecisionNeeds = {
  readonly texts: TextCompiler;
  readonly data: LiveData;
  readonly backfills: Backfills | undefined;
  readonly calls: ExternalCalls;
};

/** Plans and the log: what turns an event into a stored decision. */
export const startDecisions = async (
  { options, database, keys, metrics, readiness, shutdown }: NodeBase,
  { texts, data, backfills, calls }: DecisionNeeds,
): Promise<Decisions> => {
  const { log, settings, progress } = options;
  const eventLog = (options.openLog ?? createLog)(database);
  shutdown.add(eventLog.close);
  const graph = openGraph(database, eventLog, {
    installationKey: keys.hashing,
    maxBytes: settings.GRAPH_MEMORY_MB * BYTES_PER_MB,
  });
  shutdown.add(graph.close);
  observeGraph(metrics, graph.statistics);
  const warmFacts = createFactWarmer(data.current);
  const notices = noticePlans(database, systemClock);
  const lists = new ListStore(settings.ANSWERING_THREADS > 0 ? sharedBuffer : ownBuffer);
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, systemClock, lists.read),
    texts,
    onLeftOut: notices.leftOut,
    onStale: notices.stale,
    prepare: (compiled) => {
      graph.prepare(compiled);
      return warmFacts(compiled);
    },
  });
  observePlans(metrics, () => plans.state);
  readiness.note(() => planNotes(plans.state));
  const watch = watchPlanHeads(database, {
    pollMs: PLAN_POLL_MS,
    onChange: async ({ tenantId, version }) => {
      await plans.refresh(tenantId);
      log.info({ tenantId, version }, 'published plans are in force');
    },
  });
  shutdown.add(watch.close);
  const warmUps = startWarmUps(calls.warmUps, () => plans.calls());
  shutdown.add(async () => warmUps.close());
  progress('Counting velocities');
  const velocities = await startNodeVelocities(
    database,
    commitsOf(eventLog, backfills),
    settings,
    keys.hashing,
    metrics,
  );
  shutdown.add(velocities.close);
  const devices = createDeviceLookup(database, () => performance.now());
  const shadows = startShadows(database, metrics, calls, shutdown);
  const service = new DecisionService({
    shadows,
    devices,
    plans,
    calls,
    log: eventLog,
    velocities: velocities.runtime,
    graph,
    readAssessment: assessmentReader(database),
    data: data.current,
    readAnswer: (key) => readStoredAnswer(database, key),
    monotonicMs: () => performance.now(),
    parseTime: parseIsoDateTime,
    onDecision: metrics.decision,
    onAction: metrics.action,
    lateActions: lateActionNotes(database),
  });
  metrics.observe(
    'redoubt_late_action_events',
    'Events whose post-decision actions go on after their answers.',
    () => service.lateEvents,
  );
  shutdown.add(() => service.drain());
  const nodes = await watchDecidingNodes(database);
  shutdown.add(nodes.close);
  const { runtime, statistics } = velocities;
  const others: (() => Promise<void>)[] = [];
  const inForce = () => Promise.all([watch.caughtUp(), ...others.map((caughtUp) => caughtUp())]);
  const waitForPlan = async (): Promise<void> => {
    await Promise.race([inForce(), sleep(MOST_UNTIL_IN_FORCE_MS, undefined, { ref: false })]);
  };
  readiness.note(velocities.degradedReasons);
  readiness.note(data.degradedReasons);
  const limiter = createRateLimiter(nodes.count);
  return {
    service,
    eventLog,
    devices,
    velocities: { values: runtime, statistics },
    readings: velocities.readings,
    lists: {
      share: (thread, request) => lists.share({ database, tenantId: request.tenantId }, thread, request),
      forget: (thread) => lists.forget(thread),
    },
    limiter,
    waitForPlan,
    waitFor: (caughtUp) => void others.push(caughtUp),
  };
};
