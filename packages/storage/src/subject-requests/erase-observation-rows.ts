import { DECISIONS, OTHER_VALUES, type ReportFieldValues } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type pg from 'pg';
import {
  isAssessment,
  kindOfCode,
  type ObservationFacts,
  type StoredEvent,
  type StoredRelated,
} from '../log/log-event.ts';
import { erasedObservationId, observationRowOf } from '../projections/reports/observations.ts';

/** Of observations and labels, by position. */
export type ErasedObservations = ReadonlyMap<number, ObservationFacts>;

type Found = {
  readonly position: number;
  readonly kind: number;
  readonly dayMs: number;
  readonly decision: number;
  readonly score: number;
  readonly delay: number;
  readonly currency: string;
  readonly amountUnits: number;
  readonly fields: ReportFieldValues | null;
};

/**
 * Takes the ids of observations out of reports and says where they stand there: sums stay as they are. Of events with one id the
 * last keeps it, so that the log gives the same sums again.
 */
export const eraseObservationRows = async (
  client: pg.ClientBase,
  tenantId: string,
  events: readonly StoredEvent[],
  hashId: (event: StoredEvent) => string,
): Promise<ErasedObservations> => {
  const later = events.filter((event): event is StoredEvent & StoredRelated => !isAssessment(event));
  const last = new Map<string, { readonly event: StoredEvent; readonly row: Record<string, string | number> }>();
  for (const event of later.toSorted((a, b) => a.position - b.position)) {
    const row = observationRowOf(event);
    if (row === null) continue;
    const { key, observation, id } = row;
    const own = { e: key.e, k: key.k, i: key.i, ok: observation, oi: id };
    last.set(JSON.stringify(own), { event, row: own });
  }
  if (last.size === 0) return new Map();
  const mine = [...last.values()].map(({ event, row }) => ({
    ...row,
    o: event.position,
    n: erasedObservationId(hashId(event), event.position),
  }));
  const { rows } = await client.query<Found>(
    `update report_observation r set event_id = x.n, observation_id = '', own_fields = '{}',
            arrived = date_trunc('day', r.arrived, 'UTC')
       from jsonb_to_recordset($2::jsonb) as x(e uuid, k smallint, i text, ok smallint, oi text, o bigint, n text)
      where r.tenant_id = $1 and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i
        and r.observation = x.ok and r.observation_id = x.oi
     returning x.o as position, r.kind, (extract(epoch from r.arrived) * 1000)::bigint as "dayMs", r.decision, r.score,
       r.delay, r.amount_units as "amountUnits",
       coalesce((select v.value from report_value v where v.tenant_id = $1 and v.code = r.currency), '') as currency,
       (select jsonb_object_agg(n.value, coalesce(v.value, $3::text))
          from unnest(r.fields, r.field_values) as f(field, code)
          join report_value n on n.tenant_id = $1 and n.code = f.field
          left join report_value v on v.tenant_id = $1 and v.code = f.code) as fields`,
    [tenantId, JSON.stringify(mine), OTHER_VALUES],
  );
  return new Map(
    rows.map(({ position, kind, decision, dayMs, fields, ...rest }) => [
      position,
      {
        ...rest,
        about: kindOfCode(kind) as ObservationFacts['about'],
        decision: DECISIONS[decision] ?? null,
        dayMs: Math.floor(dayMs / DAY_MS) * DAY_MS,
        ...(fields && { fields }),
      },
    ]),
  );
};
