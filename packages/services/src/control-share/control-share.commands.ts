import type { BodyOf, ControlShareDetail, putControlShare as endpoint } from '@redoubt/contracts';
import { DEFAULT_CONTROL_SHARE, letsMorePass, repeatedLimits, type ControlShare } from '@redoubt/domain';
import { canonicalJson } from '@redoubt/kernel';
import {
  advancePlanHead,
  findControlShare,
  listEnvironments,
  saveControlShare,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, type Problem } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { readControlledRules, readControlShareDetail } from './read-control-share.ts';

const problemsOf = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { limits, rules }: ControlShare,
): Promise<readonly Problem[]> => {
  const known = new Set((await readControlledRules(trx, environmentId)).map(({ ruleId }) => ruleId));
  const before = new Set<string>();
  return [
    ...repeatedLimits(limits).map((index) => ({
      path: `body.limits[${index}].currency`,
      message: 'has a limit before it',
    })),
    ...rules.flatMap(({ ruleId }, index) => {
      const path = `body.rules[${index}].ruleId`;
      const isRepeated = before.has(ruleId);
      before.add(ruleId);
      if (isRepeated) return [{ path, message: 'has a share before it' }];
      return known.has(ruleId) ? [] : [{ path, message: 'is no rule that decides purchases here' }];
    }),
  ];
};

const always = (): Promise<boolean> => Promise.resolve(true);

/**
 * Chooses which part of stopped purchases passes in an environment. Letting more pass needs a second person, also where other
 * changes need none. Throws CONTROL-SHARE-STALE, REQ-INVALID with every place that is wrong.
 */
export const putControlShare = (
  context: EnvironmentContext,
  { version, ...share }: BodyOf<typeof endpoint>,
): Promise<ControlShareDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await findControlShare(trx, environmentId);
    requireCurrent(version, stored?.version ?? 0, 'CONTROL-SHARE-STALE', { by: stored?.changedBy ?? '' });
    const problems = await problemsOf(trx, context, share);
    if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
    const before = stored?.share ?? DEFAULT_CONTROL_SHARE;
    if (canonicalJson(before) !== canonicalJson(share)) {
      await (letsMorePass(before, share)
        ? requireSecondPerson(trx, context, always)
        : requireSecondPerson(trx, context));
      await saveControlShare(trx, tenantId, environmentId, share, changed);
      const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'ControlShare',
        id: environmentId,
        name: environment?.name ?? environmentId,
        environmentId,
        original: before,
        modified: share,
      });
    }
    return readControlShareDetail(trx, context);
  });
