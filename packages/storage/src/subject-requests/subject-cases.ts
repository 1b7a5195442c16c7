import type { Json } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { kindOfCode } from '../log/log-event.ts';
import { asIngest } from '../log/read-log.ts';
import type { ClaimedSubjectRequest } from './subject-work.ts';

/** A case about an event of the person: what became of it, and what was done when. Who did it is no data of the person. */
export type SubjectCase = {
  readonly kind: string;
  readonly environmentId: string;
  readonly eventId: string;
  readonly outcome: string | null;
  readonly decision: string | null;
  readonly reason: string | null;
  readonly history: readonly {
    readonly at: string;
    readonly action: string;
    readonly verdict: Json;
    /** What was written with it: a note on a decision, a reason of what else was done. */
    readonly written: string | null;
  }[];
};

type Row = Omit<SubjectCase, 'kind'> & { readonly code: number };

/** Cases about the events that were found for a request. */
export const readSubjectCases = (
  database: Database,
  { tenantId, id }: ClaimedSubjectRequest,
): Promise<readonly SubjectCase[]> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rows } = await client.query<Row>(
      `select c.kind as code, c.environment_id as "environmentId", c.event_id as "eventId", c.outcome, c.decision,
              c.decision_reason as reason,
              coalesce((select json_agg(json_build_object('at', e.at, 'action', e.action, 'verdict', e.body -> 'verdict',
                                          'written', coalesce(nullif(e.body ->> 'note', ''), e.body ->> 'reason')) order by e.number)
                          from case_entry e
                         where e.tenant_id = c.tenant_id and e.environment_id = c.environment_id and e.kind = c.kind
                           and e.event_id = c.event_id), '[]') as history
         from subject_target t
         join review_case c on c.tenant_id = t.tenant_id and c.environment_id = t.environment_id and c.kind = t.kind
          and c.event_id = t.event_id
        where t.tenant_id = $1 and t.request_id = $2
        order by c.position`,
      [tenantId, id],
    );
    return rows.map(({ code, ...row }) => ({ kind: kindOfCode(code), ...row }));
  });
