import {
  decideUntraced,
  decideUntracedAsync,
  matchRules,
  matchRulesAsync,
  type EngineInput,
  type PlanVelocity,
  type RuleWatch,
  type UnitCache,
} from '@redoubt/engine';
import { openData, type EnrichmentData } from '@redoubt/enrichment';
import { LANGUAGE_VERSION } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  decodeBackfillEntries,
  decodeHistory,
  type BackfillSegmentRow,
  type HistoryChoice,
  type HistoryEvent,
  inOrder,
  isWithin,
  type HistoryPiece,
} from '@redoubt/storage';
import { ListIndex } from '../plans/list-index.ts';
import type { ListContentMessage } from '../plans/list-content.ts';
import { Moment, versionsBetween } from './list-histories.ts';
import { LookAhead } from './look-ahead.ts';
import { pastBodyOf } from './past-body.ts';
import { PastGraph } from './past-graph.ts';
import { PastVelocities } from './past-velocities.ts';
import { pastEventOf, recordedAnswers, type PastEvent } from './past-event.ts';
import { PastReads } from './past-reads.ts';
import { MatchTally } from './match-tally.ts';
import type {
  BacktestJob,
  BacktestedRule,
  HistoryResult,
  HistoryTask,
  ListHistory,
  ListVersion,
  PlanData,
} from './protocol.ts';
import { Tally, type BacktestedEvent } from './tally.ts';
import { asksGraph, compileBacktested, seriesOf, type BacktestedPlan } from './backtested-plans.ts';
import { Unknowns } from './unknowns.ts';

const ignore: RuleWatch = () => undefined;

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
  readonly #plans = new Map<string, BacktestedPlan | null>();
  /** By recorded plan, the series it knew; null where it is not kept. */
  readonly #series = new Map<string, ReadonlySet<string> | null>();
  readonly #work: { readonly task: HistoryTask & { kind: 'try' }; readonly tally: Tally } | MatchTally;
  readonly #tried: BacktestedRule | null;
  readonly #velocities: PastVelocities;
  readonly #reads: PastReads;
  /** Absent where no rule asks it. */
  readonly #graph: PastGraph | undefined;
  readonly #data: EnrichmentData;
  readonly #choice: HistoryChoice;
  readonly #watch: RuleWatch;
  readonly #pending = new LookAhead();
  /** The last position of the log at which a backfill counted older events. */
  #countedUntil = 0;
  /** What the tried rule came to for the event at hand. */
  #outcome: BacktestedEvent['outcome'];

  constructor(job: BacktestJob, supply: BacktestSupply) {
    this.#job = job;
    this.#supply = supply;
    this.#velocities = new PastVelocities(job.installationKey, job.tenantId);
    // The server reports a file that cannot be used; here its facts count as not known.
    this.#data = openData(job.data, { onProblem: () => undefined });
    const { assessment: kind, fromMs, toMs, task } = job;
    this.#tried = task.kind === 'try' ? task.tried : null;
    this.#work =
      task.kind === 'try'
        ? { task, tally: new Tally(task.tried.id, task.tried.text?.clauses ?? []) }
        : new MatchTally(task.known);
    const isBackfilled = (velocity: PlanVelocity): boolean => this.#isBackfilled(velocity);
    this.#reads = new PastReads({ unknowns: this.#unknowns, isBackfilled });
    const { id: triedId, text, branch } = this.#tried ?? {};
    const ofBranch = new Set(text === null ? branch?.rules.map(({ id }) => id) : []);
    this.#watch = ({ id }, outcome) => {
      // Of a whole branch only what could not be worked out is counted rule by rule.
      if (id === triedId || (ofBranch.has(id) && outcome.errors.length > 0)) this.#outcome = outcome;
    };
    for (const plan of job.plans) this.#add(plan.environmentId, plan);
    const withGraph = asksGraph(this.#tried, [...this.#plans.values()]);
    this.#graph = withGraph ? new PastGraph(job.installationKey, job.tenantId) : undefined;
    this.#choice = { kind, fromMs, toMs, withGraph };
  }

  /** Takes what backfills counted: it counts where the events stand that it is about, not where it was written. */
  addBackfilled(rows: readonly BackfillSegmentRow[]): void {
    const entries = rows.flatMap((row) => decodeBackfillEntries(row));
    for (const { position } of entries) this.#countedUntil = Math.max(this.#countedUntil, position);
    this.#velocities.addBackfilled(
      entries.map(({ originPosition, eventTimeMs, contributions }) => ({
        position: originPosition,
        eventTimeMs,
        contributions,
      })),
    );
  }

  /** Takes the next piece; gives how many events of the history were decided. */
  async apply(piece: HistoryPiece): Promise<number> {
    this.#take(piece);
    return this.#decideUntil(piece.until - LOOK_AHEAD);
  }

  /** Decides what is left; gives how many events that were. */
  finish(): Promise<number> {
    return this.#decideUntil(Number.MAX_SAFE_INTEGER);
  }

  result(): HistoryResult {
    const unknown = [...this.#unknowns.result];
    return this.#work instanceof MatchTally ? this.#work.result(unknown) : this.#work.tally.result(unknown);
  }

  /** Events of several environments may lie between each other. */
  #take(piece: HistoryPiece): void {
    const blocks = piece.rows.map((row) => decodeHistory(row, this.#choice, (position) => isWithin(piece, position)));
    this.#velocities.add(inOrder(blocks.flatMap(({ contributions }) => contributions)));
    this.#graph?.add(inOrder(blocks.flatMap(({ steps }) => steps)));
    for (const event of inOrder(blocks.flatMap(({ events }) => events))) this.#pending.add(pastEventOf(event));
  }

  /** Decides the events that read velocities at a position up to this one. */
  async #decideUntil(readPosition: number): Promise<number> {
    const events = this.#pending.takeUntil(readPosition);
    const first = events.reduce((least, { stored }) => Math.min(least, stored.position), Number.MAX_SAFE_INTEGER);
    const last = events.reduce((most, { stored }) => Math.max(most, stored.position), 0);
    const ready = new Set<BacktestedPlan>();
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
  #decide(
    event: PastEvent,
    plan: BacktestedPlan | null,
    series: ReadonlySet<string> | null,
  ): Promise<void> | undefined {
    this.#unknowns.begin();
    if (plan === null) {
      this.#unknowns.note('plan', event.planId);
      this.#unknowns.settle();
      return undefined;
    }
    const { baseline } = this.#job;
    const { stored, generated, nowMs, seed } = event;
    this.#outcome = undefined;
    this.#moment.position = stored.position;
    const isMet = this.#velocities.advanceTo(event.readPosition);
    this.#reads.begin(event, series, this.#velocities.portAt(stored.eventTimeMs), isMet);
    if (baseline === 'recorded') this.#reads.preferRecorded();
    const isUnchanged = isMet && this.#isDecidedAlike(event, plan);
    if (!isUnchanged) this.#reads.keep();
    const input: EngineInput = {
      payload: pastBodyOf(this.#job.assessment, stored.request),
      generated,
      nowMs,
      seed,
      correlationId: stored.correlationId,
      velocities: this.#reads,
    };
    if (this.#work instanceof MatchTally) return this.#match(this.#work, event, plan, input);
    if (plan.asksOutside) return this.#decideAsync(event, plan, input, isUnchanged);
    const verdict = decideUntraced(plan.after, input, this.#watch);
    const outcome = this.#outcome;
    const known = this.#knownBefore(event, { verdict, outcome }, isUnchanged);
    this.#unknowns.settle();
    this.#count(stored, known ?? decideUntraced(plan.before, input, ignore).decision, { verdict, outcome });
    return undefined;
  }

  /** Asks every rule of the plan, whatever those before it said. */
  #match(tally: MatchTally, event: PastEvent, plan: BacktestedPlan, input: EngineInput): Promise<void> | undefined {
    tally.begin();
    const end = (): void => {
      this.#unknowns.settle();
      tally.end(event.stored);
    };
    if (plan.asksOutside) {
      return matchRulesAsync(plan.before, { ...input, ...this.#answersFor(event) }, tally.watch).then(end);
    }
    matchRules(plan.before, input, tally.watch);
    end();
    return undefined;
  }

  #answersFor(event: PastEvent): Pick<EngineInput, 'calls' | 'enrichment'> {
    const { environmentId, eventTimeMs } = event.stored;
    const graph = this.#graph?.sourceAt(event.readPosition, environmentId, eventTimeMs);
    return recordedAnswers(event, this.#data, (kind, name) => this.#unknowns.note(kind, name), graph);
  }

  async #decideAsync(event: PastEvent, plan: BacktestedPlan, given: EngineInput, isUnchanged: boolean): Promise<void> {
    const input = { ...given, ...this.#answersFor(event) };
    const verdict = await decideUntracedAsync(plan.after, input, this.#watch);
    const outcome = this.#outcome;
    const known = this.#knownBefore(event, { verdict, outcome }, isUnchanged);
    this.#unknowns.settle();
    const before = known ?? (await decideUntracedAsync(plan.before, input, ignore)).decision;
    this.#count(event.stored, before, { verdict, outcome });
  }

  /**
   * Whether the rules that an event is compared with are those that decided it, and velocities stand where they stood
   * for it: then its recorded decision is theirs. A backfill that came later has counted more since.
   */
  #isDecidedAlike({ planId, languageVersion, readPosition }: PastEvent, { before }: BacktestedPlan): boolean {
    return planId === before.id && languageVersion === LANGUAGE_VERSION && readPosition >= this.#countedUntil;
  }

  /** The decision an event is compared with, where it need not be worked out. */
  #knownBefore(
    { stored }: PastEvent,
    { verdict, outcome }: BacktestedEvent,
    isUnchanged: boolean,
  ): HistoryEvent['decision'] | undefined {
    if (this.#job.baseline === 'recorded') return stored.decision;
    // The rules before the tried one are the same, unless a whole list is another one.
    if (outcome === undefined && this.#tried?.branch === undefined) return verdict.decision;
    return isUnchanged && !this.#unknowns.isNoted && !this.#reads.isDoubtful ? stored.decision : undefined;
  }

  #count(stored: HistoryEvent, before: HistoryEvent['decision'], judged: BacktestedEvent): void {
    const { environmentId, eventId, eventTimeMs, amount, currency } = stored;
    if (this.#work instanceof MatchTally) return;
    const { task, tally } = this.#work;
    const label = task.labels.get(stored.position) ?? 'None';
    tally.add({ environmentId, eventId, eventTimeMs, amount, currency, label }, before, judged);
  }

  #isBackfilled({ series }: PlanVelocity): boolean {
    return this.#job.backfilled.has(series.slice(0, series.lastIndexOf('/')));
  }

  #keyOf(event: PastEvent): string {
    return this.#job.baseline === 'today' ? event.stored.environmentId : event.planId;
  }

  async #fetchPlan(event: PastEvent): Promise<BacktestedPlan | null> {
    const plan = await this.#supply.plan(event.planId, event.stored.environmentId);
    if (this.#plans.size >= MAX_PLANS) this.#plans.delete(this.#plans.keys().next().value as string);
    return this.#add(this.#keyOf(event), plan);
  }

  async #fetchSeries({ planId, stored }: PastEvent): Promise<ReadonlySet<string> | null> {
    const known = this.#job.plans.find(({ id }) => id === planId);
    const plan = known ?? (await this.#supply.plan(planId, stored.environmentId));
    const series = plan && seriesOf(plan);
    this.#series.set(planId, series);
    return series;
  }

  #add(key: string, plan: PlanData | null): BacktestedPlan | null {
    const tried = plan && compileBacktested(plan, this.#tried, this.#moment, this.#units);
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
