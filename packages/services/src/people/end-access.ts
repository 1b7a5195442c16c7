import { standingAfter, type CaseEntry } from '@redoubt/domain';
import {
  disablePerson,
  enablePerson,
  endAllSessions,
  lockLeasedCases,
  revokeTokensOf,
  saveCaseChanges,
  type CaseChange,
  type StoredPerson,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';

/** Gives cases that a person has in review back to the agents of their queues. */
const releaseCases = async (trx: TenantTransaction, context: ServiceContext, agentId: string): Promise<number> => {
  const { actor, clock } = context;
  const atMs = clock.now();
  const leased = await lockLeasedCases(trx, agentId, new Date(atMs));
  const changes = leased.flatMap(({ key, standing }): CaseChange[] => {
    const entry: CaseEntry = {
      atMs,
      actorId: actor.id,
      actor: actor.name,
      source: 'Manager',
      action: { kind: 'release' },
      verdict: null,
    };
    const next = standingAfter(standing, entry);
    if ('refusal' in next) return [];
    return [{ key, entry, before: standing, after: next.standing, consequences: [], notBefore: new Date(atMs) }];
  });
  await saveCaseChanges(trx, changes);
  return changes.length;
};

/**
 * Takes every right from a person in the tenant: they are refused from the next call on, on all nodes. Sign-ins and tokens
 * end for good, cases in review go back; what was given to them stays. Access must be locked, and rights checked.
 */
export const endAccessOf = async (
  trx: TenantTransaction,
  context: ServiceContext,
  { id, userId, name, status }: StoredPerson,
  reason: string,
): Promise<void> => {
  const changed = changedBy(context);
  await disablePerson(trx, id, { ...changed, reason });
  const sessions = await endAllSessions(trx, context.tenantId, userId, changed.at);
  const tokens = await revokeTokensOf(trx, userId, changed);
  const cases = await releaseCases(trx, context, userId);
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
    modified: { status: 'Disabled', reason, sessions, tokens: tokens.length, cases },
  });
};

/** Lets what a disabled person holds count again. They sign in anew; tokens stay ended. */
export const renewAccessOf = async (
  trx: TenantTransaction,
  context: ServiceContext,
  { id, userId, name, lastSeenAt, disabledReason }: StoredPerson,
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
