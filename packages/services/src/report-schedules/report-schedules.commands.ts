import type {
  BodyOf,
  createReportSchedule as createEndpoint,
  pauseReportSchedule as pauseEndpoint,
  ReportSchedules,
} from '@redoubt/contracts';
import { fail, MAX_REPORT_SCHEDULES, nextReportAt } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  advanceReportSchedule,
  deleteReportSchedule as removeSchedule,
  insertReportSchedule,
  listCaseQueues,
  listReportSchedules,
  lockReportSchedule,
  lockReportSchedules,
  saveReportSchedule,
  type ReportOwner,
  type ReportScheduleChoice,
  type StoredReportSchedule,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { inTransaction } from '../unit-of-work.ts';
import {
  managesAllSchedules,
  readReportSchedules,
  requireAnyReport,
  requireReport,
  type ReportReader,
} from './get-report-schedules.query.ts';
import { allowedRecipients, requireMailable } from './recipients.ts';

const record = recordOf('ReportSchedule');

type Choice = BodyOf<typeof createEndpoint>;

const ownerOf = (person: ReportReader, at: Date): ReportOwner => ({
  id: person.userId,
  name: person.name,
  roles: person.roles,
  directoryRoles: person.wids,
  seenAt: at,
});

/** What the activity log keeps of a choice; of recipients how many they are. */
const loggedOf = ({ page, question, recipients, timing, language }: ReportScheduleChoice): Json => ({
  page,
  question: { ...question },
  recipients: recipients.length,
  timing: { ...timing },
  language,
});

const need = (server: MailServerFacts | undefined): MailServerFacts => {
  if (server === undefined) throw fail('MAIL-NOT-CONFIGURED');
  return server;
};

/** Checks a choice. Throws QUEUE-UNKNOWN, REPORT-RECIPIENT-REFUSED. */
const checkedChoice = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  server: MailServerFacts,
  { page, question, recipients, language, ...timing }: Choice,
  at: Date,
): Promise<ReportScheduleChoice> => {
  const { queueId, filters = [], ...rest } = question;
  if (queueId !== null && !(await listCaseQueues(trx, environmentId, [])).some(({ id }) => id === queueId))
    throw fail('QUEUE-UNKNOWN', { id: queueId });
  const distinct = [...new Map(recipients.map((each) => [each.toLowerCase(), each])).values()];
  const allowed = await allowedRecipients(trx, server, distinct, at);
  const refused = distinct.filter((each) => !allowed.includes(each));
  if (refused.length > 0) throw fail('REPORT-RECIPIENT-REFUSED', { addresses: refused.join(', ') });
  await requireMailable(trx, environmentId, distinct);
  const asked = { ...rest, queueId, ...(filters.length === 0 ? {} : { filters }) };
  return { page, question: asked, recipients: distinct, timing, language };
};

/** A schedule that the caller may change. Throws REPORT-SCHEDULE-UNKNOWN, REPORT-SCHEDULE-NOT-OWNED. */
const ownSchedule = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: ReportReader,
  id: Id,
): Promise<StoredReportSchedule> => {
  const schedule = await lockReportSchedule(trx, context.environmentId, id);
  if (schedule === undefined) throw fail('REPORT-SCHEDULE-UNKNOWN', { id });
  if (schedule.owner.id !== person.userId && !managesAllSchedules(context))
    throw fail('REPORT-SCHEDULE-NOT-OWNED', { owner: schedule.owner.name });
  requireReport(context, schedule.page);
  return schedule;
};

/** Sends a report at set times. Throws MAIL-NOT-CONFIGURED, REPORT-SCHEDULES-FULL and what `checkedChoice` throws. */
export const createReportSchedule = (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
  input: Choice,
): Promise<ReportSchedules> =>
  inTransaction(context, async (trx) => {
    requireReport(context, input.page, input.question.filters);
    const { tenantId, environmentId, clock } = context;
    const facts = need(server);
    await lockReportSchedules(trx, environmentId);
    if ((await listReportSchedules(trx, environmentId)).length >= MAX_REPORT_SCHEDULES)
      throw fail('REPORT-SCHEDULES-FULL', { most: MAX_REPORT_SCHEDULES });
    const { at } = changedBy(context);
    const choice = await checkedChoice(trx, context, facts, input, at);
    const id = newId();
    const nextAt = new Date(nextReportAt(choice.timing, clock.now()));
    await insertReportSchedule(trx, tenantId, { ...choice, id, environmentId, owner: ownerOf(person, at), nextAt, at });
    await record(trx, context, { operation: 'Create', id, name: choice.page, modified: loggedOf(choice) });
    return readReportSchedules(trx, context, person, server);
  });

/** Changes a schedule. It is sent with the rights of the one who changed it, and is active after that. */
export const changeReportSchedule = (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
  id: Id,
  input: Choice,
): Promise<ReportSchedules> =>
  inTransaction(context, async (trx) => {
    requireReport(context, input.page, input.question.filters);
    const facts = need(server);
    const before = await ownSchedule(trx, context, person, id);
    const { at } = changedBy(context);
    const choice = await checkedChoice(trx, context, facts, input, at);
    await saveReportSchedule(trx, id, choice, ownerOf(person, at), at);
    await advanceReportSchedule(trx, id, {
      state: 'active',
      stopped: null,
      nextAt: new Date(nextReportAt(choice.timing, context.clock.now())),
    });
    await record(trx, context, {
      operation: 'Update',
      id,
      name: choice.page,
      original: loggedOf(before),
      modified: loggedOf(choice),
    });
    return readReportSchedules(trx, context, person, server);
  });

/** Changes the caller's schedules, and answers with those that the page then shows. */
const changing = (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
  change: (trx: TenantTransaction) => Promise<void>,
): Promise<ReportSchedules> =>
  inTransaction(context, async (trx) => {
    requireAnyReport(context);
    await change(trx);
    return readReportSchedules(trx, context, person, server);
  });

/** Pauses a schedule, or lets it go on; what was due in between is not sent. */
export const pauseReportSchedule = (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
  id: Id,
  { paused }: BodyOf<typeof pauseEndpoint>,
): Promise<ReportSchedules> =>
  changing(context, person, server, async (trx) => {
    if (!paused) need(server);
    const { timing, page } = await ownSchedule(trx, context, person, id);
    await advanceReportSchedule(trx, id, {
      state: paused ? 'paused' : 'active',
      stopped: null,
      nextAt: paused ? null : new Date(nextReportAt(timing, context.clock.now())),
      ...(paused ? { requestedAt: null } : {}),
    });
    await record(trx, context, { operation: paused ? 'Deactivate' : 'Activate', id, name: page });
  });

type ScheduleCommand = (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
  id: Id,
) => Promise<ReportSchedules>;

/** Has a report sent at once; the job of the schedule does it. */
export const sendReportSchedule: ScheduleCommand = (context, person, server, id) =>
  changing(context, person, server, async (trx) => {
    need(server);
    const { page } = await ownSchedule(trx, context, person, id);
    const { at } = changedBy(context);
    await advanceReportSchedule(trx, id, { requestedAt: at });
    await record(trx, context, { operation: 'Request', id, name: page });
  });

/** Sends a report no more. */
export const deleteReportSchedule: ScheduleCommand = (context, person, server, id) =>
  changing(context, person, server, async (trx) => {
    const before = await ownSchedule(trx, context, person, id);
    await removeSchedule(trx, id);
    await record(trx, context, { operation: 'Delete', id, name: before.page, original: loggedOf(before) });
  });
