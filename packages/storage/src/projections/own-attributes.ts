import type { SearchableType } from '@redoubt/domain';
import type pg from 'pg';
import { kindCodeOf, type StoredAssessment } from '../log/log-event.ts';

/** Types of own fields that are found by equality; of the others there are too few values, or they are asked by range. */
const INDEXED: ReadonlySet<SearchableType> = new Set(['string', 'email', 'ipAddress', 'integer', 'double', 'array']);

export const isIndexedType = (type: SearchableType): boolean => INDEXED.has(type);

/** Rows that lead from the values of an event's own fields to it. */
export const ownAttributeRows = (event: StoredAssessment) => {
  const { own } = event.facts;
  if (own === undefined) return [];
  const common = {
    t: event.tenantId,
    e: event.environmentId,
    k: kindCodeOf(event.kind),
    et: new Date(event.eventTimeMs).toISOString(),
    o: event.position,
  };
  return Object.entries(own).flatMap(([f, values]) =>
    values.flatMap((value) => (typeof value === 'boolean' ? [] : [{ ...common, f, v: String(value) }])),
  );
};

const COLUMNS = 'x(t uuid, e uuid, k smallint, f text, v text, et timestamptz, o bigint)';

export const insertOwnAttributes = async (
  client: pg.ClientBase,
  assessments: readonly StoredAssessment[],
): Promise<void> => {
  const rows = assessments.flatMap(ownAttributeRows);
  if (rows.length === 0) return;
  await client.query(
    `insert into event_attribute (tenant_id, environment_id, kind, field, value, event_time, position)
     select x.t, x.e, x.k, x.f, x.v, x.et, x.o from jsonb_to_recordset($1::jsonb) as ${COLUMNS}`,
    [JSON.stringify(rows)],
  );
};

/** Takes the rows of erased events away. */
export const deleteOwnAttributes = async (
  client: pg.ClientBase,
  assessments: readonly StoredAssessment[],
): Promise<void> => {
  const rows = assessments.flatMap(ownAttributeRows);
  if (rows.length === 0) return;
  await client.query(
    `delete from event_attribute a using jsonb_to_recordset($1::jsonb) as ${COLUMNS}
      where a.tenant_id = x.t and a.environment_id = x.e and a.kind = x.k and a.field = x.f and a.value = x.v
        and a.event_time = x.et and a.position = x.o`,
    [JSON.stringify(rows)],
  );
};
