import { MAX_TOKEN_DAYS, tokenEnd, type NoticeCode } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Clock } from '@redoubt/kernel';
import {
  findMaxTokenDays,
  listPersonalTokens,
  listProvisioningTokens,
  type Database,
  type StoredPersonalToken,
  type StoredProvisioningToken,
} from '@redoubt/storage';
import { raiseNoticeOnce, type RaisedNotice } from '../notices/raise-notice.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

const EVERY_MS = HOUR_MS;
/** How long before its end people hear of it; of a token that lives no longer they know. */
const WARNING_MS = 7 * DAY_MS;
/** An end is notified for so long, should no node have run then. */
const NOTICED_FOR_MS = 7 * DAY_MS;

type AnyToken = Pick<StoredPersonalToken, 'name' | 'createdAt' | 'expiresAt' | 'revokedAt'>;

/** The part of a notice that every kind of token shares, by one of two codes: it ends soon, or has ended. */
const endingOf = (
  token: AnyToken,
  maxDays: number,
  nowMs: number,
  codes: readonly [NoticeCode, NoticeCode],
): Pick<RaisedNotice, 'code' | 'severity' | 'params' | 'environmentId'> | null => {
  const endMs = tokenEnd(token, maxDays).getTime();
  if (token.revokedAt !== null || endMs <= nowMs - NOTICED_FOR_MS || endMs > nowMs + WARNING_MS) return null;
  const isOver = endMs <= nowMs;
  if (!isOver && endMs - token.createdAt.getTime() <= 2 * WARNING_MS) return null;
  return {
    code: codes[isOver ? 1 : 0],
    severity: 'Warning',
    params: { name: token.name, date: new Date(endMs).toISOString().slice(0, 10) },
    environmentId: null,
  };
};

/** The notice that the owner of a token is due now. */
const noticeOf = (token: StoredPersonalToken, maxDays: number, nowMs: number): RaisedNotice | null => {
  const ending = endingOf(token, maxDays, nowMs, ['TOKEN-EXPIRING', 'TOKEN-EXPIRED']);
  return ending && { ...ending, link: '/profile?tab=tokens', recipientId: token.userId };
};

/** The notice about a token of an identity provider, for all who manage access. */
const provisioningNoticeOf = (token: StoredProvisioningToken, nowMs: number): RaisedNotice | null => {
  const codes = ['PROVISIONING-TOKEN-EXPIRING', 'PROVISIONING-TOKEN-EXPIRED'] as const;
  const ending = endingOf(token, MAX_TOKEN_DAYS, nowMs, codes);
  return ending && { ...ending, link: '/settings/access/provisioning' };
};

/** Tells which tokens of every tenant end within a week, and which have ended; each once: owners, and who manages access. */
export const noticeEndingTokens = async (database: Database, clock: Clock): Promise<void> => {
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, async (trx) => {
      const maxDays = await findMaxTokenDays(trx);
      if (maxDays === undefined) return;
      for (const token of await listPersonalTokens(trx)) {
        const notice = noticeOf(token, maxDays, clock.now());
        // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
        if (notice !== null) await raiseNoticeOnce(trx, { clock, tenantId }, token.id, notice);
      }
      for (const token of await listProvisioningTokens(trx)) {
        const notice = provisioningNoticeOf(token, clock.now());
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        if (notice !== null) await raiseNoticeOnce(trx, { clock, tenantId }, token.id, notice);
      }
    });
  }
};

/** Looks at once and every hour; several nodes may, each notice is raised once. */
export const watchTokens = (database: Database, clock: Clock): SteadyWatch =>
  watchSteadily(database, () => noticeEndingTokens(database, clock), {
    everyMs: EVERY_MS,
    failed: 'ending tokens could not be looked for; trying again',
  });
