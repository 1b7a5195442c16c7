import { isBuiltInKind, shapeEvent, type BuiltInAssessment, type LoggedKind } from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import { newId, type JsonObject } from '@redoubt/kernel';
import {
  createCallMetrics,
  createExperimentCounts,
  createLog,
  insertApplication,
  readStoredAnswer,
  startProjectors,
  type Database,
} from '@redoubt/storage';
import { DecisionService } from '../decisions/decision-service.ts';
import { workOff } from './jobs.ts';
import { compileOnThisThread } from '../texts/text-compiler.ts';
import { createLateActions, lateActionNotes } from '../decisions/late-actions.ts';
import { createTenantSourceLoader } from '../decisions/tenant-plans/load-tenant-sources.ts';
import { testingBranch } from '../decisions/tenant-plans/compiled-branches.ts';
import { PlanRegistry, type PlanRegistryOptions } from '../decisions/tenant-plans/plan-registry.ts';
import { assessmentReader } from '../decisions/recorded/stored-assessment.ts';
import { createExternalCalls, type ExternalCalls } from '../call-runtime/external-calls.ts';
import { createShadowRuns } from '../decisions/shadows/shadow-runs.ts';
import { openGraph, type NodeGraph } from '../graph-runtime/start-graph.ts';
import { startVelocities } from '../velocity-runtime/start-velocities.ts';
import type { VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';
import type { Scene } from './scene.ts';

export type Merchant = {
  /** Posts one event as the public API would hand it on, at the scene's time; gives the answer when it is projected. */
  readonly send: (environment: string, kind: LoggedKind, body: JsonObject) => Promise<string>;
  /** Resolves once actions have ended that went on after their answers. */
  readonly drain: () => Promise<void>;
  /** Goes on with the late actions of an event whose node is taken for dead; false where there is none. */
  readonly resume: () => Promise<void>;
  /** What decides and stores; for jobs that send events themselves. */
  readonly service: DecisionService;
  /** What became of actions that ended, oldest first. */
  readonly acted: readonly string[];
  /** The same without asking for new plans first, as a node decides that has not heard of them; not projected yet. */
  readonly sendWithOldPlan: (environment: string, kind: LoggedKind, body: JsonObject) => Promise<string>;
  /** Decides one event by a branch, as a test of it. */
  readonly test: (environment: string, kind: BuiltInAssessment, body: JsonObject, branch: string) => Promise<string>;
  /** Resolves once experiments have written what they found. */
  readonly observed: () => Promise<void>;
  /** Takes the newest plans. */
  readonly refresh: () => Promise<void>;
  readonly velocities: VelocityRuntime;
  readonly graph: NodeGraph;
  /** Resolves once everything the log holds is projected. */
  readonly projected: () => Promise<void>;
  /** Resolves once velocities count everything the log holds. */
  readonly caughtUp: () => Promise<void>;
  readonly calls: ExternalCalls;
  /** Writes what became of calls into the database. */
  readonly counted: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Behind the hashes of keys in tests. */
export const INSTALLATION_KEY = 'the key of a test';

type MerchantOptions = {
  readonly answerWaitsMs?: number;
  /** Fails where absent: texts of tests compile. */
  readonly onLeftOut?: PlanRegistryOptions['onLeftOut'];
};

const refuse: PlanRegistryOptions['onLeftOut'] = (_tenantId, [unit]) => {
  if (unit) throw new Error(unit.message);
};

/** An application that may send events everywhere in a scene, with the whole way from body to log behind it. */
export const createMerchant = async (
  database: Database,
  scene: Scene,
  data?: () => EnrichmentData,
  /** How long answers wait for actions. */
  { answerWaitsMs, onLeftOut = refuse }: MerchantOptions = {},
): Promise<Merchant> => {
  const { tenantId, clock } = scene;
  const clientId = newId();
  await database.inTenant(tenantId, (trx) =>
    insertApplication(
      trx,
      tenantId,
      {
        clientId,
        displayName: 'Shop',
        grants: [{ environmentId: null, roles: ['Risk_API'] }],
        credential: { kind: 'Secret', value: '', hint: '', notBefore: new Date(clock.now()), notAfter: null },
      },
      { by: 'scene', at: new Date(clock.now()) },
    ),
  );
  const log = createLog(database);
  const projectors = startProjectors(database, log);
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, clock),
    onLeftOut,
  });
  const velocities = await startVelocities(database, log, { installationKey: INSTALLATION_KEY });
  const graph = openGraph(database, log, { installationKey: INSTALLATION_KEY });
  const metrics = createCallMetrics(database);
  const calls = createExternalCalls({
    installationKey: INSTALLATION_KEY,
    allowed: ['127.0.0.1'],
    clock,
    monotonicMs: () => performance.now(),
    count: metrics.count,
  });
  const experiments = createExperimentCounts(database);
  const shadows = createShadowRuns({
    counts: experiments,
    calls,
    monotonicMs: () => performance.now(),
    random: () => 0.4,
    utilization: () => 0,
    onOutcome: () => undefined,
  });
  const acted: string[] = [];
  const service = new DecisionService({
    onAction: (outcome) => acted.push(outcome),
    ...(answerWaitsMs === undefined ? {} : { answerWaitsMs }),
    shadows,
    plans,
    calls,
    log,
    velocities: velocities.runtime,
    graph,
    readAssessment: assessmentReader(database),
    data,
    readAnswer: (key) => readStoredAnswer(database, key),
    monotonicMs: () => performance.now(),
    parseTime: (text) => Date.parse(text),
    onDecision: () => undefined,
    lateActions: lateActionNotes(database),
  });
  const refresh = () => plans.refresh(tenantId);
  const incoming = async <Kind extends LoggedKind>(name: string, kind: Kind, sent: JsonObject) => {
    const environment = await service.resolveEnvironment({ tenantId, clientId }, scene.idOf(name));
    const body = structuredClone(sent);
    const [problem] = isBuiltInKind(kind) ? shapeEvent(kind, body) : [];
    if (problem) throw new Error(`${problem.path} ${problem.message}`);
    return {
      kind,
      tenantId,
      environment,
      body,
      requestText: JSON.stringify(sent),
      receivedAtMs: clock.now(),
      historical: false,
      correlationId: newId(),
    };
  };
  const sendWithOldPlan: Merchant['sendWithOldPlan'] = async (name, kind, sent) =>
    service.record(await incoming(name, kind, sent));
  return {
    velocities: velocities.runtime,
    graph,
    caughtUp: velocities.caughtUp,
    projected: projectors.caughtUp,
    refresh,
    sendWithOldPlan,
    send: async (name, kind, sent) => {
      await refresh();
      const answer = await sendWithOldPlan(name, kind, sent);
      await projectors.caughtUp();
      return answer;
    },
    test: async (name, kind, sent, branch) => {
      await refresh();
      const event = await incoming(name, kind, sent);
      const environment = testingBranch(event.environment, kind, branch);
      if (environment === undefined) throw new Error(`there is no branch ${branch}`);
      return service.test({ ...event, environment });
    },
    observed: async () => {
      await shadows.settled();
      await experiments.flush();
    },
    drain: () => service.drain(),
    resume: () => workOff({ database, clock }, createLateActions({ database, service, texts: compileOnThisThread })),
    service,
    acted,
    calls,
    counted: metrics.flush,
    close: async () => {
      calls.close();
      await metrics.close();
      await experiments.close();
      await log.close();
      await velocities.close();
      await graph.close();
      await projectors.close();
    },
  };
};
