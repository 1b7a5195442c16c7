import type { ReportedClause, ReportedRule } from '@redoubt/contracts';
import { DECISIONS, STOPPING_DECISIONS, type Decision, type RuleMeasure } from '@redoubt/domain';
import type { RuleEvent, RuleListItem, RuleScores, RuleSums } from '@redoubt/storage';
import { clauseDecisions } from './clause-decisions.ts';
import type { MoneyOfRules } from './money-of-rules.ts';

type Figure = ReportedRule['total'];

/** Sums of a range by what they are of: the id of a rule, or that, a space and the name of a clause. */
export type SumsByValue = ReadonlyMap<string, readonly RuleSums[]>;

/** What is counted of rules: in all, by bar, and in the period that they are compared with. */
export type RuleFigures = {
  readonly total: SumsByValue;
  readonly bars: SumsByValue;
  readonly before: SumsByValue | null;
  readonly barMs: readonly number[];
  /** Null where no amount is known. */
  readonly money: MoneyOfRules | null;
  readonly moneyBefore: MoneyOfRules | null;
  /** Null for readers who may not see scores. */
  readonly scores: RuleScores | null;
};

/** A rule as the report finds it: its row while there is one, and its activity. */
export type KnownRule = {
  readonly id: string;
  readonly listed: RuleListItem | undefined;
  /** The oldest first. */
  readonly events: readonly RuleEvent[];
};

/** The id of a rule, as opposed to that of a clause, which has a space. */
export const isRule = (value: string): boolean => value !== '' && !value.includes(' ');

const figureOf = (sums: readonly RuleSums[]): Figure => {
  const [first] = sums;
  // Bars have one, of counts alone.
  if (first !== undefined && sums.length === 1 && first.currency === '') return { counts: first.counts, amounts: {} };
  const counts: Partial<Record<RuleMeasure, number>> = {};
  const amounts: Record<string, Partial<Record<RuleMeasure, number>>> = {};
  for (const each of sums) {
    for (const [measure, count] of Object.entries(each.counts) as [RuleMeasure, number][])
      counts[measure] = (counts[measure] ?? 0) + count;
    if (each.currency === '') continue;
    const own = (amounts[each.currency] ??= {});
    for (const [measure, amount] of Object.entries(each.amounts) as [RuleMeasure, number][])
      own[measure] = (own[measure] ?? 0) + amount;
  }
  return { counts, amounts };
};

const measuredOf = (
  figures: RuleFigures,
  value: string,
): Pick<ReportedRule, 'total' | 'bars' | 'before' | 'money' | 'moneyBefore'> => {
  const byBar = Map.groupBy(figures.bars.get(value) ?? [], ({ barMs }) => barMs);
  return {
    total: figureOf(figures.total.get(value) ?? []),
    bars: figures.barMs.map((barMs) => figureOf(byBar.get(barMs) ?? [])),
    before: figures.before === null ? null : figureOf(figures.before.get(value) ?? []),
    money: figures.money?.of(value) ?? null,
    moneyBefore: figures.moneyBefore?.of(value) ?? null,
  };
};

/** No hit in any of the ten hundreds. */
const NO_SCORES: readonly number[] = Array.from({ length: 10 }, () => 0);

/** The net value of each bar. */
const netsOf = ({ money, barMs }: RuleFigures, value: string): number[] | null => {
  const nets = money?.netsOf(value);
  return nets === undefined ? null : barMs.map((each) => nets.get(each) ?? 0);
};

/** What counts the events that a rule decided so. */
export const MEASURE_OF: Readonly<Record<Decision, RuleMeasure>> = {
  Approve: 'approved',
  Reject: 'rejected',
  Review: 'reviewed',
  Challenge: 'challenged',
};

const madeDecisions = ({ counts }: Figure): readonly Decision[] =>
  DECISIONS.filter((decision) => (counts[MEASURE_OF[decision]] ?? 0) > 0);

/** Decisions in the order of the product, those that stop an event first. */
const inOrder = (decisions: readonly Decision[]): Decision[] =>
  [...STOPPING_DECISIONS, ...DECISIONS].filter((each, at, all) => all.indexOf(each) === at && decisions.includes(each));

/** Clauses of the published text in their order, then others that were hit. */
const clausesOf = ({ id, listed }: KnownRule, figures: RuleFigures): ReportedClause[] => {
  const published = listed?.clauses ?? [];
  const begin = `${id} `;
  const hit = [...new Set([...figures.total.keys(), ...(figures.before?.keys() ?? [])])]
    .filter((value) => value.startsWith(begin))
    .map((value) => value.slice(begin.length));
  const names = published.map(({ name }) => name);
  const former = hit.filter((name) => !names.includes(name)).toSorted();
  return [...names, ...former].map((name, at) => {
    const measured = measuredOf(figures, begin + name);
    const text = published[at];
    const decisions = [...(text === undefined ? [] : clauseDecisions(text.code)), ...madeDecisions(measured.total)];
    return { name, order: text === undefined ? null : at + 1, decisions: inOrder(decisions), ...measured };
  });
};

/** Names that a rule had in a period: the last one from before it, and those that it was given. */
const namesIn = (
  { events }: KnownRule,
  span: { readonly fromMs: number; readonly toMs: number },
): readonly string[] => {
  const until = events.filter(({ at }) => at.getTime() < span.toMs);
  const first = until.findLastIndex(({ at }) => at.getTime() < span.fromMs);
  return [...new Set(until.slice(Math.max(0, first)).map(({ name }) => name))];
};

/** A rule with its figures; one that is gone keeps the name that it had last. */
export const reportedRule = (
  rule: KnownRule,
  figures: RuleFigures,
  span: { readonly fromMs: number; readonly toMs: number },
  nameOfEnvironment: (id: string) => string | null,
): ReportedRule => {
  const { id, listed, events } = rule;
  const name = listed?.name ?? events.at(-1)?.name ?? '';
  const environmentId = listed?.environmentId ?? events.at(-1)?.environmentId ?? null;
  const measured = measuredOf(figures, id);
  const clauses = clausesOf(rule, figures);
  const deleted = listed === undefined ? events.findLast(({ operation }) => operation === 'Delete') : undefined;
  const decisions = inOrder([...clauses.flatMap((clause) => clause.decisions), ...madeDecisions(measured.total)]);
  return {
    id,
    name,
    formerNames: namesIn(rule, span).filter((each) => each !== name),
    state: listed === undefined ? 'deleted' : listed.active ? 'active' : 'inactive',
    deletedAt: deleted?.at.toISOString() ?? null,
    environmentId,
    environmentName: environmentId === null ? null : nameOfEnvironment(environmentId),
    order: listed?.order ?? null,
    publishedVersion: listed?.publishedVersion ?? null,
    decides: decisions.length > 0,
    decisions,
    clauses,
    nets: netsOf(figures, id),
    scores: figures.scores === null ? null : [...(figures.scores.get(id) ?? NO_SCORES)],
    ...measured,
  };
};
