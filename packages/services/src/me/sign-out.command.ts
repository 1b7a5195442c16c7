import type { ServiceContext } from '../context.ts';
import { endOwnSession, type SessionCaller } from '../sessions/sessions.ts';
import { inTransaction } from '../unit-of-work.ts';
import { recordPerson } from './record-person.ts';

/**
 * Notes that the person who acts signs out, and refuses the tokens of this sign-in from now on. The session at the
 * identity provider is ended there.
 */
export const signOut = async (context: ServiceContext, caller: SessionCaller): Promise<Record<string, never>> => {
  await inTransaction(context, async (trx) => {
    await endOwnSession(trx, context, caller);
    await recordPerson(trx, context, 'SignOut');
  });
  return {};
};
