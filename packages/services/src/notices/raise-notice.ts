import { createHash } from 'node:crypto';
import type { NoticeCode, NoticeSeverity } from '@redoubt/domain';
import { DAY_MS, type Id, type Json } from '@redoubt/kernel';
import {
  deleteExpiredNotices,
  insertNotice,
  insertNoticeOnce,
  type NewNotice,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';

/** How long a notice is of use. */
const NOTICE_LIFE_MS = 90 * DAY_MS;

export type RaisedNotice = {
  readonly code: NoticeCode;
  readonly severity: NoticeSeverity;
  /** Values of its sentence. */
  readonly params: Readonly<Record<string, Json>>;
  /** Address inside the console of what it is about. */
  readonly link: string | null;
  /** Where it happened; null reaches every holder of the right anywhere in the tenant. */
  readonly environmentId: Id | null;
  /** The one person it is for; all whose roles receive its type where absent. */
  readonly recipientId?: string;
  /** Who brought it about, and so does not receive it. */
  readonly authorId?: string;
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
  const kept = await withDates(trx, context, notice);
  return insertNotice(trx, context.tenantId, kept);
};

/**
 * As `raiseNotice`, for what several nodes find out, and each of them again: notices of one key are one notice.
 *
 * @param key what it is about, among all notices of its code.
 */
export const raiseNoticeOnce = async (
  trx: TenantTransaction,
  context: Pick<ServiceContext, 'clock' | 'tenantId'>,
  key: string,
  notice: RaisedNotice,
): Promise<void> => {
  const kept = await withDates(trx, context, notice);
  const hash = createHash('sha256').update(`${notice.code} ${key}`).digest('hex');
  const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
  await insertNoticeOnce(trx, context.tenantId, id, kept);
};

const withDates = async (
  trx: TenantTransaction,
  { clock }: Pick<ServiceContext, 'clock'>,
  notice: RaisedNotice,
): Promise<NewNotice> => {
  const createdAt = new Date(clock.now());
  await deleteExpiredNotices(trx, createdAt);
  return { ...notice, createdAt, expiresAt: new Date(clock.now() + NOTICE_LIFE_MS) };
};
