import type { NoticeCode, NoticeSeverity } from '@redoubt/domain';
import { DAY_MS, type Clock, type Id, type Json } from '@redoubt/kernel';
import { listDueSubjectRequests, type Database, type TenantTransaction } from '@redoubt/storage';
import { raiseNotice, raiseNoticeOnce, type RaisedNotice } from '../notices/raise-notice.ts';

/** How long before its day people are notified that a request is still open. */
const DUE_WARNING_MS = 7 * DAY_MS;

type NoticedRequest = { readonly id: Id; readonly environmentId: Id };

const noticeOf = (
  { id, environmentId }: NoticedRequest,
  code: NoticeCode,
  severity: NoticeSeverity,
  params: Readonly<Record<string, Json>> = {},
): RaisedNotice => ({ code, severity, params, link: `/settings/subject/requests?request=${id}`, environmentId });

type Means = { readonly clock: Clock; readonly tenantId: Id };

/** Tells those who answer persons what became of a request. What it says of the person stays in the request. */
export const noticeOutcome = async (
  trx: TenantTransaction,
  means: Means,
  request: NoticedRequest,
  outcome: 'done' | 'failed',
): Promise<void> => {
  const notice =
    outcome === 'done'
      ? noticeOf(request, 'SUBJECT-REQUEST-DONE', 'Success')
      : noticeOf(request, 'SUBJECT-REQUEST-FAILED', 'Error');
  await raiseNotice(trx, means, notice);
};

/** Tells of every tenant which requests are still open a week before they have to be answered; of each once. */
export const noticeDueRequests = async (database: Database, clock: Clock): Promise<void> => {
  const nowMs = clock.now();
  const times = { from: new Date(nowMs), to: new Date(nowMs + DUE_WARNING_MS) };
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, async (trx) => {
      for (const { dueAt, ...request } of await listDueSubjectRequests(trx, times)) {
        const params = { date: dueAt.toISOString().slice(0, 10) };
        const notice = noticeOf(request, 'SUBJECT-REQUEST-DUE', 'Warning', params);
        // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
        await raiseNoticeOnce(trx, { clock, tenantId }, request.id, notice);
      }
    });
  }
};
