import { openCase, openStanding, type CaseStanding } from '@redoubt/domain';
import { sql } from 'kysely';
import { rateNewCases, statementsIn } from '../projections/cases/case-rates.ts';
import type { TenantTransaction } from '../database/database.ts';
import { caseIdOf, type CaseKey } from '../projections/cases/case-id.ts';
import { caseRowOf, sentReview, type CaseSource, type SentRoute } from '../projections/cases/case-row.ts';

/** An event that a person sends to review. */
export type SentCase = Omit<CaseSource, 'review'> & { readonly route: SentRoute };

/** A case that was opened; what happened to it is yet to be saved. */
export type OpenedCase = { readonly key: CaseKey; readonly sent: SentCase; readonly standing: CaseStanding };

const keysOf = (keys: readonly CaseKey[]): string =>
  JSON.stringify(keys.map(({ kind, eventId }) => ({ kind, event_id: eventId })));

/** Events among these of one environment to whose cases something happened: while cases are built again, rows may be missing. */
const withEntries = async (trx: TenantTransaction, keys: readonly CaseKey[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ readonly kind: number; readonly eventId: string }>`
    select e.kind, e.event_id as "eventId"
      from jsonb_to_recordset(${keysOf(keys)}::jsonb) as x(kind smallint, event_id text)
      join case_entry e on e.kind = x.kind and e.event_id = x.event_id and e.number = 1
     where e.environment_id = ${keys[0]?.environmentId ?? null}`.execute(trx);
  return new Set(rows.map(({ kind, eventId }) => `${kind}/${eventId}`));
};

/**
 * Opens cases of events of one environment, as the projector of cases does where they are built again; gives those that had
 * none. Saving the entry that sent them is part of the same transaction.
 */
export const openSentCases = async (
  trx: TenantTransaction,
  given: readonly SentCase[],
): Promise<readonly OpenedCase[]> => {
  const known = await withEntries(
    trx,
    given.map(({ key }) => key),
  );
  const opened = given
    .filter(({ key }) => !known.has(`${key.kind}/${key.eventId}`))
    .map((sent) => {
      const review = sentReview(sent.route);
      return { key: sent.key, sent, review, standing: openStanding(openCase(review.queueId, sent.cameAtMs, review)) };
    });
  // In one order for all transactions, so that none waits for another that waits for it.
  const rows = opened
    .map(({ sent, review, standing }) => caseRowOf({ ...sent, review }, standing))
    .toSorted((one, other) => (one.case_id < other.case_id ? -1 : 1));
  const [first] = rows;
  if (first === undefined) return [];
  const columns = sql.raw(Object.keys(first).join(', '));
  const { rows: inserted } = await sql<{ readonly id: string }>`
    insert into review_case (${columns})
    select ${columns} from jsonb_populate_recordset(null::review_case, ${JSON.stringify(rows)}::jsonb)
    on conflict (tenant_id, environment_id, kind, event_id) do nothing
    returning case_id as id`.execute(trx);
  const ids = new Set(inserted.map(({ id }) => id));
  await rateNewCases(statementsIn(trx), [first.tenant_id], [...ids]);
  return opened.filter(({ key }) => ids.has(caseIdOf(key))).map(({ key, sent, standing }) => ({ key, sent, standing }));
};
