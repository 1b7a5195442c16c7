import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { DEFAULT_COST_MODEL, pruneRules, type FraudEstimate, type Decision, type MatchedEvents } from '@redoubt/domain';
import { seededRandom } from '@redoubt/kernel';
import type { Machine } from '../measure/machine.ts';
import { appendToSection } from '../measure/result-table.ts';
import { DATASETS } from './handbook.ts';

/** What rules read of a purchase, as it was known then. */
type Facts = {
  readonly amount: number;
  /** The amount through the mean of the customer's purchases before it; 1 for the first ones. */
  readonly ratio: number;
  /** Frauds of usual amounts at the terminal in the last four weeks, known a week later. */
  readonly terminalFrauds: number;
  readonly customer: number;
  readonly hour: number;
};
type Purchase = Facts & { readonly day: number; readonly isFraud: boolean };
type SeededRule = {
  readonly id: string;
  readonly kind: 'good' | 'duplicate' | 'subset' | 'dead' | 'harmful';
  readonly decision: Decision;
  readonly matches: (facts: Facts) => boolean;
};

/** Above it every purchase of the data is fraud. */
const HIGH = 220;
const KNOWN_AFTER_DAYS = 7;
const TERMINAL_DAYS = 28;
/** Purchases of a customer before their mean says something. */
const LEAST_PURCHASES = 5;

/** Purchases of the month in their order, with what was known at each. */
const readPurchases = async (): Promise<readonly Purchase[]> => {
  const file = createReadStream(join(DATASETS, 'handbook-2018-04.csv.gz')).pipe(createGunzip());
  const spent = new Map<number, { count: number; sum: number }>();
  const frauds = new Map<string, number[]>();
  const purchases: Purchase[] = [];
  let isHead = true;
  for await (const line of createInterface({ input: file })) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const [, time = '', customerText = '', terminal = '', amountText = '', , dayText = '', fraudText] = line.split(',');
    const [customer, amount, day] = [Number(customerText), Number(amountText), Number(dayText)];
    const isFraud = fraudText === '1';
    const before = spent.get(customer) ?? { count: 0, sum: 0 };
    const known = frauds.get(terminal) ?? [];
    purchases.push({
      amount,
      customer,
      day,
      isFraud,
      hour: Number(time.slice(11, 13)),
      ratio: before.count < LEAST_PURCHASES ? 1 : amount / (before.sum / before.count),
      terminalFrauds: known.filter((at) => at <= day - KNOWN_AFTER_DAYS && at > day - TERMINAL_DAYS).length,
    });
    spent.set(customer, { count: before.count + 1, sum: before.sum + amount });
    if (isFraud && amount <= HIGH) frauds.set(terminal, [...known, day]);
  }
  return purchases;
};

/** Rules that earn by themselves with the default costs; `holds` takes what the amount must be above by. */
const GOOD: readonly { readonly decision: Decision; readonly holds: (facts: Facts, above: number) => boolean }[] = [
  { decision: 'Reject', holds: ({ amount }, above) => amount > HIGH + above },
  { decision: 'Reject', holds: ({ terminalFrauds, amount }, above) => terminalFrauds >= 3 && amount > above },
  { decision: 'Review', holds: ({ terminalFrauds, amount }, above) => terminalFrauds >= 2 && amount > above },
  { decision: 'Challenge', holds: ({ terminalFrauds, amount }, above) => terminalFrauds >= 1 && amount > above },
  { decision: 'Challenge', holds: ({ ratio, amount }, above) => ratio > 3 && amount > 100 + above },
  { decision: 'Reject', holds: ({ ratio, amount }, above) => ratio > 4 && amount > 100 + above },
  { decision: 'Review', holds: ({ ratio, amount }, above) => ratio > 2.8 && amount > 130 + above },
  { decision: 'Challenge', holds: ({ ratio, amount }, above) => ratio > 2.5 && amount > 150 + above },
];

/** Forty rules in a seeded order: good ones, the same again, parts of them, some that match nothing, and some that hit good customers. */
const seededRules = (seed: number): readonly SeededRule[] => {
  const random = seededRandom(seed);
  const rules: SeededRule[] = [];
  const add = (kind: SeededRule['kind'], decision: Decision, matches: SeededRule['matches']): void => {
    rules.push({ id: `${kind} ${rules.length + 1}`, kind, decision, matches });
  };
  GOOD.forEach(({ decision, holds }) => add('good', decision, (facts) => holds(facts, 0)));
  const again = (kind: 'duplicate' | 'subset', count: number, above: () => number): void => {
    for (let at = 0; at < count; at += 1) {
      const rule = GOOD[at % GOOD.length];
      const by = above();
      if (rule !== undefined) add(kind, rule.decision, (facts) => rule.holds(facts, by));
    }
  };
  again('duplicate', 12, () => random() * 0.05);
  again('subset', 8, () => 20 + random() * 40);
  for (let at = 0; at < 6; at += 1) {
    const above = 5000 + random() * 5000;
    add('dead', 'Reject', ({ amount }) => amount > above);
  }
  for (let at = 0; at < 6; at += 1) {
    const [slice, hour] = [Math.floor(random() * 1000), Math.floor(random() * 24)];
    add(
      'harmful',
      at % 2 === 0 ? 'Reject' : 'Review',
      (facts) => facts.customer % 1000 === slice && facts.hour >= hour % 12,
    );
  }
  return rules
    .map((rule) => ({ rule, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ rule }) => rule);
};

const FRAUD_ESTIMATES: readonly FraudEstimate[] = [
  { share: { value: 1, lower: 1, upper: 1 } },
  { share: { value: 0, lower: 0, upper: 0 } },
];

const groupsOf = (rules: readonly SeededRule[], purchases: readonly Purchase[]): readonly MatchedEvents[] => {
  const groups = new Map<string, MatchedEvents>();
  for (const purchase of purchases) {
    const matches = rules.flatMap(({ decision, matches: holds }, rule) =>
      holds(purchase) ? [{ rule, decision }] : [],
    );
    if (matches.length === 0) continue;
    const fraudEstimate = purchase.isFraud ? 0 : 1;
    const key = `${fraudEstimate} ${matches.map(({ rule }) => rule).join(' ')}`;
    const { events = 0, amount = 0 } = groups.get(key) ?? {};
    groups.set(key, { matches, fraudEstimate, weight: 1, events: events + 1, amount: amount + purchase.amount });
  }
  return [...groups.values()];
};

export type PruningFigures = {
  readonly seed: number;
  readonly purchases: number;
  readonly groups: number;
  readonly rules: number;
  /** Rules of the proposed set, and of those the good ones. */
  readonly kept: number;
  readonly keptGood: number;
  /** Net value of the whole set and of the proposed one. */
  readonly net: number;
  readonly keptNet: number;
  /** The same on the second half of the month, of a set that the first half proposed. */
  readonly laterRules: number;
  readonly laterNet: number;
  readonly laterKeptNet: number;
  readonly ms: number;
};

/** What pruning keeps of forty seeded rules over the purchases of the Handbook's April, whose labels are all known. */
export const measurePruning = async (seeds: readonly number[]): Promise<readonly PruningFigures[]> => {
  const purchases = await readPurchases();
  const firstDay = Math.min(...purchases.slice(0, 1).map(({ day }) => day));
  const isFirst = ({ day }: Purchase): boolean => day - firstDay < 15;
  const halves = [purchases.filter(isFirst), purchases.filter((purchase) => !isFirst(purchase))] as const;
  return seeds.map((seed) => {
    const rules = seededRules(seed);
    const prunable = rules.map(({ id }) => ({ id, removable: true }));
    const prune = (groups: readonly MatchedEvents[]) =>
      pruneRules(DEFAULT_COST_MODEL, prunable, groups, FRAUD_ESTIMATES);
    const keptOf = (found: ReturnType<typeof prune>): ReadonlySet<string> =>
      new Set(
        found.rules.flatMap(({ id, removedAt }) => ((removedAt ?? 0) > rules.length - found.proposed ? [id] : [])),
      );
    const groups = groupsOf(rules, purchases);
    const startMs = performance.now();
    const all = prune(groups);
    const ms = performance.now() - startMs;
    const kept = keptOf(all);
    const ofFirst = prune(groupsOf(rules, halves[0]));
    const keptOfFirst = keptOf(ofFirst);
    const later = groupsOf(rules, halves[1]);
    const only = later.map((group) => ({
      ...group,
      matches: group.matches.filter(({ rule }) => keptOfFirst.has(rules[rule]?.id ?? '')),
    }));
    return {
      seed,
      purchases: purchases.length,
      groups: groups.length,
      rules: rules.length,
      kept: kept.size,
      keptGood: [...kept].filter((id) => id.startsWith('good')).length,
      net: all.whole.net,
      keptNet: all.curve.find((step) => step.rules === all.proposed)?.net ?? 0,
      laterRules: keptOfFirst.size,
      laterNet: prune(later).whole.net,
      laterKeptNet: prune(only).whole.net,
      ms,
    };
  });
};

const SECTION = {
  file: 'pruning.md',
  title: '# Pruning of rule sets',
  heading: 'Forty rules over the Handbook month',
  head: `Lines per run of \`npm run bench -- pruning\`: forty seeded rules (8 good, 12 the same again, 8 parts of them, 6 that match nothing, 6
that hit good customers), in a seeded order, over the purchases of April 2018 of the Fraud Detection Handbook, with the default costs. All
labels are known. The proposed set is chosen on the whole month; in the last columns on its first 15 days and judged on the others, by the
whole set's value there.

| Run | Machine | Seed | Purchases, in groups | Rules kept | Net value kept | Chosen on the first half: rules | Net value kept on the second | Elimination |
|---|---|---|---|---|---|---|---|---|
`,
} as const;

/** Adds lines to the table of all runs; gives them. */
export const savePruning = (
  directory: string,
  at: string,
  machine: Machine,
  figures: readonly PruningFigures[],
): Promise<string> => {
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;
  const [run, cpu] = [`${at.slice(0, 10)}-${machine.commit}`, `${machine.cores} × ${machine.cpu}`];
  return appendToSection(
    directory,
    SECTION,
    figures.map((each) => [
      run,
      cpu,
      String(each.seed),
      `${whole(each.purchases)}, ${whole(each.groups)}`,
      `${each.kept} of ${each.rules} (${each.keptGood} good), ${percent(each.kept, each.rules)}`,
      `${whole(each.keptNet)} of ${whole(each.net)}, ${percent(each.keptNet, each.net)}`,
      `${each.laterRules} of ${each.rules}`,
      `${whole(each.laterKeptNet)} of ${whole(each.laterNet)}, ${percent(each.laterKeptNet, each.laterNet)}`,
      `${whole(each.ms)} ms`,
    ]),
  );
};
