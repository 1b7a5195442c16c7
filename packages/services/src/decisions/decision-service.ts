import {
  ENTITY_KINDS,
  kindFacts,
  fail,
  isAssessmentKind,
  textAt,
  velocityPayload,
  type LoggedAssessmentKind,
  type LoggedKind,
  type LoggedRelatedKind,
  type Subject,
} from '@redoubt/domain';
import {
  callsOnce,
  contributionsOf,
  countsKind,
  decide,
  decideWaiting,
  type CallPort,
  type EngineInput,
  type EngineResult,
  type Plan,
  VelocityRecorder,
  type VelocityPort,
} from '@redoubt/engine';
import type { EnrichmentData } from '@redoubt/enrichment';
import type { Id, JsonObject } from '@redoubt/kernel';
import type { EventKey, Log, LogEvent, StoredAnswer } from '@redoubt/storage';
import { randomInt, randomUUID } from 'node:crypto';
import { acceptedAnswer, assessmentAnswer } from './answers.ts';
import { assessmentFacts } from './assessment-facts.ts';
import { dataVersions } from '../enrichment/data-versions.ts';
import { deviceSource, generatedOf, sessionIdOf } from '../fingerprints/device-facts.ts';
import type { DeviceLookup, FoundDevice } from '../fingerprints/device-lookup.ts';
import { eventTimeOf } from './event-time.ts';
import { heldBackUntilKnown } from './held-back-calls.ts';
import { LANGUAGE_VERSION } from './language-version.ts';
import { planOfKind } from './plan-of-kind.ts';
import type { PlanRegistry, ResolvedEnvironment } from './plan-registry.ts';
import { relatedFacts } from './related-event.ts';
import type { ExternalCalls } from '../external-calls/external-calls.ts';
import type { WizardFacts } from './wizard-answer.ts';
import type { VelocityRuntime } from '../velocities/velocity-runtime.ts';
import { workOut, type VelocityView } from '../velocities/velocity-view.ts';

/** An event of the public API, checked and masked, in the environment it is for. */
export type IncomingEvent<Kind extends LoggedKind = LoggedKind> = {
  readonly kind: Kind;
  readonly tenantId: Id;
  readonly environment: ResolvedEnvironment;
  /** Shaped body: canonical names. */
  readonly body: JsonObject;
  /** The request as it came, card data masked. */
  readonly requestText: string;
  readonly receivedAtMs: number;
  readonly historical: boolean;
  readonly correlationId: string;
};

export type DecisionServiceOptions = {
  readonly plans: PlanRegistry;
  readonly log: Pick<Log, 'append'>;
  readonly velocities: Pick<VelocityRuntime, 'viewAt' | 'encode'>;
  /** What the rules of an event may call outside. */
  readonly calls: Pick<ExternalCalls, 'forEvent'>;
  /** The body of an assessment that is stored already, for velocities that count events about it. */
  readonly readAssessment: (key: EventKey) => Promise<JsonObject | undefined>;
  /** What an assessment was answered when its id came first. */
  readonly readAnswer: (key: EventKey) => Promise<StoredAnswer | undefined>;
  /** Data that facts about addresses and cards come from; without it nothing is found. */
  readonly data?: (() => EnrichmentData) | undefined;
  /** Sessions of the fingerprint script; without it no device is known. */
  readonly devices?: Pick<DeviceLookup, 'find'> | undefined;
  /** Milliseconds since 1970 of a clock that never jumps, for measuring only. */
  readonly monotonicMs: () => number;
  readonly parseTime: (text: string) => number | null;
  readonly onDecision: (kind: LoggedKind, decision: string) => void;
};

/** 2^32: the seed behind `RandomInt` is any unsigned 32-bit integer. */
const SEEDS = 4_294_967_296;

const MAX_ID_CHARACTERS = 256;

/** What an assessment's result keeps: the engine's, and the body that was answered. */
export type RecordedResult = EngineResult & { readonly engineUs: number; readonly answer: JsonObject };

/** What stays the same however often an assessment has to be worked out. */
type Begun = {
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

/** An assessment that is decided and has yet to be stored. */
type Decided = {
  readonly logged: LogEvent & { readonly kind: LoggedAssessmentKind };
  readonly decision: string;
  readonly answerText: string;
  /** On the clock of `monotonicMs`. */
  readonly answerUntilMs: number;
};

/** What one run of the rules is given, and what it has read when it is through. */
type Run = {
  readonly plan: Plan;
  readonly input: EngineInput;
  readonly readPosition: number;
  readonly velocities: VelocityRecorder;
  readonly data: EnrichmentData | undefined;
  readonly begunMs: number;
};

/** A later event that is worked out and has yet to be stored. */
type Accepted = { readonly logged: LogEvent; readonly answerText: string };

/** The assessment a later event is about. */
type About = { readonly kind: LoggedAssessmentKind; readonly body: JsonObject };

/** The text of a `RecordedResult`; the answer is in it as it was written for the caller, not written again. */
const recordedText = (result: EngineResult, engineUs: number, answerText: string): string =>
  `${JSON.stringify(result).slice(0, -1)},"engineUs":${engineUs},"answer":${answerText}}`;

/** Longest a caller waits, whatever the database does; the log keeps the same limit for its part. */
const ANSWER_WITHIN_MS = 2000;
/** Longest the rules of one event may wait for calls (`decisioning.md` §14). */
const CALLS_WITHIN_MS = 5000;
/** Runs of an event whose velocities moved on while it waited; more than one more is a rare coincidence. */
const MAX_RUNS = 8;

/** A result that comes in time, or `SRV-LOG-UNAVAILABLE`. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(fail('SRV-LOG-UNAVAILABLE')), Math.max(0, ms));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * Takes events of the public API: decides them where they are assessments, and stores them. The answer is given only
 * after the log has committed the event.
 */
export class DecisionService {
  readonly #options: DecisionServiceOptions;

  constructor(options: DecisionServiceOptions) {
    this.#options = options;
  }

  /** See `PlanRegistry.application`. */
  application(caller: { readonly tenantId: Id; readonly clientId: string }): ReturnType<PlanRegistry['application']> {
    return this.#options.plans.application(caller.tenantId, caller.clientId);
  }

  /** See `PlanRegistry.resolve`. */
  resolveEnvironment(
    caller: { readonly tenantId: Id; readonly clientId: string },
    reference: string | null,
  ): Promise<ResolvedEnvironment> {
    return this.#options.plans.resolve(caller.tenantId, caller.clientId, reference);
  }

  /**
   * Decides and stores one event; gives the JSON text of the answer. An assessment whose id was there before gets the
   * answer it got then, whatever the new body says (C-01).
   *
   * @throws `REQ-INVALID` for an unusable id; `REQ-OVERLOADED`, `SRV-LOG-UNAVAILABLE` from the log, with nothing stored.
   */
  async record(event: IncomingEvent): Promise<string> {
    // Nothing of the body is held while the commit is waited for: half of what lives through a collection would be that.
    if (!isAssessment(event))
      return this.#storeRelated(await this.#readRelated(event as IncomingEvent<LoggedRelatedKind>));
    if (planOfKind(event.kind, event.environment.plans).waits) return this.#recordCalling(event);
    const decided = this.#decide(event);
    return decided instanceof Promise ? decided.then((waited) => this.#store(waited)) : this.#store(decided);
  }

  /** An event whose rules may call out. One that was there before is answered as it was then, and nobody is called again. */
  async #recordCalling(event: IncomingEvent<LoggedAssessmentKind>): Promise<string> {
    const begun = this.#begin(event, await this.#deviceOf(event));
    const key = this.#keyOf(event, begun.eventId);
    const given = await within(ANSWER_WITHIN_MS, this.#options.readAnswer(key));
    if (given === undefined) return this.#store(await this.#decideCalling(event, begun));
    const { decision, answer } = given.result as unknown as RecordedResult;
    this.#options.onDecision(event.kind, decision);
    return JSON.stringify(answer);
  }

  /**
   * Rules wait where they call, and what they read of velocities moves on meanwhile. So they run again with the answers
   * that are known now, until nothing is asked any more: the last run is through before anything else happens, and
   * reads all velocities as they stood at one position, as a decision does that waits for nothing.
   */
  async #decideCalling(event: IncomingEvent<LoggedAssessmentKind>, begun: Begun): Promise<Decided> {
    const { tenantId, kind, environment } = event;
    const { eventId, startMs, eventTimeMs } = begun;
    const calls = callsOnce(
      this.#options.calls.forEvent({
        tenantId,
        environmentId: environment.environment.id,
        kind,
        eventId,
        untilMs: startMs + CALLS_WITHIN_MS,
      }),
    );
    const view = this.#options.velocities.viewAt(tenantId, eventTimeMs);
    for (let runs = 1; ; runs += 1) {
      const held = heldBackUntilKnown(calls, view);
      const run = this.#prepareRun(event, view, begun, held);
      // oxlint-disable-next-line eslint/no-await-in-loop -- each run needs what the one before it asked for
      const result = await decideWaiting(run.plan, run.input);
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      if (await held.fetched()) continue;
      if (view.position() !== run.readPosition && runs < MAX_RUNS) continue;
      const decided = this.#finish(event, begun, run, result);
      const fetching = view.fetchMissing();
      if (fetching === undefined) return decided;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await fetching;
    }
  }

  /** At once where velocities are in this process, whose path to the log then has nothing to wait for. */
  #decide(event: IncomingEvent<LoggedAssessmentKind>): Decided | Promise<Decided> {
    const device = this.#deviceOf(event);
    if (device instanceof Promise) return device.then((found) => this.#decideKnowing(event, found));
    return this.#decideKnowing(event, device);
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
    const begun = this.#begin(event, device);
    const view = this.#options.velocities.viewAt(event.tenantId, begun.eventTimeMs);
    return workOut(view, () => this.#decideSeeing(event, view, begun));
  }

  #begin(event: IncomingEvent<LoggedAssessmentKind>, device: FoundDevice | undefined): Begun {
    const reference = randomUUID();
    return {
      device,
      eventId: eventIdOf(event, reference),
      reference,
      eventTimeMs: this.#eventTime(event),
      seed: randomInt(SEEDS),
      startMs: this.#options.monotonicMs(),
    };
  }

  #decideSeeing(event: IncomingEvent<LoggedAssessmentKind>, view: VelocityView, begun: Begun): Decided {
    const run = this.#prepareRun(event, view, begun);
    return this.#finish(event, begun, run, decide(run.plan, run.input));
  }

  #prepareRun(event: IncomingEvent<LoggedAssessmentKind>, view: VelocityView, begun: Begun, calls?: CallPort): Run {
    const { kind, body, environment, correlationId } = event;
    const { eventTimeMs, seed, device } = begun;
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
      enrichment: { ...data?.source, ...deviceSource(device) },
      ...(calls && { calls }),
    };
    return {
      plan: planOfKind(kind, environment.plans),
      input,
      readPosition: view.position(),
      velocities,
      data,
      begunMs: this.#options.monotonicMs(),
    };
  }

  #finish(event: IncomingEvent<LoggedAssessmentKind>, begun: Begun, run: Run, result: EngineResult): Decided {
    const { kind, body } = event;
    const { eventId, reference, eventTimeMs, seed } = begun;
    const { plan, input, readPosition, velocities, data, begunMs } = run;
    const { nowMs, generated } = input;
    const engineUs = Math.round((this.#options.monotonicMs() - begunMs) * 1000);
    const facts = wizardFactsOf(event);
    const answered = { kind, eventId, body, reference, generated, facts };
    const answerText = JSON.stringify(assessmentAnswer(answered, result));
    const planId = plan.id;
    const inputs = {
      planId,
      languageVersion: LANGUAGE_VERSION,
      nowMs,
      seed,
      generated,
      ...(data && result.facts ? { data: dataVersions(data, result.facts) } : {}),
      readPosition,
      velocities: velocities.reads,
      ...(kindFacts(kind).generation === 'account' ? { reference } : {}),
      ...(facts === undefined ? {} : { answered: facts }),
      warming: velocities.warming,
    };
    return {
      logged: {
        ...this.#base(event, eventId, eventTimeMs),
        ...this.#contributions(event, input, { result }),
        kind,
        inputsText: JSON.stringify(inputs),
        resultText: recordedText(result, engineUs, answerText),
        facts: assessmentFacts(kind, body, result, engineUs),
      },
      decision: result.decision,
      answerText,
      answerUntilMs: (plan.waits ? this.#options.monotonicMs() : begun.startMs) + ANSWER_WITHIN_MS,
    };
  }

  async #store({ logged, decision, answerText, answerUntilMs }: Decided): Promise<string> {
    const key = {
      tenantId: logged.tenantId,
      environmentId: logged.environmentId,
      kind: logged.kind,
      eventId: logged.eventId,
    };
    const stored = await this.#options.log.append(logged);
    if (stored.duplicateOf === undefined) {
      this.#options.onDecision(logged.kind, decision);
      return answerText;
    }
    const given = await within(answerUntilMs - this.#options.monotonicMs(), this.#storedResult(key));
    this.#options.onDecision(logged.kind, given.decision);
    return JSON.stringify(given.answer);
  }

  async #readRelated(event: IncomingEvent<LoggedRelatedKind>): Promise<Accepted> {
    const { kind, body } = event;
    const { id, facts } = relatedFacts(kind, body);
    const eventTimeMs = this.#eventTime(event);
    const base = this.#base(event, usableId(id), eventTimeMs);
    const about = await this.#aboutOf(event, facts.subject);
    const view = this.#options.velocities.viewAt(event.tenantId, eventTimeMs);
    const input = this.#inputOf(event, eventTimeMs, view.port);
    const contributions = await workOut(view, () => this.#contributions(event, input, { about }));
    const answerText = JSON.stringify(acceptedAnswer(kind, body, randomUUID()));
    return {
      logged: {
        ...base,
        ...contributions,
        kind,
        // Which velocities counted it: a backfill counts the others.
        inputsText: JSON.stringify({ planId: planOfKind(kind, event.environment.plans).id }),
        resultText: `{"answer":${answerText}}`,
        facts,
      },
      answerText,
    };
  }

  #inputOf(event: IncomingEvent, eventTimeMs: number, velocities: VelocityPort): EngineInput {
    return {
      payload: event.body,
      generated: {},
      nowMs: event.historical ? eventTimeMs : event.receivedAtMs,
      correlationId: event.correlationId,
      seed: 0,
      velocities,
      ...(this.#options.data ? { enrichment: this.#options.data().source } : {}),
    };
  }

  /** The assessment an event is about, where a velocity may want to know; it may not have come yet. */
  async #aboutOf(event: IncomingEvent<LoggedRelatedKind>, subject: Subject | null): Promise<About | undefined> {
    const { environment, tenantId, kind } = event;
    if (subject === null || !countsKind(planOfKind(kind, environment.plans), kind)) return undefined;
    const { kind: about, id } = subject;
    if (!isAssessmentSubject(about)) return undefined;
    const key = { tenantId, environmentId: environment.environment.id, kind: about, eventId: id };
    const body = await this.#options.readAssessment(key);
    return body && { kind: about, body };
  }

  /** What the event adds to velocities, hashed; nothing where it adds nothing. */
  #contributions(
    { environment, kind, tenantId, body }: IncomingEvent,
    input: EngineInput,
    { result, about }: { readonly result?: EngineResult; readonly about?: About | undefined },
  ): Pick<LogEvent, 'contributions'> {
    const plan = planOfKind(kind, environment.plans);
    if (!countsKind(plan, kind)) return {};
    const ruleEvaluation = result && {
      decision: result.decision,
      rule: result.rule?.name ?? '',
      clause: result.clause ?? '',
      reason: result.reason ?? '',
      environmentId: result.rule?.environmentId ?? '',
    };
    const payload = velocityPayload({ body, ruleEvaluation, about });
    const added = contributionsOf(plan, kind, { ...input, payload });
    const contributions = this.#options.velocities.encode(tenantId, added);
    return contributions === undefined ? {} : { contributions };
  }

  async #storeRelated({ logged, answerText }: Accepted): Promise<string> {
    await this.#options.log.append(logged);
    return answerText;
  }

  #base(event: IncomingEvent, eventId: string, eventTimeMs: number) {
    return {
      tenantId: event.tenantId,
      environmentId: event.environment.environment.id,
      eventId,
      receivedAtMs: event.receivedAtMs,
      eventTimeMs,
      historical: event.historical,
      correlationId: event.correlationId,
      requestText: event.requestText,
    };
  }

  #keyOf(event: IncomingEvent, eventId: string): EventKey {
    return { tenantId: event.tenantId, environmentId: event.environment.environment.id, kind: event.kind, eventId };
  }

  #eventTime(event: IncomingEvent): number {
    const metadata = kindFacts(event.kind).generation === 'purchase' ? '_metadata' : 'metadata';
    const sent = textAt(event.body, `${metadata}.merchantTimeStamp`);
    const merchantTimeMs = sent === null ? null : this.#options.parseTime(sent);
    return eventTimeOf(merchantTimeMs, event.receivedAtMs, event.historical);
  }

  async #storedResult(key: EventKey): Promise<RecordedResult> {
    const stored = await this.#options.readAnswer(key);
    if (stored === undefined) throw fail('SRV-LOG-UNAVAILABLE', { eventId: key.eventId });
    return stored.result as unknown as RecordedResult;
  }
}

const isAssessment = (event: IncomingEvent): event is IncomingEvent<LoggedAssessmentKind> =>
  isAssessmentKind(event.kind);

const isAssessmentSubject = (kind: Subject['kind']): kind is LoggedAssessmentKind =>
  !(ENTITY_KINDS as readonly string[]).includes(kind);

/** An event without an id of its own (a legacy custom assessment) is known by its transaction. */
const eventIdOf = ({ kind, body }: IncomingEvent, reference: string): string => {
  const { id } = kindFacts(kind);
  return id === '' ? reference : usableId(textAt(body, id));
};

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

/** Ids are kept as sent, blanks included (C-09). */
const usableId = (id: string | null): string => {
  if (id !== null && id.length <= MAX_ID_CHARACTERS) return id;
  throw fail('REQ-INVALID', { problems: `an id has more than ${MAX_ID_CHARACTERS} characters` });
};
