import { DECISIONS, type Decision } from '@redoubt/domain';
import type { EngineResult } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { FraudLabel, PurchaseFacts } from '@redoubt/storage';
import type { BacktestCount, BacktestResult, BacktestSample } from '@redoubt/contracts';

/** Events shown of each change; the earliest in the period, so that two runs show the same. */
const MAX_SAMPLES = 20;
/** Messages of evaluation errors kept; the rest is counted. */
export const MAX_MESSAGES = 10;
/** Amounts are added in ten-thousandths, the fourth decimal that facts keep, so that no order of adding shows. */
const UNITS = 10_000;

/** One decided event of the history. */
export type Decided = {
  readonly environmentId: Id;
  readonly eventId: string;
  readonly position: number;
  readonly eventTimeMs: number;
  readonly facts: Pick<PurchaseFacts, 'amount' | 'currency'>;
  readonly label: FraudLabel;
};

/** One sum per currency, by its name. */
export const addAmounts = (amounts: BacktestCount['amounts']): BacktestCount['amounts'] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, same]) => {
      const sum = (part: 'amount' | 'fraudAmount'): number =>
        same.reduce((units, each) => units + Math.round(each[part] * UNITS), 0) / UNITS;
      return { currency, amount: sum('amount'), fraudAmount: sum('fraudAmount') };
    });

class Count {
  #events = 0;
  #fraud = 0;
  #genuine = 0;
  readonly #units = new Map<string, { all: number; fraud: number }>();

  add({ facts: { amount, currency }, label }: Decided): void {
    this.#events++;
    if (label === 'Fraud') this.#fraud++;
    if (label === 'NonFraud') this.#genuine++;
    if (amount === null) return;
    const units = Math.round(amount * UNITS);
    const key = currency ?? '';
    const sum = this.#units.get(key) ?? { all: 0, fraud: 0 };
    sum.all += units;
    if (label === 'Fraud') sum.fraud += units;
    this.#units.set(key, sum);
  }

  get result(): BacktestCount {
    return {
      events: this.#events,
      fraud: this.#fraud,
      genuine: this.#genuine,
      amounts: addAmounts(
        [...this.#units].map(([currency, { all, fraud }]) => ({
          currency,
          amount: all / UNITS,
          fraudAmount: fraud / UNITS,
        })),
      ),
    };
  }
}

const perDecision = (): Record<Decision, Count> =>
  Object.fromEntries(DECISIONS.map((decision) => [decision, new Count()])) as Record<Decision, Count>;

const results = (counts: Record<Decision, Count>): Record<Decision, BacktestCount> =>
  Object.fromEntries(DECISIONS.map((decision) => [decision, counts[decision].result])) as Record<
    Decision,
    BacktestCount
  >;

const sampleOf = (event: Decided, clause: string | null, reason: string | null): BacktestSample => ({
  environmentId: event.environmentId,
  eventId: event.eventId,
  eventTime: new Date(event.eventTimeMs).toISOString(),
  amount: event.facts.amount,
  currency: event.facts.currency,
  label: event.label,
  clause,
  reason,
});

const isEarlier = (a: BacktestSample, b: BacktestSample): number =>
  a.eventTime === b.eventTime ? (a.eventId < b.eventId ? -1 : 1) : a.eventTime < b.eventTime ? -1 : 1;

/** The samples that are shown. */
export const earliest = (samples: readonly BacktestSample[]): BacktestSample[] =>
  samples.toSorted(isEarlier).slice(0, MAX_SAMPLES);

/** Adds up how the decisions of a history differ between what stood before and the rule that is tried. */
export class Tally {
  readonly #ruleId: Id;
  readonly #before = perDecision();
  readonly #after = perDecision();
  readonly #changes = new Map<string, { before: Decision; after: Decision; count: Count; samples: BacktestSample[] }>();
  readonly #clauses: Map<string, { fired: Count; decided: Count; changed: Count }>;
  readonly #errors = { events: 0, messages: new Set<string>() };
  #events = 0;

  /** @param clauses names of the tried rule's clauses, in order. */
  constructor(ruleId: Id, clauses: readonly string[]) {
    this.#ruleId = ruleId;
    this.#clauses = new Map(
      clauses.map((name) => [name, { fired: new Count(), decided: new Count(), changed: new Count() }]),
    );
  }

  add(event: Decided, before: Decision, after: EngineResult): void {
    this.#events++;
    this.#before[before].add(event);
    this.#after[after.decision].add(event);
    const isOurs = after.rule?.id === this.#ruleId;
    if (before !== after.decision) this.#addChange(event, before, after);
    for (const hit of after.hits) {
      if (hit.ruleId !== this.#ruleId) continue;
      for (const name of new Set(hit.clauseNames)) this.#clauses.get(name)?.fired.add(event);
    }
    if (isOurs && after.clause !== null) {
      const clause = this.#clauses.get(after.clause);
      clause?.decided.add(event);
      if (before !== after.decision) clause?.changed.add(event);
    }
    this.#addErrors(after);
  }

  #addChange(event: Decided, before: Decision, after: EngineResult): void {
    const key = `${before} ${after.decision}`;
    let change = this.#changes.get(key);
    if (change === undefined) {
      change = { before, after: after.decision, count: new Count(), samples: [] };
      this.#changes.set(key, change);
    }
    change.count.add(event);
    const { samples } = change;
    const eventTime = new Date(event.eventTimeMs).toISOString();
    if (samples.length >= MAX_SAMPLES && eventTime >= (samples.at(-1)?.eventTime ?? '')) return;
    samples.push(sampleOf(event, after.clause, after.reason));
    change.samples = earliest(samples);
  }

  #addErrors(after: EngineResult): void {
    const step = after.trace.find(({ ruleId }) => ruleId === this.#ruleId)?.steps;
    const messages = step?.flatMap(({ error }) => error ?? []) ?? [];
    if (messages.length === 0) return;
    this.#errors.events++;
    for (const message of messages) {
      if (this.#errors.messages.size < MAX_MESSAGES) this.#errors.messages.add(message);
    }
  }

  result(unknown: BacktestResult['unknown']): BacktestResult {
    return {
      events: this.#events,
      before: results(this.#before),
      after: results(this.#after),
      changes: [...this.#changes.values()]
        .map(({ before, after, count, samples }) => ({ before, after, ...count.result, samples }))
        .toSorted((a, b) => b.events - a.events),
      clauses: [...this.#clauses].map(([name, { fired, decided, changed }]) => ({
        name,
        fired: fired.result,
        decided: decided.result,
        changed: changed.result,
      })),
      errors: { events: this.#errors.events, messages: [...this.#errors.messages] },
      unknown,
    };
  }
}
