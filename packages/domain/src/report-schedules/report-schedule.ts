import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import type { Permission } from '../access/capabilities.ts';
import { CASE_REPORT_PERIODS, type CaseReportPeriod } from '../cases/case-report.ts';

/** Pages whose report can be sent by e-mail. */
export const SCHEDULED_PAGES = [
  'caseReport',
  'summaryReport',
  'ruleReport',
  'scoreReport',
  'threatReport',
  'observationReport',
] as const;
export type ScheduledPage = (typeof SCHEDULED_PAGES)[number];

/** What people need to read a page, and so to have it sent. */
export const SCHEDULED_PERMISSIONS = {
  caseReport: 'caseReport:read',
  summaryReport: 'reports:read',
  ruleReport: 'reports:read',
  scoreReport: 'scoreReport:read',
  threatReport: 'reports:read',
  observationReport: 'reports:read',
} as const satisfies Readonly<Record<ScheduledPage, Permission>>;

/** What people need to have a page sent as it is narrowed: scores have a permission of their own. */
export const scheduledPermissions = (
  page: ScheduledPage,
  filters: readonly { readonly dimension: string }[],
): readonly Permission[] => [
  SCHEDULED_PERMISSIONS[page],
  ...(filters.some(({ dimension }) => dimension === 'score') ? ['scoreReport:read' as const] : []),
];

/** Periods that a page offers: reports of days have none shorter than a day. */
export const scheduledPeriods = (page: ScheduledPage): readonly CaseReportPeriod[] =>
  page === 'caseReport' ? CASE_REPORT_PERIODS : CASE_REPORT_PERIODS.filter((period) => period !== '24h');

export const REPORT_FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

/** An active schedule sends, a paused one does not until it is resumed, a stopped one may not any more. */
export const SCHEDULE_STATES = ['active', 'paused', 'stopped'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** Why a schedule stopped. */
export const SCHEDULE_STOPS = ['ownerLostRight', 'noRecipients'] as const;
export type ScheduleStop = (typeof SCHEDULE_STOPS)[number];

/** A mail waits, was taken by the mail server, or is given up. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const MAX_REPORT_SCHEDULES = 40;
export const MAX_REPORT_RECIPIENTS = 20;
/** Every month has this day. */
export const MAX_DAY_OF_MONTH = 28;
/** Roles of a token count for this long after their person was last here. */
export const OWNER_ABSENCE_DAYS = 90;

/** When a report is sent, in the hours of a time zone. */
export type ReportTiming = {
  readonly frequency: ReportFrequency;
  /** 1 (Monday) to 7; counts for weekly reports. */
  readonly weekday: number;
  /** 1 to 28; counts for monthly reports. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  /** IANA name. */
  readonly timeZone: string;
};

/** Whether a name is that of a time zone. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

type LocalTime = { readonly dayMs: number; readonly hour: number; readonly minute: number };

const localTimeOf = (format: Intl.DateTimeFormat, atMs: number): LocalTime => {
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return { dayMs: Date.UTC(of('year'), of('month') - 1, of('day')), hour: of('hour'), minute: of('minute') };
};

/** The moment at which a clock of the zone shows an hour of a day; the first one after it where clocks skip that hour. */
const momentOf = (format: Intl.DateTimeFormat, dayMs: number, hour: number): number => {
  const wanted = dayMs + hour * HOUR_MS;
  const offsetAt = (atMs: number): number => {
    const local = localTimeOf(format, atMs);
    return local.dayMs + local.hour * HOUR_MS + local.minute * MINUTE_MS - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  };
  const candidates = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)].map((offset) => wanted - offset);
  const exact = candidates.filter((atMs) => atMs + offsetAt(atMs) === wanted);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
};

const isDue = ({ frequency, weekday, day }: ReportTiming, dayMs: number): boolean => {
  const date = new Date(dayMs);
  if (frequency === 'weekly') return (date.getUTCDay() || 7) === weekday;
  return frequency === 'daily' || date.getUTCDate() === day;
};

/** The first time after a moment at which a report is due, in milliseconds. */
export const nextReportAt = (timing: ReportTiming, afterMs: number): number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timing.timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const today = localTimeOf(format, afterMs).dayMs;
  for (let days = 0; days <= 32; days += 1) {
    const dayMs = today + days * DAY_MS;
    if (!isDue(timing, dayMs)) continue;
    const atMs = momentOf(format, dayMs, timing.hour);
    if (atMs > afterMs) return atMs;
  }
  throw new Error(`no report is due within 32 days: ${JSON.stringify(timing)}`);
};
