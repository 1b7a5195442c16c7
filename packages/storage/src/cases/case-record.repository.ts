import { entryBody, type CaseEntry, type CaseStanding, type Consequence, type SecondReview } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { standingColumns } from '../projections/cases/case-columns.ts';
import type { CaseKey } from '../projections/cases/case-id.ts';
import type { CaseTables } from '../schema/casework/case-tables.ts';
import { decisionFigures, sumDecisions } from './case-decision-sums.ts';

type CaseRow = Selectable<CaseTables['review_case']>;

/** A case whose row this transaction has locked. */
export type LockedCase = { readonly key: CaseKey; readonly caseId: Id; readonly standing: CaseStanding };

const leaseOf = (row: CaseRow): CaseStanding['record']['lease'] => {
  const { lease_agent_id: agentId, lease_since: since, lease_until: until, lease_extensions: extensions } = row;
  return agentId === null || since === null || until === null
    ? null
    : { agentId, sinceMs: since.getTime(), untilMs: until.getTime(), extensions };
};

const verdictOf = (row: CaseRow): CaseStanding['verdict'] => {
  const { decision, case_action: caseAction, label_action: labelAction, decision_source: source } = row;
  if (decision === null || caseAction === null || labelAction === null || source === null) return null;
  const { decision_reason: reason, decided_by_id: byId, decided_by: by } = row;
  return { decision, caseAction, labelAction, source, reason: reason ?? '', byId: byId ?? '', by: by ?? '' };
};

const secondOf = ({ second_review: state, first_agent_id: firstId, first_at: at }: CaseRow): SecondReview | null =>
  state === null || firstId === null || at === null ? null : { state, firstId, firstAtMs: at.getTime() };

/** What the row of a case says of it. */
export const standingOfRow = (row: CaseRow): CaseStanding => ({
  record: {
    queueId: row.queue_id,
    settlesAtMs: row.settles_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    lease: leaseOf(row),
    onHoldUntilMs: row.on_hold_until?.getTime() ?? null,
    escalated: row.escalated,
    assignee: row.assignee_id === null || row.assignee === null ? null : { id: row.assignee_id, name: row.assignee },
    second: secondOf(row),
    outcome: row.outcome === null || row.ended_at === null ? null : { kind: row.outcome, atMs: row.ended_at.getTime() },
  },
  leaseAgent: row.lease_agent,
  verdict: verdictOf(row),
  lastAgent: row.last_agent,
  version: row.version,
});

/** A locked case from its row. */
export const lockedCaseOf = (row: CaseRow): LockedCase => ({
  key: { tenantId: row.tenant_id, environmentId: row.environment_id, kind: row.kind, eventId: row.event_id },
  caseId: row.case_id,
  standing: standingOfRow(row),
});

/**
 * Cases of an environment whose time is over, and that no agent has; those that others work on are left to them.
 *
 * @param skip how many of those that are due longest are passed over.
 */
export const lockDueCases = async (
  trx: TenantTransaction,
  environmentId: Id,
  { at, skip, most }: { readonly at: Date; readonly skip: number; readonly most: number },
): Promise<readonly LockedCase[]> => {
  const rows = await trx
    .selectFrom('review_case')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('outcome', 'is', null)
    .where('due_at', '<=', at)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', at)]))
    .orderBy('due_at')
    .offset(skip)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(lockedCaseOf);
};

/** Cases of the whole tenant that a person has in review. */
export const lockLeasedCases = async (
  trx: TenantTransaction,
  agentId: string,
  at: Date,
): Promise<readonly LockedCase[]> => {
  const rows = await trx
    .selectFrom('review_case')
    .selectAll()
    .where('lease_agent_id', '=', agentId)
    .where('lease_until', '>', at)
    .where('outcome', 'is', null)
    .orderBy('case_id')
    .forUpdate()
    .execute();
  return rows.map(lockedCaseOf);
};

/** Cases of the whole tenant that wait for a person. */
export const lockAssignedCases = async (trx: TenantTransaction, agentId: string): Promise<readonly LockedCase[]> => {
  const rows = await trx
    .selectFrom('review_case')
    .selectAll()
    .where('assignee_id', '=', agentId)
    .where('outcome', 'is', null)
    .orderBy('case_id')
    .forUpdate()
    .execute();
  return rows.map(lockedCaseOf);
};

/** What is written of one thing that happened to a case: the entry, what it makes of the case, and what it sends. */
export type CaseChange = {
  readonly key: CaseKey;
  readonly entry: CaseEntry;
  readonly before: CaseStanding;
  /** What else stands in the entry, such as a note; it changes nothing of the case. */
  readonly said?: JsonObject;
  readonly after: CaseStanding;
  readonly consequences: readonly Consequence[];
  /** Nothing is sent before. */
  readonly notBefore: Date;
};

/**
 * The decision that is opened again, as the report counts it: by queue and agent, whose id and name are empty at a time-out. Undefined where
 * something else happens to the case.
 */
const reopenedDecision = ({ entry, before: { record, verdict } }: CaseChange): JsonObject | undefined => {
  if (entry.action.kind !== 'reopen' || verdict === null) return undefined;
  const { source, decision, reason } = verdict;
  const [agentId, agent] = source === 'TimeOut' ? ['', ''] : [verdict.byId, verdict.by];
  return { queueId: record.queueId, agentId, agent, source, decision, reason };
};

const keyColumns = ({ tenantId, environmentId, kind, eventId }: CaseKey) => ({
  tenant_id: tenantId,
  environment_id: environmentId,
  kind,
  event_id: eventId,
});

/** Writes changes of cases whose rows the transaction has locked: as many statements for one as for many. */
export const saveCaseChanges = async (trx: TenantTransaction, changes: readonly CaseChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const rows = changes.map(({ key, after }) => ({ ...keyColumns(key), ...standingColumns(after) }));
  await sql`
    update review_case c set queue_id = x.queue_id, settles_at = x.settles_at, due_at = x.due_at,
        lease_agent_id = x.lease_agent_id, lease_agent = x.lease_agent, lease_since = x.lease_since,
        lease_until = x.lease_until, lease_extensions = x.lease_extensions, on_hold_until = x.on_hold_until,
        escalated = x.escalated, assignee_id = x.assignee_id, assignee = x.assignee, second_review = x.second_review, first_agent_id = x.first_agent_id,
        first_at = x.first_at, outcome = x.outcome, ended_at = x.ended_at, decision = x.decision,
        case_action = x.case_action, label_action = x.label_action, decision_reason = x.decision_reason,
        decided_by_id = x.decided_by_id, decided_by = x.decided_by, decision_source = x.decision_source,
        last_agent = x.last_agent, version = x.version
      from jsonb_populate_recordset(null::review_case, ${JSON.stringify(rows)}::jsonb) as x
     where c.tenant_id = x.tenant_id and c.environment_id = x.environment_id and c.kind = x.kind
       and c.event_id = x.event_id`.execute(trx);
  await trx
    .insertInto('case_entry')
    .values(
      changes
        .map((change) => ({ change, figures: decisionFigures(change), reopened: reopenedDecision(change) }))
        .map(({ change: { key, entry, after, said }, figures, reopened }) => ({
          ...keyColumns(key),
          number: after.version,
          at: new Date(entry.atMs),
          actor_id: entry.actorId,
          actor: entry.actor,
          source: entry.source,
          action: entry.action.kind,
          body: JSON.stringify({
            ...said,
            ...(figures && { figures }),
            ...(reopened && { reopened }),
            ...entryBody(entry),
          }),
        })),
    )
    .execute();
  await sumDecisions(trx, changes);
  const sent = changes.flatMap(({ key, after, consequences, notBefore }) =>
    consequences.map(({ step, body }) => ({
      ...keyColumns(key),
      number: after.version,
      step,
      body: JSON.stringify(body),
      not_before: notBefore,
    })),
  );
  if (sent.length > 0) await trx.insertInto('case_consequence').values(sent).execute();
};
