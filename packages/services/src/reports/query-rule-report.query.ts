import type { BodyOf, queryRuleReport as endpoint, RuleReport } from '@redoubt/contracts';
import { comparisonShiftMs, isBuiltInAssessment, rateTable, reportBars, type RateTable } from '@redoubt/domain';
import {
  listRuleEvents,
  listRulePublications,
  listRules,
  readLabelDelays,
  readReportGroups,
  readRuleMoney,
  readRuleOverlaps,
  readRuleScores,
  readRuleSums,
  readUnratedEvents,
  type ReportGroup,
  type RuleSumsBy,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readCosts } from '../cost-model/read-cost-model.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { decidingEnvironmentIds, loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { moneyCurrency, moneyOfRules } from './money-of-rules.ts';
import { readParts } from './read-parts.ts';
import { checkedSpan, maturityOf } from './report-period.ts';
import { isRule, reportedRule, type SumsByValue } from './reported-rules.ts';
import { mayReadScores } from './score-rights.ts';
import { unratedEvents } from './unrated-events.ts';

const eventsOf = (group: ReportGroup | undefined): number =>
  (group?.totals ?? []).reduce((sum, { counts }) => sum + (counts.events ?? 0), 0);

/**
 * What rules and clauses hit and decided in a period, with labels as they stand now; rules that decide and were not hit are
 * there with nothing. Figures follow a rule by its id through new names.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`.
 */
export const queryRuleReport = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<RuleReport> => {
  const { database, tenantId, environmentId } = context;
  const { includeChildren, assessment: kind, step, filters, compare, bars = 'all' } = body;
  const span = checkedSpan(body);
  const nowMs = context.clock.now();
  const shiftMs = comparisonShiftMs(compare, span);
  const place = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(kind)) await readDefined(trx, environmentId, kind);
    const subtree = await loadSubtree(trx, environmentId);
    const listed = await listRules(trx, decidingEnvironmentIds(subtree, includeChildren), kind, 'decision');
    return {
      environmentIds: scopeIds(subtree, includeChildren),
      byId: subtree.byId,
      listed: listed.filter(({ publishedVersion }) => publishedVersion !== null),
      costs: await readCosts(trx, environmentId),
      rates: await readTreeRates(trx, environmentId, { fromMs: span.fromMs - shiftMs, toMs: span.toMs }),
    };
  });
  const scope = { tenantId, environmentIds: place.environmentIds };
  const asked = { kind, step, filters };
  const here = { ...span, shiftMs: 0 };
  const before = { fromMs: span.fromMs - shiftMs, toMs: span.toMs - shiftMs, shiftMs };
  const sumsIn = async (range: typeof here, by: RuleSumsBy): Promise<SumsByValue> =>
    Map.groupBy(await readRuleSums(database, scope, asked, range, by), ({ value }) => value);
  const isCompared = shiftMs > 0;
  const question = { kind, step, by: null, filters, most: 1, measures: ['events' as const], amounts: 'none' as const };
  const allIn = async (range: typeof here): Promise<ReportGroup | undefined> =>
    (await readReportGroups(database, scope, question, range)).groups[0];
  let sums: Promise<SumsByValue> | undefined;
  const totalSums = (): Promise<SumsByValue> => (sums ??= sumsIn(here, 'total'));
  // Money waits for the currency of most events; what does not need it is read meanwhile.
  const rates = async (): Promise<RateTable | null> => {
    const currency = moneyCurrency(place.rates, (await totalSums()).values());
    return currency === null ? null : (place.rates ?? rateTable(currency, [], 0));
  };
  const moneyIn = async (range: typeof here) => {
    const into = await rates();
    return into === null ? null : readRuleMoney(database, scope, asked, range, into);
  };
  const missing = async () => {
    const into = await rates();
    if (into === null) return [];
    return unratedEvents(await totalSums(), into, here, () => readUnratedEvents(database, scope, asked, here, into));
  };
  const parts = await readParts({
    total: totalSums,
    bars: () => sumsIn(here, bars === 'counts' ? 'countBar' : 'bar'),
    before: async () => (isCompared ? sumsIn(before, 'total') : null),
    money: () => moneyIn(here),
    moneyBefore: async () => (isCompared ? moneyIn(before) : null),
    missing,
    scores: async () => (mayReadScores(context) ? readRuleScores(database, scope, asked, span) : null),
    overlaps: () => readRuleOverlaps(database, scope, kind, span),
    all: () => allIn(here),
    allBefore: async () => (isCompared ? allIn(before) : undefined),
    delays: () => readLabelDelays(database, scope, kind, nowMs),
  });
  const { total, overlaps, all, delays } = parts;
  const currency = moneyCurrency(place.rates, total.values());
  const moneyOf = (sums: typeof parts.money) => (sums === null ? null : moneyOfRules(place.costs.model, sums));
  const figures = {
    total,
    bars: parts.bars,
    before: parts.before,
    barMs: reportBars(span, step),
    money: moneyOf(parts.money),
    moneyBefore: moneyOf(parts.moneyBefore),
    scores: parts.scores,
  };

  const listed = new Map(place.listed.map((rule): [string, typeof rule] => [rule.id, rule]));
  const hit = [...figures.total.keys(), ...(figures.before?.keys() ?? [])].filter(isRule);
  const paired = overlaps.flatMap(({ ruleId, otherId }) => (otherId === null ? [ruleId] : [ruleId, otherId]));
  const ids = [...new Set([...listed.keys(), ...hit, ...paired])];
  const { events, publications } = await reading(context, async (trx) => ({
    events: Map.groupBy(await listRuleEvents(trx, ids), ({ ruleId }) => ruleId),
    publications: await listRulePublications(trx, ids, new Date(span.fromMs), new Date(span.toMs)),
  }));
  const rules = ids.map((id) =>
    reportedRule(
      { id, listed: listed.get(id), events: events.get(id) ?? [] },
      figures,
      span,
      (environment) => place.byId.get(environment)?.name ?? null,
    ),
  );
  const names = new Map(rules.map(({ id, name }) => [id, name]));

  const eventsIn = figures.barMs.map((barMs) =>
    (all?.bars ?? []).reduce((sum, each) => sum + (each.barMs === barMs ? (each.counts.events ?? 0) : 0), 0),
  );
  return {
    asOf: new Date(nowMs).toISOString(),
    bars: figures.barMs.map((barMs) => new Date(barMs).toISOString()),
    environmentIds: [...place.environmentIds],
    events: eventsOf(all),
    eventsBefore: isCompared ? eventsOf(parts.allBefore) : null,
    rules,
    changes: publications.map(({ ruleId, version, at }) => ({
      at: at.toISOString(),
      ruleId,
      name: names.get(ruleId) ?? '',
      version,
    })),
    money:
      currency === null || figures.money === null
        ? null
        : {
            currency,
            converts: place.rates !== null,
            missing: [...parts.missing],
            costs: place.costs.model,
            costsFrom: place.costs.from?.name ?? null,
            total: figures.money.total,
            before: figures.moneyBefore?.total ?? null,
          },
    overlaps: [...overlaps],
    maturity: maturityOf(delays, { bars: figures.barMs, span, step, eventsIn }, nowMs),
  };
};
