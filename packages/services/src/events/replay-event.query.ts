import type { EventReplay, ParamsOf, replayEvent as endpoint } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import { ASSESSMENT_KINDS } from '@redoubt/domain';
import { listEnvironments, readEvent, type Database } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { findEvent } from './find-event.ts';
import { replay, type DataOfToday, type Replay } from './replay.ts';

/** Decides an event again and says whether the same came out. @throws `EVENT-UNKNOWN`, `ENV-NO-ACCESS`. */
export const replayEvent = async (
  context: EnvironmentContext,
  params: ParamsOf<typeof endpoint>,
  today?: DataOfToday,
): Promise<EventReplay> => {
  const { record } = await findEvent(context, params);
  const { data, ...replayed } = await replay(context.database, context.tenantId, record, today);
  return { ...replayed, data: [...data] };
};

export type ReplayedEvent = Replay & { readonly environmentId: Id; readonly environmentName: string };

/** The same for an operator beside the server: every assessment with this id, in whatever tenant and environment. */
export const replayEverywhere = async (
  database: Database,
  eventId: string,
  onlyIn?: Id,
  today?: DataOfToday,
): Promise<readonly ReplayedEvent[]> => {
  const replayed: ReplayedEvent[] = [];
  for (const { tenantId } of await database.listTenants()) {
    const environments = await database.readTenant(tenantId, listEnvironments);
    for (const { id, name } of environments) {
      if (onlyIn !== undefined && id !== onlyIn) continue;
      for (const kind of ASSESSMENT_KINDS) {
        const record = await readEvent(database, { tenantId, environmentId: id, kind, eventId });
        if (record === undefined) continue;
        replayed.push({
          ...(await replay(database, tenantId, record, today)),
          environmentId: id,
          environmentName: name,
        });
      }
    }
  }
  return replayed;
};
