import {
  matchRules,
  matchRulesAsync,
  recordedVelocities,
  type EngineInput,
  type UnitCache,
  type VelocityPort,
  type VelocityValue,
} from '@redoubt/engine';
import { openData, type EnrichmentData } from '@redoubt/enrichment';
import { listNameKey } from '@redoubt/domain';
import { decodeHistory, isWithin, type EventPlace, type HistoryRow } from '@redoubt/storage';
import { ListIndex } from '../plans/list-index.ts';
import type { BacktestSupply } from './backtest-run.ts';
import { compileBacktested, type BacktestedPlan } from './backtested-plans.ts';
import { Moment, versionsBetween } from './list-histories.ts';
import { pastBodyOf } from './past-body.ts';
import { pastEventOf, recordedAnswers, recordedReads, type PastEvent } from './past-event.ts';
import type { AskedEvents, ConditionFindings, ConditionJob } from './protocol.ts';
import { MAX_MESSAGES } from './tally.ts';
import { Unknowns } from './unknowns.ts';

/** After every position of the log: lists are read as they are now. */
const NOW = Number.MAX_SAFE_INTEGER;

/** What the decision of one event after the other read of velocities; what it did not read is not known. */
class RecordedReads implements VelocityPort {
  readonly #unknowns: Unknowns;
  #event: PastEvent | undefined;
  #recorded: VelocityPort | undefined;

  constructor(unknowns: Unknowns) {
    this.#unknowns = unknowns;
  }

  begin(event: PastEvent): void {
    this.#event = event;
    this.#recorded = undefined;
  }

  read(...question: Parameters<VelocityPort['read']>): VelocityValue {
    if (this.#event && this.#recorded === undefined) this.#recorded = recordedVelocities(recordedReads(this.#event));
    const value = this.#recorded?.read(...question);
    if (value === undefined) this.#unknowns.note('velocity', question[0].name);
    return value;
  }
}

const isAsked =
  (asked: AskedEvents) =>
  (position: number): boolean =>
    'has' in asked ? asked.has(position) : isWithin(asked, position);

/** Asks stored events a condition with the code that decides live events. */
export class ConditionRun {
  readonly #job: ConditionJob;
  readonly #supply: BacktestSupply;
  readonly #moment = new Moment(new Unknowns());
  readonly #plans: ReadonlyMap<string, BacktestedPlan>;
  readonly #data: EnrichmentData;
  #isSupplied = false;

  constructor(job: ConditionJob, supply: BacktestSupply) {
    this.#job = job;
    this.#supply = supply;
    this.#moment.position = NOW;
    this.#data = openData(job.data, { onProblem: () => undefined });
    const units: UnitCache = new Map();
    this.#plans = new Map(
      job.plans.map((plan) => [plan.environmentId, compileBacktested(plan, job.tried, this.#moment, units)]),
    );
  }

  get key(): string {
    return this.#job.key;
  }

  async ask(rows: readonly HistoryRow[], asked: AskedEvents): Promise<ConditionFindings> {
    if (!this.#isSupplied) await this.#fetchContents();
    this.#isSupplied = true;
    const { assessment: kind, fromMs, toMs } = this.#job;
    const asking = new Asking(this.#data, kind);
    for (const row of rows) {
      const plan = this.#plans.get(row.environment_id);
      for (const stored of decodeHistory(row, { kind, fromMs, toMs }, isAsked(asked)).events) {
        const waiting = asking.ask(pastEventOf(stored), plan);
        if (waiting !== undefined) await waiting;
      }
    }
    return asking.findings;
  }

  /** Lists that the condition itself names; all it could reach where it calls functions, which read lists too. */
  async #fetchContents(): Promise<void> {
    const lists = [...this.#plans.values()].flatMap((plan) => {
      const references = plan.after.levels.flatMap(({ rules }) => rules.map(({ compiled }) => compiled.references));
      if (references.some(({ called }) => called.length > 0)) return plan.lists;
      const named = new Set(
        references.flatMap((each) => [...each.lists.map(({ name }) => name), ...each.supportLists].map(listNameKey)),
      );
      return plan.lists.filter(({ name }) => named.has(listNameKey(name)));
    });
    const versions = new Map(versionsBetween(lists, NOW, NOW).map((version) => [version.hash, version]));
    if (versions.size === 0) return;
    for (const { hash, columns, rows, life } of await this.#supply.contents([...versions.values()]))
      this.#moment.contents.set(hash, new ListIndex(columns, rows, life));
  }
}

/** What is found in the segments of one message. */
class Asking {
  readonly #data: EnrichmentData;
  readonly #kind: ConditionJob['assessment'];
  readonly #unknowns = new Unknowns();
  readonly #reads = new RecordedReads(this.#unknowns);
  readonly #found: EventPlace[] = [];
  readonly #messages = new Set<string>();
  #events = 0;
  #failed = 0;
  #holds = false;
  #fails = false;

  constructor(data: EnrichmentData, kind: ConditionJob['assessment']) {
    this.#data = data;
    this.#kind = kind;
  }

  get findings(): ConditionFindings {
    const errors = { events: this.#failed, messages: [...this.#messages] };
    return { found: this.#found, events: this.#events, unknown: [...this.#unknowns.result], errors };
  }

  /** At once where nothing is waited for. */
  ask(event: PastEvent, plan: BacktestedPlan | undefined): Promise<void> | undefined {
    this.#events += 1;
    this.#unknowns.begin();
    this.#holds = false;
    this.#fails = false;
    if (plan === undefined) {
      this.#unknowns.note('plan', event.planId);
      this.#unknowns.settle();
      return undefined;
    }
    const { stored, generated, nowMs, seed } = event;
    this.#reads.begin(event);
    const input: EngineInput = {
      payload: pastBodyOf(this.#kind, stored.request),
      generated,
      nowMs,
      seed,
      correlationId: stored.correlationId,
      velocities: this.#reads,
    };
    if (plan.asksOutside) {
      const answers = recordedAnswers(event, this.#data, (kind, name) => this.#unknowns.note(kind, name));
      return matchRulesAsync(plan.after, { ...input, ...answers }, this.#watch).then(() => this.#end(event));
    }
    matchRules(plan.after, input, this.#watch);
    this.#end(event);
    return undefined;
  }

  readonly #watch: Parameters<typeof matchRules>[2] = (_rule, outcome) => {
    if (outcome.firedClauseIds.length > 0) this.#holds = true;
    for (const { message } of outcome.errors) {
      this.#fails = true;
      if (this.#messages.size < MAX_MESSAGES) this.#messages.add(message);
    }
  };

  #end({ stored: { environmentId, eventTimeMs, position } }: PastEvent): void {
    if (this.#fails) this.#failed += 1;
    if (this.#holds) this.#found.push({ environmentId, eventTimeMs, position });
    else this.#unknowns.settle();
  }
}
