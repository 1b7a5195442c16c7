import type { BodyOf, getEventCases as endpoint, ResponseOf } from '@redoubt/contracts';
import { readEventCases } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { requireClean } from '../problems.ts';
import { reading } from '../unit-of-work.ts';

/** The cases of some events of the environment and those below it. */
export const getEventCases = (
  context: EnvironmentContext,
  { eventType, events }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  reading(context, async (trx) => {
    events.forEach(({ eventId }, index) => requireClean({ [`body.events.${index}.eventId`]: eventId }));
    const within = new Set<string>(scopeIds(await loadSubtree(trx, context.environmentId), true));
    const asked = events
      .map(({ eventEnvironmentId: environmentId, eventId }) => ({ environmentId, eventId }))
      .filter(({ environmentId }) => within.has(environmentId));
    const found = await readEventCases(trx, context.tenantId, eventType, asked);
    return {
      events: found.map((each) => ({ ...each, eventType, eventTime: each.eventTime.toISOString() })),
    };
  });
