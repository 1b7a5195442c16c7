import type { BacktestCount, BacktestResult, BacktestSample } from '@redoubt/contracts';
import { DECISIONS, type Decision } from '@redoubt/domain';
import type { RuleWatch, Verdict } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { FraudLabel, HistoryEvent } from '@redoubt/storage';

/** Events shown of each change, and of each number of a clause; the earliest, so that two runs show the same. */
export const MAX_SAMPLES = 20;
export const MAX_CLAUSE_SAMPLES = 5;
/** Messages of evaluation errors kept; the rest is counted. */
export const MAX_MESSAGES = 10;
/** Amounts are added in ten-thousandths, the fourth decimal that facts keep, so that no order of adding shows. */
const UNITS = 10_000;

/** One decided event of the history. */
export type Decided = Pick<HistoryEvent, 'environmentId' | 'eventId' | 'eventTimeMs' | 'amount' | 'currency'> & {
  readonly label: FraudLabel;
};

/** What an event came to with the tried rule among the others, and what that rule did; absent where it was not reached. */
export type BacktestedEvent = { readonly verdict: Verdict; readonly outcome: Parameters<RuleWatch>[1] | undefined };

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

  add({ amount, currency, label }: Decided): void {
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

const isEarlier = (a: BacktestSample, b: BacktestSample): number =>
  a.eventTime === b.eventTime ? (a.eventId < b.eventId ? -1 : 1) : a.eventTime < b.eventTime ? -1 : 1;

/** The samples that are shown, at most so many. */
export const earliest = (samples: readonly BacktestSample[], most: number): BacktestSample[] =>
  samples.toSorted(isEarlier).slice(0, most);

/** A count with its earliest events. */
class Cell {
  readonly count = new Count();
  readonly #most: number;
  #samples: BacktestSample[] = [];
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  add(event: Decided, before: Decision, { decision, clause, reason }: Verdict): void {
    this.count.add(event);
    const { environmentId, eventId, eventTimeMs, amount, currency, label } = event;
    if (this.#samples.length >= this.#most && eventTimeMs > this.#lastMs) return;
    const eventTime = new Date(eventTimeMs).toISOString();
    const sample = {
      environmentId,
      eventId,
      eventTime,
      amount,
      currency,
      label,
      before,
      after: decision,
      clause,
      reason,
    };
    this.#samples = earliest([...this.#samples, sample], this.#most);
    this.#lastMs = Date.parse(this.#samples.at(-1)?.eventTime ?? '');
  }

  get samples(): BacktestSample[] {
    return this.#samples;
  }
}

type ClauseCells = { readonly fired: Cell; readonly decided: Cell; readonly changed: Cell };

/** Adds up how the decisions of a history differ between what stood before and the rule that is tried. */
export class Tally {
  readonly #ruleId: Id;
  readonly #before = perDecision();
  readonly #after = perDecision();
  readonly #changes = new Map<string, { before: Decision; after: Decision; cell: Cell }>();
  readonly #clauses: readonly (ClauseCells & { readonly id: string; readonly name: string })[];
  readonly #clauseOf: ReadonlyMap<string, ClauseCells>;
  readonly #errors = { events: 0, messages: new Set<string>() };
  #events = 0;

  /** @param clauses those of the tried rule, in order. */
  constructor(ruleId: Id, clauses: readonly { readonly id: string; readonly name: string }[]) {
    const cell = (): Cell => new Cell(MAX_CLAUSE_SAMPLES);
    this.#ruleId = ruleId;
    this.#clauses = clauses.map(({ id, name }) => ({ id, name, fired: cell(), decided: cell(), changed: cell() }));
    this.#clauseOf = new Map(this.#clauses.map((clause) => [clause.id, clause]));
  }

  add(event: Decided, before: Decision, { verdict, outcome }: BacktestedEvent): void {
    this.#events++;
    this.#before[before].add(event);
    this.#after[verdict.decision].add(event);
    const isChanged = before !== verdict.decision;
    if (isChanged) this.#cellOf(before, verdict.decision).add(event, before, verdict);
    if (outcome === undefined) return;
    for (const id of outcome.firedClauseIds) this.#clauseOf.get(id)?.fired.add(event, before, verdict);
    if (verdict.rule?.id === this.#ruleId && outcome.decision) {
      const clause = this.#clauseOf.get(outcome.decision.clauseId);
      clause?.decided.add(event, before, verdict);
      if (isChanged) clause?.changed.add(event, before, verdict);
    }
    if (outcome.errors.length > 0) this.#addErrors(outcome.errors);
  }

  #cellOf(before: Decision, after: Decision): Cell {
    const key = `${before} ${after}`;
    const known = this.#changes.get(key);
    if (known) return known.cell;
    const cell = new Cell(MAX_SAMPLES);
    this.#changes.set(key, { before, after, cell });
    return cell;
  }

  #addErrors(errors: NonNullable<BacktestedEvent['outcome']>['errors']): void {
    this.#errors.events++;
    for (const { message } of errors) {
      if (this.#errors.messages.size < MAX_MESSAGES) this.#errors.messages.add(message);
    }
  }

  result(unknown: BacktestResult['unknown']): BacktestResult {
    return {
      events: this.#events,
      before: results(this.#before),
      after: results(this.#after),
      changes: [...this.#changes.values()]
        .map(({ before, after, cell }) => ({ before, after, ...cell.count.result, samples: cell.samples }))
        .toSorted((a, b) => b.events - a.events),
      clauses: this.#clauses.map(({ name, fired, decided, changed }) => ({
        name,
        fired: fired.count.result,
        decided: decided.count.result,
        changed: changed.count.result,
        samples: { fired: fired.samples, decided: decided.samples, changed: changed.samples },
      })),
      errors: { events: this.#errors.events, messages: [...this.#errors.messages] },
      unknown,
    };
  }
}
