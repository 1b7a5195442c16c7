import { registerApiGuide } from './api-guide/api-guide.routes.ts';
import { siteConfiguration } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Identity } from '@redoubt/identity';
import type { LiveData } from '@redoubt/enrichment';
import { systemClock, type Id } from '@redoubt/kernel';
import {
  accessIn,
  createBrowserAssessments,
  createInstances,
  createSubjectKeys,
  createTextCompiler,
  requireActive,
  type DecisionService,
  type DeviceLookup,
  type ExternalCalls,
  type HashingKeys,
  type Limits,
  type MailServerFacts,
  type RateLimiter,
  type ReachableAddresses,
  type ReportPace,
  type ThreadLists,
  type ThreadReadings,
} from '@redoubt/services';
import { readMergeProgress, type Database, type Log, type Projectors } from '@redoubt/storage';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { BUILD_LABEL } from './build-label.ts';
import { evaluator } from './features/evaluator.ts';
import { createBindings, type InstallationFacts } from './features/bindings.ts';
import { forgetAfter } from './features/paced-reports.ts';
import { createSendAs } from './features/integration/send-as.ts';
import type { CountedVelocities } from './features/handlers.ts';
import { registerFingerprintEndpoints } from './fingerprint/fingerprint-endpoints.ts';
import { registerFrameHost } from './fingerprint/frame-host.ts';
import { registerConsoleEndpoints } from './http/console-endpoints.ts';
import type { Metrics } from './operate/metrics.ts';
import { registerOperateEndpoints } from './operate/operate-endpoints.ts';
import type { Readiness } from './operate/readiness.ts';
import { keepCallRecords } from './call-records.ts';
import { createCardFingerprint } from './public-api/card-fingerprint.ts';
import { registerPublicEndpoints } from './public-api/public-endpoints.ts';
import { registerScimEndpoints } from './http/scim-endpoints.ts';
import { readConsoleBuild } from './static/console-build.ts';
import { registerConsoleFiles } from './static/console-files.ts';

export type Decisions = {
  readonly service: DecisionService;
  readonly eventLog: Log;
  readonly devices: DeviceLookup;
  readonly velocities: CountedVelocities;
  readonly readings?: ThreadReadings | undefined;
  /** List contents of this process, for its answering threads. */
  readonly lists?: ThreadLists | undefined;
  /** Limits the calls of applications. */
  readonly limiter: RateLimiter;
  /** Resolves when what was published before decides here, or when that takes too long to wait for. */
  readonly waitForPlan: () => Promise<void>;
  /** Names others that decide here and are waited for too. */
  readonly waitFor: (caughtUp: () => Promise<void>) => void;
};

export type HttpEndpointDependencies = {
  readonly database: Database;
  readonly data: LiveData;
  /** Where this installation may connect to. */
  readonly reachable: ReachableAddresses;
  /** Below it events are written into files; null where the operator set no directory. */
  readonly traceDirectory: string | null;
  readonly retailDirectory: string | null;
  /** Absent on a node that does not decide, which has no event API then. */
  readonly decisions: Decisions | undefined;
  readonly projectors: Projectors | undefined;
  readonly hasConsole: boolean;
  readonly calls: ExternalCalls;
  /** One for all reports of the node, those that are mailed among them. */
  readonly pace: ReportPace;
  /** How mail goes out; absent where the operator set up no mail server. */
  readonly mail: MailServerFacts | undefined;
  readonly metrics: Metrics;
  /** What `/readyz` answers. */
  readonly readiness: Readiness;
  readonly identity: Identity;
  readonly origin: string;
  readonly keys: { readonly hashing: HashingKeys; readonly sealing: readonly string[] };
  readonly installation: InstallationFacts;
  /** How much may be published. */
  readonly limits: Limits | undefined;
  readonly telemetryConnectionString: string | null;
  /** Origin that serves device fingerprinting alone; the console's serves it too where absent. */
  readonly fingerprintOrigin?: string | undefined;
  readonly metricsToken?: string | undefined;
  readonly supportUrl: string | null;
};

const CONSOLE_DIRECTORY = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Refuses tenants that are not set up; known ones are remembered, since a tenant is never removed. */
const createTenantGate = (database: Database) => {
  const known = new Set<Id>();
  return async (tenantId: Id): Promise<void> => {
    if (known.has(tenantId)) return;
    for (const tenant of await database.listTenants()) known.add(tenant.tenantId);
    if (!known.has(tenantId)) throw fail('TENANT-NOT-SET-UP');
  };
};

const observeMerging = ({ metrics, database }: HttpEndpointDependencies): void => {
  metrics.observeEach(
    'redoubt_log_merging',
    'Merging of segments of the log: events that wait for it, and since the beginning events, segments and bytes before and after.',
    'of',
    async () => ({ ...(await readMergeProgress(database)) }),
  );
};

const observe = (dependencies: HttpEndpointDependencies): void => {
  const { metrics, decisions, projectors } = dependencies;
  if (decisions !== undefined) {
    const { stats } = decisions.eventLog;
    metrics.observe('redoubt_log_pending_events', 'Events waiting for their commit.', () => stats().pending);
    metrics.observe('redoubt_log_batches', 'Batches this process committed.', () => stats().batches);
    metrics.observe('redoubt_log_events', 'Events this process committed.', () => stats().events);
  }
  if (projectors !== undefined) {
    observeMerging(dependencies);
    metrics.observeEach('redoubt_projector_lag_events', 'Events a projector has yet to apply.', 'projector', () =>
      projectors.lag(),
    );
    metrics.observe(
      'redoubt_projector_late_seconds',
      'How late the latest projector is, beyond the two seconds for which sums gather.',
      () => projectors.state().lateMs / 1000,
    );
    metrics.observe(
      'redoubt_projector_yielding',
      'How far projectors give way to decisions of this node, 0 to 1.',
      () => projectors.state().yielding,
    );
  }
};

/** Merchants' surface: the event API, its guide, and what shops' pages call. */
const registerDecisions = async (
  app: FastifyInstance,
  { service, limiter, devices }: Decisions,
  dependencies: HttpEndpointDependencies,
): Promise<void> => {
  const { database, data, calls, metrics, identity, keys, origin, fingerprintOrigin, installation } = dependencies;
  const { refused, answered, counted } = keepCallRecords(app, database);
  await registerPublicEndpoints(app, {
    database,
    decisions: service,
    clock: systemClock,
    undoWindowMs: installation.undoWindowMs,
    router: evaluator,
    appVersion: BUILD_LABEL,
    verify: identity.verify,
    limiter,
    refused,
    answered,
    metrics,
    cardFingerprint: (tenantId) => createCardFingerprint(keys.hashing.of(tenantId)),
  });
  registerApiGuide(app, BUILD_LABEL);
  await registerFingerprintEndpoints(app, {
    database,
    clock: systemClock,
    instances: createInstances(database, systemClock),
    data: data.current,
    onCollected: devices.collected,
    origin,
    frameOrigin: fingerprintOrigin,
    assessments: createBrowserAssessments({
      decisions: service,
      calls,
      clock: systemClock,
      monotonicMs: () => performance.now(),
    }),
    answered: counted,
  });
};

/** Registers every surface of one node on the HTTP frame: operators', merchants', sign-in's, the console's. */
export const registerHttpEndpoints = async (
  app: FastifyInstance,
  dependencies: HttpEndpointDependencies,
): Promise<void> => {
  const { database, decisions, metrics, identity, origin } = dependencies;
  const { installation, telemetryConnectionString, supportUrl, fingerprintOrigin, metricsToken } = dependencies;
  if (fingerprintOrigin !== undefined) registerFrameHost(app, fingerprintOrigin, origin);
  observe(dependencies);
  registerOperateEndpoints(app, { readiness: dependencies.readiness, metrics, metricsToken });
  if (decisions !== undefined) await registerDecisions(app, decisions, dependencies);
  const environment = identity.development ? 'development' : 'production';
  await identity.mount(app);
  if (!dependencies.hasConsole) return;
  await registerScimEndpoints(app, { database, clock: systemClock, origin });
  const texts = createTextCompiler();
  app.addHook('onClose', () => texts.close());
  const consoleBuild = readConsoleBuild(CONSOLE_DIRECTORY);
  const { pace } = dependencies;
  await registerConsoleEndpoints(app, {
    box: dependencies.calls.secrets,
    consoleBuild,
    bindings: createBindings({ label: BUILD_LABEL, environment }, dependencies.calls, {
      installation,
      velocities: decisions?.velocities,
      data: dependencies.data.current,
      send: decisions && createSendAs(app, identity.tokenFor),
      reachable: dependencies.reachable,
      traceDirectory: dependencies.traceDirectory,
      retailDirectory: dependencies.retailDirectory,
      mail: dependencies.mail,
      origin,
      subjects: createSubjectKeys(dependencies.keys.hashing, dependencies.keys.sealing),
      pace,
    }),
    onWritten: forgetAfter(pace),
    database,
    clock: systemClock,
    limits: dependencies.limits,
    texts,
    verify: identity.verify,
    admitTenant: createTenantGate(database),
    accessOf: accessIn,
    admitPerson: requireActive,
    waitForPlan: decisions?.waitForPlan,
  });
  await registerConsoleFiles(app, {
    directory: CONSOLE_DIRECTORY,
    build: consoleBuild,
    redirectOf: identity.redirectOf,
    siteConfiguration: (tenantId) => {
      const facts = identity.signInFacts(tenantId);
      if (facts === undefined) return undefined;
      const { origins: _origins, ...signIn } = facts;
      return siteConfiguration.parse({
        ...signIn,
        environment,
        productionResourceUri: origin,
        sandboxResourceUri: origin,
        telemetryConnectionString,
        supportUrl,
        fingerprintOrigin: fingerprintOrigin ?? null,
        buildLabel: BUILD_LABEL,
      });
    },
  });
};
