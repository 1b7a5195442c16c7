import { sql, type RawBuilder } from 'kysely';
import type { Scope } from './search-query.ts';

/** A value whose events are looked for: of a linking attribute, or of a text of the customer's own in one kind of event. */
export type WantedValue<Name> = { readonly name: Name; readonly v: string } & (
  | { readonly a: number }
  | { readonly k: number; readonly p: string }
);

type ValueRowsQuery = {
  /** Event time, inclusive. */
  readonly from: Date;
  /** Event time, exclusive. */
  readonly to: Date;
  /** Rows of one value in one environment, the newest. */
  readonly most: number;
};

/**
 * A statement for rows `name, environment_id, event_time, position` of events that have one of the values, each once for each that it
 * has.
 *
 * @param type of `name` in the database
 */
export const valueRows = <Name extends string | number>(
  { tenantId, environmentIds }: Scope,
  type: 'text' | 'int',
  wanted: readonly WantedValue<Name>[],
  { from, to, most }: ValueRowsQuery,
): RawBuilder<unknown> => {
  const of = (table: RawBuilder<unknown>, is: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select w.name, l.* from wanted w cross join unnest(${environmentIds}::uuid[]) as e(id)
     cross join lateral (
      select distinct r.environment_id, r.event_time, r.position from ${table} r
       where r.tenant_id = ${tenantId}::uuid and r.environment_id = e.id and ${is} and r.value = w.v
         and r.event_time >= ${from} and r.event_time < ${to}
       order by r.event_time desc, r.position desc limit ${most}
    ) l`;
  // By name, so that only what may hold an attribute is looked at.
  const attributes = [...new Set(wanted.flatMap((each) => ('a' in each ? [each.a] : [])))];
  return sql`with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(name ${sql.raw(type)}, a smallint, k smallint, p text, v text))
    ${sql.join(
      [
        ...attributes.map((a) => of(sql`event_value`, sql`w.a = ${sql.lit(a)} and r.attribute = ${sql.lit(a)}`)),
        of(sql`event_attribute`, sql`w.p is not null and r.kind = w.k and r.field = w.p`),
      ],
      sql` union all `,
    )}`;
};
