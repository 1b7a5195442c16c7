import type { EventReplay, ParamsOf, replayEvent as endpoint } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import { ASSESSMENT_KINDS } from '@redoubt/domain';
import { listEnvironments, readEvent, wasErased, type Database } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { maskReplay } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import type { HashEventId } from '../secrets/subject-keys.ts';
import { findEvent } from './find-event.ts';
import { replay, type DataOfToday, type Replay, type RunReplay } from '../decisions/recorded/replay.ts';
import type { Replayer } from '../decisions/recorded/recorded-job.ts';

/**
 * Decides an event again, where texts are evaluated, and says whether the same came out.
 *
 * @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`, `RULE-EVALUATION-TIMEOUT`, `REQ-OVERLOADED`.
 */
export const replayEvent = async (
  context: EnvironmentContext,
  evaluator: Replayer,
  params: ParamsOf<typeof endpoint>,
  today?: DataOfToday,
  hashEventId?: HashEventId,
): Promise<EventReplay> => {
  const { record, home } = await findEvent(context, params, hashEventId);
  const run: RunReplay = (job, load) => evaluator.evaluate(context, job, load);
  const { data, ...replayed } = await replay(context.database, context.tenantId, record, today, run);
  const answer = { ...replayed, data: [...data] };
  return seesMasks(context, home.id) ? maskReplay(answer, record.request) : answer;
};

/** An event that was decided again, or one a person was erased from: nothing of it is left to decide. */
export type ReplayedEvent = { readonly environmentId: Id; readonly environmentName: string } & (
  | Replay
  | { readonly erased: true }
);

/** The same for an operator beside the server: every assessment with this id, in whatever tenant and environment. */
export const replayEverywhere = async (
  database: Database,
  eventId: string,
  onlyIn?: Id,
  today?: DataOfToday,
  hashEventId?: HashEventId,
): Promise<readonly ReplayedEvent[]> => {
  const replayed: ReplayedEvent[] = [];
  for (const { tenantId } of await database.listTenants()) {
    const environments = await database.readTenant(tenantId, listEnvironments);
    for (const { id, name } of environments) {
      if (onlyIn !== undefined && id !== onlyIn) continue;
      for (const kind of ASSESSMENT_KINDS) {
        const reference = { tenantId, environmentId: id, kind, eventId };
        const place = { environmentId: id, environmentName: name };
        const record = await readEvent(database, reference);
        if (record !== undefined) {
          replayed.push({ ...(await replay(database, tenantId, record, today)), ...place });
        } else if (hashEventId && (await wasErased(database, { ...reference, idHash: hashEventId(reference) }))) {
          replayed.push({ erased: true, ...place });
        }
      }
    }
  }
  return replayed;
};
