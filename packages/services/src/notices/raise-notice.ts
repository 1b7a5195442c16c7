import type { NoticeCode, NoticeSeverity } from '@redoubt/domain';
import { DAY_MS, type Id, type Json } from '@redoubt/kernel';
import { deleteExpiredNotices, insertNotice, type TenantTransaction } from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';

/** How long a notice is of use to anybody. */
const NOTICE_LIFE_MS = 90 * DAY_MS;

export type RaisedNotice = {
  readonly code: NoticeCode;
  readonly severity: NoticeSeverity;
  /** Values of its sentence. */
  readonly params: Readonly<Record<string, Json>>;
  /** Address inside the console of what it is about. */
  readonly link: string | null;
  /** Where it happened; null reaches whoever holds the right anywhere in the tenant. */
  readonly environmentId: Id | null;
};

/**
 * Tells the people whose roles receive it that something needs them, in the transaction of what happened. Returns the
 * notice's id.
 */
export const raiseNotice = async (
  trx: TenantTransaction,
  context: Pick<ServiceContext, 'clock' | 'tenantId'>,
  notice: RaisedNotice,
): Promise<Id> => {
  const nowMs = context.clock.now();
  const createdAt = new Date(nowMs);
  await deleteExpiredNotices(trx, createdAt);
  return insertNotice(trx, context.tenantId, { ...notice, createdAt, expiresAt: new Date(nowMs + NOTICE_LIFE_MS) });
};
