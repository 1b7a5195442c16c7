import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { recordPerson } from './record-person.ts';

/** Notes that the person who acts signs out; the identity provider ends the session. */
export const signOut = async (context: ServiceContext): Promise<Record<string, never>> => {
  await inTransaction(context, (trx) => recordPerson(trx, context, 'SignOut'));
  return {};
};
