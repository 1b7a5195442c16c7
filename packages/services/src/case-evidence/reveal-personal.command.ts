import type { BodyOf, revealPersonal as endpoint, ResponseOf } from '@redoubt/contracts';
import { eventMask, fail, MAX_REVEALS_PER_HOUR, personalValuesOf } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import { countReveals, readEvent } from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import { findNotedEvent, type EventAddress } from './noted-event.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * The values of chosen personal fields of an event, for a reason. The activity log keeps who, which event, which fields and
 * why, and never a value.
 *
 * @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`, `PERSONAL-FIELD-UNKNOWN`, `PERSONAL-REVEAL-LIMIT`.
 */
export const revealPersonal = async (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: string,
  eventId: string,
  { fields, reason, comment }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { database, tenantId, clock, actor } = context;
  const address: EventAddress = { eventType, eventEnvironmentId, eventId };
  requireClean({ 'body.comment': comment });
  return inTransaction(context, async (trx) => {
    const { event } = await findNotedEvent(trx, context, address);
    const stored = await readEvent(database, { tenantId, ...event });
    if (stored === undefined) throw fail('EVENT-UNKNOWN', { id: eventId });
    const personal = personalValuesOf(stored.request);
    const unknown = fields.find((field) => !personal.some(({ path }) => path === field));
    if (unknown !== undefined) throw fail('PERSONAL-FIELD-UNKNOWN', { field: unknown });
    const since = new Date(clock.now() - HOUR_MS);
    if ((await countReveals(trx, { actorId: actor.id, since })) >= MAX_REVEALS_PER_HOUR)
      throw fail('PERSONAL-REVEAL-LIMIT', { perHour: MAX_REVEALS_PER_HOUR });
    await recordActivity(trx, context, {
      operation: 'Reveal',
      type: 'Event',
      id: event.eventId,
      name: event.kind,
      environmentId: event.environmentId,
      modified: { fields, reason, ...(comment === '' ? {} : { comment: eventMask(stored.request).text(comment) }) },
    });
    return {
      values: personal
        .filter(({ path }) => fields.includes(path))
        .map(({ path, steps, value }) => ({ path, steps: [...steps], value })),
    };
  });
};
