import type { RulePruningResult } from '@redoubt/contracts';
import {
  pruneRules,
  rateTable,
  reportSpan,
  type AssessmentName,
  type CostModel,
  type RateTable,
  type RuleThatStays,
  type Worth,
} from '@redoubt/domain';
import type { DataSources } from '@redoubt/enrichment';
import { DAY_MS, fromMoneyUnits, toMoneyUnits, type Id } from '@redoubt/kernel';
import {
  listRules,
  readEventOutcomes,
  readRuleMoney,
  readRuleSums,
  type RuleListItem,
  type TenantTransaction,
} from '@redoubt/storage';
import { joinMatches } from '../backtests/match-tally.ts';
import { readPlansOfToday, type BacktestPlace } from '../backtests/prepare-backtest.ts';
import type { HistoryResult, MatchedHistory } from '../backtests/protocol.ts';
import { examineHistory, type BacktestProgress } from '../backtests/run-backtest.ts';
import { readCosts } from '../cost-model/read-cost-model.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { decidingEnvironmentIds, loadSubtree, scopeIds } from '../environments/subtree.ts';
import { clauseDecisions } from '../reports/clause-decisions.ts';
import { moneyCurrency } from '../reports/money-of-rules.ts';
import { knownOutcomesOf } from './known-events.ts';

/** Which rules are pruned, and on which days. */
export type RulePruningRequest = {
  readonly environmentId: Id;
  readonly assessment: AssessmentName;
  readonly includeChildren: boolean;
  /** First and last day of events, in UTC. */
  readonly from: string;
  readonly to: string;
};

export type RunRulePruningOptions = BacktestPlace & {
  /** Behind the hashes of velocity keys, see `createVelocityRuntime`. */
  readonly installationKey: string;
  readonly data?: DataSources | undefined;
  readonly request: RulePruningRequest;
  readonly onProgress: (progress: BacktestProgress) => void;
  readonly signal: AbortSignal;
};

type Span = { readonly fromMs: number; readonly toMs: number };

/** Rates by currency and day, for a thread that has no table. */
const ratesByDay = (table: RateTable, { fromMs, toMs }: Span): ReadonlyMap<string, number> => {
  const rates = new Map<string, number>();
  for (const currency of table.currencies)
    for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
      const rate = table.rateOn(currency, dayMs)?.rate;
      if (rate !== undefined) rates.set(`${currency} ${dayMs}`, rate);
    }
  return rates;
};

const rounded = (amount: number): number => fromMoneyUnits(toMoneyUnits(amount));
const shown = ({ net, lower, upper }: Worth): Worth => ({
  net: rounded(net),
  lower: rounded(lower),
  upper: rounded(upper),
});

const isMatched = (result: HistoryResult): result is MatchedHistory => 'groups' in result;

const readPlace = async (
  trx: TenantTransaction,
  { tenantId, clock }: BacktestPlace,
  request: RulePruningRequest,
  span: Span,
) => {
  const { environmentId, assessment, includeChildren } = request;
  const subtree = await loadSubtree(trx, environmentId);
  const environmentIds = scopeIds(subtree, includeChildren);
  const deciding = decidingEnvironmentIds(subtree, includeChildren);
  const listed = await listRules(trx, deciding, assessment, 'decision');
  return {
    environmentIds,
    nameOf: (id: Id): string | null => subtree.byId.get(id)?.name ?? null,
    // As they run: those of the root first, then those of each environment in their order.
    rules: listed
      .filter(({ publishedVersion, active }) => publishedVersion !== null && active)
      .toSorted(
        (a, b) =>
          deciding.indexOf(a.environmentId) - deciding.indexOf(b.environmentId) || (a.order ?? 0) - (b.order ?? 0),
      ),
    today: await readPlansOfToday(trx, { tenantId, clock }, { ...request, baseline: 'today' }, environmentIds),
    costs: await readCosts(trx, environmentId),
    rates: await readTreeRates(trx, environmentId, span),
  };
};

const whyStays = (
  rule: RuleListItem | undefined,
  id: Id,
  {
    environmentIds,
    setters,
    deciders,
  }: {
    readonly environmentIds: readonly Id[];
    readonly setters: ReadonlySet<Id>;
    readonly deciders: ReadonlySet<Id>;
  },
): RuleThatStays | null => {
  if (rule === undefined || !environmentIds.includes(rule.environmentId)) return 'above';
  if (setters.has(id)) return 'sets';
  const decides = deciders.has(id) || rule.clauses.some(({ code }) => clauseDecisions(code).length > 0);
  return decides ? null : 'observes';
};

/** What rules of a set are worth, from what they matched. */
const resultOf = (
  found: MatchedHistory,
  place: Awaited<ReturnType<typeof readPlace>>,
  known: ReturnType<typeof knownOutcomesOf>,
  costs: { readonly model: CostModel; readonly currency: string | null },
): RulePruningResult => {
  const listed = new Map(place.rules.map((rule) => [rule.id, rule]));
  const stays = {
    environmentIds: place.environmentIds,
    setters: new Set(found.setters),
    deciders: new Set(
      found.groups.flatMap(({ matches }) =>
        matches.flatMap(({ rule, decision }) => (decision === null ? [] : [found.rules[rule] ?? ''])),
      ),
    ),
  };
  const rules = found.rules.map((id) => ({ id, stays: whyStays(listed.get(id), id, stays) }));
  const prunable = rules.map(({ id, stays: why }) => ({ id, removable: why === null }));
  const {
    whole,
    curve,
    proposed,
    pairs,
    rules: pruned,
  } = pruneRules(costs.model, prunable, found.groups, known.fraudEstimates);
  return {
    events: found.events,
    currency: costs.currency,
    costs: costs.model,
    costsFrom: place.costs.from?.name ?? null,
    missing: [...found.missing],
    stoppedBy: known.stoppedBy,
    whole: shown(whole),
    rules: pruned.map(({ id, removable: _removable, marginal, marginalWhenRemoved, reasons, ...rule }, at) => {
      const known = listed.get(id);
      return {
        ...rule,
        id,
        name: known?.name ?? '',
        environmentId: known?.environmentId ?? null,
        environmentName: known === undefined ? null : place.nameOf(known.environmentId),
        stays: rules[at]?.stays ?? null,
        marginal: shown(marginal),
        marginalWhenRemoved: marginalWhenRemoved && shown(marginalWhenRemoved),
        reasons: [...reasons],
      };
    }),
    curve: curve.map((step) => ({ ...step, net: rounded(step.net) })),
    proposed,
    overlaps: pairs.flatMap(([one, other, events]) => {
      const [ruleId, otherId] = [found.rules[one], found.rules[other]];
      return ruleId === undefined || otherId === undefined ? [] : [{ ruleId, otherId, events }];
    }),
    errors: found.errors,
    unknown: found.unknown,
  };
};

/**
 * Asks every active rule about each stored event of a period, whatever other rules say, as a decision keeps later rules from being
 * asked; and works out what each is worth given the others. Events are as they were, rules, costs and rates those of today. Nothing
 * is written.
 *
 * @throws `ENV-UNKNOWN`, `BACKTEST-TOO-LARGE`.
 */
export const runRulePruning = async (options: RunRulePruningOptions): Promise<RulePruningResult> => {
  const { database, tenantId, request, ...rest } = options;
  const { assessment } = request;
  const span = reportSpan(request) ?? { fromMs: 0, toMs: 0 };
  const place = await database.inTenant(tenantId, (trx) => readPlace(trx, options, request, span));
  const { environmentIds, today } = place;
  const scope = { tenantId, environmentIds };
  const asked = { kind: assessment, step: 'day', filters: [] } as const;
  const sums = await readRuleSums(database, scope, asked, { ...span, shiftMs: 0 }, 'total');
  const currency = moneyCurrency(place.rates, [sums]);
  const rates = place.rates ?? rateTable(currency ?? '', [], 0);
  const money = await readRuleMoney(database, scope, asked, span, rates);
  const knownOutcomes = knownOutcomesOf(await readEventOutcomes(database, scope, assessment, span), money);
  const { outcomes, goodEstimate } = knownOutcomes;
  const known = { outcomes, goodEstimate, rates: ratesByDay(rates, span) };
  const parts = await examineHistory({
    ...rest,
    database,
    tenantId,
    assessment,
    baseline: 'today',
    environmentIds,
    period: { from: new Date(span.fromMs), to: new Date(span.toMs) },
    today,
    taskOf: () => Promise.resolve({ kind: 'match', known }),
  });
  const found = joinMatches(
    parts.filter(isMatched),
    place.rules.map(({ id }) => id),
  );
  return resultOf(found, place, knownOutcomes, { model: place.costs.model, currency });
};
