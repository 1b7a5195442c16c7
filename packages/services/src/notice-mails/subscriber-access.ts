import { noticeTypesFor, OWNER_ABSENCE_DAYS } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type { TenantTransaction, WaitingNotice } from '@redoubt/storage';
import { loadPersonAccess, type PersonAccess } from '../access/person-access.ts';

/** Language of people who chose none. */
export const FALLBACK_LANGUAGE = 'en-US';

/** Whether a person may read a notice now. */
export const mayReadNotice = ({ environments }: PersonAccess, { type, environmentId }: WaitingNotice): boolean =>
  environments.some(
    ({ id, capabilities }) =>
      (environmentId === null || id === environmentId) && noticeTypesFor(capabilities).includes(type),
  );

/** What a subscriber may do now; roles of their token count while they come here now and then. */
export const accessOfSubscriber = (
  trx: TenantTransaction,
  { userId, roles, directoryRoles, seenAt }: WaitingNotice,
  at: Date,
): Promise<PersonAccess> => {
  const isHere = at.getTime() - seenAt.getTime() <= OWNER_ABSENCE_DAYS * DAY_MS;
  return loadPersonAccess(trx, { userId, roles: isHere ? roles : [], wids: isHere ? directoryRoles : [] }, at);
};
