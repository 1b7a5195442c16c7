import {
  canNarrow,
  CASE_REPORT_PERIODS,
  isTimeZone,
  MAIL_STATES,
  MAX_DAY_OF_MONTH,
  MAX_REPORT_RECIPIENTS,
  REPORT_DIMENSIONS,
  REPORT_FREQUENCIES,
  SCHEDULED_PAGES,
  SCHEDULE_STATES,
  SCHEDULE_STOPS,
  scheduledPeriods,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant } from '../common.ts';
import { RESIDENCY_ERRORS } from '../data-residency/data-residency.ts';
import { defineEndpoint } from '../define.ts';
import { fieldFilters } from '../reports/report-parts.ts';

const base = '/platform/v1/environments/:environmentId/report-schedules';
const scheduleParams = environmentParams.extend({ scheduleId: guid });

const address = z.email().max(254);

/** What of the page is sent. */
const question = z.strictObject({
  period: z.enum(CASE_REPORT_PERIODS),
  /** Null for all of them, of reports of one assessment for purchases. */
  assessment: assessmentName.nullable(),
  /** Of the report of cases; null for the others. */
  queueId: guid.nullable(),
  /** Of the summary and of the reports of rules, scores and threats: what events are narrowed to; none where absent. */
  filters: fieldFilters(REPORT_DIMENSIONS).optional(),
});

const choice = {
  page: z.enum(SCHEDULED_PAGES),
  question,
  recipients: z.array(address).min(1).max(MAX_REPORT_RECIPIENTS),
  frequency: z.enum(REPORT_FREQUENCIES),
  /** 1 (Monday) to 7; counts for weekly reports. */
  weekday: z.number().int().min(1).max(7),
  /** Counts for monthly reports. */
  day: z.number().int().min(1).max(MAX_DAY_OF_MONTH),
  hour: z.number().int().min(0).max(23),
  /** IANA name. */
  timeZone: z.string().min(1).max(60).refine(isTimeZone, 'is not the name of a time zone'),
  /** Of recipients who chose none in the console. */
  language: z.string().min(2).max(10),
};

const body = z
  .strictObject(choice)
  .refine(({ page, question: { period } }) => scheduledPeriods(page).includes(period), {
    path: ['question', 'period'],
    message: 'is not offered by the page',
  })
  .refine(({ page, question: { queueId } }) => page === 'caseReport' || queueId === null, {
    path: ['question', 'queueId'],
    message: 'is of the report of cases alone',
  })
  .refine(
    ({ page, question: { filters = [] } }) =>
      filters.length === 0 || (page !== 'caseReport' && page !== 'observationReport' && canNarrow(page, filters)),
    { path: ['question', 'filters'], message: 'cannot be answered by the sums of the page' },
  );

const schedule = z.strictObject({
  ...choice,
  recipients: z.array(z.string()),
  timeZone: z.string(),
  id: guid,
  state: z.enum(SCHEDULE_STATES),
  /** Why it stopped. */
  stopped: z.enum(SCHEDULE_STOPS).nullable(),
  /** Null while it is not active. */
  nextAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** Asked for outside its times, and not sent yet. */
  isRequested: z.boolean(),
  owner: z.string(),
  isOwn: z.boolean(),
});
export type ReportSchedule = z.infer<typeof schedule>;

const mail = z.strictObject({
  id: guid,
  /** Null for a mail that tries the mail server. */
  scheduleId: guid.nullable(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** Code of the error of the last attempt, and what the mail server answered. */
  problem: z.string().nullable(),
  answer: z.string().nullable(),
  at: instant,
});
export type SentMail = z.infer<typeof mail>;

const reportSchedules = z.strictObject({
  /** Null where the operator set up no mail server. */
  server: z
    .strictObject({
      from: z.string(),
      /** Domains to whose addresses reports may go besides those of people of the tenant. */
      domains: z.array(z.string()),
    })
    .nullable(),
  /** Address of the caller; null where their sign-in name is none. */
  ownAddress: z.string().nullable(),
  schedules: z.array(schedule),
  /** Newest mails. */
  mails: z.array(mail),
});
export type ReportSchedules = z.infer<typeof reportSchedules>;

export const getReportSchedules = defineEndpoint({
  id: 'reportSchedules.list',
  summary:
    'Reports that are sent by e-mail, and the newest mails: own ones, for administrators of the environment all.',
  method: 'GET',
  path: base,
  // Answers schedules of reports that the caller may read.
  permission: 'signedIn',
  params: environmentParams,
  response: reportSchedules,
});

// Changes ask for the permission of the report itself, which its reader has.
/** Codes of what a schedule is chosen to be. */
const CHOICE_ERRORS = [
  'MAIL-NOT-CONFIGURED',
  'QUEUE-UNKNOWN',
  'REPORT-RECIPIENT-REFUSED',
  ...RESIDENCY_ERRORS,
] as const;

export const createReportSchedule = defineEndpoint({
  id: 'reportSchedules.create',
  summary: 'Send a report by e-mail at set times.',
  method: 'POST',
  path: base,
  permission: 'signedIn',
  params: environmentParams,
  body,
  response: reportSchedules,
  errors: [...CHOICE_ERRORS, 'REPORT-SCHEDULES-FULL'],
});

export const changeReportSchedule = defineEndpoint({
  id: 'reportSchedules.change',
  summary: 'Change what is sent, when and to whom. Who changes it becomes its owner, with whose rights it is sent.',
  method: 'PUT',
  path: `${base}/:scheduleId`,
  permission: 'signedIn',
  params: scheduleParams,
  body,
  response: reportSchedules,
  errors: [...CHOICE_ERRORS, 'REPORT-SCHEDULE-NOT-OWNED', 'REPORT-SCHEDULE-UNKNOWN'],
});

export const pauseReportSchedule = defineEndpoint({
  id: 'reportSchedules.pause',
  summary: 'Pause a schedule, or let it go on with the next time.',
  method: 'POST',
  path: `${base}/:scheduleId/pause`,
  permission: 'signedIn',
  params: scheduleParams,
  body: z.strictObject({ paused: z.boolean() }),
  response: reportSchedules,
  errors: ['MAIL-NOT-CONFIGURED', 'REPORT-SCHEDULE-UNKNOWN', 'REPORT-SCHEDULE-NOT-OWNED'],
});

export const sendReportSchedule = defineEndpoint({
  id: 'reportSchedules.send',
  summary: 'Send a report now; its times stay as they are.',
  method: 'POST',
  path: `${base}/:scheduleId/send`,
  permission: 'signedIn',
  params: scheduleParams,
  response: reportSchedules,
  errors: ['MAIL-NOT-CONFIGURED', 'REPORT-SCHEDULE-UNKNOWN', 'REPORT-SCHEDULE-NOT-OWNED'],
});

export const deleteReportSchedule = defineEndpoint({
  id: 'reportSchedules.delete',
  summary: 'Send a report no more; mails of it that wait are not sent.',
  method: 'DELETE',
  path: `${base}/:scheduleId`,
  permission: 'signedIn',
  params: scheduleParams,
  response: reportSchedules,
  errors: ['REPORT-SCHEDULE-NOT-OWNED', 'REPORT-SCHEDULE-UNKNOWN'],
});

export const sendTestMail = defineEndpoint({
  id: 'reportSchedules.test',
  summary: 'Send a mail to the own address, to see whether the mail server takes it.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/test-mails',
  permission: 'signedIn',
  params: environmentParams,
  body: z.strictObject({ language: z.string().min(2).max(10) }),
  response: reportSchedules,
  errors: ['MAIL-NOT-CONFIGURED', 'MAIL-NO-ADDRESS', 'REQ-RATE-LIMITED'],
});
