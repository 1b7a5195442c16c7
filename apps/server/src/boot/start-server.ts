import { setTimeout as sleep } from 'node:timers/promises';
import { parseIsoDateTime } from '@redoubt/domain';
import { telemetryOrigin } from '@redoubt/contracts';
import { createIdentity, type IdentitySettings } from '@redoubt/identity';
import { systemClock } from '@redoubt/kernel';
import type { LiveData } from '@redoubt/enrichment';
import {
  createCallMetrics,
  createExternalCalls,
  startWarmUps,
  createShadowRuns,
  createTenantSourceLoader,
  createTextCompiler,
  noticePlans,
  createUtilization,
  lateActionNotes,
  createLateActions,
  DecisionService,
  PlanRegistry,
  assessmentReader,
  createDeviceLookup,
  createReachableAddresses,
  seedPartners,
  preparing,
  readLimits,
  restoreReferences,
  createBackfills,
  createBacktests,
  startJobs,
  shareKey,
  createSearchJobs,
  createSubjectJobs,
  createSubjectKeys,
  watchCredentials,
  watchDeviceSessions,
  createPurges,
  type Backfills,
  type JobRunner,
  type ExternalCalls,
  type InstallationKeys,
  type ShadowRuns,
} from '@redoubt/services';
import {
  claimDecisions,
  createExperimentCounts,
  createLog,
  createStorageCheck,
  openDatabase,
  projectionNotes,
  readStoredAnswer,
  startEmbeddedPostgres,
  startProjectors,
  watchDecidingNodes,
  watchPlanHeads,
  type BootError,
  type Database,
  type Log,
  type PostgresServer,
} from '@redoubt/storage';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { createMetrics, type Metrics } from '../operate/metrics.ts';
import { createReadiness, type Readiness } from '../operate/readiness.ts';
import { observePlans, planNotes } from '../operate/plan-state.ts';
import { evaluator } from '../features/evaluator.ts';
import { registerHttpEndpoints, type Decisions } from '../http-endpoints.ts';
import { checkAddress } from './check-address.ts';
import { createApplicationDirectory } from './application-directory.ts';
import { createTenantNames, domainsOfPeople } from './tenant-names.ts';
import { BUILD_LABEL } from '../build-label.ts';
import { loadDemonstration, writeDemonstrationFacts, type DemonstrationFacts } from './demonstration.ts';
import { startPartners } from './demonstration-partners.ts';
import { startEnrichmentData } from './enrichment-data.ts';
import { createTokenGuard } from './token-guard.ts';
import { readInstallation } from './installation.ts';
import { loadInstallationKeys } from './installation-key.ts';
import { startNodeVelocities } from './node-velocities.ts';
import { checkPortFree } from './port-check.ts';
import type { NodeRole, Settings } from './settings.ts';
import { Shutdown } from './shutdown.ts';

/** How long a node may lag behind a publish when the notification was lost. */
const PLAN_POLL_MS = 1000;
/** A publication waits at most this long until it is in force. */
const MOST_UNTIL_IN_FORCE_MS = 5000;
export type ServerOptions = {
  readonly settings: Settings;
  readonly identitySettings: IdentitySettings;
  readonly log: FastifyBaseLogger;
  /** Told each step before it begins, for people who watch. */
  readonly progress: (step: string) => void;
  /** Opens the log. Measurements put another one in; the product never does. */
  readonly openLog?: (database: Database) => Log;
};

export type RunningServer = {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly demonstration: DemonstrationFacts | undefined;
  /** Resolves where this node may not go on, because another one decides in its place. */
  readonly displaced: Promise<BootError>;
  /** From now on not ready, though calls are answered; resolves when callers have had time to go elsewhere. */
  readonly drain: () => Promise<void>;
  /** Finishes what was accepted, then lets go of everything. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

const startDatabase = async (
  options: ServerOptions,
  shutdown: Shutdown,
): Promise<{ readonly database: Database; readonly server: PostgresServer }> => {
  const { settings, log, progress } = options;
  let server: PostgresServer;
  if (settings.DATABASE_URL === undefined) {
    progress('Starting PostgreSQL');
    const embedded = await startEmbeddedPostgres({ dataDirectory: settings.REDOUBT_DATA, log });
    shutdown.add(embedded.stop);
    server = embedded;
  } else {
    progress('Connecting to PostgreSQL');
    server = {
      kind: 'external',
      url: settings.DATABASE_URL,
      ...(settings.DATABASE_APP_URL === undefined ? {} : { appUrl: settings.DATABASE_APP_URL }),
      ...(settings.DATABASE_INGEST_URL === undefined ? {} : { ingestUrl: settings.DATABASE_INGEST_URL }),
    };
  }
  progress('Preparing the database');
  const database = await openDatabase({ server, log });
  shutdown.add(database.close);
  return { database, server };
};

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

/** Plans and the log: what turns an event into a stored decision. */
const startDecisions = async (
  options: ServerOptions,
  database: Database,
  keys: InstallationKeys,
  metrics: Metrics,
  readiness: Readiness,
  data: LiveData,
  backfills: Backfills | undefined,
  calls: ExternalCalls,
  shutdown: Shutdown,
): Promise<Decisions> => {
  const { log, settings, progress } = options;
  const notices = noticePlans(database, systemClock);
  const texts = createTextCompiler();
  shutdown.add(texts.close);
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, systemClock),
    texts,
    onLeftOut: notices.leftOut,
    onStale: notices.stale,
    prepare: preparing(data.current),
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
  const eventLog = (options.openLog ?? createLog)(database);
  shutdown.add(eventLog.close);
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
  const waitForPlan = () => Promise.race([watch.caughtUp(), sleep(MOST_UNTIL_IN_FORCE_MS, undefined, { ref: false })]);
  readiness.note(velocities.degradedReasons);
  readiness.note(data.degradedReasons);
  return { service, eventLog, devices, velocities: { values: runtime, statistics }, nodes, waitForPlan };
};

const hasRole = ({ settings }: ServerOptions, role: NodeRole): boolean => settings.REDOUBT_ROLES.includes(role);

/** What rules call outside, counted for operators and for the console. */
const startCalls = async (
  targets: readonly string[],
  database: Database,
  keys: InstallationKeys,
  metrics: Metrics,
  shutdown: Shutdown,
): Promise<ExternalCalls> => {
  const counts = createCallMetrics(database);
  shutdown.add(counts.close);
  const calls = createExternalCalls({
    installationKey: keys.sealing,
    allowed: targets,
    clock: systemClock,
    monotonicMs: () => performance.now(),
    count: (call) => {
      counts.count(call);
      metrics.externalCall(call.outcome, call.latencyMs / 1000);
    },
  });
  shutdown.add(async () => calls.close());
  return calls;
};

/** The parts of a node that its roles ask for. */
const startParts = async (
  options: ServerOptions,
  database: Database,
  keys: InstallationKeys,
  targets: readonly string[],
  shutdown: Shutdown,
) => {
  const metrics = createMetrics();
  const readiness = createReadiness();
  readiness.require(createStorageCheck(database));
  const { settings } = options;
  const data = startEnrichmentData(settings, options.log);
  shutdown.add(async () => data.close());
  evaluator.useData(data.sources);
  const backfills = hasRole(options, 'projectors')
    ? createBackfills({
        database,
        clock: systemClock,
        data: data.sources,
        installationKey: keys.hashing,
      })
    : undefined;
  const calls = await startCalls(targets, database, keys, metrics, shutdown);
  const decisions = hasRole(options, 'decisions')
    ? await startDecisions(options, database, keys, metrics, readiness, data, backfills, calls, shutdown)
    : undefined;
  const projectors = hasRole(options, 'projectors')
    ? startProjectors(database, decisions?.eventLog, { inThread: true })
    : undefined;
  if (projectors !== undefined) {
    shutdown.add(projectors.close);
    readiness.note(projectionNotes(database, () => performance.now()));
    shutdown.add(watchCredentials(database, systemClock).close);
    shutdown.add(watchDeviceSessions(database, systemClock).close);
  }
  const common = { database, clock: systemClock };
  const ofProjectors: readonly JobRunner[] = backfills
    ? [
        backfills,
        createPurges(database, systemClock),
        createBacktests({ ...common, installationKey: keys.hashing, data: data.sources }),
        ...createSearchJobs(common),
        createSubjectJobs(database, systemClock, createSubjectKeys(keys.hashing, keys.sealing)),
      ]
    : [];
  const ofDecisions = decisions ? [createLateActions(database, decisions.service)] : [];
  shutdown.add(startJobs({ ...common, runners: [...ofProjectors, ...ofDecisions] }).close);
  const reachable = createReachableAddresses(targets);
  return { metrics, readiness, data, calls, reachable, decisions, projectors, hasConsole: hasRole(options, 'console') };
};

/**
 * Starts everything one node needs, in order, and listens. What was started is stopped again when a later step fails.
 *
 * @throws `BootError` and the settings errors with one sentence for the operator.
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { settings, identitySettings, log, progress } = options;
  checkAddress(settings, identitySettings);
  await checkPortFree(settings.HOST, settings.PORT);
  const shutdown = new Shutdown();
  try {
    const { database, server } = await startDatabase(options, shutdown);
    const displaced = Promise.withResolvers<BootError>();
    const keys = await loadInstallationKeys(database, settings);
    // Before anything is written: a node that is refused leaves no trace.
    if (hasRole(options, 'decisions')) {
      const share = settings.REDIS_URL === undefined ? 'alone' : 'shared';
      shutdown.add((await claimDecisions(database, share, displaced.resolve)).release);
    }
    await restoreReferences(database, systemClock);
    const wantsDemonstration = identitySettings.directory === undefined && settings.REDOUBT_DEMO;
    if (wantsDemonstration) progress('Looking after the demonstration tenants');
    const demonstration = wantsDemonstration ? await loadDemonstration(database, settings, systemClock) : undefined;
    const partners = demonstration && (await startPartners(database, server, systemClock, log));
    if (partners) shutdown.add(partners.close);
    const targets = [...settings.EXTERNAL_CALL_TARGETS, ...(partners?.targets ?? [])];
    const parts = await startParts(options, database, keys, targets, shutdown);
    if (partners) await seedPartners(database, systemClock, parts.calls, partners);
    const domains = new Map([...domainsOfPeople(demonstration?.people ?? []), ...(settings.TENANT_DOMAINS ?? [])]);
    const tenantNames = createTenantNames(database, domains);
    const tokenGuard = createTokenGuard(database, tenantNames, systemClock, parts.metrics);
    shutdown.add(tokenGuard.close);
    const identity = await createIdentity({
      settings: identitySettings,
      origin: settings.origin,
      dataDirectory: settings.REDOUBT_DATA,
      tenants: demonstration?.tenants ?? [],
      people: demonstration?.people ?? [],
      applications: createApplicationDirectory(database, tenantNames, systemClock),
      tokenGuard,
      isShared: settings.DEVELOPMENT_SIGN_IN === 'shared',
      shareKeys: (make) => shareKey(database, keys.operator, 'signing', make),
      clock: systemClock,
      log,
    });
    shutdown.add(identity.close);
    parts.readiness.note(identity.problems);
    const telemetryConnectionString = settings.APPLICATIONINSIGHTS_CONNECTION_STRING ?? null;
    let isEnding = false;
    parts.readiness.require(() => (isEnding ? ['The server is stopping.'] : []));
    const app = createApp({
      log,
      isEnding: () => isEnding,
      connectOrigins: identity.signInOrigins,
      telemetryOrigin: telemetryOrigin(telemetryConnectionString),
      trustedProxies: settings.TRUSTED_PROXIES,
      isHttps: settings.origin.startsWith('https:'),
    });
    shutdown.add(() => app.close());
    await registerHttpEndpoints(app, {
      ...parts,
      database,
      identity,
      origin: settings.origin,
      keys,
      installation: await readInstallation(settings),
      limits: readLimits(settings.RULE_LIMITS) ?? undefined,
      telemetryConnectionString,
      fingerprintOrigin: settings.FINGERPRINT_ORIGIN,
      metricsToken: settings.METRICS_TOKEN,
      supportUrl: settings.SUPPORT_URL ?? null,
    });
    progress('Opening the doors');
    await app.listen({ host: settings.HOST, port: settings.PORT });
    log.info({ origin: settings.origin, roles: settings.REDOUBT_ROLES, version: BUILD_LABEL }, 'started');
    const signIn = identity.development;
    const facts = demonstration && signIn && (await writeDemonstrationFacts(settings, demonstration, signIn));
    return {
      app,
      origin: settings.origin,
      demonstration: facts,
      displaced: displaced.promise,
      drain: async () => {
        isEnding = true;
        log.info({ seconds: settings.DRAIN_SECONDS }, 'stopping: not ready from now on');
        await sleep(settings.DRAIN_SECONDS * 1000);
      },
      stop: () => shutdown.run(),
    };
  } catch (error) {
    await shutdown.run().catch((failure: unknown) => log.error({ err: failure }, 'could not stop cleanly'));
    throw error;
  }
};
