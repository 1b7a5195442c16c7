import type { ReportTiming, ScheduledPage, ScheduleState, ScheduleStop } from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

/** What people choose of a report that is sent by e-mail. */
export type ReportScheduleChoice = {
  readonly page: ScheduledPage;
  readonly question: Readonly<Record<string, Json>>;
  readonly recipients: readonly string[];
  readonly timing: ReportTiming;
  readonly language: string;
};

/** The person whose rights a report is sent with, as their newest token describes them. */
export type ReportOwner = {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly directoryRoles: readonly string[];
  readonly seenAt: Date;
};

export type StoredReportSchedule = ReportScheduleChoice & {
  readonly id: Id;
  readonly environmentId: Id;
  readonly owner: ReportOwner;
  readonly state: ScheduleState;
  readonly stopped: ScheduleStop | null;
  readonly nextAt: Date | null;
  readonly sentAt: Date | null;
  readonly requestedAt: Date | null;
};

const rowsOf = (trx: TenantTransaction) => trx.selectFrom('report_schedule').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

const scheduleOf = (row: Row): StoredReportSchedule => ({
  id: row.schedule_id,
  environmentId: row.environment_id,
  page: row.page,
  question: row.question,
  recipients: row.recipients,
  timing: {
    frequency: row.frequency,
    weekday: row.weekday,
    day: row.day,
    hour: row.hour,
    timeZone: row.time_zone,
  },
  language: row.language,
  owner: {
    id: row.owner_id,
    name: row.owner_name,
    roles: row.owner_roles,
    directoryRoles: row.owner_directory_roles,
    seenAt: row.owner_seen_at,
  },
  state: row.state,
  stopped: row.stopped,
  nextAt: row.next_at,
  sentAt: row.sent_at,
  requestedAt: row.requested_at,
});

const columnsOf = ({ page, question, recipients, timing, language }: ReportScheduleChoice) => ({
  page,
  question: JSON.stringify(question),
  recipients: [...recipients],
  frequency: timing.frequency,
  weekday: timing.weekday,
  day: timing.day,
  hour: timing.hour,
  time_zone: timing.timeZone,
  language,
});

const columnsOfOwner = ({ id, name, roles, directoryRoles, seenAt }: ReportOwner) => ({
  owner_id: id,
  owner_name: name,
  owner_roles: [...roles],
  owner_directory_roles: [...directoryRoles],
  owner_seen_at: seenAt,
});

/** Schedules of an environment, oldest first. */
export const listReportSchedules = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly StoredReportSchedule[]> =>
  (
    await rowsOf(trx).where('environment_id', '=', environmentId).orderBy('created_at').orderBy('schedule_id').execute()
  ).map(scheduleOf);

/** A schedule, kept from changing until the transaction ends. */
export const lockReportSchedule = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
): Promise<StoredReportSchedule | undefined> => {
  const row = await rowsOf(trx)
    .where('environment_id', '=', environmentId)
    .where('schedule_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && scheduleOf(row);
};

/** Makes changes of the schedules of an environment wait for one another, so that their number holds. */
export const lockReportSchedules = async (trx: TenantTransaction, environmentId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report schedules ${environmentId}`}, 0))`.execute(trx);
};

export const insertReportSchedule = async (
  trx: TenantTransaction,
  tenantId: Id,
  schedule: ReportScheduleChoice &
    Pick<StoredReportSchedule, 'id' | 'environmentId' | 'owner'> & {
      readonly nextAt: Date;
      readonly at: Date;
    },
): Promise<void> => {
  const { id, environmentId, owner, nextAt, at } = schedule;
  await trx
    .insertInto('report_schedule')
    .values({
      tenant_id: tenantId,
      schedule_id: id,
      environment_id: environmentId,
      ...columnsOf(schedule),
      state: 'active',
      ...columnsOfOwner(owner),
      next_at: nextAt,
      created_at: at,
      changed_at: at,
    })
    .execute();
};

/** Changes what is sent, when and to whom. */
export const saveReportSchedule = async (
  trx: TenantTransaction,
  id: Id,
  choice: ReportScheduleChoice,
  owner: ReportOwner,
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('report_schedule')
    .set({ ...columnsOf(choice), ...columnsOfOwner(owner), changed_at: at })
    .where('schedule_id', '=', id)
    .execute();
};

/** Where a schedule stands; what is not given stays. */
export type ReportScheduleProgress = {
  readonly state?: ScheduleState;
  readonly stopped?: ScheduleStop | null;
  readonly nextAt?: Date | null;
  readonly sentAt?: Date;
  readonly requestedAt?: Date | null;
};

export const advanceReportSchedule = async (
  trx: TenantTransaction,
  id: Id,
  { state, stopped, nextAt, sentAt, requestedAt }: ReportScheduleProgress,
): Promise<void> => {
  await trx
    .updateTable('report_schedule')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(stopped === undefined ? {} : { stopped }),
      ...(nextAt === undefined ? {} : { next_at: nextAt }),
      ...(sentAt === undefined ? {} : { sent_at: sentAt }),
      ...(requestedAt === undefined ? {} : { requested_at: requestedAt }),
    })
    .where('schedule_id', '=', id)
    .execute();
};

/** Removes a schedule, and mails of it that were not sent. */
export const deleteReportSchedule = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('report_schedule').where('schedule_id', '=', id).execute();
};

/** How old what is known of an owner may be before a visit writes it anew. */
const SEEN_GRAIN_MS = 3_600_000;

/** Keeps what the newest token of a person says, for reports that are sent with their rights. */
export const renewReportOwner = async (trx: TenantTransaction, owner: ReportOwner): Promise<void> => {
  const columns = columnsOfOwner(owner);
  await trx
    .updateTable('report_schedule')
    .set(columns)
    .where('owner_id', '=', owner.id)
    .where((where) =>
      where.or([
        sql<boolean>`owner_roles <> ${columns.owner_roles}::text[]`,
        sql<boolean>`owner_directory_roles <> ${columns.owner_directory_roles}::text[]`,
        where('owner_name', '!=', owner.name),
        where('owner_seen_at', '<', new Date(owner.seenAt.getTime() - SEEN_GRAIN_MS)),
      ]),
    )
    .execute();
};

const QUEUE = `insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, total, asked_by, asked_at)
  select tenant_id, 'scheduledReport', schedule_id, environment_id, '', 'queued', '-infinity', 0, owner_name, $1::timestamptz
    from report_schedule where next_at <= $1 or requested_at is not null
  on conflict (tenant_id, kind, subject_id) do update set state = 'queued', done = 0, attempts = 0, problem = null,
    asked_at = excluded.asked_at, started_at = null, finished_at = null
  where job.state not in ('queued', 'running')`;

/** Queues a job for each report that is due, of every tenant. */
export const queueDueReports = (database: Database, at: Date): Promise<void> => queueJobs(database, QUEUE, [at]);

/** Languages that people chose in the console, by their sign-in name in lower case. */
export const languagesOf = async (
  trx: TenantTransaction,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (usernames.length === 0) return new Map();
  const rows = await trx
    .selectFrom('person')
    .innerJoin('user_settings', 'user_settings.user_id', 'person.user_id')
    .select([sql<string>`lower(person.username)`.as('username'), 'user_settings.settings'])
    .where(
      sql<string>`lower(person.username)`,
      'in',
      usernames.map((name) => name.toLowerCase()),
    )
    .execute();
  return new Map(
    rows.flatMap(({ username, settings }) => {
      const language = isJsonObject(settings) ? settings['language'] : null;
      return typeof language === 'string' ? [[username, language] as const] : [];
    }),
  );
};
