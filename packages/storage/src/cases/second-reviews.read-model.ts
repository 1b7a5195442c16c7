import type { CaseVerdict, DecisionSource } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { CaseKey } from '../projections/cases/case-id.ts';
import { isNotUndone } from './entry-conditions.ts';
import { isOne, within, type CaseReportRange, type CaseReportScope } from './report-scope.ts';

/** What the first of two people decided about a case. */
export type FirstDecision = {
  /** Of its entry. */
  readonly number: number;
  readonly actorId: string;
  readonly actor: string;
  readonly at: Date;
  readonly source: DecisionSource;
  readonly verdict: CaseVerdict;
};

/** The first decision that a second one is compared with: the last there is. */
export const findFirstDecision = async (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: CaseKey,
): Promise<FirstDecision | undefined> => {
  const row = await trx
    .selectFrom('case_entry')
    .select(['number', 'actor_id as actorId', 'actor', 'at', 'source', 'body'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('event_id', '=', eventId)
    .where('action', '=', 'decideFirst')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { body, source, ...first } = row;
  return { ...first, source: source as DecisionSource, verdict: (body as { readonly verdict: CaseVerdict }).verdict };
};

/** Two decisions of two people about one case, neither of whom knew of the other's. */
export type SecondReviewPair = {
  /** Number of the kind of event. */
  readonly kind: number;
  readonly eventId: string;
  /** Of the entry of the second decision. */
  readonly number: number;
  readonly queueId: Id;
  readonly firstId: string;
  readonly first: string;
  /** Name of the decision. */
  readonly firstDecision: string;
  readonly secondId: string;
  readonly second: string;
  readonly secondDecision: string;
  /** Of the second decision. */
  readonly at: Date;
};

/**
 * Pairs of decisions that a report counts, whose second one was made in a range, oldest first. A second decision that was
 * taken back makes none.
 */
export const listSecondReviewPairs = async (
  trx: TenantTransaction,
  { environmentId, kind, queueId, agentId }: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly SecondReviewPair[]> => {
  const { rows } = await sql<SecondReviewPair>`
    select e.kind, e.event_id as "eventId", e.number, e.body ->> 'queueId' as "queueId",
           e.body -> 'first' ->> 'actorId' as "firstId", e.body -> 'first' ->> 'actor' as first,
           e.body -> 'first' ->> 'decision' as "firstDecision", e.actor_id as "secondId", e.actor as second,
           e.body -> 'verdict' ->> 'decision' as "secondDecision", e.at
      from case_entry e
     where e.environment_id = ${environmentId} and ${within('e.at', range)} and ${isOne('e.kind', kind)}
       and e.action in ('decide', 'disagree') and e.body -> 'first' is not null and ${isNotUndone('e')}
       and ${queueId === null ? sql`true` : sql`e.body ->> 'queueId' = ${queueId}`}
       and ${agentId === null ? sql`true` : sql`(e.actor_id = ${agentId} or e.body -> 'first' ->> 'actorId' = ${agentId})`}
     order by e.at, e.event_id`.execute(trx);
  return rows;
};
