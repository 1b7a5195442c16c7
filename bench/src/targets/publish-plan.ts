import { newId } from '@redoubt/kernel';
import {
  createRule,
  createVelocitySet,
  publishRule,
  publishVelocitySet,
  type EnvironmentContext,
} from '@redoubt/services';
import { openDatabase, reachEmbeddedPostgres, silentLogger } from '@redoubt/storage';
import { benchContext } from '../measure/decisions.ts';

export const PLAN_CLAUSES = 100;
export const PLAN_VELOCITIES = 30;

const CLAUSES_PER_RULE = 10;
const VELOCITIES_PER_SET = 10;
/** The last one makes as many keys as there are purchases. */
const KEYS = [
  'user.email',
  'user.userId',
  'user.phoneNumber',
  'deviceContext.ipAddress',
  'deviceContext.externalDeviceId',
  'paymentInstrumentList[0].merchantPaymentInstrumentId',
  'paymentInstrumentList[0].bin',
  'shippingAddress.zipCode',
  'user.country',
  'purchaseId',
] as const;
const AGGREGATES = ['Count()', 'Sum(@"totalAmount")', 'DistinctCount(@"user.email")'] as const;
const WINDOWS = ['30s', '10m', '1h', '6h', '1d', '7d', '30d'] as const;

const keyOf = (velocity: number): string => `@"${KEYS[velocity % KEYS.length] ?? KEYS[0]}"`;
const nameOf = (velocity: number): string => `bench${velocity}`;

const velocityCode = (velocity: number): string => {
  const aggregate = AGGREGATES[Math.floor(velocity / KEYS.length) % AGGREGATES.length] ?? AGGREGATES[0];
  return `SELECT ${aggregate} AS ${nameOf(velocity)}\nFROM Purchase\nGROUPBY ${keyOf(velocity)}`;
};

/** Never true, so every clause of every rule runs: one velocity each, over windows of every length. */
const clauseCode = (clause: number): string => {
  const velocity = clause % PLAN_VELOCITIES;
  const window = WINDOWS[clause % WINDOWS.length] ?? WINDOWS[0];
  const value = `Velocity.${nameOf(velocity)}(${keyOf(velocity)}, ${window})`;
  return `RETURN Review("Busy")\nWHEN @"totalAmount" > ${clause} && ${value} > ${100_000_000 + clause}`;
};

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

const publishSet = async (context: EnvironmentContext, first: number): Promise<void> => {
  const name = `Bench set ${first / VELOCITIES_PER_SET + 1}`;
  const velocities = range(VELOCITIES_PER_SET).map((index) => ({ id: newId(), code: velocityCode(first + index) }));
  const text = { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const { id, version } = await createVelocitySet(context, { name, description: '', text });
  const input = { version, name, description: '', active: true, note: '', start: 'fromNow', overwrite: false } as const;
  await publishVelocitySet(context, id, input);
};

const publishClauses = async (context: EnvironmentContext, first: number): Promise<void> => {
  const name = `Bench rule ${first / CLAUSES_PER_RULE + 1}`;
  const clauses = range(CLAUSES_PER_RULE).map((index) => ({
    id: newId(),
    name: `Clause ${index + 1}`,
    code: clauseCode(first + index),
  }));
  const text = { condition: '', clauses, samplePayload: {} };
  const { id, version } = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', id, input);
};

/** Does something in the environment that load goes to, beside the server, which takes it up by itself. */
export const besideServer = async <Result>(
  dataDirectory: string,
  place: { readonly tenantId: string; readonly environmentId: string },
  work: (context: EnvironmentContext) => Promise<Result>,
): Promise<Result> => {
  const { server, release } = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const database = await openDatabase({ server, log: silentLogger });
    try {
      return await work(benchContext(database, place));
    } finally {
      await database.close();
    }
  } finally {
    await release();
  }
};

/** Publishes a plan of some size, as an analyst would. */
export const publishPlan = (
  dataDirectory: string,
  place: { readonly tenantId: string; readonly environmentId: string },
): Promise<void> =>
  besideServer(dataDirectory, place, async (context) => {
    for (let first = 0; first < PLAN_VELOCITIES; first += VELOCITIES_PER_SET) await publishSet(context, first);
    for (let first = 0; first < PLAN_CLAUSES; first += CLAUSES_PER_RULE) await publishClauses(context, first);
  });
