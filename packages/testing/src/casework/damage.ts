import { openStanding, standingAfter, storedEntry, type CaseEntry, type CaseStanding } from '@redoubt/domain';
import { invariant, type Id } from '@redoubt/kernel';
import { standingOfRow, type Database } from '@redoubt/storage';
import { isDeepStrictEqual } from 'node:util';
import type { CasePlace } from './place.ts';

/** A case with all that was written of it. */
export type CaseHistory = {
  readonly id: Id;
  readonly standing: CaseStanding;
  readonly entries: readonly { readonly number: number; readonly entry: CaseEntry }[];
  readonly sent: readonly { readonly number: number; readonly step: string }[];
};

/** Reads all cases of a place with their entries and with what their decisions send. */
export const readHistories = (
  database: Database,
  { tenantId, environmentId }: CasePlace,
): Promise<ReadonlyMap<Id, CaseHistory>> =>
  database.inTenant(tenantId, async (trx) => {
    const of = <Row extends { readonly event_id: string }>(rows: readonly Row[]) =>
      Map.groupBy(rows, ({ event_id: eventId }) => eventId);
    const rows = await trx.selectFrom('review_case').selectAll().where('environment_id', '=', environmentId).execute();
    const entries = of(await trx.selectFrom('case_entry').selectAll().orderBy('number').execute());
    const sent = of(await trx.selectFrom('case_consequence').select(['event_id', 'number', 'step']).execute());
    return new Map(
      rows.map((row) => [
        row.case_id,
        {
          id: row.case_id,
          standing: standingOfRow(row),
          entries: (entries.get(row.event_id) ?? []).map(
            ({ number, at, actor_id: actorId, actor, source, action, body }) => ({
              number,
              entry: storedEntry({
                atMs: at.getTime(),
                actorId,
                actor,
                source,
                action,
                body: body as Readonly<Record<string, unknown>>,
              }),
            }),
          ),
          sent: sent.get(row.event_id) ?? [],
        },
      ]),
    );
  });

const DECIDES = new Set(['decide', 'timeOut']);

const damageOfCase = (opened: CaseStanding, { id, standing, entries, sent }: CaseHistory): readonly string[] => {
  const damage: string[] = [];
  if (standing.record.outcome === null) damage.push(`case ${id} is not decided`);
  if (standing.record.lease !== null || standing.leaseAgent !== null) damage.push(`case ${id} is still in review`);
  let folded = openStanding(opened.record);
  let decisions = 0;
  let decidedBy = 0;
  for (const { number, entry } of entries) {
    const next = standingAfter(folded, entry);
    if ('refusal' in next) {
      damage.push(`entry ${number} of case ${id}, ${entry.action.kind}, could not happen: ${next.refusal}`);
      break;
    }
    folded = next.standing;
    if (folded.version !== number) damage.push(`entry ${number} of case ${id} is its ${folded.version}.`);
    if (DECIDES.has(entry.action.kind)) [decisions, decidedBy] = [decisions + 1, number];
    if (entry.action.kind === 'undo') decisions -= 1;
  }
  if (decisions !== 1) damage.push(`case ${id} was decided ${decisions} times`);
  if (!isDeepStrictEqual(folded, standing)) damage.push(`case ${id} is not what its entries make of it`);
  const steps = sent.map(({ number, step }) => `${number} ${step}`);
  if (steps.length === 0 || sent.some(({ number }) => number !== decidedBy))
    damage.push(`case ${id} was decided by entry ${decidedBy} and sends ${steps.join(', ') || 'nothing'}`);
  return damage;
};

/** A decision that an agent was answered; the number of its entry where the answer said it. */
export type Acknowledged = { readonly caseId: Id; readonly version: number | null };

/** What agents were answered, and what is not true of it; what was lost, doubled or left over. */
export const findCaseDamage = (
  opened: ReadonlyMap<Id, CaseHistory>,
  ended: ReadonlyMap<Id, CaseHistory>,
  acknowledged: readonly Acknowledged[],
): readonly string[] => {
  const damage = [...opened.values()].flatMap(({ id, standing }) => {
    const history = ended.get(id);
    return history === undefined ? [`case ${id} is gone`] : damageOfCase(standing, history);
  });
  for (const { caseId, version } of acknowledged) {
    const history = ended.get(caseId);
    invariant(history !== undefined, 'agents work on cases that were there');
    const decided = history.entries.some(
      ({ number, entry }) => entry.action.kind === 'decide' && (version === null || number === version),
    );
    if (!decided) damage.push(`the decision of case ${caseId}, entry ${version}, was acknowledged and is gone`);
  }
  return damage;
};
