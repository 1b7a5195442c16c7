import { tokenEnd } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Clock } from '@redoubt/kernel';
import { findMaxTokenDays, listPersonalTokens, type Database, type StoredPersonalToken } from '@redoubt/storage';
import { raiseNoticeOnce, type RaisedNotice } from '../notices/raise-notice.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

const EVERY_MS = HOUR_MS;
/** How long before its end people hear of it; of a token that lives no longer they know. */
const WARNING_MS = 7 * DAY_MS;
/** An end is notified for so long, should no node have run then. */
const TOLD_FOR_MS = 7 * DAY_MS;

/** The notice that the owner of a token is due now. */
const noticeOf = (token: StoredPersonalToken, maxDays: number, nowMs: number): RaisedNotice | null => {
  const endMs = tokenEnd(token, maxDays).getTime();
  if (token.revokedAt !== null || endMs <= nowMs - TOLD_FOR_MS || endMs > nowMs + WARNING_MS) return null;
  const isOver = endMs <= nowMs;
  if (!isOver && endMs - token.createdAt.getTime() <= 2 * WARNING_MS) return null;
  return {
    code: isOver ? 'TOKEN-EXPIRED' : 'TOKEN-EXPIRING',
    severity: 'Warning',
    params: { name: token.name, date: new Date(endMs).toISOString().slice(0, 10) },
    link: '/profile?tab=tokens',
    environmentId: null,
    recipientId: token.userId,
  };
};

/** Tells owners of every tenant which of their tokens end within a week, and which have ended; each once. */
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
    });
  }
};

/** Looks at once and every hour; several nodes may, each notice is raised once. */
export const watchTokens = (database: Database, clock: Clock): SteadyWatch =>
  watchSteadily(database, () => noticeEndingTokens(database, clock), {
    everyMs: EVERY_MS,
    failed: 'ending tokens could not be looked for; trying again',
  });
