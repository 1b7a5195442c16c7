import type { Clock, Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import type { LeftOutUnit } from './tenant-plans.ts';
import { raiseNoticeOnce } from '../../notices/raise-notice.ts';

/** Tells the people of a tenant what does not decide although it is published. */
type PlanNotices = {
  readonly leftOut: (tenantId: Id, units: readonly LeftOutUnit[]) => void;
  readonly stale: (tenantId: Id, error: unknown) => void;
};

/** Longest cause that a notice repeats. */
const MAX_REASON = 300;

/** Notices that are raised beside the work that found them out: that work never waits for them, nor fails with them. */
export const noticePlans = (database: Database, clock: Clock): PlanNotices => {
  const raise = (tenantId: Id, key: string, notice: Parameters<typeof raiseNoticeOnce>[3]): void => {
    database
      .inTenant(tenantId, (trx) => raiseNoticeOnce(trx, { clock, tenantId }, key, notice))
      .catch((error: unknown) => database.log.warn({ err: error, tenantId }, 'a notice could not be raised'));
  };
  return {
    leftOut: (tenantId, units) => {
      for (const { ruleId, ruleName, message, environmentId } of units) {
        database.log.error(
          { tenantId, environmentId, unit: ruleId, reason: message },
          'a published text cannot be compiled and is left out',
        );
        raise(tenantId, `${ruleId} ${message}`, {
          code: 'TEXT-LEFT-OUT',
          severity: 'Critical',
          params: { name: ruleName, reason: message.slice(0, MAX_REASON) },
          link: null,
          environmentId,
        });
      }
    },
    stale: (tenantId, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      // One a day is enough of what may come and go.
      raise(tenantId, new Date(clock.now()).toISOString().slice(0, 10), {
        code: 'PLANS-STALE',
        severity: 'Critical',
        params: { reason: reason.slice(0, MAX_REASON) },
        link: null,
        environmentId: null,
      });
    },
  };
};
