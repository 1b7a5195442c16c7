import type { Notices } from '@redoubt/contracts';
import { fail, type NoticeState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { setNoticeStates } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { getNotices } from './notices.queries.ts';
import { noticeReaderOf } from './notice-reader.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Keeps what a person did with notices: it concerns only them, so no activity is recorded. Throws NOTICE-UNKNOWN
 * where none of the ids is theirs to read.
 */
export const changeNotices = async (
  context: ServiceContext,
  person: SignedInPerson,
  change: { readonly ids: readonly Id[]; readonly state: Exclude<NoticeState, 'Unread'> },
): Promise<Notices> => {
  const at = new Date(context.clock.now());
  await inTransaction(context, async (trx) => {
    const access = await loadPersonAccess(trx, person, at);
    const reader = noticeReaderOf(person.userId, access);
    const changed = await setNoticeStates(trx, context.tenantId, reader, { ...change, at });
    if (changed.length === 0) throw fail('NOTICE-UNKNOWN');
  });
  return getNotices(context, person);
};
