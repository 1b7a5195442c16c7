import type { BodyOf, CaseSummary, decideCase as endpoint } from '@redoubt/contracts';
import { fail, type AssessmentName, type BeforeDecision } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listCaseEntries,
  lockCasesOfAgent,
  saveCaseChanges,
  withdrawConsequences,
  type StoredCase,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readCaseConfiguration, readCaseSettings } from '../case-settings/read-case-settings.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { readBlock } from './block.ts';
import { readCaseAccess } from './case-access.ts';
import { seenCase } from './seen-cases.ts';
import { caseSummaryOf } from './case-summary.ts';
import { changedCase, changeOf, ownVerdict, sourceOf, type ChangedCase } from './change-case.ts';
import { decisionOperation, readFirstDecision } from './decision.ts';
import { leaseNext, othersOf, settleOtherLeases } from './start-review.command.ts';

/** Runs work on a case with all that the caller has in review locked before it. Throws CASE-UNKNOWN. */
const withOwnCases = <T>(
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  work: (
    trx: TenantTransaction,
    found: {
      readonly stored: StoredCase;
      readonly queue: NonNullable<ReturnType<Awaited<ReturnType<typeof readCaseAccess>>['queueOf']>>;
      readonly held: readonly StoredCase[];
    },
  ) => Promise<T>,
): Promise<T> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId, actor, clock } = context;
    const access = await readCaseAccess(trx, context, person);
    const held = await lockCasesOfAgent(trx, { tenantId, agentId: actor.id, at: new Date(clock.now()) }, caseId);
    const stored = held.find(({ id, key }) => id === caseId && key.environmentId === environmentId);
    const queue = stored && access.queueOf(stored);
    if (stored === undefined || queue === undefined) throw fail('CASE-UNKNOWN', { id: caseId });
    return work(trx, { stored, queue, held });
  });

/** Decides a case of the caller; what that sends waits until it can no longer be undone. Takes the next case where asked. */
export const decideCase = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { takeNext, block: asked, ...input }: BodyOf<typeof endpoint>,
): Promise<ChangedCase & { readonly next: CaseSummary | null }> => {
  requireClean({ 'body.note': input.note });
  return withOwnCases(context, person, caseId, async (trx, { stored, queue, held }) => {
    const assessment = stored.eventType as AssessmentName;
    const configuration = await readCaseConfiguration(trx, context.environmentId, assessment);
    const { secondReview } = await readCaseSettings(trx, context.environmentId);
    const first = await readFirstDecision(trx, stored);
    const block = await readBlock(trx, context, asked);
    const terms = { configuration, secondReview, queue, first, source: sourceOf(context), inBulk: false, block };
    const { change, after } = changeOf(context, stored, decisionOperation(context, stored, terms, input));
    await saveCaseChanges(trx, [change]);
    const mayTake = takeNext && !queue.paused && othersOf(context, held, caseId).length === 0;
    const next = mayTake ? await leaseNext(trx, context, queue) : undefined;
    return {
      ...(await changedCase(trx, context, after, queue, ownVerdict(change.entry))),
      next: next ? caseSummaryOf(await seenCase(trx, context, next), queue, context) : null,
    };
  });
};

/**
 * Takes a decision of the caller back, with all that it would send: either none of it was sent, or CASE-UNDO-REFUSED. The
 * case is back where it was, in the hands of the caller too; what the caller took since goes back to its queue.
 */
export const undoCaseDecision = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  withOwnCases(context, person, caseId, async (trx, { stored, queue, held }) => {
    const { actor } = context;
    const { record, verdict, version } = stored.standing;
    const refused = fail('CASE-UNDO-REFUSED', { eventId: stored.key.eventId });
    if (record.outcome !== null && verdict?.byId !== actor.id) throw refused;
    const [decided] = await listCaseEntries(trx, stored.key, { before: version + 1, limit: 1 });
    const before = decided?.body['before'] as BeforeDecision | undefined;
    const { change, after } = changeOf(context, stored, {
      action: {
        kind: 'undo',
        agentId: actor.id,
        ...(before ?? { lease: null, onHoldUntilMs: null, escalated: false, second: null }),
      },
      source: sourceOf(context),
    });
    if (before === undefined || !(await withdrawConsequences(trx, stored.key, version))) throw refused;
    if (before.lease !== null) await settleOtherLeases(trx, context, othersOf(context, held, caseId), true);
    await saveCaseChanges(trx, [change]);
    return changedCase(trx, context, after, queue);
  });
