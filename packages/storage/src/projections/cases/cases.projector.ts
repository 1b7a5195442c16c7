import {
  definedKindOfCode,
  foldCase,
  openCase,
  storedEntry,
  type CaseEntry,
  type StoredCaseEntry,
} from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import type pg from 'pg';
import {
  isAssessment,
  isErased,
  kindCodeOf,
  KIND_CODES,
  type ReviewFacts,
  type StoredAssessment,
  type StoredHead,
} from '../../log/log-event.ts';
import { rateNewCases } from './case-rates.ts';
import { caseIdOf, type CaseKey } from './case-id.ts';
import { caseRowOf, sentReview, type SentRoute } from './case-row.ts';
import type { Projector } from '../projector.ts';
import { subjectCodeOf } from '../subject-codes.ts';

/** An event that becomes a case: by its decision, or because a person sent it. */
type Reviewed = {
  readonly event: StoredAssessment;
  readonly key: CaseKey;
  readonly review: ReviewFacts;
  /** When it came: with its event, or when it was sent. */
  readonly cameAtMs: number;
};
/** A status about an event, which cancels the case while it settles. */
type Status = {
  readonly t: string;
  readonly e: string;
  readonly k: number;
  readonly i: string;
  /** Id of the case of the event, if there is one. */
  readonly c: string;
  readonly ra: string;
  readonly o: number;
};

/** Kinds that say the status of what they are about. */
const STATUS_CODES: ReadonlySet<number> = new Set([
  KIND_CODES.purchaseStatus,
  KIND_CODES.signUpStatus,
  KIND_CODES.accountCreationStatus,
  KIND_CODES.accountLoginStatus,
]);
/** No subject has a longer id, so nothing can be about one. */
const MAX_ID_CHARACTERS = 256;

/** How long before its event a status may be received and still cancel the case. */
export const EARLY_STATUS_DAYS = 30;

const time = (ms: number): string => new Date(ms).toISOString();
const keyText = ({ tenantId, environmentId, kind, eventId }: CaseKey): string =>
  `${tenantId}/${environmentId}/${kind}/${eventId}`;

const keyOf = ({ tenantId, environmentId, kind, eventId }: StoredHead): CaseKey => ({
  tenantId,
  environmentId,
  kind: kindCodeOf(kind),
  eventId,
});

const reviewedOf = (event: StoredHead): readonly Reviewed[] => {
  if (!isAssessment(event)) return [];
  const { historical, facts, receivedAtMs } = event;
  const { review } = facts;
  if (historical || review === undefined) return [];
  return [{ event, key: keyOf(event), review, cameAtMs: receivedAtMs }];
};

type SentRow = SentRoute & { readonly position: number; readonly cameAtMs: number };

/** Events among these that people sent to review: there are some where cases are built again. */
const loadSent = async (client: pg.ClientBase, events: readonly StoredHead[]): Promise<readonly Reviewed[]> => {
  const { rows } = await client.query<SentRow>(
    `select (body ->> 'position')::bigint as position, (extract(epoch from at) * 1000)::bigint as "cameAtMs",
            body ->> 'queueId' as "queueId", (body ->> 'timeoutMs')::bigint as "timeoutMs", body ->> 'rule' as rule,
            body ->> 'clause' as clause
       from case_entry
      where action = 'send' and (body ->> 'position')::bigint between $1 and $2`,
    [events[0]?.position ?? 0, events.at(-1)?.position ?? 0],
  );
  const sent = new Map(rows.map((row) => [row.position, row]));
  return events.flatMap((event): Reviewed[] => {
    const row = sent.get(event.position);
    if (row === undefined || !isAssessment(event)) return [];
    const { position: _position, cameAtMs, ...route } = row;
    return [{ event, key: keyOf(event), review: sentReview(route), cameAtMs }];
  });
};

const statusesOf = (event: StoredHead): readonly Status[] => {
  if (isAssessment(event)) return [];
  const { subject, body } = event.facts;
  const code = kindCodeOf(event.kind);
  // Of a defined assessment every observation with a status is one.
  const isStatus = STATUS_CODES.has(code) || (definedKindOfCode(code) !== null && typeof body.statusType === 'string');
  if (!isStatus || subject === null || subject.id.length > MAX_ID_CHARACTERS) return [];
  const { tenantId, environmentId } = event;
  const kind = subjectCodeOf(subject.kind);
  return [
    {
      t: tenantId,
      e: environmentId,
      k: kind,
      i: subject.id,
      c: caseIdOf({ tenantId, environmentId, kind, eventId: subject.id }),
      ra: time(event.receivedAtMs),
      o: event.position,
    },
  ];
};

const keysJson = (cases: readonly Reviewed[]): string =>
  JSON.stringify(
    cases.map(({ key, event }) => ({
      t: key.tenantId,
      e: key.environmentId,
      k: key.kind,
      i: key.eventId,
      c: caseIdOf(key),
      ra: time(event.receivedAtMs),
    })),
  );

type EntryRow = StoredCaseEntry & {
  readonly t: string;
  readonly e: string;
  readonly k: number;
  readonly i: string;
};

/** What was done to cases already: there is some where they are built again. */
const loadEntries = async (
  client: pg.ClientBase,
  cases: readonly Reviewed[],
): Promise<ReadonlyMap<string, readonly CaseEntry[]>> => {
  const { rows } = await client.query<EntryRow>(
    `select c.tenant_id as t, c.environment_id as e, c.kind as k, c.event_id as i,
            (extract(epoch from c.at) * 1000)::bigint as "atMs", c.actor_id as "actorId", c.actor, c.source, c.action,
            c.body
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text)
       join case_entry c on c.tenant_id = x.t and c.environment_id = x.e and c.kind = x.k and c.event_id = x.i
      order by c.tenant_id, c.environment_id, c.kind, c.event_id, c.number`,
    [keysJson(cases)],
  );
  const byCase = Map.groupBy(rows, ({ t, e, k, i }) => keyText({ tenantId: t, environmentId: e, kind: k, eventId: i }));
  return new Map(
    [...byCase].map(([key, some]) => [
      key,
      some.map(({ atMs, actorId, actor, source, action, body }) =>
        storedEntry({ atMs, actorId, actor, source, action, body }),
      ),
    ]),
  );
};

const insertCases = async (client: pg.ClientBase, cases: readonly Reviewed[]): Promise<void> => {
  const entries = await loadEntries(client, cases);
  const rows = cases.map((each) => {
    const opened = openCase(each.review.queueId, each.cameAtMs, each.review);
    return caseRowOf({ ...each.event, ...each }, foldCase(opened, entries.get(keyText(each.key)) ?? []));
  });
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(', ');
  await client.query(
    `insert into review_case (${columns}) select ${columns} from jsonb_populate_recordset(null::review_case, $1::jsonb)
     on conflict (tenant_id, environment_id, kind, event_id) do nothing`,
    [JSON.stringify(rows)],
  );
};

/**
 * A status that is received before a case has settled cancels it, whichever is applied first. While it settles a case
 * has no entries: one that an agent took, because the status was applied late, goes on. Of several statuses the first
 * counts, so that the outcome does not depend on how events are batched.
 *
 * `$2` names the ids of all cases that may be meant: without it the planner, whose statistics lag behind a table that grows,
 * reads all open cases for every batch.
 *
 * @param statuses query of tenant and id of the case, and when the status was received.
 */
const cancelBy = (statuses: string): string =>
  `with x as (select t, c, min(ra) as ra from (${statuses}) each_status group by t, c),
   found as (
     select c.tenant_id, c.case_id, c.outcome, x.ra
       from review_case c join x on c.tenant_id = x.t and c.case_id = x.c
      where c.case_id = any($2::uuid[]) and coalesce(c.outcome, 'Cancelled') = 'Cancelled' and c.version = 0
        and x.ra < c.settles_at
        for update of c),
   cancelled as (
     update review_case c
        set outcome = 'Cancelled', ended_at = least(c.ended_at, greatest(f.ra, c.received_at))
       from found f
      where c.tenant_id = f.tenant_id and c.case_id = f.case_id and c.case_id = any($2::uuid[])
     returning c.tenant_id, c.environment_id, c.kind, c.queue_id, c.received_at, f.outcome as before)
   insert into case_intake_hour as h (tenant_id, environment_id, hour, kind, queue_id, received, cancelled)
   select tenant_id, environment_id, date_trunc('hour', received_at, 'UTC'), kind, queue_id, 0, count(*)
     from cancelled where before is null group by 1, 2, 3, 4, 5
   on conflict (tenant_id, environment_id, hour, kind, queue_id) do update set cancelled = h.cancelled + excluded.cancelled`;

const CANCEL_BY_EARLY = cancelBy(
  `select n.t, n.c, s.received_at as ra
     from jsonb_to_recordset($1::jsonb) as n(t uuid, e uuid, k smallint, i text, c uuid, ra timestamptz)
    cross join lateral (
      select received_at from case_early_status s
       where s.tenant_id = n.t and s.environment_id = n.e and s.kind = n.k and s.event_id = n.i limit 1) s
    where s.received_at > n.ra - interval '${EARLY_STATUS_DAYS} days'`,
);
const STATUSES =
  'jsonb_to_recordset($1::jsonb) as n(t uuid, e uuid, k smallint, i text, c uuid, ra timestamptz, o bigint)';
const CANCEL_BY_STATUS = cancelBy(`select t, c, ra from ${STATUSES}`);

/** Keeps statuses of events that did not come before them. Positions decide, so that a rebuild keeps the same. */
const KEEP_EARLY = `insert into case_early_status (tenant_id, environment_id, kind, event_id, received_at)
  select n.t, n.e, n.k, n.i, min(n.ra)
    from ${STATUSES}
   where not exists (
     select from event_identity i join commit_batch b on b.batch_id = i.batch_id
      where i.tenant_id = n.t and i.environment_id = n.e and i.kind = n.k and i.event_id = n.i
        and b.first_position + i.ordinal < n.o)
   group by n.t, n.e, n.k, n.i
  on conflict (tenant_id, environment_id, kind, event_id) do update
    set received_at = least(case_early_status.received_at, excluded.received_at)`;

/** Counts new cases by the hour; those whose event was erased too, so that counts stay true when they are built again. */
export const countIntake = async (
  client: pg.ClientBase,
  events: readonly StoredHead[],
  table = 'case_intake_hour',
): Promise<void> => {
  const cells = Map.groupBy(
    events.flatMap(reviewedOf).map(({ event, key, review }) => ({
      tenant_id: key.tenantId,
      environment_id: key.environmentId,
      hour: time(Math.floor(event.receivedAtMs / HOUR_MS) * HOUR_MS),
      kind: key.kind,
      queue_id: review.queueId,
    })),
    (cell) => JSON.stringify(cell),
  );
  if (cells.size === 0) return;
  await client.query(
    `insert into ${table} as h (tenant_id, environment_id, hour, kind, queue_id, received, cancelled)
     select x.tenant_id, x.environment_id, x.hour, x.kind, x.queue_id, x.received, 0
       from jsonb_populate_recordset(null::case_intake_hour, $1::jsonb) as x
     on conflict (tenant_id, environment_id, hour, kind, queue_id) do update set received = h.received + excluded.received`,
    [JSON.stringify([...cells.values()].map((same) => ({ ...same[0], received: same.length })))],
  );
};

/**
 * Cases of reviewed events. What people did to a case is not derived from the log: it stands in `case_entry`, and a
 * rebuild applies it again.
 */
export const casesProjector: Projector = {
  name: 'cases',
  tables: ['review_case', 'case_early_status', 'case_intake_hour'],
  apply: async (client, events) => {
    const known = events.filter((event) => !isErased(event));
    const cases = [...known.flatMap(reviewedOf), ...(await loadSent(client, known))];
    const statuses = known.flatMap(statusesOf);
    await countIntake(client, events);
    if (cases.length > 0) {
      await insertCases(client, cases);
      const tenantIds = [...new Set(cases.map(({ key }) => key.tenantId))];
      const caseIds = cases.map(({ key }) => caseIdOf(key));
      await rateNewCases(async (text, values) => (await client.query(text, [...values])).rows, tenantIds, caseIds);
      await client.query(CANCEL_BY_EARLY, [keysJson(cases), caseIds]);
    }
    if (statuses.length > 0) {
      const given = JSON.stringify(statuses);
      await client.query(CANCEL_BY_STATUS, [given, statuses.map(({ c }) => c)]);
      await client.query(KEEP_EARLY, [given]);
    }
  },
};
