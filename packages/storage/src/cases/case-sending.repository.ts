import type { ConsequenceStep } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobs, queueJobsStatement } from '../jobs/queue-jobs.ts';
import { kindOfCode } from '../log/log-event.ts';

/** A consequence that is due, as it is sent. */
export type DueConsequence = {
  readonly environmentId: Id;
  readonly kind: number;
  readonly eventType: string;
  readonly eventId: string;
  /** Number of the entry that decided. */
  readonly number: number;
  readonly step: ConsequenceStep;
  readonly body: JsonObject;
  /** No attempt is made before. */
  readonly notBefore: Date;
  /** Attempts so far, the present one among them. */
  readonly attempts: number;
};

type DueRow = Omit<DueConsequence, 'eventType'>;

const COLUMNS = sql.raw(
  `environment_id as "environmentId", kind, event_id as "eventId", number, step, body, not_before as "notBefore",
   attempts`,
);
const KEY = sql.raw('(tenant_id, environment_id, kind, event_id, number, step)');
const DUE = sql.raw('sent_at is null');

const dueOf = (row: DueRow): DueConsequence => ({ ...row, eventType: kindOfCode(row.kind) });

/**
 * Says that some consequences of an environment are about to be sent, before they are: from then on nothing takes them back.
 * Gives them.
 */
export const beginConsequences = async (
  trx: TenantTransaction,
  {
    environmentId,
    at,
    steps,
    most,
  }: {
    readonly environmentId: Id;
    readonly at: Date;
    readonly steps: readonly ConsequenceStep[];
    readonly most: number;
  },
): Promise<readonly DueConsequence[]> => {
  const { rows } = await sql<DueRow>`
    update case_consequence set attempts = attempts + 1
     where ${KEY} in (
       select tenant_id, environment_id, kind, event_id, number, step from case_consequence
        where environment_id = ${environmentId} and ${DUE} and step in (${sql.join(steps)}) and not_before <= ${at}
          and (retry_at is null or retry_at <= ${at})
        order by not_before limit ${most} for update skip locked)
    returning ${COLUMNS}`.execute(trx);
  return rows.map(dueOf);
};

const keysJson = (due: readonly DueConsequence[]): string =>
  JSON.stringify(due.map(({ environmentId: e, kind: k, eventId: i, number: n, step: s }) => ({ e, k, i, n, s })));

/** Locks what is still to be sent of what was begun; what another node sends at that moment is left to it. */
export const lockConsequences = async (
  trx: TenantTransaction,
  begun: readonly DueConsequence[],
): Promise<readonly DueConsequence[]> => {
  if (begun.length === 0) return [];
  const { rows } = await sql<DueRow>`
    select ${COLUMNS} from case_consequence
     where (environment_id, kind, event_id, number, step) in (
       select e, k, i, n, s from jsonb_to_recordset(${keysJson(begun)}::jsonb) as x(e uuid, k smallint, i text, n bigint, s text))
       and ${DUE}
     order by number, step for update skip locked`.execute(trx);
  return rows.map(dueOf);
};

/** What came of an attempt: sent, or why not and when it is tried again. */
export type ConsequenceOutcome = {
  readonly due: DueConsequence;
  readonly sentAt: Date | null;
  readonly problem: string | null;
  /** What the code of an action came to. */
  readonly result: JsonObject | null;
  readonly retryAt: Date | null;
};

export const saveConsequenceOutcomes = async (
  trx: TenantTransaction,
  outcomes: readonly ConsequenceOutcome[],
): Promise<void> => {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ due, sentAt, problem, result, retryAt }) => ({
    e: due.environmentId,
    k: due.kind,
    i: due.eventId,
    n: due.number,
    s: due.step,
    sent: sentAt,
    problem,
    result,
    again: retryAt,
  }));
  await sql`
    update case_consequence c set sent_at = x.sent, problem = x.problem, result = x.result, retry_at = x.again
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x(e uuid, k smallint, i text, n bigint, s text, sent timestamptz, problem text, result json,
             again timestamptz)
     where c.environment_id = x.e and c.kind = x.k and c.event_id = x.i and c.number = x.n and c.step = x.s`.execute(
    trx,
  );
};

const QUEUE = queueJobsStatement(
  'caseConsequences',
  `case_consequence where sent_at is null and not_before <= $1 and (retry_at is null or retry_at <= $1)`,
);

/** Queues a job for each environment that has something to send. */
export const queueCaseConsequences = async (database: Database, at: Date): Promise<void> => {
  await queueJobs(database, QUEUE, [at]);
};
