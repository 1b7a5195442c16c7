import type { CaseAssignment, CaseList, CaseOrdering, CaseStanding, EntrySource } from '@redoubt/domain';
import { fromMoneyUnits, type Id, type JsonObject } from '@redoubt/kernel';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindOfCode } from '../log/log-event.ts';
import type { CaseKey } from '../projections/cases/case-id.ts';
import type { CaseTables } from '../schema/casework/case-tables.ts';
import { standingOfRow } from './case-record.repository.ts';

type CaseRow = Selectable<CaseTables['review_case']>;

/** A case as it is stored: what follows from the log, and what happened to it since. */
export type StoredCase = {
  readonly key: CaseKey;
  readonly id: Id;
  readonly eventType: string;
  readonly position: number;
  readonly eventTime: Date;
  readonly receivedAt: Date;
  readonly rule: string | null;
  readonly clause: string | null;
  readonly reason: string | null;
  readonly routedRule: string | null;
  readonly routedClause: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly riskScore: number | null;
  readonly expectedLoss: number | null;
  readonly orderValue: string | number | null;
  readonly standing: CaseStanding;
};

const storedCaseOf = (row: CaseRow): StoredCase => ({
  key: { tenantId: row.tenant_id, environmentId: row.environment_id, kind: row.kind, eventId: row.event_id },
  id: row.case_id,
  eventType: kindOfCode(row.kind),
  position: row.position,
  eventTime: row.event_time,
  receivedAt: row.received_at,
  rule: row.rule,
  clause: row.clause,
  reason: row.reason,
  routedRule: row.routed_rule,
  routedClause: row.routed_clause,
  amount: row.amount_units === null ? null : fromMoneyUnits(row.amount_units),
  currency: row.currency,
  riskScore: row.risk_score,
  expectedLoss: row.expected_loss,
  orderValue: row.order_number ?? row.order_text,
  standing: standingOfRow(row),
});

/** In which order the cases of a queue are taken. */
export type CaseOrder = {
  readonly environmentId: Id;
  readonly queueId: Id;
  /** One of `CASE_ORDERINGS`, or a path of the schema of the assessment. */
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
};

const COLUMN_OF: Readonly<Record<CaseOrdering, string>> = {
  eventTime: 'event_time',
  amount: 'converted_amount',
  riskScore: 'risk_score',
  expectedLoss: 'converted_loss',
  weightedLoss: 'weighted_loss',
  timeLeft: 'due_at',
};

const isOrdering = (orderBy: string): orderBy is CaseOrdering => Object.hasOwn(COLUMN_OF, orderBy);

/** Columns of an attribute: its values are numbers, amounts among them converted, or texts. */
const ATTRIBUTE_COLUMNS = ['order_rank', 'order_text'];

/** The columns that a queue is ordered by: cases with a value in the first come first, those without any at the end. */
const columnsOf = (orderBy: string): readonly string[] =>
  isOrdering(orderBy) ? [COLUMN_OF[orderBy]] : ATTRIBUTE_COLUMNS;

const isFree = (at: Date): RawBuilder<unknown> => sql`(lease_until is null or lease_until <= ${at})`;
const waits = (at: Date): RawBuilder<unknown> => sql`(on_hold_until is null or on_hold_until <= ${at})`;

/** Which open cases a list holds; time alone moves some from one to another. */
const listed = (list: CaseList, at: Date): RawBuilder<unknown> => {
  const settled = sql`outcome is null and settles_at <= ${at}`;
  if (list === 'pending') return sql`${settled} and ${isFree(at)} and ${waits(at)} and not escalated`;
  if (list === 'escalated') return sql`${settled} and ${isFree(at)} and ${waits(at)} and escalated`;
  if (list === 'onHold') return sql`${settled} and ${isFree(at)} and on_hold_until > ${at}`;
  if (list === 'inReview') return sql`${settled} and lease_agent_id is not null and lease_until > ${at}`;
  return sql`outcome is not null`;
};

const inQueue = ({ environmentId, queueId }: Pick<CaseOrder, 'environmentId' | 'queueId'>): RawBuilder<unknown> =>
  sql`environment_id = ${environmentId} and queue_id = ${queueId}`;

/** Place after which a list goes on: its part, and the value and position of the last case. */
export type CaseCursor = { readonly part: number; readonly value: string | number | null; readonly position: number };

export type CasePage = { readonly cases: readonly StoredCase[]; readonly next: CaseCursor | null };

/** Columns that every case has a value in. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['event_time', 'due_at', 'weighted_loss']);

/** Cases with a value in one of the columns come in its order, those without any by position: B-trees give both. */
const partsOf = (columns: readonly string[]) => [
  ...columns.map((name, index) => ({
    column: name,
    where: sql`${sql.join(
      [sql`${sql.ref(name)} is not null`, ...columns.slice(0, index).map((before) => sql`${sql.ref(before)} is null`)],
      sql` and `,
    )}`,
  })),
  ...(columns.some((name) => ALWAYS_THERE.has(name))
    ? []
    : [
        {
          column: null,
          where: sql`${sql.join(
            columns.map((name) => sql`${sql.ref(name)} is null`),
            sql` and `,
          )}`,
        },
      ]),
];

type Read = {
  /** Rows among which is read; all where absent. */
  readonly from?: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly columns: readonly string[];
  readonly direction: 'asc' | 'desc';
  readonly cursor: CaseCursor | null;
  readonly limit: number;
  /** Locks the rows, and leaves those out that others have locked. */
  readonly lock?: boolean;
};

const readInOrder = async (trx: TenantTransaction, read: Read): Promise<CasePage> => {
  const { from: among = sql`review_case`, where, columns, direction, cursor, limit, lock = false } = read;
  const cases: StoredCase[] = [];
  const way = sql.raw(direction);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  for (const [part, { column, where: ofPart }] of partsOf(columns).entries()) {
    if (part < (cursor?.part ?? 0)) continue;
    const from = cursor?.part === part ? cursor : null;
    const key = column === null ? sql`position` : sql`${sql.ref(column)}, position`;
    const after =
      from === null
        ? sql``
        : column === null
          ? sql`and position ${beyond} ${from.position}`
          : sql`and (${key}) ${beyond} (${from.value}, ${from.position})`;
    // Where all of a column are null it is named all the same: the planner takes the order from the index only so.
    const order = sql`${sql.ref(column ?? columns.at(-1) ?? 'position')} ${way}, position ${way}`;
    // oxlint-disable-next-line eslint/no-await-in-loop -- a part is read where those before it did not fill the page
    const { rows } = await sql<CaseRow & { readonly order_key: string | number | null }>`
      select *, ${column === null ? sql`null` : sql`${sql.ref(column)}::text`} as order_key from ${among}
       where ${where} and ${ofPart} ${after}
       order by ${order} limit ${limit - cases.length} ${lock ? sql`for update skip locked` : sql``}`.execute(trx);
    cases.push(...rows.map(storedCaseOf));
    const last = rows.at(-1);
    if (last !== undefined && cases.length >= limit)
      return { cases, next: { part, value: last.order_key, position: last.position } };
  }
  return { cases, next: null };
};

/** What a reader narrows a list to. */
export type CaseFilter = {
  readonly rule?: string | undefined;
  readonly assignee?: CaseAssignment | undefined;
  /** Whom `mine` means. */
  readonly agentId?: string | undefined;
  /** Only cases that time out until then. */
  readonly dueUntil?: Date | undefined;
};

const narrowed = ({ rule, assignee, agentId, dueUntil }: CaseFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(rule === undefined ? [] : [sql`rule = ${rule}`]),
      ...(assignee === 'mine' ? [sql`assignee_id = ${agentId ?? null}`] : []),
      ...(assignee === 'free' ? [sql`assignee_id is null`] : []),
      ...(dueUntil === undefined ? [] : [sql`due_at <= ${dueUntil}`]),
    ],
    sql` and `,
  );

/** Up to so many open cases of a rule are read whole and sorted. */
const FEW = 1000;

/**
 * Where a list is narrowed to a rule of few open cases, these alone: in the order of the queue, all cases would be walked for them.
 * Of a rule of many, the index of the order finds a page soon.
 */
const amongFew = async (
  trx: TenantTransaction,
  place: Pick<CaseOrder, 'environmentId' | 'queueId'>,
  rule: string | undefined,
): Promise<RawBuilder<unknown>> => {
  const all = sql`review_case`;
  if (rule === undefined) return all;
  // Without a word of its length, the index of rules is not used (migration 0006).
  const ofRule = sql`from review_case
     where ${inQueue(place)} and outcome is null and rule = ${rule} and length(rule) >= 0`;
  const { rows } = await sql<{ readonly cases: number }>`
    select count(*)::int as cases from (select ${ofRule} limit ${FEW + 1}) found`.execute(trx);
  // `offset 0` keeps the planner from looking for them by the order.
  return (rows[0]?.cases ?? 0) > FEW ? all : sql`(select * ${ofRule} offset 0) review_case`;
};

/** Cases of a list of a queue, a page in its order; those that ended come newest first, from a time on. */
export const listCases = async (
  trx: TenantTransaction,
  order: CaseOrder,
  {
    list,
    at,
    since,
    cursor,
    limit,
    ...filter
  }: CaseFilter & {
    readonly list: CaseList;
    readonly at: Date;
    readonly since: Date;
    readonly cursor: CaseCursor | null;
    readonly limit: number;
  },
): Promise<CasePage> =>
  list === 'ended'
    ? readInOrder(trx, {
        where: sql`${inQueue(order)} and outcome is not null and ended_at >= ${since} and ${narrowed(filter)}`,
        columns: ['ended_at'],
        direction: 'desc',
        cursor,
        limit,
      })
    : readInOrder(trx, {
        from: await amongFew(trx, order, filter.rule),
        where: sql`${inQueue(order)} and ${listed(list, at)} and ${narrowed(filter)}`,
        columns: columnsOf(order.orderBy),
        direction: order.direction,
        cursor,
        limit,
      });

/** Cases of a list are counted up to this. */
const MOST_COUNTED = 10_000;

export const countCases = async (
  trx: TenantTransaction,
  order: Pick<CaseOrder, 'environmentId' | 'queueId'>,
  list: CaseList,
  { at, since, ...filter }: CaseFilter & { readonly at: Date; readonly since: Date },
): Promise<number> => {
  const isOver = list === 'ended';
  const ended = isOver ? sql`and ended_at >= ${since}` : sql``;
  const among = isOver ? sql`review_case` : await amongFew(trx, order, filter.rule);
  const { rows } = await sql<{ readonly cases: number }>`
    select count(*)::int as cases from (
      select from ${among} where ${inQueue(order)} and ${listed(list, at)} ${ended} and ${narrowed(filter)} limit ${MOST_COUNTED}) listed`.execute(
    trx,
  );
  return rows[0]?.cases ?? 0;
};

/**
 * Locks the case that comes next in a queue for an agent, who does not take what they decided first or what waits for another;
 * what others lock at that moment is theirs.
 */
export const lockNextCase = async (
  trx: TenantTransaction,
  order: CaseOrder,
  { at, agentId }: { readonly at: Date; readonly agentId: string },
): Promise<StoredCase | undefined> => {
  const { cases } = await readInOrder(trx, {
    where: sql`${inQueue(order)} and ${listed('pending', at)}
      and (second_review is distinct from 'Waiting' or first_agent_id <> ${agentId})
      and (assignee_id is null or assignee_id = ${agentId})`,
    columns: columnsOf(order.orderBy),
    direction: order.direction,
    cursor: null,
    limit: 1,
    lock: true,
  });
  return cases[0];
};

/** Locks the case of a queue that waits for one agent alone, the one that is due first. */
export const lockAssignedCase = async (
  trx: TenantTransaction,
  place: Pick<CaseOrder, 'environmentId' | 'queueId'>,
  { at, agentId }: { readonly at: Date; readonly agentId: string },
): Promise<StoredCase | undefined> => {
  const { rows } = await sql<CaseRow>`
    select * from review_case where assignee_id = ${agentId} and ${inQueue(place)} and ${listed('pending', at)}
     order by due_at, position limit 1 for update skip locked`.execute(trx);
  return rows[0] && storedCaseOf(rows[0]);
};

/** Locks some cases of an environment, in one order for all that lock several. */
export const lockCases = async (
  trx: TenantTransaction,
  environmentId: Id,
  caseIds: readonly Id[],
): Promise<readonly StoredCase[]> => {
  const rows = await trx
    .selectFrom('review_case')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('case_id', 'in', caseIds)
    .orderBy('case_id')
    .forUpdate()
    .execute();
  return rows.map(storedCaseOf);
};

/**
 * Locks what an agent has in review in any environment of the tenant, with another case where one is given. Taking cases
 * waits for what the same agent takes elsewhere at that moment, so that an agent has one at a time.
 */
export const lockCasesOfAgent = async (
  trx: TenantTransaction,
  { tenantId, agentId, at }: { readonly tenantId: Id; readonly agentId: string; readonly at: Date },
  caseId: Id | null,
): Promise<readonly StoredCase[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case lease ${tenantId} ${agentId}`}, 0))`.execute(trx);
  const rows = await trx
    .selectFrom('review_case')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('lease_agent_id', '=', agentId), row('lease_until', '>', at), row('outcome', 'is', null)]),
        ...(caseId === null ? [] : [row('case_id', '=', caseId)]),
      ]),
    )
    .orderBy('case_id')
    .forUpdate()
    .execute();
  return rows.map(storedCaseOf);
};

export const findCase = async (
  trx: TenantTransaction,
  environmentId: Id,
  by: { readonly caseId: Id } | { readonly kind: number; readonly eventId: string },
): Promise<StoredCase | undefined> => {
  const query = trx.selectFrom('review_case').selectAll().where('environment_id', '=', environmentId);
  const row = await (
    'caseId' in by
      ? query.where('case_id', '=', by.caseId)
      : query.where('kind', '=', by.kind).where('event_id', '=', by.eventId)
  ).executeTakeFirst();
  return row && storedCaseOf(row);
};

export type StoredCaseEntry = {
  readonly number: number;
  readonly at: Date;
  /** Directory id of a person, or client id of an application. */
  readonly actorId: string;
  readonly actor: string;
  readonly source: EntrySource;
  readonly action: string;
  readonly body: JsonObject;
};

/** What happened to a case, newest first. */
export const listCaseEntries = async (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: CaseKey,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<readonly StoredCaseEntry[]> => {
  const query = trx
    .selectFrom('case_entry')
    .select(['number', 'at', 'actor_id as actorId', 'actor', 'source', 'action', 'body'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('event_id', '=', eventId);
  const rows = await (before === null ? query : query.where('number', '<', before))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, body: row.body as JsonObject }));
};
