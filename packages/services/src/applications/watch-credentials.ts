import { HOUR_MS, type Clock } from '@redoubt/kernel';
import { takeEndingCredentials, type Database } from '@redoubt/storage';
import { raiseNotice } from '../notices/raise-notice.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

const EVERY_MS = HOUR_MS;

/** Tells people of every tenant which credentials end within 30 days, and which have ended with nothing to follow. */
export const noticeEndingCredentials = async (database: Database, clock: Clock): Promise<void> => {
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, async (trx) => {
      for (const ending of await takeEndingCredentials(trx, new Date(clock.now()))) {
        const isOver = ending.stage === 'Expired';
        await raiseNotice(
          trx,
          { clock, tenantId },
          {
            code: isOver ? 'APPLICATION-CREDENTIAL-EXPIRED' : 'APPLICATION-CREDENTIAL-EXPIRING',
            severity: isOver ? 'Error' : 'Warning',
            params: { name: ending.displayName, date: ending.notAfter.toISOString().slice(0, 10) },
            link: `/integration/aadapp/manage?application=${ending.clientId}`,
            environmentId: ending.grants[0]?.environmentId ?? null,
          },
        );
      }
    });
  }
};

/** Looks at once and every hour; several nodes may, each notice is raised once. */
export const watchCredentials = (database: Database, clock: Clock): SteadyWatch =>
  watchSteadily(database, () => noticeEndingCredentials(database, clock), {
    everyMs: EVERY_MS,
    failed: 'ending credentials could not be looked for; trying again',
  });
