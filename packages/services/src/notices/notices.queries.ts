import type { Notices } from '@redoubt/contracts';
import { listNotices } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { noticeReaderOf } from './notice-reader.ts';
import { inTransaction } from '../unit-of-work.ts';

/** More than a person reads; older ones wait until these are dismissed. */
const MAX_NOTICES = 200;

/** Notices of every environment that concern a person and that they have not dismissed, newest first. */
export const getNotices = async (context: ServiceContext, person: SignedInPerson): Promise<Notices> => {
  const at = new Date(context.clock.now());
  return inTransaction(context, async (trx) => {
    const access = await loadPersonAccess(trx, person, at);
    const names = new Map(access.environments.map(({ id, name, friendlyName }) => [id, friendlyName ?? name]));
    const found = await listNotices(trx, noticeReaderOf(person.userId, access), at, MAX_NOTICES);
    return {
      notices: found.map((notice) => ({
        id: notice.id,
        type: notice.type,
        severity: notice.severity,
        code: notice.code,
        params: notice.params as Readonly<Record<string, unknown>>,
        link: notice.link,
        environment:
          notice.environmentId === null
            ? null
            : { id: notice.environmentId, name: names.get(notice.environmentId) ?? notice.environmentId },
        createdAt: notice.createdAt.toISOString(),
        state: notice.state,
      })),
    };
  });
};
