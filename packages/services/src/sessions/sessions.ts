import type { Sessions } from '@redoubt/contracts';
import { fail, SIGN_IN_DAYS } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  endAllSessions as endStoredSessions,
  endSession as endStoredSession,
  listSessions,
  type TenantTransaction,
} from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { sessionKeyOf, type CallersDevice, type CallersSignIn } from './admit-session.ts';

/** Who asks: the sign-in and the browser tell which session is their own. */
export type SessionCaller = { readonly signIn?: CallersSignIn | undefined; readonly device: CallersDevice };

const ownKeyOf = ({ signIn, device }: SessionCaller): Buffer | undefined => signIn && sessionKeyOf(signIn, device);

const recordEnd = (
  trx: TenantTransaction,
  context: ServiceContext,
  ended: { readonly id: string; readonly name: string },
): Promise<void> =>
  recordActivity(trx, context, { operation: 'Revoke', type: 'Session', ...ended, environmentId: null });

/** Sign-ins of the person who asks that have not ended, newest first. */
export const getSessions = (context: ServiceContext, caller: SessionCaller): Promise<Sessions> =>
  inTransaction(context, async (trx) => {
    const since = new Date(context.clock.now() - SIGN_IN_DAYS * DAY_MS);
    const own = ownKeyOf(caller);
    const found = await listSessions(trx, context.actor.id, since);
    return {
      sessions: found.map(({ id, keyHash, toldApart, browser, address, firstSeenAt, lastSeenAt }) => ({
        id,
        browser,
        address,
        firstSeenAt: firstSeenAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: own?.equals(keyHash) ?? false,
        mayEnd: toldApart,
      })),
    };
  });

/** Ends one sign-in of the person who asks. @throws `SESSION-UNKNOWN` also where it has ended or cannot be distinguished. */
export const endSession = async (context: ServiceContext, caller: SessionCaller, sessionId: Id): Promise<Sessions> => {
  await inTransaction(context, async (trx) => {
    const { actor, clock } = context;
    const ended = await endStoredSession(trx, actor.id, { id: sessionId }, new Date(clock.now()));
    if (!ended) throw fail('SESSION-UNKNOWN');
    await recordEnd(trx, context, { id: ended.id, name: actor.name });
  });
  return getSessions(context, caller);
};

/** Ends every sign-in of the person who asks that began before now. */
export const endAllSessions = (context: ServiceContext): Promise<{ readonly ended: number }> =>
  inTransaction(context, async (trx) => {
    const { actor, tenantId, clock } = context;
    const ended = await endStoredSessions(trx, tenantId, actor.id, new Date(clock.now()));
    await recordEnd(trx, context, { id: actor.id, name: actor.name });
    return { ended };
  });

/** Ends the sign-in that asks, where it can be distinguished. */
export const endOwnSession = async (
  trx: TenantTransaction,
  { actor, clock }: ServiceContext,
  caller: SessionCaller,
): Promise<void> => {
  const keyHash = ownKeyOf(caller);
  if (keyHash) await endStoredSession(trx, actor.id, { keyHash }, new Date(clock.now()));
};
