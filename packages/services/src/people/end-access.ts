import { standingAfter, type CaseAction } from '@redoubt/domain';
import {
  disablePerson,
  enablePerson,
  endAllSessions,
  lockAssignedCases,
  lockLeasedCases,
  revokeTokensOf,
  saveCaseChanges,
  type CaseChange,
  type LockedCase,
  type StoredPerson,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';

/** Does one thing to all of some cases that the transaction has locked; gives those that it was done to. */
const changeCases = async (
  trx: TenantTransaction,
  { actor, clock }: ServiceContext,
  cases: readonly LockedCase[],
  action: CaseAction,
): Promise<readonly CaseChange[]> => {
  const atMs = clock.now();
  const entry = { atMs, actorId: actor.id, actor: actor.name, source: 'Manager', action, verdict: null } as const;
  const changes = cases.flatMap(({ key, standing }): CaseChange[] => {
    const next = standingAfter(standing, entry);
    if ('refusal' in next) return [];
    return [{ key, entry, before: standing, after: next.standing, consequences: [], notBefore: new Date(atMs) }];
  });
  await saveCaseChanges(trx, changes);
  return changes;
};

/** Notifies those who watch over cases, of each environment, that cases have no assignee any more. */
const noticeReleased = async (
  trx: TenantTransaction,
  context: ServiceContext,
  name: string,
  released: readonly CaseChange[],
): Promise<void> => {
  const byEnvironment = Map.groupBy(released, ({ key }) => key.environmentId);
  for (const [environmentId, cases] of byEnvironment) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await raiseNotice(trx, context, {
      code: 'CASES-RELEASED',
      severity: 'Warning',
      params: { name, count: cases.length },
      link: '/casemanagement/queues',
      environmentId,
      authorId: context.actor.id,
    });
  }
};

/** Gives cases that a person has in review, and those that wait for them, back to the agents of their queues. */
const releaseCases = async (
  trx: TenantTransaction,
  context: ServiceContext,
  { userId, name }: Pick<StoredPerson, 'userId' | 'name'>,
): Promise<{ readonly cases: number; readonly assigned: number }> => {
  const leased = await lockLeasedCases(trx, userId, new Date(context.clock.now()));
  const released = await changeCases(trx, context, leased, { kind: 'release' });
  const assigned = await lockAssignedCases(trx, userId);
  const freed = await changeCases(trx, context, assigned, { kind: 'assign', byId: context.actor.id, assignee: null });
  await noticeReleased(trx, context, name, freed);
  return { cases: released.length, assigned: freed.length };
};

/**
 * Takes every right from a person in the tenant: they are refused from the next call on, on all nodes. Sign-ins and tokens
 * end for good, cases in review and assigned ones go back; what was given to them stays. Access must be locked, and rights checked.
 */
export const endAccessOf = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: Pick<StoredPerson, 'id' | 'userId' | 'name' | 'status'>,
  reason: string,
): Promise<void> => {
  const { id, userId, name, status } = person;
  const changed = changedBy(context);
  await disablePerson(trx, id, { ...changed, reason });
  const sessions = await endAllSessions(trx, context.tenantId, userId, changed.at);
  const tokens = await revokeTokensOf(trx, userId, changed);
  const released = await releaseCases(trx, context, person);
  for (const token of tokens) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await recordActivity(trx, context, {
      operation: 'Revoke',
      type: 'PersonalToken',
      id: token.id,
      name: `${token.name} (${token.displayName})`,
      environmentId: null,
    });
  }
  await recordActivity(trx, context, {
    operation: 'Deactivate',
    type: 'Person',
    id: userId,
    name,
    environmentId: null,
    original: { status },
    modified: { status: 'Disabled', reason, sessions, tokens: tokens.length, ...released },
  });
};

/** Lets what a disabled person holds count again. They sign in anew; tokens stay ended. */
export const renewAccessOf = async (
  trx: TenantTransaction,
  context: ServiceContext,
  {
    id,
    userId,
    name,
    lastSeenAt,
    disabledReason,
  }: Pick<StoredPerson, 'id' | 'userId' | 'name' | 'lastSeenAt' | 'disabledReason'>,
  reason: string,
): Promise<void> => {
  await enablePerson(trx, id);
  await recordActivity(trx, context, {
    operation: 'Activate',
    type: 'Person',
    id: userId,
    name,
    environmentId: null,
    original: { status: 'Disabled', reason: disabledReason },
    modified: { status: lastSeenAt === null ? 'Invited' : 'Active', reason },
  });
};
