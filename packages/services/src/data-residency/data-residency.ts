import type { BodyOf, DataResidency, putDataResidency as endpoint } from '@redoubt/contracts';
import { allows, environmentPath, fail, residencyRefusal, type DataTarget, type ResidencyRule } from '@redoubt/domain';
import { canonicalJson, type Json } from '@redoubt/kernel';
import {
  listDataResidency,
  listEnvironments,
  listReportSchedules,
  listTraceSubscriptions,
  saveDataResidency,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { mailTarget, traceTarget } from '../environments/data-targets.ts';
import { environmentsFrom } from '../environments/subtree.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';

const record = recordOf('DataResidency');

const NO_RULE: ResidencyRule = { geographies: null, destinations: [] };

const ruleOf = ({ geographies, destinations }: ResidencyRule) => ({
  geographies: geographies === null ? null : [...geographies],
  destinations: destinations.map((each) => ({ ...each })),
});

/** Destinations that subscriptions and schedules of the environment send to. */
const destinationsInUse = async (trx: TenantTransaction, environmentId: string): Promise<readonly DataTarget[]> => {
  const hosts = (await listTraceSubscriptions(trx, environmentId)).flatMap((each) => traceTarget(each) ?? []);
  const mails = (await listReportSchedules(trx, environmentId)).flatMap(({ recipients }) => recipients.map(mailTarget));
  const all = [...hosts, ...mails];
  return [...new Map(all.map((each) => [`${each.kind} ${each.name}`, each])).values()];
};

const readDetail = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
): Promise<DataResidency> => {
  const byId = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const here = byId.get(environmentId);
  if (here === undefined) throw fail('ENV-UNKNOWN', { environment: environmentId });
  const rules = await listDataResidency(trx);
  const own = rules.get(environmentId);
  const inUse = await destinationsInUse(trx, environmentId);
  // Subscriptions send, and reports count, what came in below.
  const leaving = environmentsFrom(environmentId, byId);
  return {
    geography: here.geography,
    own: ruleOf(own ?? NO_RULE),
    above: environmentPath(environmentId, byId).parentIds.flatMap((id) => {
      const rule = rules.get(id);
      return rule === undefined ? [] : [{ ...ruleOf(rule), environmentId: id, name: byId.get(id)?.name ?? id }];
    }),
    refused: inUse.flatMap((target) => {
      const isRefused = leaving.some(({ id }) => residencyRefusal(id, target, byId, rules) !== null);
      return isRefused && target.kind !== 'place' ? [{ kind: target.kind, name: target.name }] : [];
    }),
    changed: own === undefined ? null : { by: own.changedBy, at: own.changedAt.toISOString() },
    version: tagOf(own?.version ?? 0),
    canWrite: allows(capabilities, 'adminConfiguration:write'),
  };
};

/** Where data of an environment may leave to. @throws `ENV-UNKNOWN`. */
export const getDataResidency = (context: EnvironmentContext): Promise<DataResidency> =>
  reading(context, (trx) => readDetail(trx, context));

/** Chooses where data of an environment and those below it may leave to. @throws `RESIDENCY-STALE`, `ENV-UNKNOWN`. */
export const putDataResidency = (
  context: EnvironmentContext,
  { version, ...given }: BodyOf<typeof endpoint>,
): Promise<DataResidency> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
    if (environment === undefined) throw fail('ENV-UNKNOWN', { environment: environmentId });
    const stored = (await listDataResidency(trx)).get(environmentId);
    requireCurrent(version, stored?.version ?? 0, 'RESIDENCY-STALE', { by: stored?.changedBy ?? '' });
    const [original, modified]: readonly Json[] = [ruleOf(stored ?? NO_RULE), ruleOf(given)];
    if (canonicalJson(original ?? null) !== canonicalJson(modified ?? null)) {
      await saveDataResidency(trx, tenantId, environmentId, given, changedBy(context));
      const named = { id: environmentId, name: environment.name };
      await record(trx, context, {
        operation: 'Update',
        ...named,
        original: original ?? null,
        modified: modified ?? null,
      });
    }
    return readDetail(trx, context);
  });
