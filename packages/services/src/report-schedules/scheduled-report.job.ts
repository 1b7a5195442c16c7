import {
  allows,
  nextReportAt,
  OWNER_ABSENCE_DAYS,
  scheduledPermissions,
  type Capabilities,
  type ScheduleStop,
} from '@redoubt/domain';
import { canonicalJson, DAY_MS, MINUTE_MS, SECOND_MS, type Clock } from '@redoubt/kernel';
import {
  advanceReportSchedule,
  languagesOf,
  listReportSchedules,
  lockReportSchedule,
  queueDueReports,
  type ClaimedJob,
  type Database,
  type StoredReportSchedule,
  type TenantTransaction,
} from '@redoubt/storage';
import { loadPersonAccess, type AccessibleEnvironment } from '../access/person-access.ts';
import { recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { queueMails } from '../mail/outbox.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { inSeries } from '../reports/read-parts.ts';
import type { ReportPace } from '../reports/report-pace.ts';
import { filtersOfSchedule } from './get-report-schedules.query.ts';
import { allowedRecipients, mailableOf } from './recipients.ts';
import { COMPOSERS, SCHEDULED_PATHS } from './report-composers.ts';

const LOOK_MS = 15 * SECOND_MS;
const ACTOR = { kind: 'system', id: 'scheduled-report', name: 'Redoubt' } as const;
const record = recordOf('ReportSchedule');

export type ScheduledReports = {
  readonly database: Database;
  readonly clock: Clock;
  readonly server: MailServerFacts;
  /** Where people open the console, without a slash at its end. */
  readonly origin: string;
  /** Figures are read in a turn of the reports of the node. */
  readonly pace: Pick<ReportPace, 'turn'>;
};

/** What figures were read for, and what writes the mail with them in a language. */
type Written = {
  readonly of: string;
  readonly write: Awaited<ReturnType<(typeof COMPOSERS)[StoredReportSchedule['page']]>>;
};

/** All that a written report depends on besides figures. */
const dependsOn = (
  { page, question, timing, owner }: StoredReportSchedule,
  { capabilities, friendlyName, name }: AccessibleEnvironment,
): string => canonicalJson([page, question, { ...timing }, owner.name, { ...capabilities }, friendlyName ?? name]);

const isWanted = ({ nextAt, requestedAt }: StoredReportSchedule, at: Date): boolean =>
  requestedAt !== null || (nextAt !== null && nextAt <= at);

/** Where the owner may still see the report: roles of their token count while they come here now and then. */
const environmentOf = async (
  trx: TenantTransaction,
  schedule: StoredReportSchedule,
  at: Date,
): Promise<AccessibleEnvironment | undefined> => {
  const { owner, environmentId, page } = schedule;
  const isHere = at.getTime() - owner.seenAt.getTime() <= OWNER_ABSENCE_DAYS * DAY_MS;
  const person = {
    userId: owner.id,
    roles: isHere ? owner.roles : [],
    wids: isHere ? owner.directoryRoles : [],
  };
  const { environments } = await loadPersonAccess(trx, person, at);
  const environment = environments.find(({ id }) => id === environmentId);
  const needed = scheduledPermissions(page, filtersOfSchedule(schedule));
  return environment && needed.every((each) => allows(environment.capabilities, each)) ? environment : undefined;
};

/** A mail reaches people who may not see names: it has numbers wherever the environment hides them from anyone. */
const withoutNames = ({ adminConfiguration: _, ...capabilities }: Capabilities): Capabilities => capabilities;

/** Sends the reports that are due, each once: mails, the next time and the end of the job are one transaction. */
export const createScheduledReports = ({ database, clock, server, origin, pace }: ScheduledReports): JobRunner => {
  const noticed = (
    trx: TenantTransaction,
    job: ClaimedJob,
    { owner, page }: StoredReportSchedule,
    stopped?: ScheduleStop,
  ) =>
    raiseNotice(
      trx,
      { clock, tenantId: job.tenantId },
      {
        code: stopped === undefined ? 'REPORT-NOT-SENT' : 'REPORT-SCHEDULE-STOPPED',
        severity: 'Warning',
        params: {},
        link: `${SCHEDULED_PATHS[page]}?panel=schedules`,
        environmentId: job.environmentId,
        recipientId: owner.id,
      },
    );

  const stop = async (
    trx: TenantTransaction,
    job: ClaimedJob,
    schedule: StoredReportSchedule,
    stopped: ScheduleStop,
  ): Promise<void> => {
    await advanceReportSchedule(trx, schedule.id, { state: 'stopped', stopped, nextAt: null, requestedAt: null });
    await noticed(trx, job, schedule, stopped);
  };

  const contextOf = ({ tenantId, environmentId, claimId }: ClaimedJob, environment: AccessibleEnvironment) => ({
    database,
    clock,
    tenantId,
    environmentId,
    actor: ACTOR,
    correlationId: claimId,
    capabilities: withoutNames(environment.capabilities),
  });

  const compose = (
    trx: TenantTransaction,
    context: EnvironmentContext,
    schedule: StoredReportSchedule,
    environment: AccessibleEnvironment,
  ): Promise<Written['write']> => {
    const of = { schedule, environment: environment.friendlyName ?? environment.name, origin };
    // A mail is in no hurry: it takes one connection at a time.
    return inSeries(() => COMPOSERS[schedule.page](trx, context, of));
  };

  /** Reads the figures of a report that is due, before the transaction that sends it; undefined where nothing is sent. */
  const read = (job: ClaimedJob): Promise<Written | undefined> =>
    database.readTenant(job.tenantId, async (trx) => {
      const at = new Date(clock.now());
      const schedule = (await listReportSchedules(trx, job.environmentId)).find(({ id }) => id === job.subjectId);
      if (schedule === undefined || !isWanted(schedule, at)) return undefined;
      const environment = await environmentOf(trx, schedule, at);
      if (environment?.status !== 'Active') return undefined;
      const write = await compose(trx, contextOf(job, environment), schedule, environment);
      return { of: dependsOn(schedule, environment), write };
    });

  /** The mail for each recipient, in their language. */
  const mailsOf = async (
    trx: TenantTransaction,
    write: Written['write'],
    schedule: StoredReportSchedule,
    recipients: readonly string[],
  ) => {
    const chosen = await languagesOf(trx, recipients);
    return recipients.map((recipient) => ({
      environmentId: schedule.environmentId,
      scheduleId: schedule.id,
      senderId: schedule.owner.id,
      recipient,
      ...write(chosen.get(recipient.toLowerCase()) ?? schedule.language),
    }));
  };

  const send = async (trx: TenantTransaction, job: ClaimedJob, written: Written | undefined): Promise<void> => {
    const { tenantId, environmentId } = job;
    const at = new Date(clock.now());
    const schedule = await lockReportSchedule(trx, environmentId, job.subjectId);
    if (schedule === undefined) return;
    if (!isWanted(schedule, at)) return;
    const { id, nextAt, timing, owner } = schedule;
    const environment = await environmentOf(trx, schedule, at);
    if (environment === undefined) return stop(trx, job, schedule, 'ownerLostRight');
    const known = await allowedRecipients(trx, server, schedule.recipients, at);
    const recipients = await mailableOf(trx, environmentId, known);
    if (recipients.length === 0) return stop(trx, job, schedule, 'noRecipients');
    const context = contextOf(job, environment);
    // An environment that is being deleted may come back: nothing is sent until then, and the schedule stays.
    if (environment.status === 'Active') {
      // What was changed since the figures were read is written anew.
      const isCurrent = written?.of === dependsOn(schedule, environment);
      const write = isCurrent ? written.write : await compose(trx, context, schedule, environment);
      const mails = await mailsOf(trx, write, schedule, recipients);
      await queueMails(trx, { tenantId, senderName: owner.name, at }, mails);
      await record(trx, context, {
        operation: 'Send',
        id,
        name: schedule.page,
        modified: { recipients: recipients.length },
      });
    }
    await advanceReportSchedule(trx, id, {
      ...(nextAt !== null && nextAt <= at ? { nextAt: new Date(nextReportAt(timing, at.getTime())) } : {}),
      ...(environment.status === 'Active' ? { sentAt: at } : {}),
      requestedAt: null,
    });
  };

  return {
    kind: 'scheduledReport',
    // Where many questions wait, the turn of a mail comes later.
    retryDelayMs: (attempts) => attempts * MINUTE_MS,
    run: async (job) => {
      const written = await pace.turn(job.tenantId, () => read(job));
      return (trx) => send(trx, job, written);
    },
    failed: async (trx, job) => {
      const schedule = await lockReportSchedule(trx, job.environmentId, job.subjectId);
      if (schedule === undefined) return;
      const { id, timing, state } = schedule;
      await advanceReportSchedule(trx, id, {
        requestedAt: null,
        ...(state === 'active' ? { nextAt: new Date(nextReportAt(timing, clock.now())) } : {}),
      });
      await noticed(trx, job, schedule);
    },
    schedule: { everyMs: LOOK_MS, run: () => queueDueReports(database, new Date(clock.now())) },
  };
};
