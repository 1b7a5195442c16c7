import type { getCaseReport as caseReportEndpoint, QueryOf } from '@redoubt/contracts';
import {
  answersFromSums,
  ASSESSMENTS,
  fieldDimension,
  formatReportFilters,
  REPORT_MEASURES,
  SCORE_MEASURES,
  type AssessmentName,
  type CaseReportPeriod,
  type ReportMeasure,
  type ScheduledPage,
} from '@redoubt/domain';
import { mailTexts, type MailTexts } from '@redoubt/i18n/mail-texts';
import { DAY_MS } from '@redoubt/kernel';
import { listAssessments, type StoredReportSchedule, type TenantTransaction } from '@redoubt/storage';
import { getCaseReport } from '../case-report/get-case-report.query.ts';
import type { EnvironmentContext } from '../context.ts';
import { getReportFields } from '../reports/get-report-fields.query.ts';
import { getObservationKinds, queryObservations } from '../reports/observations.queries.ts';
import { queryReports } from '../reports/query-reports.query.ts';
import { queryRuleReport } from '../reports/query-rule-report.query.ts';
import { within } from '../unit-of-work.ts';
import { caseReportMail } from './case-report-mail.ts';
import { observationMail } from './observation-mail.ts';
import type { ReportMail } from './report-frame.ts';
import { filterNames, ruleFilters } from './filter-names.ts';
import { filtersOfSchedule } from './get-report-schedules.query.ts';
import { ruleReportMail } from './rule-report-mail.ts';
import { scoreMail } from './score-mail.ts';
import { summaryMail } from './summary-mail.ts';
import { threatMail, type ThreatField } from './threat-mail.ts';

type Composed = {
  readonly schedule: StoredReportSchedule;
  /** What the environment is called. */
  readonly environment: string;
  /** Where people open the console, without a slash at its end. */
  readonly origin: string;
};

/** Reads the figures of a report once; the answer writes its mail in a language. */
type Composer = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  of: Composed,
) => Promise<(language: string) => ReportMail>;

/** Where the pages are. */
export const SCHEDULED_PATHS: Readonly<Record<ScheduledPage, string>> = {
  caseReport: '/casemanagement/report',
  summaryReport: '/reports/summary',
  ruleReport: '/reports/rules',
  scoreReport: '/reports/scores',
  threatReport: '/reports/threats',
  observationReport: '/reports/observations',
};

const PERIOD_DAYS: Readonly<Record<CaseReportPeriod, number>> = { '24h': 1, '7d': 7, '28d': 28, '91d': 91 };
const MEASURES: ReportMeasure[] = [...REPORT_MEASURES];
const MOST_RULES = 10;
/** Of a field, kinds of observations, and bins of a score with none. */
const MOST_VALUES = 101;

const hrefOf = ({ schedule, origin }: Composed, params: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries({ env: schedule.environmentId, ...params }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `${origin}${SCHEDULED_PATHS[schedule.page]}?${new URLSearchParams(given).toString()}`;
};

/** What an assessment is called in a language. */
const assessmentNames = async (trx: TenantTransaction) => {
  const defined = await listAssessments(trx);
  return (texts: MailTexts, assessment: AssessmentName): string => {
    const builtIn = ASSESSMENTS.find((each) => each === assessment);
    return builtIn === undefined
      ? (defined.find(({ kind }) => kind === assessment)?.friendlyName ?? assessment)
      : texts.routes(`${builtIn}.title`);
  };
};

const composeCases: Composer = async (trx, context, of) => {
  const { schedule, environment } = of;
  const { period, assessment, queueId } = schedule.question as {
    readonly period: CaseReportPeriod;
    readonly assessment: AssessmentName | null;
    readonly queueId: string | null;
  };
  const question = {
    period,
    ...(assessment === null ? {} : { assessment }),
    ...(queueId === null ? {} : { queueId }),
  } as QueryOf<typeof caseReportEndpoint>;
  const report = await getCaseReport(within(context, trx), question);
  const nameOf = await assessmentNames(trx);
  const queue = report.choices.find(({ id }) => id === queueId)?.name;
  return (language) =>
    caseReportMail({
      report,
      period,
      filters: [assessment === null ? undefined : nameOf(mailTexts(language), assessment), queue].filter(
        (name) => name !== undefined,
      ),
      environment,
      owner: schedule.owner.name,
      href: hrefOf(of, { period, assessment: assessment ?? undefined, queue: queueId ?? undefined }),
      timeZone: schedule.timing.timeZone,
      language,
    });
};

/** A report of days as its page asks it: the days of UTC that end today, here and below. */
const dayQuestion = (context: EnvironmentContext, schedule: StoredReportSchedule) => {
  const { period, assessment } = schedule.question as {
    readonly period: CaseReportPeriod;
    readonly assessment: AssessmentName | null;
  };
  const filters = filtersOfSchedule(schedule);
  const nowMs = context.clock.now();
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const [from, to] = [dayOf(nowMs - (PERIOD_DAYS[period] - 1) * DAY_MS), dayOf(nowMs)];
  return {
    period,
    days: [from, to] as const,
    body: {
      assessment: assessment ?? ('purchase' as const),
      from,
      to,
      step: PERIOD_DAYS[period] > 31 ? ('week' as const) : ('day' as const),
      compare: 'previous' as const,
      filters: filters.map(({ dimension, values }) => ({ dimension, values: [...values] })),
      includeChildren: true,
    },
    params: { period, assessment: assessment ?? undefined, only: formatReportFilters(filters) },
  };
};

/** What stands around the figures of a report of days that can be narrowed, in a language. */
const dayFrames = async (
  trx: TenantTransaction,
  of: Composed,
  { period, days, body, params }: ReturnType<typeof dayQuestion>,
) => {
  const { schedule, environment } = of;
  const namesOf = await filterNames(trx);
  const nameOf = await assessmentNames(trx);
  return (language: string) => {
    const texts = mailTexts(language);
    return {
      texts,
      period,
      days,
      assessment: nameOf(texts, body.assessment),
      environment,
      owner: schedule.owner.name,
      href: hrefOf(of, params),
      filters: body.filters,
      narrowed: namesOf(texts, body.filters),
    };
  };
};

const composeSummary: Composer = async (trx, context, of) => {
  const question = dayQuestion(context, of.schedule);
  const asked = { ...question.body, measures: MEASURES, most: MOST_RULES };
  const report = await queryReports(within(context, trx), { ...asked, by: null });
  // Where sums do not know rules beside a filter the table of rules is left out.
  const byRule = answersFromSums({ ...asked, by: 'rule' })
    ? await queryReports(within(context, trx), { ...asked, by: 'rule' })
    : null;
  const frameIn = await dayFrames(trx, of, question);
  return (language) => summaryMail({ ...frameIn(language), report, byRule });
};

const composeRules: Composer = async (trx, context, of) => {
  const question = dayQuestion(context, of.schedule);
  const { body } = question;
  const report = await queryRuleReport(within(context, trx), { ...body, filters: ruleFilters(body.filters) });
  const frameIn = await dayFrames(trx, of, question);
  return (language) => ruleReportMail({ ...frameIn(language), report });
};

const composeScores: Composer = async (trx, context, of) => {
  const question = dayQuestion(context, of.schedule);
  const asked = { ...question.body, by: 'score' as const, measures: [...SCORE_MEASURES], most: MOST_VALUES };
  const report = await queryReports(within(context, trx), asked);
  const frameIn = await dayFrames(trx, of, question);
  return (language) => scoreMail({ ...frameIn(language), report });
};

const composeThreats: Composer = async (trx, context, of) => {
  const question = dayQuestion(context, of.schedule);
  const { body } = question;
  const inside = within(context, trx);
  const asked = { ...body, measures: ['events' as const, 'fraud' as const], most: MOST_VALUES };
  const report = await queryReports(inside, { ...asked, by: null });
  const fields: ThreatField[] = [];
  for (const field of (await getReportFields(inside, { assessment: body.assessment })).fields) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    fields.push({ field, report: await queryReports(inside, { ...asked, by: fieldDimension(field.name) }) });
  }
  const frameIn = await dayFrames(trx, of, question);
  return (language) => threatMail({ ...frameIn(language), report, fields });
};

const composeObservations: Composer = async (trx, context, of) => {
  const { schedule, environment } = of;
  const { period, days, body, params } = dayQuestion(context, schedule);
  const inside = within(context, trx);
  const asked = { ...body, filters: [], axis: 'time' as const, by: 'observation' as const, most: MOST_VALUES };
  const report = await queryObservations(inside, asked);
  const { kinds } = await getObservationKinds(inside, { assessment: body.assessment });
  const nameOf = await assessmentNames(trx);
  return (language) => {
    const texts = mailTexts(language);
    const assessment = nameOf(texts, body.assessment);
    const frame = { texts, period, days, assessment, environment, owner: schedule.owner.name };
    return observationMail({ ...frame, href: hrefOf(of, params), report, kinds });
  };
};

/** How the mail about each page is made. */
export const COMPOSERS: Readonly<Record<ScheduledPage, Composer>> = {
  caseReport: composeCases,
  summaryReport: composeSummary,
  ruleReport: composeRules,
  scoreReport: composeScores,
  threatReport: composeThreats,
  observationReport: composeObservations,
};
