import type { CaseSummary } from '@redoubt/contracts';
import {
  fail,
  standingAfter,
  UNDO_MS,
  type CaseAction,
  type CaseEntry,
  type CaseRefusal,
  type CaseVerdict,
  type Consequence,
  type EntrySource,
} from '@redoubt/domain';
import type { AppError, Id, JsonObject } from '@redoubt/kernel';
import {
  lockCases,
  saveCaseChanges,
  type CaseChange,
  type CaseQueue,
  type StoredCase,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { readCaseAccess, type CaseAccess } from './case-access.ts';
import { seenCase } from './seen-cases.ts';
import { caseSummaryOf, type OwnFirst } from './case-summary.ts';

/** A case as far as changes need it. */
type Changed = Pick<StoredCase, 'key' | 'standing'>;

/** Why a case does not change, in the words of the caller. */
const refusalError = (refusal: CaseRefusal, { key, standing }: Changed): AppError => {
  const { record, leaseAgent, verdict } = standing;
  const time = (ms: number | null | undefined): string => new Date(ms ?? 0).toISOString();
  const params = { eventId: key.eventId };
  if (refusal === 'settling') return fail('CASE-SETTLING', { ...params, until: time(record.settlesAtMs) });
  if (refusal === 'leased')
    return fail('CASE-LEASED', { ...params, agent: leaseAgent ?? '', until: time(record.lease?.untilMs) });
  if (refusal === 'onHold') return fail('CASE-ON-HOLD', { ...params, until: time(record.onHoldUntilMs) });
  if (refusal === 'assigned') return fail('CASE-ASSIGNED', { ...params, agent: record.assignee?.name ?? '' });
  if (refusal === 'ownFirst') return fail('CASE-SECOND-REVIEW', params);
  if (refusal === 'notEscalated') return fail('CASE-NOT-ESCALATED', params);
  if (refusal === 'tooLate') return fail('CASE-UNDO-REFUSED', params);
  if (refusal === 'ended') {
    const { outcome } = record;
    if (outcome?.kind === 'Cancelled') return fail('CASE-CANCELLED', params);
    const decided = { ...params, decision: verdict?.decision ?? '', by: verdict?.by ?? '', at: time(outcome?.atMs) };
    return fail(outcome?.kind === 'TimedOut' ? 'CASE-TIMED-OUT' : 'CASE-DECIDED', decided);
  }
  return fail(refusal === 'notLeased' ? 'CASE-NOT-LEASED' : 'CASE-OPEN', params);
};

/** One thing that a caller does to a case. */
export type CaseOperation = {
  readonly action: CaseAction;
  readonly source: EntrySource;
  readonly verdict?: CaseVerdict;
  /** What people read of it besides, such as a note. */
  readonly said?: JsonObject;
  readonly consequences?: readonly Consequence[];
};

/** What an operation makes of a locked case; the case as it is then, and what is to be saved. Throws why it is refused. */
export const changeOf = <Case extends Changed>(
  { actor, clock }: EnvironmentContext,
  stored: Case,
  { action, source, verdict, said, consequences = [] }: CaseOperation,
): { readonly change: CaseChange; readonly after: Case } => {
  const atMs = clock.now();
  const entry: CaseEntry = { atMs, actorId: actor.id, actor: actor.name, source, action, verdict: verdict ?? null };
  const next = standingAfter(stored.standing, entry);
  if ('refusal' in next) throw refusalError(next.refusal, stored);
  return {
    change: {
      key: stored.key,
      entry,
      before: stored.standing,
      after: next.standing,
      consequences,
      notBefore: new Date(atMs + UNDO_MS),
      ...(said && { said }),
    },
    after: { ...stored, standing: next.standing },
  };
};

/** By a person, or by a program through the API. */
export const sourceOf = ({ actor }: EnvironmentContext): EntrySource =>
  actor.kind === 'application' ? 'Api' : 'Agent';

export type ChangedCase = { readonly case: CaseSummary; readonly asOf: string };

/** What the caller decided first, where a second person decides next. */
export const ownVerdict = ({ action, verdict, actorId, actor, source }: CaseEntry): OwnFirst | undefined =>
  action.kind === 'decideFirst' && verdict !== null && source !== 'Manager' && source !== 'Log'
    ? { ...verdict, byId: actorId, by: actor, source }
    : undefined;

/** @param first what the caller decided first. */
export const changedCase = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  after: StoredCase,
  queue: CaseQueue,
  first?: OwnFirst,
): Promise<ChangedCase> => ({
  case: caseSummaryOf(await seenCase(trx, context, after), queue, context, first),
  asOf: new Date(context.clock.now()).toISOString(),
});

export type LockedForCaller = {
  readonly trx: TenantTransaction;
  readonly access: CaseAccess;
  readonly stored: StoredCase;
  readonly queue: CaseQueue;
};

/** Runs a change of one case that the caller sees, with its row locked. Throws CASE-UNKNOWN. */
export const withCase = <T>(
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  change: (locked: LockedForCaller) => Promise<T>,
): Promise<T> =>
  inTransaction(context, async (trx) => {
    const access = await readCaseAccess(trx, context, person);
    const [stored] = await lockCases(trx, context.environmentId, [caseId]);
    const queue = stored && access.queueOf(stored);
    if (stored === undefined || queue === undefined) throw fail('CASE-UNKNOWN', { id: caseId });
    return change({ trx, access, stored, queue });
  });

/** A change of one case by one operation. */
export const changeCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  operationOf: (locked: LockedForCaller) => CaseOperation,
): Promise<ChangedCase> =>
  withCase(context, person, caseId, async (locked) => {
    const { change, after } = changeOf(context, locked.stored, operationOf(locked));
    await saveCaseChanges(locked.trx, [change]);
    return changedCase(locked.trx, context, after, locked.queue);
  });
