import { EVENT_SCHEMAS, shapeBody } from '@redoubt/domain';
import { invariant, newId, systemClock, type Id } from '@redoubt/kernel';
import {
  createRule,
  createVelocitySet,
  publishRule,
  publishVelocitySet,
  type EnvironmentContext,
} from '@redoubt/services';
import {
  createLog,
  insertApplication,
  insertEnvironment,
  saveTenant,
  startProjectors,
  type Database,
} from '@redoubt/storage';
import { benchCalls, benchContext, CLIENT_ID, startDecisions } from '../measure/decisions.ts';
import { purchaseOf, type HistoryShape } from './bodies.ts';

/** Requests under way while the history is made. */
const AT_ONCE = 400;
const BETWEEN_MS = 2000;
const PATIENCE_MS = 120_000;

/** What the system counts by e-mail and card, by address and device, and what a set of the tenant's own adds to that. */
const OF_SYSTEM = [
  ['purchasesPerEmail', 'user.email'],
  ['spentPerEmail', 'user.email'],
  ['instrumentsPerEmail', 'user.email'],
  ['purchasesPerInstrument', 'paymentInstrumentList[0].merchantPaymentInstrumentId'],
  ['spentPerInstrument', 'paymentInstrumentList[0].merchantPaymentInstrumentId'],
  ['emailsPerInstrument', 'paymentInstrumentList[0].merchantPaymentInstrumentId'],
  ['purchasesPerIp', 'deviceContext.ipAddress'],
  ['emailsPerIp', 'deviceContext.ipAddress'],
  ['instrumentsPerIp', 'deviceContext.ipAddress'],
  ['purchasesPerDevice', 'deviceContext.externalDeviceId'],
  ['emailsPerDevice', 'deviceContext.externalDeviceId'],
  ['instrumentsPerDevice', 'deviceContext.externalDeviceId'],
] as const;
const WINDOWS = ['1h', '1d', '7d', '30d'];

const ownVelocities = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) => `SELECT Sum(@"totalAmount") AS own${index} FROM Purchase GROUPBY @"user.userId"`,
  );

/** What sums are compared with for every event that a count is compared with. */
const SPENT_PER_EVENT = 1000;

/** A clause for each velocity, which decides nearly nothing, so that all of them run. */
export const clausesOf = ({ velocities }: HistoryShape, limit: number) => {
  const read = [
    ...OF_SYSTEM.map(([name, key]) => [name, key] as const),
    ...ownVelocities(8).map((_, index) => [`own${index}`, 'user.userId'] as const),
  ].slice(0, velocities);
  return read.map(([name, key], index) => {
    const most = (limit + index) * (/^(spent|own)/.test(name) ? SPENT_PER_EVENT : 1);
    const value = `Velocity.${name}(@"${key}", ${WINDOWS[index % WINDOWS.length] ?? '1d'})`;
    return { id: newId(), name: `Clause ${index + 1}`, code: `RETURN Review("${name}") WHEN ${value} > ${most}` };
  });
};

export type MadeHistory = { readonly context: EnvironmentContext; readonly ruleId: Id; readonly bytes: number };

/** A tenant with one environment. */
export const createPlace = async (database: Database): Promise<EnvironmentContext> => {
  const [tenantId, environmentId, at] = [newId(), newId(), new Date(systemClock.now())];
  await database.inTenant(tenantId, async (trx) => {
    await saveTenant(trx, { tenantId, name: 'Bench', edition: 'Standard' });
    const environment = {
      id: environmentId,
      parentId: null,
      name: 'Primary',
      friendlyName: null,
      description: '',
      tags: [],
      status: 'Active',
      statusReason: null,
      geography: { code: 'local', friendlyName: 'Here' },
      kind: 'Sandbox',
      customerApiId: null,
      deviceFingerprintingId: newId(),
    } as const;
    await insertEnvironment(trx, tenantId, environment, { by: 'bench', at });
    const application = {
      clientId: CLIENT_ID,
      displayName: 'Bench',
      grants: [{ environmentId: null, roles: ['Risk_API' as const] }],
      credential: { kind: 'Secret' as const, value: '', hint: '', notBefore: at, notAfter: null },
    };
    await insertApplication(trx, tenantId, application, { by: 'bench', at });
  });
  return benchContext(database, { tenantId, environmentId });
};

const publishTexts = async (context: EnvironmentContext, shape: HistoryShape): Promise<Id> => {
  const publishing = { description: '', active: true, note: '', overwrite: false };
  const own = ownVelocities(Math.max(0, shape.velocities - OF_SYSTEM.length));
  if (own.length > 0) {
    const velocities = own.map((code) => ({ id: newId(), code }));
    const text = { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
    const set = await createVelocitySet(context, { name: 'Bench set', description: '', text });
    const input = { ...publishing, version: set.version, name: 'Bench set', start: 'fromNow' } as const;
    await publishVelocitySet(context, set.id, input);
  }
  const text = { condition: '', clauses: clausesOf(shape, 100_000), samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name: 'Limits', description: '', text });
  await publishRule(context, 'purchase', rule.id, { ...publishing, version: rule.version, name: 'Limits' });
  return rule.id;
};

/** Stores a history through the code that decides live events, without the HTTP frame; projected when this resolves. */
export const makeHistory = async (database: Database, shape: HistoryShape, events: number): Promise<MadeHistory> => {
  const context = await createPlace(database);
  const { tenantId, environmentId } = context;
  const ruleId = await publishTexts(context, shape);
  // A machine that does much else only makes the history later.
  const log = createLog(database, { timeoutMs: PATIENCE_MS });
  const projectors = startProjectors(database, log, { inThread: true });
  const { service, velocities } = await startDecisions(database, log, benchCalls());
  const environment = await service.resolveEnvironment({ tenantId, clientId: CLIENT_ID }, environmentId);
  const startMs = systemClock.now() - events * BETWEEN_MS;
  let bytes = 0;
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < events) {
      const index = next++;
      const receivedAtMs = startMs + index * BETWEEN_MS;
      const body = purchaseOf(shape, index, receivedAtMs);
      const requestText = JSON.stringify(body);
      bytes += requestText.length;
      const [problem] = shapeBody(EVENT_SCHEMAS.purchase, body);
      invariant(problem === undefined, `${problem?.path ?? ''} ${problem?.message ?? ''}`);
      await service.record({
        kind: 'purchase',
        tenantId,
        environment,
        body,
        requestText,
        receivedAtMs,
        historical: false,
        correlationId: newId(),
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    await projectors.caughtUp();
  } finally {
    await log.close();
    await velocities.close();
    await projectors.close();
  }
  return { context, ruleId, bytes: Math.round(bytes / events) };
};
