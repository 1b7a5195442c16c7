import type { BilledRow, Billing, UsageDetails, UsedApi } from '@redoubt/contracts';
import { allows, costOf, dayText, type UsedPart } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import {
  findUsagePrices,
  listEnvironments,
  readKeptBytes,
  type EnvironmentRecord,
  type TenantTransaction,
} from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { EVERYWHERE, readBudgetStates } from './read-budgets.ts';
import { countedOf, monthStart, readApiUsage, USAGE_MONTHS, type ApiUsage, type UsageScope } from './read-api-usage.ts';
import { monthsOf, usageDetailsIn, type DetailsAsked } from './usage.queries.ts';

const GIGABYTE = 1e9;
const monthText = (at: Date): string => at.toISOString().slice(0, 7);

/** Environments whose billing a person may see, those that are deleted among them. */
const readBilled = async (
  trx: TenantTransaction,
  { clock }: EnvironmentContext,
  person: SignedInPerson,
): Promise<ReadonlySet<Id>> => {
  const { environments } = await loadPersonAccess(trx, person, new Date(clock.now()));
  return new Set(
    environments.filter(({ capabilities }) => allows(capabilities, 'adminBilling:read')).map(({ id }) => id),
  );
};

const scopeOf =
  (billed: ReadonlySet<Id>): UsageScope =>
  (all) => ({
    environmentIds: all.filter(({ id }) => billed.has(id)).map(({ id }) => id),
    includeUnknown: all.every(({ id }) => billed.has(id)),
  });

/** What an environment used of a capability; what counts nowhere is left out. */
const usedParts = (rows: readonly ApiUsage[]): readonly (UsedPart & { readonly environmentId: Id })[] => {
  const groups = Map.groupBy(rows, ({ environmentId, used }) => `${environmentId ?? ''} ${used.capability}`);
  return [...groups.values()].flatMap((group) => {
    const environmentId = group[0]?.environmentId ?? null;
    const capability = group[0]?.used.capability;
    if (environmentId === null || capability === undefined) return [];
    const sum = (isAssessing: boolean): number =>
      group.filter(({ used }) => used.isAssessment === isAssessing).reduce((all, row) => all + countedOf(row), 0);
    const part = { part: capability, assessments: sum(true), others: sum(false), gigabytes: 0 };
    return part.assessments + part.others === 0 ? [] : [{ environmentId, ...part }];
  });
};

const inOrder = (left: BilledRow, right: BilledRow): number =>
  left.environment.localeCompare(right.environment) || left.environmentId.localeCompare(right.environmentId);

/** What the tenant used in a month and what it costs, of the environments whose billing the person may see. */
export const getBilling = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  apis: readonly UsedApi[],
  { month: asked }: { readonly month?: string | undefined },
): Promise<Billing> => {
  const nowMs = context.clock.now();
  const month = asked ?? monthText(new Date(nowMs));
  const from = new Date(`${month}-01T00:00:00Z`);
  const oldest = monthStart(nowMs, USAGE_MONTHS - 1);
  if (from < oldest || from.getTime() > nowMs)
    throw failAt('REQ-INVALID', { count: 1 }, [
      { path: 'query.month', message: `is none of the last ${USAGE_MONTHS} months` },
    ]);
  const to = monthStart(from.getTime(), -1);
  // Shared costs are shared out over the whole tenant, not over what the person sees.
  const { rows: usage } = await readApiUsage(
    context,
    EVERYWHERE,
    apis,
    { from: oldest, to: new Date(nowMs + HOUR_MS) },
    'month',
  );
  const { environments, billed, kept, stored } = await reading(context, async (trx) => ({
    environments: await listEnvironments(trx),
    billed: await readBilled(trx, context, person),
    kept: await readKeptBytes(trx, { from: dayText(from.getTime()), to: dayText(to.getTime()) }),
    stored: await findUsagePrices(trx),
  }));
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const calls = usedParts(usage.filter((row) => row.from.getTime() === from.getTime()));
  const storage = kept.map(({ environmentId, byteDays }) => ({
    environmentId,
    part: 'storage' as const,
    assessments: 0,
    others: 0,
    gigabytes: byteDays / days / GIGABYTE,
  }));
  const allAssessments = calls.reduce((all, { assessments }) => all + assessments, 0);
  const byId = new Map(environments.map((each): [Id, EnvironmentRecord] => [each.id, each]));
  const prices = stored?.prices ?? null;
  const rows = [...calls, ...storage].flatMap(({ environmentId, ...used }): BilledRow[] => {
    const environment = byId.get(environmentId);
    if (environment === undefined || !billed.has(environmentId)) return [];
    return [
      {
        environmentId,
        environment: environment.friendlyName ?? environment.name,
        isDeleted: environment.status === 'Deleted',
        isProduction: environment.kind === 'Production',
        ...used,
        cost: prices && costOf(prices, used, allAssessments),
      },
    ];
  });
  const isWhole = environments.every(({ id }) => billed.has(id));
  const budgets = await readBudgetStates(context, apis, { environmentId: null, isSeen: isWhole, nowMs });
  const shared = rows.reduce((all, { cost }) => all + (cost?.shared ?? 0), 0);
  return {
    asOf: new Date(nowMs).toISOString(),
    months: [
      ...monthsOf(
        usage.filter(({ environmentId }) => billed.has(environmentId ?? '')),
        nowMs,
      ),
    ],
    month,
    rows: rows.toSorted(inOrder),
    unassigned: Math.max(0, (prices?.shared ?? 0) - shared),
    budgets: [...budgets],
    prices,
    changed: stored ? { by: stored.changedBy, at: stored.changedAt.toISOString() } : null,
    version: tagOf(stored?.version ?? 0),
    isWhole,
    canWrite: byId.get(context.environmentId)?.parentId === null && allows(context.capabilities, 'adminBilling:write'),
  };
};

/** Calls of all environments whose billing the person may see. */
export const getBillingDetails = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  apis: readonly UsedApi[],
  asked: DetailsAsked,
): Promise<UsageDetails> => {
  const billed = await reading(context, (trx) => readBilled(trx, context, person));
  return usageDetailsIn(context, scopeOf(billed), apis, asked);
};
