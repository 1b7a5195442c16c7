import type { VelocityValue } from '@redoubt/contracts';
import { allows, fail, nameKey } from '@redoubt/domain';
import { velocitiesOf, type PlanVelocity } from '@redoubt/engine';
import { fromMoneyUnits, SECOND_MS, type Id } from '@redoubt/kernel';
import {
  findContributors,
  findWindowMode,
  listBackfills,
  listPublishedVelocitySets,
  type Contributor,
  type TenantTransaction,
} from '@redoubt/storage';
import { parseWindow, spanOf } from '@redoubt/velocity';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { warmingVelocities } from '../plans/warming.ts';
import { planVelocitySet, SYSTEM_SETS } from '../plans/planned-velocity-sets.ts';
import { failAt } from '../problems.ts';
import type { VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';
import { runWithVelocities } from '../velocity-runtime/velocity-view.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What is counted, as far as looking a value up needs it. */
export type VelocityValues = Pick<VelocityRuntime, 'viewAt' | 'encode'>;

/** Events shown behind a value. */
const SHOWN_EVENTS = 20;

/** The velocity that rules of an environment read under a name. */
const findVelocity = async (trx: TenantTransaction, environmentId: Id, name: string): Promise<PlanVelocity> => {
  const windowMode = await findWindowMode(trx, environmentId);
  const warming = warmingVelocities(await listBackfills(trx, { environmentId }));
  const sets = [...SYSTEM_SETS, ...(await listPublishedVelocitySets(trx, environmentId))];
  for (const set of sets) {
    const planned = planVelocitySet(environmentId, set, { warming: warming.get(set.id) });
    for (const { velocity } of velocitiesOf(planned, 0, windowMode).values()) {
      if (nameKey(velocity.name) === nameKey(name)) return velocity;
    }
  }
  throw fail('VELOCITY-UNKNOWN', { name });
};

/** What an event added, in the terms of the velocity; null where only its hash is kept. */
const addedBy = ({ aggregate }: PlanVelocity, { value }: Contributor): number | null => {
  if (aggregate === 'Count') return 1;
  return aggregate === 'DistinctCount' ? null : fromMoneyUnits(value);
};

/**
 * The value a rule would read now, and for people who may search the newest events behind it. Throws VELOCITY-UNKNOWN,
 * and REQ-INVALID for a window that the language does not know.
 */
export const getVelocityValue = async (
  context: EnvironmentContext,
  values: VelocityValues,
  input: {
    readonly velocity: string;
    readonly key: string;
    readonly window: string;
    readonly withEvents?: boolean;
  },
): Promise<VelocityValue> => {
  const { database, tenantId, environmentId, clock } = context;
  const window = parseWindow(input.window);
  if (window === null) {
    throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.window', message: 'is 1–59s, 1–59m, 1–23h or 1–90d' }]);
  }
  const { velocity, environments } = await inTransaction(context, async (trx) => ({
    velocity: await findVelocity(trx, environmentId, input.velocity),
    environments: (await loadSubtree(trx, environmentId)).environments,
  }));
  const nowMs = clock.now();
  const { afterS, untilS } = spanOf(window, velocity.windowMode, Math.floor(nowMs / SECOND_MS));
  const fromMs = (afterS + 1) * SECOND_MS;
  const { key } = input;
  const view = values.viewAt(tenantId, nowMs);
  const read = (await runWithVelocities(view, () => view.port.read(velocity, key, window.amount, window.unit))) ?? 0;
  const exact = typeof read === 'number' ? { value: read, uncertainEvents: 0, isEstimate: false } : read;
  const [aggregate = 0, lo = 0, hi = 0] = values.encode(tenantId, [{ velocity, key, value: 0 }]) ?? [];
  const names = new Map(environments.map((environment) => [environment.id, environment.name]));
  const wanted = { aggregate, lo, hi, fromMs, toMs: (untilS + 1) * SECOND_MS - 1, limit: SHOWN_EVENTS };
  const found =
    input.withEvents !== false && allows(context.capabilities, 'search:read')
      ? await findContributors(database, { tenantId, environmentIds: [...names.keys()] }, wanted)
      : null;
  return {
    velocity: velocity.name,
    key,
    window: input.window,
    windowMode: velocity.windowMode,
    ...exact,
    warming: velocity.warming ?? false,
    from: new Date(fromMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    events: found
      ? {
          isComplete: found.isComplete,
          newest: found.events.map((event) => ({
            environmentId: event.environmentId,
            environmentName: names.get(event.environmentId) ?? event.environmentId,
            kind: event.kind,
            eventId: event.eventId,
            at: new Date(event.eventTimeMs).toISOString(),
            added: addedBy(velocity, event),
          })),
        }
      : null,
  };
};
