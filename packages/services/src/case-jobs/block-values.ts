import {
  isAssessmentKind,
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

/**
 * Sets values of the reviewed event to Block on its support lists, with the reason of the decision. Setting them again says
 * the same and writes nothing. Gives how many values of each list were set; the values themselves stay in the event.
 */
export const blockValues = async (
  blocking: Blocking,
  tenantId: Id,
  due: DueConsequence,
  correlationId: string,
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
    // oxlint-disable-next-line eslint/no-await-in-loop -- changes of the lists of a tenant follow one another
    const { results } = await changeSupportEntries(context, entity, {
      values: some.map(({ value }) => value),
      status: 'Block',
      reason: body.reason.slice(0, MAX_SUPPORT_REASON).toWellFormed(),
      comments: '',
      expiresAt: body.until === '' ? null : body.until,
      source: 'Case',
    });
    blocked[entity] = results.filter(({ outcome }) => outcome !== 'invalid').length;
  }
  return { outcome: 'ran', blocked };
};
