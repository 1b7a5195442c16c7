import { capabilitiesOf } from '@redoubt/domain';
import { newId, systemClock, type Id, type JsonObject } from '@redoubt/kernel';
import {
  assessmentReader,
  createExternalCalls,
  createTenantSourceLoader,
  DecisionService,
  PlanRegistry,
  startVelocities,
  type EnvironmentContext,
  type ExternalCalls,
  type NodeGraph,
} from '@redoubt/services';
import { readStoredAnswer, type Database, type Log } from '@redoubt/storage';

export const INSTALLATION_KEY = 'the key of a benchmark';
/** The application that sends events. */
export const CLIENT_ID = 'be9c0000-0000-4000-8000-000000000001';

/** What a benchmark does in an environment, as the product itself. */
export const benchContext = (
  database: Database,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
): EnvironmentContext => ({
  database,
  clock: systemClock,
  tenantId,
  environmentId,
  actor: { kind: 'system', id: 'bench', name: 'Benchmark' },
  correlationId: newId(),
  capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
});

const monotonicMs = (): number => performance.now();

/** Calls services of this machine, too. */
export const benchCalls = (): ExternalCalls =>
  createExternalCalls({ installationKey: INSTALLATION_KEY, allowed: ['127.0.0.1'], clock: systemClock, monotonicMs });

/** Plans of all tenants; it fails where a text does not compile. */
export const benchPlans = (database: Database): PlanRegistry =>
  new PlanRegistry({
    load: createTenantSourceLoader(database, systemClock),
    onLeftOut: (_tenantId, [unit]) => {
      if (unit) throw new Error(unit.message);
    },
  });

/** The code that decides live events, over a database, without the HTTP frame; it fails where a text does not compile. */
export const startDecisions = async (database: Database, log: Log, calls: ExternalCalls, graph?: NodeGraph) => {
  const velocities = await startVelocities(database, log, { installationKey: INSTALLATION_KEY });
  const plans = benchPlans(database);
  const service = new DecisionService({
    plans,
    calls,
    log,
    graph,
    velocities: velocities.runtime,
    readAssessment: assessmentReader(database),
    readAnswer: (key) => readStoredAnswer(database, key),
    monotonicMs,
    parseTime: (text) => Date.parse(text),
    onDecision: () => undefined,
  });
  return { service, plans, velocities };
};

/** Decides a purchase and stores it, from the body on. */
export const recordPurchase = async (
  service: DecisionService,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
  body: JsonObject,
): Promise<void> => {
  const environment = await service.resolveEnvironment({ tenantId, clientId: CLIENT_ID }, environmentId);
  await service.record({
    kind: 'purchase',
    tenantId,
    environment,
    body,
    requestText: JSON.stringify(body),
    receivedAtMs: systemClock.now(),
    historical: false,
    correlationId: newId(),
  });
};
