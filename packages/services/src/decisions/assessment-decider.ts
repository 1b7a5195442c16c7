import { kindFacts, type AssessmentName, type DegradedReason, type LoggedAssessmentKind } from '@redoubt/domain';
import {
  callsOfActions,
  callsOnce,
  decide,
  decideAsync,
  recordedCalls,
  recordedFacts,
  type ActionsResult,
  type CallPort,
  type EngineInput,
  type EngineResult,
  type Plan,
  VelocityRecorder,
} from '@redoubt/engine';
import type { EnrichmentData } from '@redoubt/enrichment';
import { LANGUAGE_VERSION } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { LogEvent, PurchaseFacts } from '@redoubt/storage';
import { randomInt, randomUUID } from 'node:crypto';
import type { RecordedRun } from './recorded/recorded-event.ts';
import { dataVersions } from '../enrichment/data-versions.ts';
import { callsOfEvent } from './nested/event-calls.ts';
import type { NestedCalls } from './nested/nested-calls.ts';
import { CALLS_WITHIN_MS } from '../call-runtime/call-budget.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { deviceSource, generatedOf, sessionIdOf } from '../fingerprints/device-facts.ts';
import type { DeviceLookup, FoundDevice } from '../fingerprints/device-lookup.ts';
import { graphSource, type GraphRuntime } from '../graph-runtime/graph-runtime.ts';
import type { VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';
import { runWithVelocities, type VelocityView } from '../velocity-runtime/velocity-view.ts';
import { ACTIONS_CALL_WITHIN_MS, ActionRunner, type ActionOutcome, type ActionRunnerOptions } from './action-runner.ts';
import { assessmentAnswer } from './answers/answers.ts';
import { assessmentFacts } from './assessment-facts.ts';
import { inputsText, recordedText } from './recorded-texts.ts';
import { degradedReasons } from './degraded-reasons.ts';
import { reviewFacts } from './review-facts.ts';
import { eventContributions } from './event-contributions.ts';
import { deferUntilResolved } from './nested/held-back-calls.ts';
import { eventIdOf, loggedBase, timeOfEvent, type IncomingEvent } from './incoming-event.ts';
import { planOfKind } from './tenant-plans/plan-of-kind.ts';
import { reportFieldFacts } from './report-field-facts.ts';
import { linkableNames, searchedOwnValues } from './tenant-plans/compiled-assessment.ts';
import type { CompiledExperiment } from './tenant-plans/compiled-branches.ts';
import type { WizardFacts } from './answers/wizard-answer.ts';

export type DeciderOptions = Pick<ActionRunnerOptions, 'onAction' | 'answerWaitsMs' | 'mostLate'> & {
  readonly velocities: Pick<VelocityRuntime, 'viewAt' | 'encode'>;
  /** What the rules of an event may call outside. */
  readonly calls: Pick<ExternalCalls, 'forEvent'>;
  /** Other assessments that they may call. */
  readonly nested: NestedCalls;
  /** Data that facts about addresses and cards come from; without it nothing is found. */
  readonly data?: (() => EnrichmentData) | undefined;
  /** Who shared what with whom; without it its functions answer what rules say of the unknown. */
  readonly graph?: Pick<GraphRuntime, 'sourceFor'> | undefined;
  /** Sessions of the fingerprint script; without it no device is known. */
  readonly devices?: Pick<DeviceLookup, 'find'> | undefined;
  /** Milliseconds since 1970 of a clock that never jumps, for measuring only. */
  readonly monotonicMs: () => number;
  readonly parseTime: (text: string) => number | null;
};

/** 2^32: the seed behind `RandomInt` is any unsigned 32-bit integer. */
const SEEDS = 4_294_967_296;

/** What stays the same however often an assessment has to be worked out. */
export type DecisionContext = {
  readonly eventId: string;
  /** Id of the transaction on the server. */
  readonly reference: string;
  readonly eventTimeMs: number;
  readonly seed: number;
  /** On the clock of `monotonicMs`. */
  readonly startMs: number;
  /** What the script in the shop's page collected. */
  readonly device: FoundDevice | undefined;
};

/** An event of production as an experiment needs it to decide it once more. */
export type ObservedEvent = {
  readonly experiments: readonly CompiledExperiment[];
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  readonly receivedAtMs: number;
  /** What the rules were given, and what they said. */
  readonly input: EngineInput;
  readonly result: EngineResult;
  readonly view: VelocityView;
  readonly facts: PurchaseFacts;
};

/** An assessment that is decided and has yet to be stored. */
export type Decided = {
  readonly logged: LogEvent & { readonly kind: LoggedAssessmentKind };
  readonly decision: string;
  readonly answerText: string;
  /** What actions came to that ran at once. */
  readonly actions?: ActionsResult;
  /** On the clock of `monotonicMs`, from where the caller's patience counts: waiting for calls has its own limit. */
  readonly decidedAtMs: number;
  /** Present where experiments run over such events. */
  readonly observed?: ObservedEvent | undefined;
  /** Resolves once actions have ended that go on after the answer; absent where there are none. */
  readonly late?: Promise<void>;
};

/** What one run of the rules is given, and what it has read when it is through. */
type Run = {
  readonly plan: Plan;
  readonly input: EngineInput;
  readonly readPosition: number;
  readonly velocities: VelocityRecorder;
  readonly view: VelocityView;
  readonly data: EnrichmentData | undefined;
  readonly begunMs: number;
};

/** What the rules came to, and what they lacked; actions have not run. */
type Ruled = { readonly result: EngineResult; readonly degraded: readonly DegradedReason[] };

const ruledBy = (result: EngineResult, { velocities }: Run): Ruled => ({
  result,
  degraded: degradedReasons(result, velocities.warming),
});

/** Runs of an event whose velocities moved on while it waited; more than one more is a rare coincidence. */
const MAX_RUNS = 8;

const wizardFactsOf = ({ kind, environment, correlationId, receivedAtMs }: IncomingEvent): WizardFacts | undefined => {
  if (kindFacts(kind).generation !== 'wizard') return undefined;
  const found = [...environment.assessments.values()].find((each) => each.kind === kind);
  return {
    hierarchyPath: `/${environment.path.join('/')}`,
    eventType: found?.apiName ?? kind,
    correlationId,
    receivedAtMs,
  };
};

/**
 * Decides assessments: everything the rules read is recorded beside what they said, so that a replay comes to the same.
 * Nothing is stored here.
 */
export class AssessmentDecider {
  readonly #options: DeciderOptions;
  /** What runs after the decisions. */
  readonly actions: ActionRunner;

  constructor(options: DeciderOptions) {
    this.#options = options;
    this.actions = new ActionRunner(options);
  }

  /**
   * Rules wait where they call, and what they read of velocities moves on meanwhile. So they run again with the answers
   * that are known now, until nothing is asked any more: the last run is through before anything else happens, and
   * reads all velocities as they stood at one position, as a decision does that waits for nothing. Actions run once,
   * after the last run.
   */
  async decideAsync(event: IncomingEvent<LoggedAssessmentKind>, context: DecisionContext): Promise<Decided> {
    const { tenantId } = event;
    const { eventTimeMs } = context;
    const calls = callsOnce(this.#callsOf(event, context));
    const view = this.#options.velocities.viewAt(tenantId, eventTimeMs);
    for (let runs = 1; ; runs += 1) {
      const held = deferUntilResolved(calls, view);
      const run = this.#prepareRun(event, view, context, held);
      // oxlint-disable-next-line eslint/no-await-in-loop -- each run needs what the one before it asked for
      const result = await decideAsync(run.plan, run.input);
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      if (await held.fetched()) continue;
      if (view.position() !== run.readPosition && runs < MAX_RUNS) continue;
      const ruled = ruledBy(result, run);
      const decided = this.#finish(event, context, run, ruled);
      const fetching = view.fetchMissing();
      if (fetching === undefined) {
        return run.plan.actions === 'none' ? decided : this.#finishActing(event, context, run, ruled, view);
      }
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await fetching;
    }
  }

  /** What the rules of an event may call; one that was called itself has less time than who called it. */
  #callsOf(event: IncomingEvent<LoggedAssessmentKind>, { eventId, startMs }: DecisionContext): CallPort {
    const untilMs = Math.min(startMs + CALLS_WITHIN_MS, event.nesting?.untilMs ?? Number.POSITIVE_INFINITY);
    return callsOfEvent(this.#options, event, eventId, { untilMs });
  }

  async #finishActing(
    event: IncomingEvent<LoggedAssessmentKind>,
    context: DecisionContext,
    run: Run,
    ruled: Ruled,
    view: VelocityView,
  ): Promise<Decided> {
    const { result } = ruled;
    const untilMs = this.#options.monotonicMs() + ACTIONS_CALL_WITHIN_MS;
    const calls = callsOfEvent(this.#options, event, context.eventId, { untilMs, acts: true });
    const outcome = await this.actions.runAsync({ ...run, result, view, calls });
    const decided = this.#finish(event, context, run, ruled, outcome);
    return outcome.late === undefined ? decided : { ...decided, late: outcome.late };
  }

  /**
   * Runs the actions of a stored event again from where its record leaves them, and waits for their end. What was called
   * then is not called again; other calls go by what the environments say today, secrets included, and carry the keys
   * they carried.
   */
  async actOn(event: IncomingEvent<LoggedAssessmentKind>, eventId: string, stored: RecordedRun): Promise<void> {
    const { plan, input, recorded } = stored;
    const today = planOfKind(event.kind, event.environment.plans).levels;
    const untilMs = this.#options.monotonicMs() + ACTIONS_CALL_WITHIN_MS;
    const port = callsOfEvent(this.#options, event, eventId, { untilMs, acts: true });
    const live: CallPort = {
      call: (request, level, caller) =>
        port.call(request, today.find(({ environmentId }) => environmentId === level.environmentId) ?? level, caller),
    };
    const result = await decideAsync(plan, input);
    const facts = { ...recorded.facts, ...recorded.actions?.facts };
    const view = this.#options.velocities.viewAt(event.tenantId, timeOfEvent(event, this.#options.parseTime));
    const { late } = await this.actions.runAsync({
      plan,
      input: { ...input, enrichment: recordedFacts(facts, undefined, this.#options.data?.().source) },
      result,
      view,
      velocities: new VelocityRecorder({
        read: (...question) => input.velocities?.read(...question) ?? view.port.read(...question),
      }),
      calls: recordedCalls(recorded.actions ? callsOfActions(recorded.actions) : [], undefined, live),
    });
    await late;
  }

  /** At once where velocities are in this process, whose path to the log then has nothing to wait for. */
  decide(event: IncomingEvent<LoggedAssessmentKind>): Decided | Promise<Decided> {
    const device = this.#deviceOf(event);
    if (device instanceof Promise) return device.then((found) => this.#decideKnowing(event, found));
    return this.#decideKnowing(event, device);
  }

  /** What is needed to decide an event whose rules may call out. */
  async begin(event: IncomingEvent<LoggedAssessmentKind>): Promise<DecisionContext> {
    return this.#begin(event, await this.#deviceOf(event));
  }

  /** At once where the tenant's shops have no script in their pages. */
  #deviceOf({ body, tenantId, environment, kind }: IncomingEvent): ReturnType<DeviceLookup['find']> {
    const { devices } = this.#options;
    const sessionId = devices && sessionIdOf(body);
    if (devices === undefined || sessionId === undefined) return undefined;
    const path = planOfKind(kind, environment.plans).levels.map(({ environmentId }) => environmentId);
    return devices.find(tenantId, path.toReversed(), sessionId);
  }

  #decideKnowing(
    event: IncomingEvent<LoggedAssessmentKind>,
    device: FoundDevice | undefined,
  ): Decided | Promise<Decided> {
    const context = this.#begin(event, device);
    const view = this.#options.velocities.viewAt(event.tenantId, context.eventTimeMs);
    return runWithVelocities(view, () => this.#decideSeeing(event, view, context));
  }

  #begin(event: IncomingEvent<LoggedAssessmentKind>, device: FoundDevice | undefined): DecisionContext {
    const reference = randomUUID();
    return {
      device,
      eventId: eventIdOf(event, reference),
      reference,
      eventTimeMs: timeOfEvent(event, this.#options.parseTime),
      seed: randomInt(SEEDS),
      startMs: this.#options.monotonicMs(),
    };
  }

  #decideSeeing(event: IncomingEvent<LoggedAssessmentKind>, view: VelocityView, context: DecisionContext): Decided {
    const run = this.#prepareRun(event, view, context);
    const result = decide(run.plan, run.input);
    const ruled = ruledBy(result, run);
    if (run.plan.actions === 'none') return this.#finish(event, context, run, ruled);
    const outcome = this.actions.runNow({ ...run, result });
    return { ...this.#finish(event, context, run, ruled, outcome), actions: outcome.actions };
  }

  #prepareRun(
    event: IncomingEvent<LoggedAssessmentKind>,
    view: VelocityView,
    context: DecisionContext,
    calls?: CallPort,
  ): Run {
    const { kind, body, environment, correlationId } = event;
    const { eventTimeMs, seed, device } = context;
    const generated = generatedOf(device);
    const nowMs = event.historical ? eventTimeMs : event.receivedAtMs;
    const velocities = new VelocityRecorder(view.port);
    const data = this.#options.data?.();
    const input = {
      kind,
      payload: body,
      generated,
      nowMs,
      correlationId,
      seed,
      velocities,
      enrichment: { ...data?.source, ...deviceSource(device), ...graphSource(this.#options.graph, event, eventTimeMs) },
      ...(calls && { calls }),
    };
    return {
      plan: planOfKind(kind, environment.plans),
      input,
      readPosition: view.position(),
      velocities,
      view,
      data,
      begunMs: this.#options.monotonicMs(),
    };
  }

  /** @param outcome what its actions came to; absent where there are none. */
  #finish(
    event: IncomingEvent<LoggedAssessmentKind>,
    context: DecisionContext,
    run: Run,
    { result: decided, degraded }: Ruled,
    outcome?: ActionOutcome,
  ): Decided {
    const result = outcome === undefined ? decided : { ...decided, actions: outcome.actions };
    const variables = outcome === undefined ? decided.variables : outcome.variables;
    const { kind, body } = event;
    const { eventId, reference, eventTimeMs, seed } = context;
    const { plan, input, readPosition, velocities, data, begunMs } = run;
    const { nowMs, generated } = input;
    const looked = outcome?.actions.facts ? { ...result.facts, ...outcome.actions.facts } : result.facts;
    const engineUs = Math.round((this.#options.monotonicMs() - begunMs) * 1000);
    const facts = wizardFactsOf(event);
    const answered = { kind, eventId, body, reference, generated, facts };
    const answerText = JSON.stringify(assessmentAnswer(answered, result));
    const searched = assessmentFacts(kind, body, result, { latencyUs: engineUs, generated, degraded });
    const own = searchedOwnValues(event.environment, kind, body);
    const linkable = linkableNames(event.environment.assessments, kind, own);
    const reportFields = reportFieldFacts(kind, {
      body,
      ipAddress: searched.ipAddress,
      generated,
      data,
      assessments: event.environment.assessments,
    });
    const review = reviewFacts(plan, result, body, event.historical);
    const keptFacts = {
      ...searched,
      ...(own && { own }),
      ...(linkable && { linkable }),
      ...(reportFields && { reportFields }),
      ...(review && { review }),
    };
    const planId = plan.id;
    const inputs = {
      planId,
      languageVersion: LANGUAGE_VERSION,
      nowMs,
      seed,
      generated,
      ...(data && looked ? { data: dataVersions(data, looked) } : {}),
      readPosition,
      ...(variables && { variables }),
      ...(kindFacts(kind).generation === 'account' ? { reference } : {}),
      ...(facts === undefined ? {} : { answered: facts }),
      warming: outcome === undefined ? velocities.warming : outcome.warming,
    };
    return {
      logged: {
        ...loggedBase(event, eventId, eventTimeMs),
        ...eventContributions(this.#options.velocities, event, input, { result, variables }),
        kind,
        inputsText: inputsText(inputs, outcome === undefined ? velocities.readsText : outcome.readsText),
        resultText: recordedText(result, engineUs, answerText),
        facts: keptFacts,
      },
      decision: result.decision,
      answerText,
      decidedAtMs: plan.isAsync || plan.actions === 'async' ? this.#options.monotonicMs() : context.startMs,
      observed: event.environment.branches && this.#observe(event, eventId, run, result, keptFacts),
    };
  }

  /** Backfilled events are no traffic of production. */
  #observe(
    { kind, tenantId, environment, receivedAtMs, historical }: IncomingEvent<LoggedAssessmentKind>,
    eventId: string,
    { input, view }: Run,
    result: EngineResult,
    facts: PurchaseFacts,
  ): ObservedEvent | undefined {
    const experiments = environment.branches?.experiments.get(kind as AssessmentName);
    if (experiments === undefined || historical) return undefined;
    const environmentId = environment.environment.id;
    return { experiments, tenantId, environmentId, kind, eventId, receivedAtMs, input, result, view, facts };
  }
}
