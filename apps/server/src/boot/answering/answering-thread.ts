import { PUBLIC_ASSESSMENTS, PUBLIC_EVENTS, publicAliasesOf } from '@redoubt/contracts';
import { parseIsoDateTime, type EventKind } from '@redoubt/domain';
import type { Caller } from '@redoubt/identity';
import { systemClock } from '@redoubt/kernel';
import {
  assessmentReader,
  createAskedLists,
  createAskedVelocities,
  createDeviceLookup,
  createFactWarmer,
  createTenantSourceLoader,
  createTextCompiler,
  hashingKeysIn,
  MappedStore,
  PlanRegistry,
  type HashingKeys,
  type SharedList,
} from '@redoubt/services';
import { encodeEvent, openDatabase, readStoredAnswer, watchPlanHeads, type Database, type Log } from '@redoubt/storage';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { startEnrichmentData } from '../enrichment-data.ts';
import { createServerLog } from '../logging/server-log.ts';
import { Shutdown } from '../shutdown.ts';
import { BUILD_LABEL } from '../../build-label.ts';
import { evaluator } from '../../features/evaluator.ts';
import { keepCallRecords } from '../../call-records.ts';
import { createCardFingerprint } from '../../public-api/card-fingerprint.ts';
import { registerPublicEndpoints } from '../../public-api/public-endpoints.ts';
import { createForwarder, type Forwarder } from './forwarding.ts';
import { rememberCallers } from './remembered-callers.ts';
import { ThreadDecisions } from './thread-decisions.ts';
import type { CountedCall, LeftAnswer, LimitedCall, ThreadStart } from './thread-protocol.ts';
import { createTurnChannel, type TurnChannel } from './turn-channel.ts';

/** How often counts go to the metrics of the process. */
const COUNTS_EVERY_MS = 250;
/** How often a thread that decides nothing lets go of memory of velocities that was replaced. */
const REFRESH_EVERY_MS = 1000;
const PLAN_POLL_MS = 1000;
/** A thread reads plans, devices and earlier answers; commits and the console have pools of their own. */
const POOL_SIZES = { app: 3, ingest: 2, reports: 1 };

const { number, settings, server, hashing: tenantKeys, velocities, inner } = workerData as ThreadStart;
const log = createServerLog(settings.LOG_LEVEL, pino.destination(2)).child({ answeringThread: number });
const monotonicMs = (): number => performance.now();
const shutdown = new Shutdown();
let isEnding = false;

const EVENT_ADDRESSES = new Set([
  ...(Object.keys(PUBLIC_EVENTS) as EventKind[]).flatMap((kind) => [
    PUBLIC_EVENTS[kind].path,
    ...publicAliasesOf(kind),
  ]),
  ...Object.values(PUBLIC_ASSESSMENTS).map(({ path }) => path),
]);

/** Collects what metrics count, and hands it over now and then. */
const createCounts = (channel: TurnChannel) => {
  let counted: CountedCall[] = [];
  const handOver = (): void => {
    if (counted.length > 0) channel.tell('counted', counted);
    counted = [];
  };
  const timer = setInterval(handOver, COUNTS_EVERY_MS);
  shutdown.add(async () => {
    clearInterval(timer);
    handOver();
  });
  return (...call: CountedCall): void => void counted.push(call);
};

const startPlans = (database: Database, channel: TurnChannel) => {
  const data = startEnrichmentData(settings, log);
  shutdown.add(async () => data.close());
  const texts = createTextCompiler();
  shutdown.add(texts.close);
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(
      database,
      systemClock,
      createAskedLists((request) => channel.ask('lists', request) as Promise<readonly SharedList[]>),
    ),
    texts,
    // The main thread loads the same plans and says so.
    onLeftOut: () => undefined,
    prepare: createFactWarmer(data.current),
  });
  const watch = watchPlanHeads(database, {
    pollMs: PLAN_POLL_MS,
    onChange: ({ tenantId }) => plans.refresh(tenantId),
  });
  shutdown.add(watch.close);
  return { data, plans, watch };
};

const mapVelocities = (): MappedStore | undefined => {
  if (velocities === undefined) return undefined;
  const mapped = new MappedStore(velocities);
  const timer = setInterval(() => mapped.refresh(), REFRESH_EVERY_MS);
  shutdown.add(async () => {
    clearInterval(timer);
    mapped.close();
  });
  return mapped;
};

const startService = (
  database: Database,
  channel: TurnChannel,
  hashing: HashingKeys,
  count: (...call: CountedCall) => void,
) => {
  const { data, plans, watch } = startPlans(database, channel);
  const append: Log['append'] = async (event) => channel.ask('append', encodeEvent(event)) as ReturnType<Log['append']>;
  const service = new ThreadDecisions(
    {
      plans,
      calls: {
        forEvent: () => {
          throw new Error('an event that calls is decided by the main thread');
        },
        count: () => undefined,
      },
      log: { append },
      devices: createDeviceLookup(database, monotonicMs),
      velocities: createAskedVelocities(
        hashing,
        (questions) => channel.ask('read', questions) as Promise<Float64Array>,
        mapVelocities(),
      ),
      readAssessment: assessmentReader(database),
      data: data.current,
      readAnswer: (key) => readStoredAnswer(database, key),
      monotonicMs,
      parseTime: parseIsoDateTime,
      onDecision: (kind, decision) => count('decision', kind, decision),
      onAction: (outcome) => count('action', outcome),
    },
    (event) => channel.ask('record', event) as Promise<LeftAnswer>,
  );
  shutdown.add(() => service.drain());
  return { service, watch };
};

/** Hands on what is no event of a merchant, before anything of it is read. */
const forwardTheRest = (app: FastifyInstance, { forward }: Pick<Forwarder, 'forward'>): void => {
  const { FINGERPRINT_ORIGIN } = settings;
  const frameHost = FINGERPRINT_ORIGIN === undefined ? undefined : new URL(FINGERPRINT_ORIGIN).host;
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    const isEvent = request.method === 'POST' && url !== undefined && EVENT_ADDRESSES.has(url);
    if (isEvent && request.host !== frameHost) {
      done();
      return;
    }
    reply.hijack();
    forward(request.raw, reply.raw, request.originalUrl);
  });
};

const listen = async (
  database: Database,
  channel: TurnChannel,
  service: ThreadDecisions,
  hashing: HashingKeys,
  count: (...call: CountedCall) => void,
): Promise<void> => {
  const forwarder = createForwarder(inner);
  shutdown.add(async () => forwarder.close());
  const app = createApp({
    log,
    isEnding: () => isEnding,
    connectOrigins: () => [],
    trustedProxies: settings.TRUSTED_PROXIES,
    isHttps: settings.origin.startsWith('https:'),
  });
  shutdown.add(() => app.close());
  forwardTheRest(app, forwarder);
  const { refused, answered } = keepCallRecords(app, database);
  await registerPublicEndpoints(app, {
    database,
    decisions: service,
    clock: systemClock,
    router: evaluator,
    appVersion: BUILD_LABEL,
    verify: rememberCallers((authorization) => channel.ask('verify', authorization) as Promise<Caller>, monotonicMs),
    limiter: {
      take: (caller, nowMs) => channel.ask('limit', { caller, nowMs } satisfies LimitedCall) as Promise<number>,
    },
    refused,
    answered,
    metrics: { publicCall: (kind, status, seconds) => count('publicCall', kind, status, seconds) },
    cardFingerprint: (tenantId) => createCardFingerprint(hashing.of(tenantId)),
  });
  // Node passes it on to the system; the types of Fastify do not know it yet.
  const address: FastifyListenOptions & { readonly reusePort: true } = {
    host: settings.HOST,
    port: settings.PORT,
    reusePort: true,
  };
  await app.listen(address);
};

const run = async (): Promise<void> => {
  const port = parentPort;
  if (port === null) throw new Error('an answering thread is started by its process');
  let caughtUp = async (): Promise<void> => undefined;
  const channel = createTurnChannel(port, {
    caughtUp: () => caughtUp(),
    ending: () => {
      isEnding = true;
    },
    stop: async () => {
      await shutdown.run();
    },
  });
  port.on('message', channel.take);
  const database = await openDatabase({ server, log, poolSizes: POOL_SIZES, isPrepared: true });
  shutdown.add(database.close);
  const hashing = hashingKeysIn(tenantKeys);
  const count = createCounts(channel);
  const { service, watch } = startService(database, channel, hashing, count);
  ({ caughtUp } = watch);
  await listen(database, channel, service, hashing, count);
  channel.tell('listening', number);
};

await run();
