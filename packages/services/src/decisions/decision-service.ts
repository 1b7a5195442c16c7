import { fail, velocityPayload, type EventKind } from '@redoubt/domain';
import {
  contributionsOf,
  countsKind,
  decide,
  type EngineInput,
  type EngineResult,
  VelocityRecorder,
  type VelocityPort,
} from '@redoubt/engine';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import type { EventKey, Log, LogEvent, StoredAnswer } from '@redoubt/storage';
import { randomInt } from 'node:crypto';
import { eventTimeOf } from './event-time.ts';
import type { PlanRegistry, ResolvedEnvironment } from './plan-registry.ts';
import { ACCEPTED_ANSWER, purchaseAnswer } from './purchase-answer.ts';
import { purchaseFacts } from './purchase-facts.ts';
import { relatedFacts } from './related-event.ts';
import type { VelocityRuntime } from '../velocities/velocity-runtime.ts';
import { workOut, type VelocityView } from '../velocities/velocity-view.ts';

/** An event of the public API, checked and masked, in the environment it is for. */
export type IncomingEvent = {
  readonly kind: EventKind;
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
  /** The body of a purchase that is stored already, for velocities that count events about it. */
  readonly readPurchase: (key: EventKey) => Promise<JsonObject | undefined>;
  /** The answer a purchase got when its id came first. */
  readonly readAnswer: (key: EventKey) => Promise<StoredAnswer | undefined>;
  /** Milliseconds since 1970 of a clock that never jumps, for measuring only. */
  readonly monotonicMs: () => number;
  readonly parseTime: (text: string) => number | null;
  readonly onDecision: (kind: EventKind, decision: string) => void;
};

/** Version of the rule language behind recorded results; replay says so when it has changed since. */
export const LANGUAGE_VERSION = 1;

/** 2^32: the seed behind `RandomInt` is any unsigned 32-bit integer. */
const SEEDS = 4_294_967_296;

const MAX_ID_CHARACTERS = 256;

/** What a purchase's result keeps: the engine's, and the body that was answered. */
export type RecordedResult = EngineResult & { readonly engineUs: number; readonly answer: JsonObject };

/** What stays the same however often a purchase has to be worked out. */
type Begun = {
  readonly purchaseId: string;
  readonly eventTimeMs: number;
  readonly seed: number;
  /** On the clock of `monotonicMs`. */
  readonly startMs: number;
};

/** A purchase that is decided and has yet to be stored. */
type Decided = {
  readonly logged: LogEvent;
  readonly decision: string;
  readonly answerText: string;
  /** On the clock of `monotonicMs`. */
  readonly answerUntilMs: number;
};

const ACCEPTED_TEXT = JSON.stringify(ACCEPTED_ANSWER);

/** The text of a `RecordedResult`; the answer is in it as it was written for the caller, not written again. */
const recordedText = (result: EngineResult, engineUs: number, answerText: string): string =>
  `${JSON.stringify(result).slice(0, -1)},"engineUs":${engineUs},"answer":${answerText}}`;

/** Longest a caller waits, whatever the database does; the log keeps the same limit for its part. */
const ANSWER_WITHIN_MS = 2000;

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

  /** See `PlanRegistry.resolve`. */
  resolveEnvironment(
    caller: { readonly tenantId: Id; readonly clientId: string },
    reference: string | null,
  ): Promise<ResolvedEnvironment> {
    return this.#options.plans.resolve(caller.tenantId, caller.clientId, reference);
  }

  /**
   * Decides and stores one event; gives the JSON text of the answer. A purchase id that was there before gets the answer
   * it got then, whatever the new body says (C-01).
   *
   * @throws `REQ-INVALID` for an unusable id; `REQ-OVERLOADED`, `SRV-LOG-UNAVAILABLE` from the log, with nothing stored.
   */
  async record(event: IncomingEvent): Promise<string> {
    // Nothing of the body is held while the commit is waited for: half of what lives through a collection would be that.
    if (event.kind !== 'purchase') return this.#storeRelated(await this.#readRelated(event));
    const decided = this.#decide(event);
    return decided instanceof Promise ? decided.then((waited) => this.#store(waited)) : this.#store(decided);
  }

  /** At once where velocities are in this process, whose path to the log then has nothing to wait for. */
  #decide(event: IncomingEvent): Decided | Promise<Decided> {
    const purchaseId = usableId(event.body.purchaseId);
    const eventTimeMs = this.#eventTime(event);
    const seed = randomInt(SEEDS);
    const startMs = this.#options.monotonicMs();
    const view = this.#options.velocities.viewAt(event.tenantId, eventTimeMs);
    return workOut(view, () => this.#decideSeeing(event, view, { purchaseId, eventTimeMs, seed, startMs }));
  }

  #decideSeeing(event: IncomingEvent, view: VelocityView, { purchaseId, eventTimeMs, seed, startMs }: Begun): Decided {
    const { body, environment } = event;
    const nowMs = event.historical ? eventTimeMs : event.receivedAtMs;
    const begunMs = this.#options.monotonicMs();
    const readPosition = view.position();
    const velocities = new VelocityRecorder(view.port);
    const { correlationId } = event;
    const input = { payload: body, generated: {}, nowMs, correlationId, seed, velocities };
    const result = decide(environment.plan, input);
    const engineUs = Math.round((this.#options.monotonicMs() - begunMs) * 1000);
    const answerText = JSON.stringify(purchaseAnswer(purchaseId, result));
    const planId = environment.plan.id;
    const inputs = {
      planId,
      languageVersion: LANGUAGE_VERSION,
      nowMs,
      seed,
      generated: {},
      readPosition,
      velocities: velocities.reads,
    };
    return {
      logged: {
        ...this.#base(event, purchaseId, eventTimeMs),
        ...this.#contributions(event, input, result),
        kind: 'purchase',
        inputsText: JSON.stringify(inputs),
        resultText: recordedText(result, engineUs, answerText),
        facts: purchaseFacts(body, result, engineUs),
      },
      decision: result.decision,
      answerText,
      answerUntilMs: startMs + ANSWER_WITHIN_MS,
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
      this.#options.onDecision('purchase', decision);
      return answerText;
    }
    const given = await within(answerUntilMs - this.#options.monotonicMs(), this.#storedAnswer(key));
    const details = isJsonObject(given.resultDetails) ? given.resultDetails : {};
    const { MerchantRuleDecision: before } = details;
    this.#options.onDecision('purchase', typeof before === 'string' ? before : 'none');
    return JSON.stringify(given);
  }

  async #readRelated(event: IncomingEvent): Promise<LogEvent> {
    const kind = event.kind as Exclude<EventKind, 'purchase'>;
    const { id, facts } = relatedFacts(kind, event.body);
    const eventTimeMs = this.#eventTime(event);
    const base = this.#base(event, usableId(id), eventTimeMs);
    const purchase = await this.#purchaseOf(event, facts.purchaseId);
    const view = this.#options.velocities.viewAt(event.tenantId, eventTimeMs);
    const input = this.#inputOf(event, eventTimeMs, view.port);
    const contributions = await workOut(view, () => this.#contributions(event, input, undefined, purchase));
    return {
      ...base,
      ...contributions,
      kind,
      inputsText: '{}',
      resultText: `{"answer":${ACCEPTED_TEXT}}`,
      facts,
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
    };
  }

  /** The purchase an event is about, where a velocity may want to know; it may not have come yet. */
  async #purchaseOf(event: IncomingEvent, purchaseId: string | null): Promise<JsonObject | undefined> {
    const { environment, tenantId, kind } = event;
    if (purchaseId === null || !countsKind(environment.plan, kind)) return undefined;
    const key = { tenantId, environmentId: environment.environment.id, kind: 'purchase', eventId: purchaseId } as const;
    return this.#options.readPurchase(key);
  }

  /** What the event adds to velocities, hashed; nothing where it adds nothing. */
  #contributions(
    { environment, kind, tenantId, body }: IncomingEvent,
    input: EngineInput,
    result?: EngineResult,
    purchase?: JsonObject,
  ): Pick<LogEvent, 'contributions'> {
    if (!countsKind(environment.plan, kind)) return {};
    const ruleEvaluation = result && {
      decision: result.decision,
      rule: result.rule?.name ?? '',
      clause: result.clause ?? '',
      reason: result.reason ?? '',
      environmentId: result.rule?.environmentId ?? '',
    };
    const payload = velocityPayload({ body, ruleEvaluation, purchase });
    const added = contributionsOf(environment.plan, kind, { ...input, payload });
    const contributions = this.#options.velocities.encode(tenantId, added);
    return contributions === undefined ? {} : { contributions };
  }

  async #storeRelated(logged: LogEvent): Promise<string> {
    await this.#options.log.append(logged);
    return ACCEPTED_TEXT;
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

  #eventTime(event: IncomingEvent): number {
    const metadata = event.body._metadata;
    const sent = isJsonObject(metadata) ? metadata.merchantTimeStamp : undefined;
    const merchantTimeMs = typeof sent === 'string' ? this.#options.parseTime(sent) : null;
    return eventTimeOf(merchantTimeMs, event.receivedAtMs, event.historical);
  }

  async #storedAnswer(key: EventKey): Promise<JsonObject> {
    const stored = await this.#options.readAnswer(key);
    if (stored === undefined) throw fail('SRV-LOG-UNAVAILABLE', { eventId: key.eventId });
    return (stored.result as unknown as RecordedResult).answer;
  }
}

/** Ids are kept as sent, blanks included (C-09). */
const usableId = (id: Json | undefined): string => {
  if (typeof id === 'string' && id.length <= MAX_ID_CHARACTERS) return id;
  throw fail('REQ-INVALID', { problems: `an id has more than ${MAX_ID_CHARACTERS} characters` });
};
