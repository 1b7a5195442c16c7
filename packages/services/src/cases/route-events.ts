import type { EventRecord } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readRecordedEvent, type RecordedEvent } from '../decisions/recorded/recorded-event.ts';
import type { EventRouter } from '../decisions/recorded/recorded-job.ts';
import { recordedRows } from '../decisions/recorded/replay.ts';

/** The queue that routing rules chose for an event, with the rule and clause that did. */
export type EventRoute = { readonly queue: string; readonly rule: string | null; readonly clause: string | null };

/** Events that one job of a thread takes, within its limit of processor time. */
const AT_ONCE = 50;

/**
 * Where the routing rules of the plans that decided some events send them, by position: a later change of the rules holds for
 * events decided after it, as it does for those that rules review. Events that they send nowhere are absent, and those
 * whose record cannot be read any more.
 */
export const routeEvents = async (
  context: EnvironmentContext,
  router: EventRouter,
  records: readonly EventRecord[],
): Promise<ReadonlyMap<number, EventRoute>> => {
  const { database, tenantId } = context;
  const found: { readonly position: number; readonly event: RecordedEvent }[] = [];
  for (const record of records) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one event after the other: their plans are read with them
    const event = await readRecordedEvent(database, tenantId, record);
    if (!('difference' in event) && (event.levels.at(-1)?.routing ?? []).length > 0)
      found.push({ position: record.position, event });
  }
  const routes = new Map<number, EventRoute>();
  for (const some of Map.groupBy(found, ({ event }) => event.inputs.planId).values()) {
    for (let from = 0; from < some.length; from += AT_ONCE) {
      const part = some.slice(from, from + AT_ONCE);
      const [first] = part;
      if (first === undefined) break;
      const events = part.map(({ event }) => event);
      // oxlint-disable-next-line eslint/no-await-in-loop -- a person has few turns in the threads
      const answered = await router.evaluate(context, { kind: 'routing', events }, recordedRows(context, first.event));
      for (const [index, routed] of answered.entries()) {
        const position = part[index]?.position;
        if (position === undefined || routed === null || routed.queue === null) continue;
        routes.set(position, { queue: routed.queue, rule: routed.rule?.name ?? null, clause: routed.clause });
      }
    }
  }
  return routes;
};
