import type pg from 'pg';
import { isAssessment, isErased, kindCodeOf, type StoredHead } from '../log/log-event.ts';
import type { Projector } from './projector.ts';

/** How old a purchase may be and still be shared: its authorisation is over long before. */
export const BOOSTER_FRESH_MINUTES = 10;

const isApprovedPurchase = (event: StoredHead): boolean =>
  isAssessment(event) &&
  event.kind === 'purchase' &&
  !event.historical &&
  !isErased(event) &&
  event.facts.decision === 'Approve';

/**
 * Notes approved purchases of environments that share them, once each. It keeps no table that a rebuild empties: what was noted
 * stays, and what is no longer fresh is not noted again, so that moving its position back shares nothing twice. The setting in
 * force is the one of the nearest environment that chose.
 */
const NOTE = `with recursive path as (
    select x.t, x.e, x.e as at, 0 as depth
      from (select distinct t, e from jsonb_to_recordset($1::jsonb) as n(t uuid, e uuid)) x
    union all
    select p.t, p.e, v.parent_id, p.depth + 1
      from path p join environment v on v.tenant_id = p.t and v.environment_id = p.at
     where v.parent_id is not null),
  chosen as (
    select distinct on (p.t, p.e) p.t, p.e, s.opted_in, s.consent_at
      from path p join booster_setting s on s.tenant_id = p.t and s.environment_id = p.at
     order by p.t, p.e, p.depth)
  insert into booster_sharing (tenant_id, environment_id, kind, event_id, position, received_at, state, due_at)
  select n.t, n.e, n.k, n.i, n.o, n.ra, 'waiting', now()
    from jsonb_to_recordset($1::jsonb) as n(t uuid, e uuid, k smallint, i text, o bigint, ra timestamptz)
    join chosen c on c.t = n.t and c.e = n.e
   where c.opted_in and n.ra > now() - interval '${BOOSTER_FRESH_MINUTES} minutes'
  on conflict (tenant_id, environment_id, kind, event_id) do nothing`;

/** Whether any environment shares: mostly none does, and nothing need be written out for the database. */
const SHARES = { name: 'booster-shares', text: 'select from booster_setting where opted_in limit 1' };

/** Approved purchases that may be shared with issuers, by position in the log: a node that ends loses none. */
export const boosterProjector: Projector = {
  name: 'booster',
  tables: [],
  follows: 'search',
  apply: async (client: pg.ClientBase, events) => {
    const purchases = events.filter(isApprovedPurchase);
    if (purchases.length === 0) return;
    const { rows: choices } = await client.query(SHARES);
    if (choices.length === 0) return;
    const rows = purchases.map(({ tenantId, environmentId, kind, eventId, position, receivedAtMs }) => ({
      t: tenantId,
      e: environmentId,
      k: kindCodeOf(kind),
      i: eventId,
      o: position,
      ra: new Date(receivedAtMs).toISOString(),
    }));
    await client.query(NOTE, [JSON.stringify(rows)]);
  },
};
