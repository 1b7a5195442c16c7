import { loadavg } from 'node:os';
import { CASE_REPORT_FIGURES, CASE_REPORT_PERIODS, capabilitiesOf, GENERAL_QUEUE_ID } from '@redoubt/domain';
import { newId, systemClock } from '@redoubt/kernel';
import { getCaseReport, getReportedCases, type EnvironmentContext } from '@redoubt/services';
import { kindCodeOf, rebuildDecisionSums, type Database } from '@redoubt/storage';
import { createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import type { Machine } from '../measure/machine.ts';
import { inRole } from '../measure/in-role.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendToSection } from '../measure/result-table.ts';
import { percentile } from './percentile.ts';
import { CASES_FILE } from './results-file.ts';

const CASES = 1_000_000;
const AT_ONCE = 100_000;
/** Every twentieth case still waits, every fiftieth decided one has a label, every hundredth was opened again. */
const OPEN_EVERY = 20;
const LABEL_EVERY = 50;
const REOPEN_EVERY = 100;
const DAYS = 90;
const ROUNDS = 5;
/** After which the server has told the statistics what a connection did. */
const STATISTICS_MS = 12_000;
const PURCHASE = kindCodeOf('purchase');

type Timing = { readonly what: string; readonly ms: readonly number[] };

export type CaseReportFigures = {
  readonly timings: readonly Timing[];
  /** Tables that a request read from end to end, and how often. */
  readonly scans: readonly { readonly table: string; readonly scans: number }[];
};

/** Case `n` came `DAYS` days ago at most, and was decided within six hours. */
const N = `select i as n, $3::timestamptz - make_interval(secs => (i * 7919.0)::bigint % (${DAYS} * 86400)) as at,
  (i % ${OPEN_EVERY}) = 0 as open from generate_series($4::bigint, $5::bigint) i`;

const ROWS = `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at, queue_id,
    settles_at, due_at, outcome, ended_at, decision, case_action, label_action, decision_reason, decided_by_id, decided_by,
    decision_source, version)
  select $1, $2, ${PURCHASE}, 'p-' || n, gen_random_uuid(), n, at, at, '${GENERAL_QUEUE_ID}', at, at + interval '1 day',
    case when not open then 'Decided' end, case when not open then at + interval '2 hours' end,
    case when not open then case n % 3 when 0 then 'Approve' else 'Reject' end end,
    case when not open then case n % 3 when 0 then 'Approve' else 'Reject' end end,
    case when not open then 'None' end, case when not open then 'Reason ' || n % 10 end,
    case when not open then 'agent ' || n % 40 end, case when not open then 'Agent ' || n % 40 end,
    case when not open then 'Agent' end, 1 from (${N}) x`;

const ENTRIES = `insert into case_entry (tenant_id, environment_id, kind, event_id, number, at, actor_id, actor, source, action, body)
  select $1, $2, ${PURCHASE}, 'p-' || n, number, at + make_interval(hours => 1 + number), 'agent ' || n % 40, 'Agent ' || n % 40,
    'Agent', case number when 2 then 'reopen' else 'decide' end,
    case number when 2 then json_build_object('reopened', json_build_object('queueId', '${GENERAL_QUEUE_ID}',
        'agentId', 'agent ' || n % 40, 'agent', 'Agent ' || n % 40, 'source', 'Agent',
        'decision', case n % 3 when 0 then 'Approve' else 'Reject' end, 'reason', 'Reason ' || n % 10))
      else json_build_object('figures', json_build_object('queueId', '${GENERAL_QUEUE_ID}',
        'waitedMs', 60000 + n % 7000000, 'handledMs', 20000 + n % 600000),
      'verdict', json_build_object('decision', case n % 3 when 0 then 'Approve' else 'Reject' end, 'labelAction', 'None',
        'caseAction', case n % 3 when 0 then 'Approve' else 'Reject' end, 'reason', 'Reason ' || n % 10)) end
    from (${N}) x cross join generate_series(1, 3) number
   where not open and (number = 1 or n % ${REOPEN_EVERY} = 1)`;

const INTAKE = `insert into case_intake_hour (tenant_id, environment_id, hour, kind, queue_id, received, cancelled)
  select tenant_id, environment_id, date_trunc('hour', received_at, 'UTC'), kind, queue_id, count(*), 0
    from review_case group by 1, 2, 3, 4, 5`;

const LABELS = `insert into related_event (tenant_id, environment_id, subject_kind, subject_id, kind, related_id, body, stamps,
    received_at, event_time, position, label_verdict, label_stamp)
  select $1, $2, ${PURCHASE}, 'p-' || n, ${kindCodeOf('label')}, 'l-' || n, jsonb_build_object('isFraud', n % 4 = 0, 'labelSource', 'Chargeback'),
    '{}'::jsonb, at, at, n, case n % 4 when 0 then 'Fraud' else 'NonFraud' end, '' from (${N}) x where n % ${LABEL_EVERY} = 1`;

/** Cases, what happened to them, and the sums of both. */
const fill = async (database: Database, { tenantId, environmentId }: CasePlace): Promise<void> => {
  const at = new Date();
  const inParts = async (statement: string, role: 'app' | 'ingest'): Promise<void> => {
    for (let from = 1; from <= CASES; from += AT_ONCE) {
      const values = [tenantId, environmentId, at, from, from + AT_ONCE - 1];
      await inRole(database, tenantId, role, (client) => client.query(statement, values));
    }
  };
  await inParts(ROWS, 'ingest');
  await inRole(database, tenantId, 'ingest', (client) => client.query(INTAKE));
  await inParts(LABELS, 'ingest');
  await inParts(ENTRIES, 'app');
  await database.inTenant(tenantId, (trx) => rebuildDecisionSums(trx, environmentId));
};

const TABLES = [
  'review_case',
  'case_entry',
  'related_event',
  'case_decision_hour',
  'case_decision_day',
  'case_intake_hour',
];

const scansOf = async (database: Database, tenantId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await inRole(database, tenantId, 'app', (client) =>
    client.query(
      'select relname as table, seq_scan::integer as scans from pg_stat_user_tables where relname = any($1)',
      [TABLES],
    ),
  );
  return new Map((rows as { table: string; scans: number }[]).map(({ table, scans }) => [table, scans]));
};

const timed = async (what: string, rounds: number, work: () => Promise<unknown>): Promise<Timing> => {
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    await work();
    ms.push(performance.now() - startMs);
  }
  return { what, ms };
};

const measure = async (database: Database): Promise<CaseReportFigures> => {
  const place = await createCasePlace(database);
  const { tenantId, environmentId } = place;
  await fill(database, place);
  const context: EnvironmentContext = {
    database,
    clock: systemClock,
    tenantId,
    environmentId,
    actor: { kind: 'person', id: 'manager', name: 'Manager' },
    correlationId: newId(),
    capabilities: capabilitiesOf(['ManualReviewFraudManager'], 'Standard'),
  };
  // Counts of scans reach the statistics when a connection is idle; those of filling in are not meant.
  await new Promise((resolve) => setTimeout(resolve, STATISTICS_MS));
  const before = await scansOf(database, tenantId);
  const timings: Timing[] = [];
  for (const period of CASE_REPORT_PERIODS)
    timings.push(await timed(`report of ${period}`, ROUNDS, () => getCaseReport(context, { period })));
  timings.push(
    await timed('report of 91d, one agent', ROUNDS, () => getCaseReport(context, { period: '91d', agent: 'agent 7' })),
  );
  const asked = { period: '91d', limit: 50 } as const;
  for (const figure of CASE_REPORT_FIGURES)
    timings.push(await timed(`cases: ${figure}, 91d`, ROUNDS, () => getReportedCases(context, { ...asked, figure })));
  timings.push(
    await timed('cases: one agent and reason, 91d', ROUNDS, () =>
      getReportedCases(context, {
        ...asked,
        figure: 'decided',
        agent: 'agent 7',
        decision: 'Reject',
        reason: 'Reason 7',
      }),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, STATISTICS_MS));
  const after = await scansOf(database, tenantId);
  return {
    timings,
    scans: TABLES.map((table) => ({ table, scans: (after.get(table) ?? 0) - (before.get(table) ?? 0) })),
  };
};

/** A report over a million cases, and the cases behind its figures. */
export const measureCaseReport = (): Promise<CaseReportFigures> => onOwnDatabase('case_report', measure);

const SECTION = {
  ...CASES_FILE,
  heading: 'A report over 1,000,000 cases',
  head: `A line per request and run of \`npm run bench -- case-report\`: what the server spends on the report, and on the first 50 cases
behind a figure, where ${DAYS} days hold a million cases: one in ${OPEN_EVERY} waits, one in ${LABEL_EVERY} has a label, one in ${REOPEN_EVERY} was opened
again. The last line counts how often one of the tables ${TABLES.join(', ')} was read from end to end meanwhile.

| Run | Machine | Request | p50 | Longest of ${ROUNDS} | Load |
|---|---|---|---|---|---|
`,
} as const;

/** Adds lines to the table of all runs; gives them. */
export const saveCaseReport = (
  directory: string,
  at: string,
  machine: Machine,
  { timings, scans }: CaseReportFigures,
): Promise<string> => {
  const run = `${at.slice(0, 10)}-${machine.commit}`;
  const [cpu, load] = [`${machine.cores} × ${machine.cpu}`, (loadavg()[0] ?? 0).toFixed(1)];
  const ms = (values: readonly number[], share: number): string => `${percentile(values, share).toFixed(0)} ms`;
  const whole = scans.filter((each) => each.scans > 0).map((each) => `${each.table} ${each.scans}`);
  return appendToSection(directory, SECTION, [
    ...timings.map(({ what, ms: values }) => [run, cpu, what, ms(values, 0.5), ms(values, 1), load]),
    [run, cpu, `read from end to end: ${whole.length === 0 ? 'none' : whole.join(', ')}`, '–', '–', load],
  ]);
};
