import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capabilitiesOf } from '@redoubt/domain';
import { velocityReadsOf, type VelocityReads } from '@redoubt/engine';
import { MONEY_UNITS_PER_WHOLE, newId, SECOND_MS, systemClock, toMoneyUnits } from '@redoubt/kernel';
import {
  createRule,
  publishRule,
  unlockInstallation,
  verifyVelocities,
  type EnvironmentContext,
} from '@redoubt/services';
import {
  decodeSegment,
  openDatabase,
  reachEmbeddedPostgres,
  silentLogger,
  type SegmentRow,
  type StoredEvent,
} from '@redoubt/storage';
import type { Aftermath, Check } from './checks.ts';
import type { DemonstrationFacts } from './server-process.ts';

const DAY_S = 86_400;

type Purchase = {
  readonly user?: { readonly email?: string };
  readonly deviceContext?: { readonly externalDeviceId?: string };
  readonly totalAmount?: number;
};
type Counting = {
  readonly keyOf: (purchase: Purchase) => string | undefined;
  /** From the purchases of a window. */
  readonly valueOf: (purchases: readonly Purchase[]) => number;
};

const emailOf = ({ user }: Purchase): string | undefined => user?.email;
const deviceOf = ({ deviceContext }: Purchase): string | undefined => deviceContext?.externalDeviceId;

/** Velocities that every environment has, as their texts say, worked out the slow way. */
const READ: Readonly<Record<string, Counting>> = {
  purchasesPerEmail: { keyOf: emailOf, valueOf: ({ length }) => length },
  spentPerEmail: {
    keyOf: emailOf,
    valueOf: (purchases) =>
      purchases.reduce((sum, { totalAmount = 0 }) => sum + toMoneyUnits(totalAmount), 0) / MONEY_UNITS_PER_WHOLE,
  },
  emailsPerDevice: { keyOf: deviceOf, valueOf: (purchases) => new Set(purchases.map(emailOf)).size },
};

const CODE = `OBSERVE Output(
  a = Velocity.purchasesPerEmail(@"user.email", 1d),
  b = Velocity.spentPerEmail(@"user.email", 1d),
  c = Velocity.emailsPerDevice(@"deviceContext.externalDeviceId", 1d)
)`;

/** Publishes a rule that reads velocities, as an analyst would; the running server takes it up by itself. */
export const publishVelocityRule = async (
  dataDirectory: string,
  { tenantId, environmentId }: Pick<DemonstrationFacts, 'tenantId' | 'environmentId'>,
): Promise<void> => {
  const { server, release } = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const database = await openDatabase({ server, log: silentLogger });
  const context: EnvironmentContext = {
    database,
    clock: systemClock,
    tenantId,
    environmentId,
    actor: { kind: 'system', id: 'durability', name: 'Durability test' },
    correlationId: newId(),
    capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
  };
  try {
    const name = 'Reads velocities';
    const text = { condition: '', clauses: [{ id: newId(), name: 'Shown', code: CODE }], samplePayload: {} };
    const { id, version } = await createRule(context, 'purchase', { name, description: '', text });
    const input = { version, name, description: '', active: true, note: '', overwrite: false };
    await publishRule(context, 'purchase', id, input);
  } finally {
    await database.close();
    await release();
  }
};

const readPurchases = async ({ query, environmentId }: Aftermath): Promise<readonly StoredEvent[]> => {
  const rows = await query<SegmentRow>(
    `select tenant_id, environment_id, first_position::float8 as first_position, codec, heads, data
       from segment where environment_id = '${environmentId}' order by first_position`,
  );
  return rows.flatMap(decodeSegment).filter(({ kind }) => kind === 'purchase');
};

type Inputs = { readonly readPosition: number; readonly velocities?: VelocityReads };

/** Every value a decision read is what the log held for it at its read position: nothing lost, nothing counted twice. */
export const everyReadIsWhatTheLogHeld: Check = async (aftermath) => {
  const purchases = (await readPurchases(aftermath)).map((event) => ({
    position: event.position,
    second: Math.floor(event.eventTimeMs / SECOND_MS),
    body: JSON.parse(event.requestText) as Purchase,
    inputs: JSON.parse(event.inputsText) as Inputs,
  }));
  // Of many thousand events each is compared with those of its key alone.
  const byKey = new Map(
    Object.entries(READ).map(([name, { keyOf }]) => [name, Map.groupBy(purchases, ({ body }) => keyOf(body))]),
  );
  const problems: string[] = [];
  let reads = 0;
  for (const { position, second, inputs } of purchases) {
    for (const { name, key, value } of velocityReadsOf(inputs.velocities ?? {})) {
      const counting = READ[name];
      if (counting === undefined) continue;
      reads += 1;
      const startS = Math.floor(second / DAY_S) * DAY_S - DAY_S;
      const counted = (byKey.get(name)?.get(key) ?? []).filter(
        (each) => each.position <= inputs.readPosition && each.second >= startS && each.second <= second,
      );
      const held = counting.valueOf(counted.map(({ body }) => body));
      if (held !== value)
        problems.push(`event ${position} read ${JSON.stringify(value)} of ${name}, the log held ${held}`);
    }
  }
  return reads === 0 ? ['no decision read a velocity'] : problems;
};

/** A start from the newest snapshot gives what the log gives, entry for entry. */
export const velocitiesEqualARecount =
  (dataDirectory: string): Check =>
  async ({ database }) => {
    const key = await readFile(join(dataDirectory, 'installation.key'), 'utf8');
    const { hashing } = await unlockInstallation(database, { key: key.trim() });
    const { snapshotPosition, keys, differences } = await verifyVelocities(database, hashing);
    if (snapshotPosition === null) return ['no snapshot of velocities was ever whole'];
    return keys === 0 ? ['no velocity was counted'] : differences.map((each) => `velocity key ${each}`);
  };
