import { parseIsoDateTime } from '@redoubt/domain';
import type { Caller } from '@redoubt/identity';
import type { Clock } from '@redoubt/kernel';
import {
  createExternalCalls,
  createRateLimiter,
  createTenantSourceLoader,
  DecisionService,
  PlanRegistry,
  assessmentReader,
  startVelocities,
  type RecentCall,
} from '@redoubt/services';
import {
  createApiCalls,
  createLog,
  createRefusedCalls,
  readStoredAnswer,
  startProjectors,
  type Database,
} from '@redoubt/storage';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { evaluator } from '../features/evaluator.ts';
import { createMetrics } from '../operate/metrics.ts';
import { createCardFingerprint } from '../public-api/card-fingerprint.ts';
import { registerPublicEndpoints } from '../public-api/public-endpoints.ts';

export type PublicApp = {
  readonly app: FastifyInstance;
  readonly plans: PlanRegistry;
  /** Waits until every projector has applied all that is stored. */
  readonly settled: () => Promise<void>;
  readonly refusals: () => Promise<void>;
  /** Writes the counts of calls. */
  readonly counts: () => Promise<void>;
  /** What was noted of each answered call with a known caller, in order. */
  readonly answered: readonly RecentCall[];
  readonly close: () => Promise<void>;
};

/** The public API on a test's database, composed as the server composes it, without a process around. */
export const createPublicApp = async (
  database: Database,
  clock: Clock,
  verify: (authorization: string | undefined) => Promise<Caller>,
): Promise<PublicApp> => {
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, clock),
    onLeftOut: (_tenantId, [unit]) => {
      if (unit) throw new Error(`a rule does not compile: ${unit.message}`);
    },
  });
  const log = createLog(database);
  const projectors = startProjectors(database, log);
  const refused = createRefusedCalls(database);
  const apiCalls = createApiCalls(database);
  const metrics = createMetrics();
  const answered: RecentCall[] = [];
  const velocities = await startVelocities(database, log, { installationKey: 'the key of a test' });
  const calls = createExternalCalls({
    installationKey: 'the key of a test',
    clock,
    monotonicMs: () => performance.now(),
  });
  const decisions = new DecisionService({
    plans,
    calls,
    log,
    velocities: velocities.runtime,
    readAssessment: assessmentReader(database),
    readAnswer: (key) => readStoredAnswer(database, key),
    monotonicMs: () => performance.now(),
    parseTime: parseIsoDateTime,
    onDecision: metrics.decision,
  });
  const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [] });
  await registerPublicEndpoints(app, {
    database,
    decisions,
    clock,
    router: evaluator,
    appVersion: 'test',
    verify,
    limiter: createRateLimiter(),
    refused: refused.keep,
    answered: (call) => {
      answered.push(call);
      apiCalls.count(call);
    },
    metrics,
    cardFingerprint: () => createCardFingerprint('a key of the test, long enough to be one'),
  });
  return {
    app,
    answered,
    plans,
    settled: projectors.caughtUp,
    refusals: refused.flush,
    counts: apiCalls.flush,
    close: async () => {
      await app.close();
      await log.close();
      await velocities.close();
      await projectors.close();
      await refused.close();
      await apiCalls.close();
    },
  };
};
