import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';
import { LINK_ATTRIBUTES, normaliseLink } from '../projections/search/links.ts';
import { subjectCodeOf } from '../projections/subject-codes.ts';
import { targetKey } from '../subject-requests/subject-segments.ts';
import type { StoredHold } from './legal-hold.repository.ts';

/** Events of one environment that holds keep. */
export type HeldEvents = {
  /** Persons whose events are kept. */
  readonly userIds: ReadonlySet<string>;
  /** Events, and accounts, that are kept with all later events about them; see `targetKey`. */
  readonly keys: ReadonlySet<string>;
};

const ACCOUNT = subjectCodeOf('account');

/** What holds on persons and cases keep in an environment. @param holds those that reach it. */
export const readHeldEvents = async (
  database: Database,
  place: { readonly tenantId: Id; readonly environmentId: Id },
  holds: readonly StoredHold[],
): Promise<HeldEvents> => {
  const { tenantId, environmentId } = place;
  const userIds = new Set(holds.flatMap(({ subject }) => subject ?? []));
  const keys = new Set([
    ...[...userIds].map((id) => targetKey(environmentId, ACCOUNT, id)),
    ...holds.flatMap(({ kind, eventId, environmentId: of }) =>
      kind !== null && eventId !== null && of === environmentId ? [targetKey(environmentId, kind, eventId)] : [],
    ),
  ]);
  if (userIds.size === 0) return { userIds, keys };
  const found = await asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rows } = await client.query<{ kind: number; id: string }>(
      `select s.kind, s.event_id as id from event_value l
         join event_search s on s.tenant_id = l.tenant_id and s.environment_id = l.environment_id
          and s.event_time = l.event_time and s.position = l.position
        where l.tenant_id = $1 and l.environment_id = $2 and l.attribute = ${LINK_ATTRIBUTES.userId}
          and l.value = any($3::text[])`,
      [tenantId, environmentId, [...userIds].map((id) => normaliseLink('userId', id))],
    );
    return rows;
  });
  return { userIds, keys: new Set([...keys, ...found.map(({ kind, id }) => targetKey(environmentId, kind, id))]) };
};
