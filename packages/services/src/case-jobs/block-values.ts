import type { SupportLineResult } from '@redoubt/contracts';
import {
  isAssessmentKind,
  MAX_SUPPORT_LINES_OF_CASE,
  MAX_SUPPORT_REASON,
  supportValuesOf,
  type BlockConsequence,
  type EventKind,
  type SupportEntity,
} from '@redoubt/domain';
import type { Clock, Id, JsonObject } from '@redoubt/kernel';
import { readEvent, type Database, type DueConsequence } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { changeSupportEntries } from '../support-lists/change-support-entries.command.ts';

type Blocking = { readonly database: Database; readonly clock: Clock };

type Body = BlockConsequence & { readonly reason: string };

/** In the name of the agent who decided, with no more rights than setting a status needs. */
const contextOf = (
  { database, clock }: Blocking,
  tenantId: Id,
  { environmentId }: DueConsequence,
  { agentId, agent, writesLists }: Body,
  correlationId: string,
): EnvironmentContext => ({
  database,
  tenantId,
  clock,
  environmentId,
  correlationId,
  actor: { kind: 'person', id: agentId, name: agent },
  capabilities: { supportListStatus: 'write', ...(writesLists === 'yes' ? { lists: 'write' } : {}) },
});

/** Values in slices that an agent who may not write lists can change at once. */
const inSlices = (values: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(values.length / MAX_SUPPORT_LINES_OF_CASE) }, (_, at) =>
    values.slice(at * MAX_SUPPORT_LINES_OF_CASE, (at + 1) * MAX_SUPPORT_LINES_OF_CASE),
  );

/**
 * Sets values of the reviewed event to Block on its support lists, with the reason of the decision. A value whose status was set
 * after the decision keeps that status, also when this is tried again: a block writes each value at most once. An event with more values
 * than the agent may change at once is worked off in slices; what the limit of the hour leaves over follows with the next attempt. Gives how
 * many values of each list are blocked; the values themselves stay in the event.
 */
export const blockValues = async (
  blocking: Blocking,
  tenantId: Id,
  due: DueConsequence,
  { decidedAt, correlationId }: { readonly decidedAt: Date; readonly correlationId: string },
): Promise<JsonObject> => {
  const body = due.body as unknown as Body;
  const { environmentId, eventType, eventId } = due;
  const kind = eventType as EventKind;
  if (body.until !== '' && Date.parse(body.until) <= blocking.clock.now()) return { outcome: 'expired' };
  const event = isAssessmentKind(kind)
    ? await readEvent(blocking.database, { tenantId, environmentId, kind, eventId })
    : undefined;
  const context = contextOf(blocking, tenantId, due, body, correlationId);
  const wanted = new Set(body.entities.split(',') as SupportEntity[]);
  const values = supportValuesOf(event?.request).filter(({ entity }) => wanted.has(entity));
  const blocked: Record<string, number> = {};
  for (const [entity, some] of Map.groupBy(values, (each) => each.entity)) {
    blocked[entity] = 0;
    for (const slice of inSlices(some.map(({ value }) => value))) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- changes of the lists of a tenant follow one another
      const { results } = await changeSupportEntries(context, entity, {
        values: slice,
        status: 'Block',
        reason: body.reason.slice(0, MAX_SUPPORT_REASON).toWellFormed(),
        comments: '',
        expiresAt: body.until === '' ? null : body.until,
        source: 'Case',
        unlessSetSince: decidedAt,
      });
      const isBlocked = ({ outcome, before }: SupportLineResult): boolean =>
        outcome === 'added' || outcome === 'changed' || (outcome === 'unchanged' && before === 'Block');
      blocked[entity] += results.filter(isBlocked).length;
    }
  }
  return { outcome: 'ran', blocked };
};
