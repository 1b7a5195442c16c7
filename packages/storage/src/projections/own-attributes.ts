import type { OwnValue, OwnValues } from '@redoubt/domain';
import type pg from 'pg';
import { kindCodeOf, type StoredAssessment } from '../log/log-event.ts';

/** An event as its row in search names it, with the values of own fields that stand there. */
export type OwnAttributes = {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly kindCode: number;
  readonly eventTimeMs: number;
  readonly position: number;
  readonly own: OwnValues;
};

/** A value as it is compared: its text, and the number where it is one. */
export const comparedValue = (value: OwnValue) => ({
  v: String(value),
  n: typeof value === 'number' ? value : null,
});

/** Rows that lead from the values of an event's own fields to it. */
const rowsOf = ({ tenantId, environmentId, kindCode, eventTimeMs, position, own }: OwnAttributes) => {
  const et = new Date(eventTimeMs).toISOString();
  const common = { t: tenantId, e: environmentId, k: kindCode, et, o: position };
  return Object.entries(own).flatMap(([f, values]) =>
    values.map((value) => ({ ...common, f, ...comparedValue(value) })),
  );
};

const COLUMNS = 'x(t uuid, e uuid, k smallint, f text, v text, n float8, et timestamptz, o bigint)';

export const insertOwnAttributes = async (
  client: pg.ClientBase,
  assessments: readonly StoredAssessment[],
): Promise<void> => {
  const rows = assessments.flatMap(({ facts: { own }, kind, ...event }) =>
    own === undefined ? [] : rowsOf({ ...event, kindCode: kindCodeOf(kind), own }),
  );
  if (rows.length === 0) return;
  await client.query(
    `insert into event_attribute (tenant_id, environment_id, kind, field, value, number, event_time, position)
     select x.t, x.e, x.k, x.f, x.v, x.n, x.et, x.o from jsonb_to_recordset($1::jsonb) as ${COLUMNS}`,
    [JSON.stringify(rows)],
  );
};

/** Takes the rows of erased events away. */
export const deleteOwnAttributes = async (client: pg.ClientBase, events: readonly OwnAttributes[]): Promise<void> => {
  const rows = events.flatMap(rowsOf);
  if (rows.length === 0) return;
  await client.query(
    `delete from event_attribute a using jsonb_to_recordset($1::jsonb) as ${COLUMNS}
      where a.tenant_id = x.t and a.environment_id = x.e and a.kind = x.k and a.field = x.f and a.value = x.v
        and a.event_time = x.et and a.position = x.o`,
    [JSON.stringify(rows)],
  );
};
