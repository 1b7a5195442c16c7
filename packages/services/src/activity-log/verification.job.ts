import { DAY_MS, MINUTE_MS, type Clock } from '@redoubt/kernel';
import { queueActivityVerifications, type Database } from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { publishAnchor, type AnchorTargets } from './anchors.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { verifyChain } from './verify-chain.ts';

const LOOK_MS = MINUTE_MS;
const ACTOR = { kind: 'system', id: 'activity-verification', name: 'Redoubt' } as const;
/** Places that an entry of the log names; the command line names all. */
const MOST_NAMED = 20;

export type ActivityVerification = {
  readonly database: Database;
  readonly clock: Clock;
  readonly anchors?: AnchorTargets;
  /** Behind the signature of a log whose oldest entries were removed. */
  readonly key?: HashingKey;
};

/**
 * Checks the activity log of each tenant once a day, writes down in it how far it holds, tells administrators where it does
 * not, and hands an anchor to where the operator keeps them.
 */
export const createActivityVerification = ({
  database,
  clock,
  anchors = {},
  key,
}: ActivityVerification): JobRunner => ({
  kind: 'activityVerification',
  retryDelayMs: (attempts) => attempts * MINUTE_MS,
  run: async ({ tenantId, claimId }, { signal, report }) => {
    const check = await verifyChain(database, tenantId, {
      key: key === undefined ? undefined : hashingKeysOf(key).of(tenantId),
      signal,
      report: (done, total) => report({ done, total }),
    });
    const { sequence, hash, findings } = check;
    const now = new Date(clock.now());
    await publishAnchor(anchors, {
      tenant: tenantId,
      sequence,
      hash,
      at: now.toISOString(),
      findings: findings.length,
    });
    return async (trx) => {
      const context = { database, clock, tenantId, actor: ACTOR, correlationId: claimId };
      await recordActivity(trx, context, {
        operation: 'Verify',
        type: 'ActivityLog',
        id: tenantId,
        name: 'Activity log',
        environmentId: null,
        modified: {
          sequence,
          hash,
          broken: findings.length,
          findings: findings.slice(0, MOST_NAMED).map((each) => ({ ...each })),
        },
      });
      if (findings.length === 0) return;
      await raiseNotice(trx, context, {
        code: 'ACTIVITY-LOG-BROKEN',
        severity: 'Critical',
        params: { count: findings.length },
        link: '/settings/audit',
        environmentId: null,
      });
    };
  },
  schedule: {
    everyMs: LOOK_MS,
    run: () => {
      const nowMs = clock.now();
      return queueActivityVerifications(database, { at: new Date(nowMs), since: new Date(nowMs - DAY_MS) });
    },
  },
});
