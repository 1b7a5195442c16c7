import {
  STOPPED_OUTCOMES,
  type Decision,
  DECISIONS,
  type LoggedAssessmentKind,
  type StoppedOutcome,
} from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { DECISION_CODES, LABEL_CODES } from '../projections/reports/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues } from './report-columns.ts';
import type { ReportRange } from './report.read-model.ts';
import { outcomeColumn } from './rule-money.read-model.ts';

/** What is known of a decided event that was stopped, labelled, charged back, or passed by the control share. */
export type EventOutcome = {
  readonly environmentId: string;
  readonly eventId: string;
  readonly decision: Decision;
  /** Its label; of a reviewed one without a label what the review ended with. */
  readonly outcome: StoppedOutcome;
  /** Labelled as fraud or charged back. */
  readonly isFraud: boolean;
  /** The rule that decided, or that would have stopped one that the control share let pass; empty where none did. */
  readonly ruleId: string;
  /** Of a purchase that the control share might let pass, its probability. */
  readonly probability: number | null;
  /** Whether the control share let it pass. */
  readonly passed: boolean;
};

type Row = {
  readonly environment: string;
  readonly event: string;
  readonly decision: number;
  readonly outcome: number;
  readonly fraud: boolean;
  readonly hit: number;
  readonly probability: number | null;
  readonly passed: boolean;
};

const readDay = (
  database: Database,
  scope: Scope,
  kind: LoggedAssessmentKind,
  fromMs: number,
): Promise<readonly EventOutcome[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { rows } = await sql<Row>`
      select c.environment_id as environment, c.event_id as event, c.decision, ${await outcomeColumn(trx)} as outcome,
             c.label = ${sql.lit(LABEL_CODES.Fraud)}
               or (c.chargeback and c.label <> ${sql.lit(LABEL_CODES.NonFraud)}) as fraud,
             case when c.control_rule > 0 then c.control_rule else c.decided_by end as hit,
             c.control_probability as probability, c.control_rule > 0 as passed
        from report_event c
       where c.tenant_id = ${scope.tenantId}::uuid and c.environment_id = any(${scope.environmentIds}::uuid[])
         and c.kind = ${sql.lit(kindCodeOf(kind))} and c.hour >= ${new Date(fromMs)} and c.hour < ${new Date(fromMs + DAY_MS)}
         and (c.decision <> ${sql.lit(DECISION_CODES.Approve)} or c.label <> ${sql.lit(LABEL_CODES.None)}
              or c.chargeback or c.control_rule > 0)
       order by c.environment_id, c.event_id`.execute(trx);
    const hits = await decodeValues(trx, 'hit', [...new Set(rows.map(({ hit }) => String(hit)))]);
    return rows.map(({ environment, event, decision, outcome, fraud, hit, probability, passed }) => ({
      environmentId: environment,
      eventId: event,
      decision: DECISIONS[decision] ?? 'Approve',
      outcome: STOPPED_OUTCOMES[outcome] ?? 'none',
      isFraud: fraud,
      // A clause is named by the id of its rule, a space and its name.
      ruleId: (hits.get(String(hit)) ?? '').split(' ', 1)[0] ?? '',
      probability,
      passed,
    }));
  });

/** Outcomes of a period by the day of events; events that are not among them were approved and nothing was said of them. */
export const readEventOutcomes = async (
  database: Database,
  scope: Scope,
  kind: LoggedAssessmentKind,
  { fromMs, toMs }: Pick<ReportRange, 'fromMs' | 'toMs'>,
): Promise<readonly EventOutcome[]> => {
  const outcomes: EventOutcome[][] = [];
  // oxlint-disable-next-line eslint/no-await-in-loop -- a day at a time keeps each question short
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS)
    outcomes.push([...(await readDay(database, scope, kind, dayMs))]);
  return outcomes.flat();
};
