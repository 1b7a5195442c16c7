import { CONSEQUENCE_STEPS, type ConsequenceStep } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { CaseKey } from '../projections/cases/case-id.ts';

export type StoredConsequence = {
  readonly step: ConsequenceStep;
  readonly notBefore: Date;
  readonly sentAt: Date | null;
  readonly problem: string | null;
  readonly result: Json;
};

/** What the decisions of a case sent, or will, oldest first, and of one decision in the order in which it is sent. */
export const listConsequences = async (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: CaseKey,
): Promise<readonly StoredConsequence[]> => {
  const rows = await trx
    .selectFrom('case_consequence')
    .select(['step', 'not_before as notBefore', 'sent_at as sentAt', 'problem', 'result'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('event_id', '=', eventId)
    .orderBy('number')
    .orderBy(sql`array_position(${sql.val([...CONSEQUENCE_STEPS])}::text[], step)`)
    .execute();
  return rows;
};

/**
 * Takes back what the entry of a number would send. False where some of it was sent or is being sent: the transaction then
 * has to end without a change. Waits for a node that sends it at that moment.
 */
export const withdrawConsequences = async (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: CaseKey,
  number: number,
): Promise<boolean> => {
  await trx
    .deleteFrom('case_consequence')
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('event_id', '=', eventId)
    .where('number', '=', number)
    .where('attempts', '=', 0)
    .where('sent_at', 'is', null)
    .execute();
  const left = await trx
    .selectFrom('case_consequence')
    .select('step')
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('event_id', '=', eventId)
    .where('number', '=', number)
    .limit(1)
    .execute();
  return left.length === 0;
};
