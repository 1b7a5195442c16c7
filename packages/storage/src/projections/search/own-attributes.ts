import { isBuiltInKind, type OwnValue, type OwnValues } from '@redoubt/domain';
import type pg from 'pg';
import { kindCodeOf, type StoredAssessment } from '../../log/log-event.ts';

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

/** The own fields of an event as its row names it. */
export const ownAttributesOf = ({ facts: { own = {} }, kind, ...event }: StoredAssessment): OwnAttributes => ({
  ...event,
  kindCode: kindCodeOf(kind),
  own,
});

/** Writes those rows of events that are not there. */
export const writeOwnAttributes = async (client: pg.ClientBase, events: readonly OwnAttributes[]): Promise<void> => {
  const rows = events.flatMap(rowsOf);
  if (rows.length === 0) return;
  await client.query(
    `insert into event_attribute (tenant_id, environment_id, kind, field, value, number, event_time, position)
     select x.t, x.e, x.k, x.f, x.v, x.n, x.et, x.o from jsonb_to_recordset($1::jsonb) as ${COLUMNS}
     on conflict do nothing`,
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

const hasOwn = ({ kind, facts }: StoredAssessment): boolean => isBuiltInKind(kind) && facts.own !== undefined;

/** Attributes that count for environments, with the position at which each was made searchable. */
const COUNTING = `with recursive up as (
  select x.t, x.e, e.environment_id as above, e.parent_id
    from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid)
    join environment e on e.tenant_id = x.t and e.environment_id = x.e
  union all
  select up.t, up.e, e.environment_id, e.parent_id
    from up join environment e on e.tenant_id = up.t and e.environment_id = up.parent_id
)
select up.e as "environmentId", a.kind, a.path, a.made_position as "madePosition"
  from up join search_attribute a on a.tenant_id = up.t and a.environment_id = up.above
 where a.task is distinct from 'remove'`;

/**
 * Events with those values of the product's events that are searchable now. The log keeps what was searchable when they were
 * decided; where that ended, a projection that is built anew does not bring it back, nor for another attribute along the
 * same path.
 */
export const withoutEnded = async (
  client: pg.ClientBase,
  assessments: readonly StoredAssessment[],
): Promise<readonly StoredAssessment[]> => {
  const environments = new Map(
    assessments.filter(hasOwn).map(({ tenantId, environmentId }) => [environmentId, { t: tenantId, e: environmentId }]),
  );
  if (environments.size === 0) return assessments;
  const { rows } = await client.query<{ environmentId: string; kind: number; path: string; madePosition: number }>(
    COUNTING,
    [JSON.stringify([...environments.values()])],
  );
  const madeAt = new Map(rows.map((row) => [`${row.environmentId} ${row.kind} ${row.path}`, row.madePosition]));
  return assessments.map((event) => {
    const { own, ...facts } = event.facts;
    if (own === undefined || !isBuiltInKind(event.kind)) return event;
    const place = `${event.environmentId} ${kindCodeOf(event.kind)}`;
    const kept = Object.entries(own).filter(
      ([path]) => (madeAt.get(`${place} ${path}`) ?? Number.POSITIVE_INFINITY) < event.position,
    );
    return { ...event, facts: kept.length === 0 ? facts : { ...facts, own: Object.fromEntries(kept) } };
  });
};
