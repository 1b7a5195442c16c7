import type { CaseDecisionAction, CaseReportFigure, DecisionSource } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import { isNotUndone } from './entry-conditions.ts';
import { labelledCases, reopenedCases } from './reconsidered-cases.ts';
import { daysOf, decisionsBy, isOne, within, type CaseReportRange, type CaseReportScope } from './report-scope.ts';
import { listSecondReviewPairs } from './second-reviews.read-model.ts';

/** A case behind a figure of the report: when it came to count, and what was decided where that is so. */
export type ReportedCase = {
  readonly at: Date;
  /** Number of the kind of event. */
  readonly kind: number;
  readonly eventId: string;
  /** Of its entry, where one made it count; else 0. */
  readonly number: number;
  readonly queueId: Id;
  readonly agent: string | null;
  readonly source: DecisionSource | null;
  readonly decision: string | null;
  readonly reason: string | null;
  /** Of a case that was decided twice: what came of the second decision, and whose it is. */
  readonly later: { readonly agent: string; readonly decision: string } | null;
};

/** After which case a page goes on. */
export type ReportedCasesCursor = Pick<ReportedCase, 'eventId' | 'number'> & { readonly atMs: number };

/** Which cases are asked for; members that do not matter are null. */
export type ReportedCasesQuery = {
  readonly figure: CaseReportFigure;
  readonly decision: string | null;
  readonly reason: string | null;
  /** The other one of two agents who reviewed the same cases. */
  readonly otherAgentId: string | null;
  /** The moment that waiting is looked at. */
  readonly nowMs: number;
  readonly after: ReportedCasesCursor | null;
  readonly limit: number;
};

export type ReportedCasesPage = {
  readonly cases: readonly ReportedCase[];
  readonly next: ReportedCasesCursor | null;
};

type Cell = {
  readonly timedOut: boolean | null;
  readonly caseAction: CaseDecisionAction | null;
  readonly decision: string | null;
  readonly reason: string | null;
};
/** What a figure of decisions counts: those by people and programs, by time-outs, or both by what they do. */
const CELLS: Readonly<Partial<Record<CaseReportFigure, Pick<Cell, 'timedOut' | 'caseAction'>>>> = {
  decided: { timedOut: false, caseAction: null },
  timedOut: { timedOut: true, caseAction: null },
  approved: { timedOut: null, caseAction: 'Approve' },
  rejected: { timedOut: null, caseAction: 'Reject' },
};

const cursorOf = ({ at, eventId, number }: ReportedCase): ReportedCasesCursor => ({
  atMs: at.getTime(),
  eventId,
  number,
});

/** Newest first: what comes after a cursor. */
const isAfter = (after: ReportedCasesCursor | null, at: RawBuilder<unknown>, number: RawBuilder<unknown>) =>
  after === null
    ? sql`true`
    : sql`(${at}, event_id, ${number}) < (${new Date(after.atMs)}::timestamptz, ${after.eventId}::text, ${after.number}::bigint)`;

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `);

/**
 * The part of a range before a cursor that has `enough` decisions of a cell, of the newest ones: found by the sums by the day,
 * so that those by the hour, which are many, are read of few days. The day of the cursor is in it, and not counted, because all
 * of its decisions may come after the cursor.
 */
const newestDays = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  cell: RawBuilder<unknown>,
  { after, enough }: { readonly after: ReportedCasesCursor | null; readonly enough: number },
): Promise<CaseReportRange> => {
  const toMs = Math.min(range.toMs, after === null ? range.toMs : after.atMs + 1);
  const lastDayMs = Math.floor((toMs - 1) / DAY_MS) * DAY_MS;
  const { rows } = await sql<{ readonly day: Date }>`
    select day from (
      select day, sum(sum(cases)) over (order by day desc) as cases
        from ${decisionsBy('day', scope, { ...daysOf(range), toMs: lastDayMs })} and ${cell}
       group by day) each_day
     where cases >= ${enough} order by day desc limit 1`.execute(trx);
  const [day] = rows;
  return { fromMs: Math.max(range.fromMs, day?.day.getTime() ?? range.fromMs), toMs };
};

/**
 * Decisions of a cell. The sums by the hour say in which hours there are some: as many hours as a page has rows, each read
 * by its time, however rare the cell is.
 */
const listDecisions = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  { timedOut, caseAction, decision, reason }: Cell,
  { after, limit }: Pick<ReportedCasesQuery, 'after' | 'limit'>,
): Promise<ReportedCasesPage> => {
  const cell = all([
    timedOut === null ? sql`true` : timedOut ? sql`source = 'TimeOut'` : sql`source <> 'TimeOut'`,
    isOne('case_action', caseAction),
    isOne('decision', decision),
    isOne('reason', reason),
  ]);
  const newest = await newestDays(trx, scope, range, cell, { after, enough: limit + 1 });
  const { rows: hours } = await sql<{ readonly hour: Date }>`
    select hour from ${decisionsBy('hour', scope, newest)} and ${cell}
     group by hour having sum(cases) > 0 order by hour desc limit ${limit + 1}`.execute(trx);
  if (hours.length === 0) return { cases: [], next: null };
  const member = (name: string, value: string | null) =>
    value === null ? sql`true` : sql`body #>> ${sql.lit(`{verdict,${name}}`)}::text[] = ${value}`;
  const { rows } = await sql<Omit<ReportedCase, 'later'>>`
    select e.at, e.kind, e.event_id as "eventId", e.number, (e.body #>> '{figures,queueId}')::uuid as "queueId",
           case e.source when 'TimeOut' then null else e.actor end as agent, e.source,
           e.body #>> '{verdict,decision}' as decision, e.body #>> '{verdict,reason}' as reason
      from unnest(${hours.map(({ hour }) => hour)}::timestamptz[]) as h(hour)
      cross join lateral (
        select * from case_entry d
         where d.environment_id = ${scope.environmentId} and d.at >= h.hour and d.at < h.hour + interval '1 hour'
           and d.action in ('decide', 'timeOut') and ${isNotUndone('d')}) e
     where ${isOne('e.kind', scope.kind)} and ${isAfter(after, sql`e.at`, sql`e.number`)}
       and ${scope.queueId === null ? sql`true` : sql`body #>> '{figures,queueId}' = ${scope.queueId}`}
       and ${scope.agentId === null ? sql`true` : sql`e.actor_id = ${scope.agentId} and e.source <> 'TimeOut'`}
       and ${timedOut === null ? sql`true` : timedOut ? sql`e.source = 'TimeOut'` : sql`e.source <> 'TimeOut'`}
       and ${member('caseAction', caseAction)} and ${member('decision', decision)} and ${member('reason', reason)}
     order by e.at desc, e.event_id desc, e.number desc limit ${limit + 1}`.execute(trx);
  const cases = rows.slice(0, limit).map((row) => ({ ...row, later: null }));
  const last = cases.at(-1);
  if (rows.length > limit && last !== undefined) return { cases, next: cursorOf(last) };
  // Entries of erased events are gone, while the sums still count them: there may be more in hours before.
  const earliest = hours.at(-1);
  const isCut = (hours.length > limit || newest.fromMs > range.fromMs) && earliest !== undefined;
  return { cases, next: isCut ? { atMs: earliest.hour.getTime() - 1, eventId: '', number: 0 } : null };
};

/** Cases by the time of a column of their row: those that wait, or those that came. */
const listByTime = async (
  trx: TenantTransaction,
  { environmentId, kind, queueId }: CaseReportScope,
  [column, queue, condition]: readonly [
    column: 'settles_at' | 'received_at',
    queue: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
  ],
  { after, limit }: Pick<ReportedCasesQuery, 'after' | 'limit'>,
): Promise<ReportedCasesPage> => {
  const at = sql.ref(column);
  const { rows } = await sql<Pick<ReportedCase, 'at' | 'kind' | 'eventId' | 'queueId'>>`
    select ${at} as at, kind, event_id as "eventId", ${queue} as "queueId"
      from review_case
     where environment_id = ${environmentId} and ${isOne('kind', kind)} and ${condition}
       and ${queueId === null ? sql`true` : sql`${queue} = ${queueId}::uuid`} and ${isAfter(after, at, sql`0`)}
     order by ${at} desc, event_id desc limit ${limit + 1}`.execute(trx);
  const nothing = { number: 0, agent: null, source: null, decision: null, reason: null, later: null };
  return pageOf(
    rows.map((row) => ({ ...row, ...nothing })),
    limit,
  );
};

const pageOf = (found: readonly ReportedCase[], limit: number): ReportedCasesPage => {
  const cases = found.slice(0, limit);
  const last = cases.at(-1);
  return { cases, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
};

/** A page of cases that were read whole: few, as those that two people reviewed. */
const pageIn = (
  found: readonly ReportedCase[],
  { after, limit }: Pick<ReportedCasesQuery, 'after' | 'limit'>,
): ReportedCasesPage => {
  const keyOf = ({ atMs, eventId, number }: ReportedCasesCursor): readonly [number, string, number] => [
    atMs,
    eventId,
    number,
  ];
  const compare = (a: ReportedCasesCursor, b: ReportedCasesCursor): number => {
    const [one, other] = [keyOf(a), keyOf(b)];
    const at = one.findIndex((each, index) => each !== other[index]);
    return at < 0 ? 0 : (one[at] as number | string) < (other[at] as number | string) ? 1 : -1;
  };
  const sorted = found.toSorted((a, b) => compare(cursorOf(a), cursorOf(b)));
  return pageOf(after === null ? sorted : sorted.filter((each) => compare(cursorOf(each), after) > 0), limit);
};

const listWithdrawn = async (
  trx: TenantTransaction,
  { environmentId, kind, queueId }: CaseReportScope,
  range: CaseReportRange,
  { after, limit }: Pick<ReportedCasesQuery, 'after' | 'limit'>,
): Promise<ReportedCasesPage> => {
  const { rows } = await sql<Pick<ReportedCase, 'at' | 'kind' | 'eventId' | 'number' | 'queueId'>>`
    select at, kind, event_id as "eventId", number, (body ->> 'queueId')::uuid as "queueId"
      from case_entry
     where environment_id = ${environmentId} and action = 'cancel' and ${within('at', range)} and ${isOne('kind', kind)}
       and ${queueId === null ? sql`true` : sql`body ->> 'queueId' = ${queueId}`} and ${isAfter(after, sql`at`, sql`number`)}
     order by at desc, event_id desc, number desc limit ${limit + 1}`.execute(trx);
  const nothing = { agent: null, source: null, decision: null, reason: null, later: null };
  return pageOf(
    rows.map((row) => ({ ...row, ...nothing })),
    limit,
  );
};

type Paging = Pick<ReportedCasesQuery, 'after' | 'limit'>;

const listOverturned = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  { after, limit }: Paging,
): Promise<ReportedCasesPage> => {
  const { rows } = await sql<ReportedCase>`
    select at, kind, event_id as "eventId", number, queue_id as "queueId", agent, source, decision, reason,
           json_build_object('agent', later_agent, 'decision', later_decision) as later
      from ${reopenedCases(scope, range)}
     where later_decision <> decision and ${isAfter(after, sql`at`, sql`number`)}
     order by at desc, event_id desc, number desc limit ${limit + 1}`.execute(trx);
  return pageOf(rows, limit);
};

const listLabelled = async (
  trx: TenantTransaction,
  labelled: RawBuilder<unknown>,
  [caseAction, label]: readonly [caseAction: CaseDecisionAction, label: FraudLabel],
  { after, limit }: Paging,
): Promise<ReportedCasesPage> => {
  const { rows } = await sql<Omit<ReportedCase, 'number' | 'later'>>`
    select at, kind, event_id as "eventId", queue_id as "queueId", nullif(agent, '') as agent, source, decision, reason
      from ${labelled}
     where case_action = ${caseAction} and label = ${label} and ${isAfter(after, sql`at`, sql`0`)}
     order by at desc, event_id desc limit ${limit + 1}`.execute(trx);
  return pageOf(
    rows.map((row) => ({ ...row, number: 0, later: null })),
    limit,
  );
};

/** Queue that the intake counts a case in: the one that it was sent to first. */
const FIRST_QUEUE = sql`coalesce(routed_queue_id, queue_id)`;

/** The cases that a figure of the report counts, newest first; those whose event was erased are left out. */
export const listReportedCases = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  query: ReportedCasesQuery,
): Promise<ReportedCasesPage> => {
  const { figure, decision, reason, otherAgentId, nowMs } = query;
  const cell = CELLS[figure];
  if (cell !== undefined) return listDecisions(trx, scope, range, { ...cell, decision, reason }, query);
  const received = within('received_at', range);
  switch (figure) {
    case 'waiting': {
      const waits = sql`outcome is null and settles_at <= ${new Date(nowMs)}`;
      return listByTime(trx, scope, ['settles_at', sql`queue_id`, waits], query);
    }
    case 'received':
      return listByTime(trx, scope, ['received_at', FIRST_QUEUE, received], query);
    case 'cancelled': {
      // While it settles a case has no entries: one that the product cancelled has.
      const byStatus = sql`${received} and outcome = 'Cancelled' and version = 0`;
      return listByTime(trx, scope, ['received_at', FIRST_QUEUE, byStatus], query);
    }
    case 'withdrawn':
      return listWithdrawn(trx, scope, range, query);
    case 'overturned':
      return listOverturned(trx, scope, range, query);
    case 'approvedFraud':
      return listLabelled(trx, labelledCases(scope, range), ['Approve', 'Fraud'], query);
    case 'rejectedGood':
      return listLabelled(trx, labelledCases(scope, range), ['Reject', 'NonFraud'], query);
    default: {
      const pairs = await listSecondReviewPairs(trx, scope, range);
      return pageIn(
        pairs
          .filter(({ firstId, secondId }) => otherAgentId === null || [firstId, secondId].includes(otherAgentId))
          .map(({ at, kind, eventId, number, queueId, first, firstDecision, second, secondDecision }) => ({
            at,
            kind,
            eventId,
            number,
            queueId,
            agent: first,
            source: null,
            decision: firstDecision,
            reason: null,
            later: { agent: second, decision: secondDecision },
          })),
        query,
      );
    }
  }
};
