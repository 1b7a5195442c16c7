import type { BacktestResult } from '@redoubt/contracts';
import { EVENT_SCHEMAS, shapeBody } from '@redoubt/domain';
import { decide, type EngineInput, type UnitCache } from '@redoubt/engine';
import type { Id, JsonObject } from '@redoubt/kernel';
import { decodeSegment, type SegmentRow, type StoredEvent } from '@redoubt/storage';
import { ListIndex } from '../plans/list-index.ts';
import type { ListContentMessage } from '../rules/evaluation-protocol.ts';
import { Moment, versionsBetween } from './list-histories.ts';
import type { BacktestJob, ListHistory, ListVersion, PlanData } from './protocol.ts';
import { Tally } from './tally.ts';
import { compileTried, type TriedPlan } from './tried-plans.ts';

/** Recorded plans kept compiled; the oldest goes first. */
const MAX_PLANS = 64;

type RecordedInputs = Pick<EngineInput, 'generated' | 'nowMs' | 'seed'> & { readonly planId: string };
type Purchase = Extract<StoredEvent, { kind: 'purchase' }>;

/** Fetches what a run is missing. */
export type BacktestSupply = {
  readonly contents: (versions: readonly ListVersion[]) => Promise<readonly ListContentMessage[]>;
  /** Null for a plan that is not kept any more. */
  readonly plan: (planId: string, environmentId: Id) => Promise<PlanData | null>;
};

/**
 * Decides a history again, event by event in the order of the log, with the code that decides live events: each with
 * its recorded instant and seed, and with the lists of its time.
 */
export class BacktestRun {
  readonly #job: BacktestJob;
  readonly #supply: BacktestSupply;
  readonly #moment = new Moment();
  readonly #units: UnitCache = new Map();
  readonly #plans = new Map<string, TriedPlan>();
  readonly #tally: Tally;
  readonly #missed = new Map<string, number>();

  constructor(job: BacktestJob, supply: BacktestSupply) {
    this.#job = job;
    this.#supply = supply;
    this.#tally = new Tally(
      job.tried.id,
      job.tried.text.clauses.map(({ name }) => name),
    );
    for (const plan of job.plans) this.#add(plan.environmentId, plan);
  }

  /** Applies the next segments; gives how many of their events belong to the history. */
  async apply(rows: readonly SegmentRow[]): Promise<number> {
    const { fromMs, toMs } = this.#job;
    const events = rows
      .flatMap((row) => decodeSegment(row))
      .filter((event): event is Purchase => event.kind === 'purchase')
      .filter(({ eventTimeMs }) => eventTimeMs >= fromMs && eventTimeMs < toMs);
    const [first, last] = [events[0]?.position ?? 0, events.at(-1)?.position ?? 0];
    const ready = new Set<TriedPlan>();
    for (const event of events) {
      const inputs = JSON.parse(event.inputsText) as RecordedInputs;
      const plan = this.#plans.get(this.#keyOf(event, inputs)) ?? (await this.#fetch(event, inputs));
      if (!ready.has(plan)) {
        await this.#fetchContents(plan.lists, first, last);
        ready.add(plan);
      }
      this.#decide(event, inputs, plan);
    }
    return events.length;
  }

  result(): BacktestResult {
    const unknown = [...this.#missed].map(([name, events]) => ({ kind: 'list' as const, name, events }));
    return this.#tally.result(unknown);
  }

  #decide(event: Purchase, inputs: RecordedInputs, plan: TriedPlan): void {
    const payload = JSON.parse(event.requestText) as JsonObject;
    shapeBody(EVENT_SCHEMAS.purchase, payload);
    const { generated, nowMs, seed } = inputs;
    const input: EngineInput = { payload, generated, nowMs, seed, correlationId: event.correlationId };
    this.#moment.position = event.position;
    const before = this.#job.baseline === 'today' ? decide(plan.before, input).decision : event.facts.decision;
    this.#moment.missed.clear();
    const after = decide(plan.after, input);
    for (const name of this.#moment.missed) this.#missed.set(name, (this.#missed.get(name) ?? 0) + 1);
    this.#tally.add({ ...event, label: this.#job.labels.get(event.position) ?? 'None' }, before, after);
  }

  #keyOf(event: Purchase, inputs: RecordedInputs): string {
    return this.#job.baseline === 'today' ? event.environmentId : inputs.planId;
  }

  async #fetch(event: Purchase, inputs: RecordedInputs): Promise<TriedPlan> {
    const { planId } = inputs;
    const plan = await this.#supply.plan(planId, event.environmentId);
    if (plan === null) throw new Error(`the plan ${planId} of event ${event.eventId} is not kept`);
    if (this.#plans.size >= MAX_PLANS) this.#plans.delete(this.#plans.keys().next().value as string);
    return this.#add(this.#keyOf(event, inputs), plan);
  }

  #add(key: string, plan: PlanData): TriedPlan {
    const tried = compileTried(plan, this.#job.tried, this.#moment, this.#units);
    this.#plans.set(key, tried);
    return tried;
  }

  async #fetchContents(lists: readonly ListHistory[], first: number, last: number): Promise<void> {
    const wanted = versionsBetween(lists, first, last).filter(({ hash }) => !this.#moment.contents.has(hash));
    if (wanted.length === 0) return;
    for (const { hash, columns, rows } of await this.#supply.contents(wanted)) {
      this.#moment.contents.set(hash, new ListIndex(columns, rows));
    }
  }
}
