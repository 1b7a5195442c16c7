import type { BacktestResult } from '@redoubt/contracts';
import { shapeEvent } from '@redoubt/domain';
import {
  decide,
  decideWaiting,
  recordedVelocities,
  type EngineInput,
  type EngineResult,
  type Plan,
  type PlanVelocity,
  type UnitCache,
  type VelocityPort,
} from '@redoubt/engine';
import { openData, type EnrichmentData } from '@redoubt/enrichment';
import type { Id, JsonObject } from '@redoubt/kernel';
import {
  decodeBackfillEntries,
  decodeContributions,
  decodeSegment,
  type BackfillSegmentRow,
  type HistoryRow,
} from '@redoubt/storage';
import { ListIndex } from '../plans/list-index.ts';
import type { ListContentMessage } from '../rules/evaluation-protocol.ts';
import { Moment, versionsBetween } from './list-histories.ts';
import { PastVelocities } from './past-velocities.ts';
import { pastEventOf, recordedAnswers, type PastEvent } from './past-event.ts';
import type { BacktestJob, ListHistory, ListVersion, PlanData } from './protocol.ts';
import { Tally } from './tally.ts';
import { compileTried, seriesOf, type TriedPlan } from './tried-plans.ts';
import { Unknowns } from './unknowns.ts';

/** Recorded plans kept compiled; the oldest goes first. */
const MAX_PLANS = 64;
/**
 * Positions between an event and the one its velocities stood at, at most: what waits for its commit at several nodes.
 * Events are decided in the order of the latter, so that many are looked at ahead.
 */
const LOOK_AHEAD = 20_000;

/** Fetches what a run is missing. */
export type BacktestSupply = {
  readonly contents: (versions: readonly ListVersion[]) => Promise<readonly ListContentMessage[]>;
  /** Null for a plan that is not kept any more. */
  readonly plan: (planId: string, environmentId: Id) => Promise<PlanData | null>;
};

/**
 * Decides a history again with the code that decides live events: each with its recorded instant and seed, with the
 * lists of its time, and with velocities as they stood at the position of the log its decision read them at.
 */
export class BacktestRun {
  readonly #job: BacktestJob;
  readonly #supply: BacktestSupply;
  readonly #unknowns = new Unknowns();
  readonly #moment = new Moment(this.#unknowns);
  readonly #units: UnitCache = new Map();
  readonly #plans = new Map<string, TriedPlan | null>();
  /** By recorded plan, the series it knew; null where it is not kept. */
  readonly #series = new Map<string, ReadonlySet<string> | null>();
  readonly #tally: Tally;
  readonly #velocities: PastVelocities;
  readonly #data: EnrichmentData;
  #pending: PastEvent[] = [];

  constructor(job: BacktestJob, supply: BacktestSupply) {
    this.#job = job;
    this.#supply = supply;
    this.#velocities = new PastVelocities(job.installationKey, job.tenantId);
    // A file that cannot be used is the server's to complain about; here its facts count as not known.
    this.#data = openData(job.data, { onProblem: () => undefined });
    this.#tally = new Tally(
      job.tried.id,
      job.tried.text.clauses.map(({ name }) => name),
    );
    for (const plan of job.plans) this.#add(plan.environmentId, plan);
  }

  /** Takes what backfills counted: it counts where the events stand that it is about, not where it was written. */
  addBackfilled(rows: readonly BackfillSegmentRow[]): void {
    this.#velocities.addBackfilled(
      rows
        .flatMap((row) => decodeBackfillEntries(row))
        .map(({ originPosition, eventTimeMs, contributions }) => ({
          position: originPosition,
          eventTimeMs,
          contributions,
        })),
    );
  }

  /** Takes the next segments; gives how many events of the history were decided. */
  async apply(rows: readonly HistoryRow[]): Promise<number> {
    for (const row of rows) this.#take(row);
    return this.#decideUntil((rows.at(-1)?.first_position ?? 0) - LOOK_AHEAD);
  }

  /** Decides what is left; gives how many events that were. */
  finish(): Promise<number> {
    return this.#decideUntil(Number.MAX_SAFE_INTEGER);
  }

  result(): BacktestResult {
    return this.#tally.result([...this.#unknowns.result]);
  }

  #take({ data, ...row }: HistoryRow): void {
    const { assessment, fromMs, toMs, baseline } = this.#job;
    if (data === null) {
      // Segments of the first codec, which have no heads, are older than velocities.
      if (row.heads !== null) this.#velocities.add(decodeContributions({ ...row, heads: row.heads }));
      return;
    }
    for (const event of decodeSegment({ ...row, data })) {
      const { position, eventTimeMs, contributions } = event;
      if (contributions !== undefined) this.#velocities.add([{ position, eventTimeMs, contributions }]);
      if (event.kind !== assessment || eventTimeMs < fromMs || eventTimeMs >= toMs) continue;
      this.#pending.push(pastEventOf(event, baseline === 'recorded'));
    }
  }

  /** Decides the events that read velocities at a position up to this one. */
  async #decideUntil(readPosition: number): Promise<number> {
    this.#pending.sort((a, b) => a.readPosition - b.readPosition || a.position - b.position);
    const end = this.#pending.findIndex((event) => event.readPosition > readPosition);
    const events = this.#pending.splice(0, end < 0 ? this.#pending.length : end);
    const first = events.reduce((least, { position }) => Math.min(least, position), Number.MAX_SAFE_INTEGER);
    const last = events.reduce((most, { position }) => Math.max(most, position), 0);
    const ready = new Set<TriedPlan>();
    for (const event of events) {
      const known = this.#plans.get(this.#keyOf(event));
      const plan = known === undefined ? await this.#fetchPlan(event) : known;
      if (plan !== null && !ready.has(plan)) {
        await this.#fetchContents(plan.lists, first, last);
        ready.add(plan);
      }
      const counted = plan?.readsVelocities ? this.#series.get(event.planId) : null;
      const series = counted === undefined ? await this.#fetchSeries(event) : counted;
      const decision = this.#decide(event, plan, series);
      if (decision !== undefined) await decision;
    }
    return events.length;
  }

  /** At once where nothing is waited for, which is a promise the less for almost every event. */
  #decide(event: PastEvent, plan: TriedPlan | null, series: ReadonlySet<string> | null): Promise<void> | undefined {
    this.#unknowns.begin();
    if (plan === null) {
      this.#unknowns.note('plan', event.planId);
      this.#unknowns.settle();
      return undefined;
    }
    const payload = JSON.parse(event.requestText) as JsonObject;
    shapeEvent(this.#job.assessment, payload);
    this.#moment.position = event.position;
    const isMet = this.#velocities.advanceTo(event.readPosition);
    const { generated, nowMs, seed, correlationId } = event;
    const velocities = this.#portOf(event, series, isMet);
    const input: EngineInput = { payload, generated, nowMs, seed, correlationId, velocities };
    if (plan.asksOutside) return this.#decideWaiting(event, plan, input);
    this.#compare(event, decide(plan.after, input), () => decide(plan.before, input));
    return undefined;
  }

  async #decideWaiting(event: PastEvent, plan: TriedPlan, given: EngineInput): Promise<void> {
    const input = { ...given, ...recordedAnswers(event, this.#data, (kind, name) => this.#unknowns.note(kind, name)) };
    const run = (which: Plan): Promise<EngineResult> => decideWaiting(which, input);
    const before = this.#job.baseline === 'today' ? await run(plan.before) : null;
    this.#unknowns.begin();
    this.#compare(event, await run(plan.after), () => before);
  }

  #compare(event: PastEvent, after: EngineResult, decideBefore: () => EngineResult | null): void {
    this.#unknowns.settle();
    const isReached = after.trace.some(
      ({ ruleId, outcome }) => ruleId === this.#job.tried.id && outcome !== 'notReached',
    );
    const unchanged = isReached ? decideBefore : () => after;
    const before = this.#job.baseline === 'today' ? unchanged()?.decision : event.facts.decision;
    this.#tally.add(
      { ...event, label: this.#job.labels.get(event.position) ?? 'None' },
      before ?? event.facts.decision,
      after,
    );
  }

  #portOf(event: PastEvent, series: ReadonlySet<string> | null, isMet: boolean): VelocityPort {
    const past = this.#velocities.portAt(event.eventTimeMs);
    const then = this.#job.baseline === 'recorded' ? recordedVelocities(event.velocities) : undefined;
    return {
      read: (velocity, ...question) => {
        const recorded = then?.read(velocity, ...question);
        if (recorded !== undefined) return recorded;
        if (series === null) this.#unknowns.note('plan', event.planId);
        if (series?.has(velocity.series) === false && !this.#isBackfilled(velocity)) {
          this.#unknowns.note('velocity', velocity.name);
          return undefined;
        }
        if (!isMet) this.#unknowns.note('moment', velocity.name);
        return past.read(velocity, ...question);
      },
    };
  }

  #isBackfilled({ series }: PlanVelocity): boolean {
    return this.#job.backfilled.has(series.slice(0, series.lastIndexOf('/')));
  }

  #keyOf(event: PastEvent): string {
    return this.#job.baseline === 'today' ? event.environmentId : event.planId;
  }

  async #fetchPlan(event: PastEvent): Promise<TriedPlan | null> {
    const plan = await this.#supply.plan(event.planId, event.environmentId);
    if (this.#plans.size >= MAX_PLANS) this.#plans.delete(this.#plans.keys().next().value as string);
    return this.#add(this.#keyOf(event), plan);
  }

  async #fetchSeries({ planId, environmentId }: PastEvent): Promise<ReadonlySet<string> | null> {
    const plan = await this.#supply.plan(planId, environmentId);
    const series = plan && seriesOf(plan);
    this.#series.set(planId, series);
    return series;
  }

  #add(key: string, plan: PlanData | null): TriedPlan | null {
    const tried = plan && compileTried(plan, this.#job.tried, this.#moment, this.#units);
    this.#plans.set(key, tried);
    return tried;
  }

  async #fetchContents(lists: readonly ListHistory[], first: number, last: number): Promise<void> {
    const wanted = versionsBetween(lists, first, last).filter(({ hash }) => !this.#moment.contents.has(hash));
    if (wanted.length === 0) return;
    for (const { hash, columns, rows, life } of await this.#supply.contents(wanted)) {
      this.#moment.contents.set(hash, new ListIndex(columns, rows, life));
    }
  }
}
