import type { Decision } from '@redoubt/domain';
import { compilePlan, decideAsync, type EngineResult, type Plan, type VelocityPort } from '@redoubt/engine';
import type { Id, JsonObject } from '@redoubt/kernel';
import { triedVelocities, type CountableEvent, type TriedVelocities } from './tried-velocities.ts';
import type { PlanSources } from '../../plans/load-plan-sources.ts';

/** An event to decide, and what was decided of it where that is known from elsewhere. */
export type DryRunEvent = {
  readonly eventId: string;
  readonly body: JsonObject;
  readonly atMs: number;
  readonly former: Decision | null;
  /** As it is stored, so that velocities count it; absent for events from elsewhere. */
  readonly stored?: CountableEvent;
  /** It only counts: whether it is decided too. */
  readonly isDecided?: boolean;
};

/** Events that would be decided differently, alike in what was and what would be decided, and by which clause. */
export type Difference = {
  readonly before: string;
  readonly after: string;
  /** Rule and clause that would decide; null where none would. */
  readonly by: string | null;
  readonly events: number;
  /** Ids of some of them. */
  readonly examples: readonly string[];
};

export type DryRun = { readonly events: number; readonly same: number; readonly differences: readonly Difference[] };

const MOST_EXAMPLES = 5;

/** What was counted before events from elsewhere is not known, so both sides read 0. */
const NOTHING_COUNTED: VelocityPort = { read: () => 0 };

/** The plan of an environment and assessment; null where it has none. */
export const planOf = ({ plans }: PlanSources, environmentId: Id, assessment: string): Plan | null => {
  const found = plans.find((each) => each.environmentId === environmentId && each.assessment === assessment);
  return found ? compilePlan(found.planId, environmentId, found.levels, new Map()).plan : null;
};

const decisionBy = (plan: Plan, { body, atMs }: DryRunEvent, velocities: VelocityPort): Promise<EngineResult> =>
  decideAsync(plan, {
    payload: body,
    generated: {},
    nowMs: atMs,
    correlationId: 'adoption',
    seed: 0,
    velocities,
  });

/**
 * Decides events by two plans, or by one where it is known what was decided, and says what comes out differently.
 * `tenantId` is given for stored events, in order of the log: each plan then counts velocities by them.
 */
export const compareDecisions = async (
  events: readonly DryRunEvent[],
  plans: { readonly before: Plan | null; readonly after: Plan },
  tenantId: Id | null = null,
): Promise<DryRun> => {
  const counted = {
    before: tenantId === null || plans.before === null ? null : triedVelocities(plans.before, tenantId),
    after: tenantId === null ? null : triedVelocities(plans.after, tenantId),
  };
  const portOf = (side: TriedVelocities | null, atMs: number): VelocityPort => side?.portAt(atMs) ?? NOTHING_COUNTED;
  const count = ({ stored }: DryRunEvent): void => {
    if (stored === undefined) return;
    counted.before?.count(stored);
    counted.after?.count(stored);
  };
  let decided = 0;
  const found = new Map<string, { before: string; after: string; by: string | null; ids: string[] }>();
  let same = 0;
  for (const event of events) {
    if (event.isDecided === false) {
      count(event);
      continue;
    }
    decided += 1;
    const { atMs } = event;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one event after the other keeps memory and order
    const after = await decisionBy(plans.after, event, portOf(counted.after, atMs));
    const unruled: Decision = 'Approve';
    const before =
      event.former ??
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      (plans.before === null
        ? unruled
        : (await decisionBy(plans.before, event, portOf(counted.before, atMs))).decision);
    count(event);
    if (before === after.decision) {
      same += 1;
      continue;
    }
    const by = after.rule === null ? null : [after.rule.name, after.clause].filter(Boolean).join(' · ');
    const key = JSON.stringify([before, after.decision, by]);
    const group = found.get(key) ?? { before, after: after.decision, by, ids: [] };
    found.set(key, group);
    group.ids.push(event.eventId);
  }
  const differences = [...found.values()]
    .map(({ ids, ...group }) => ({ ...group, events: ids.length, examples: ids.slice(0, MOST_EXAMPLES) }))
    .toSorted((a, b) => b.events - a.events);
  return { events: decided, same, differences };
};
