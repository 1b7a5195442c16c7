import {
  fail,
  isAssessmentKind,
  type LoggedAssessmentKind,
  type LoggedKind,
  type LoggedRelatedKind,
} from '@redoubt/domain';
import type { ActionsResult } from '@redoubt/engine';
import { type Id, type JsonObject, withDeadline } from '@redoubt/kernel';
import type { EventKey, EventRecord, Log, StoredAnswer } from '@redoubt/storage';
import type { RecordedEvent, RecordedRun, RecordedResult } from './recorded/recorded-event.ts';
import { createNestedCalls, type NestedCalls } from './nested/nested-calls.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { AssessmentDecider, type Decided, type DeciderOptions } from './assessment-decider.ts';
import { runButtonCode, type ButtonPress } from './button-code.ts';
import { eventKeyOf, type IncomingEvent } from './incoming-event.ts';
import { acceptLaterEvent, type AcceptedEvent, type LaterEventOptions } from './later-events.ts';
import type { ShadowRuns } from './shadows/shadow-runs.ts';
import { planOfKind } from './tenant-plans/plan-of-kind.ts';
import type { PlanRegistry, ResolvedEnvironment } from './tenant-plans/plan-registry.ts';

type DecisionServiceOptions = Omit<DeciderOptions, 'nested'> &
  LaterEventOptions & {
    readonly calls: Pick<ExternalCalls, 'forEvent' | 'count'>;
    readonly plans: PlanRegistry;
    readonly log: Pick<Log, 'append'>;
    /** What an assessment was answered when its id came first. */
    readonly readAnswer: (key: EventKey) => Promise<StoredAnswer | undefined>;
    readonly onDecision: (kind: LoggedKind, decision: string) => void;
    /** Runs branches over events of production; without it no experiment counts anything. */
    readonly shadows?: Pick<ShadowRuns, 'begin'> | undefined;
    /** Where events with late actions are noted for as long as these run; without it a crash loses them. */
    readonly lateActions?: LateActionNotes | undefined;
  };

/** Notes of events whose actions go on after their answers, for the node that has to go on with them. */
export type LateActionNotes = {
  readonly keep: (key: EventKey) => Promise<void>;
  /** Never rejects. */
  readonly forget: (key: EventKey) => Promise<void>;
};

/** Longest a caller waits, whatever the database does; the log keeps the same limit for its part. */
const ANSWER_WITHIN_MS = 2000;

/** A result that comes in time, or `SRV-LOG-UNAVAILABLE`. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  withDeadline(ms, work, (): never => {
    throw fail('SRV-LOG-UNAVAILABLE');
  });

const isAssessment = (event: IncomingEvent): event is IncomingEvent<LoggedAssessmentKind> =>
  isAssessmentKind(event.kind);

const nothing = (): void => undefined;

/**
 * Takes events of the public API: decides them where they are assessments, and stores them. The answer is given only
 * after the log has committed the event.
 */
export class DecisionService {
  readonly #options: DecisionServiceOptions;
  readonly #decider: AssessmentDecider;
  /** Decides test events: assessments that their rules call keep nothing either. */
  readonly #tester: AssessmentDecider;
  /** Assessments that rules and actions of stored events call. */
  readonly #nested: NestedCalls;
  /** Notes of late actions that are yet to be forgotten. */
  readonly #noted = new Set<Promise<void>>();

  constructor(options: DecisionServiceOptions) {
    this.#options = options;
    const { plans, monotonicMs, calls } = options;
    const nestedWith = (record: (event: IncomingEvent) => Promise<string>): NestedCalls =>
      createNestedCalls({ plans, record, monotonicMs, count: calls.count });
    this.#nested = nestedWith((event) => this.record(event));
    this.#decider = new AssessmentDecider({ ...options, nested: this.#nested });
    const nested = nestedWith(async (event) => {
      if (isAssessment(event)) return this.test(event);
      return (await acceptLaterEvent(options, event as IncomingEvent<LoggedRelatedKind>)).answerText;
    });
    this.#tester = new AssessmentDecider({ ...options, nested });
  }

  /** Events whose post-decision actions go on after their answers. */
  get lateEvents(): number {
    return this.#decider.actions.lateEvents + this.#tester.actions.lateEvents;
  }

  /** Waits for post-decision actions that go on after their answers. */
  async drain(): Promise<void> {
    await Promise.all([this.#decider.actions.drain(), this.#tester.actions.drain()]);
    await Promise.all(this.#noted);
  }

  /** See `PlanRegistry.application`. */
  application(caller: { readonly tenantId: Id; readonly clientId: string }): ReturnType<PlanRegistry['application']> {
    return this.#options.plans.application(caller.tenantId, caller.clientId);
  }

  /** See `PlanRegistry.refresh`. */
  refresh(tenantId: Id): Promise<void> {
    return this.#options.plans.refresh(tenantId);
  }

  /** See `PlanRegistry.resolve`. */
  resolveEnvironment(
    caller: { readonly tenantId: Id; readonly clientId: string },
    reference: string | null,
  ): Promise<ResolvedEnvironment> {
    return this.#options.plans.resolve(caller.tenantId, caller.clientId, reference);
  }

  /** See `PlanRegistry.resolveOpen`. */
  resolveOpen(tenantId: Id, environmentId: Id): Promise<ResolvedEnvironment> {
    return this.#options.plans.resolveOpen(tenantId, environmentId);
  }

  /**
   * Decides and stores one event; gives the JSON text of the answer. An assessment whose id was there before gets the
   * answer it got then, whatever the new body and the rules of today say; `onRepeat` is called.
   *
   * @throws `REQ-INVALID` for an unusable id; `REQ-OVERLOADED`, `SRV-LOG-UNAVAILABLE` from the log, with nothing stored.
   */
  async record(event: IncomingEvent, onRepeat: () => void = nothing): Promise<string> {
    // The body is released before the commit is waited for: held, it would be half of what a garbage collection keeps.
    if (!isAssessment(event)) {
      return this.#storeLater(await acceptLaterEvent(this.#options, event as IncomingEvent<LoggedRelatedKind>));
    }
    const { isAsync, actions } = planOfKind(event.kind, event.environment.plans);
    if (isAsync || actions === 'async') return this.#recordAsync(event, onRepeat);
    const decided = this.#decider.decide(event);
    return decided instanceof Promise
      ? decided.then((waited) => this.#store(waited, onRepeat))
      : this.#store(decided, onRepeat);
  }

  /**
   * Decides one event as `testingBranch` has prepared its environment and gives the JSON text of the answer. Nothing is
   * stored or counted, not of assessments its rules call either: the same id can be sent again and is decided anew.
   *
   * @throws `REQ-INVALID` for an unusable id.
   */
  async test(event: IncomingEvent<LoggedAssessmentKind>): Promise<string> {
    const decided = planOfKind(event.kind, event.environment.plans).isAsync
      ? this.#tester.decideAsync(event, await this.#tester.begin(event))
      : this.#tester.decide(event);
    return (await decided).answerText;
  }

  /**
   * An event whose rules may call out. One that was there before is answered as it was then, and no call is made
   * again.
   */
  async #recordAsync(event: IncomingEvent<LoggedAssessmentKind>, onRepeat: () => void): Promise<string> {
    const begun = await this.#decider.begin(event);
    const given = await within(ANSWER_WITHIN_MS, this.#options.readAnswer(eventKeyOf(event, begun.eventId)));
    if (given === undefined) return this.#store(await this.#decider.decideAsync(event, begun), onRepeat);
    onRepeat();
    return this.#repeat(event.kind, given);
  }

  /**
   * Goes on with the actions of a stored event whose node died, and waits for their end.
   *
   * @throws `ENV-NOT-ACTIVE` where its environment decides nothing any more.
   */
  async resumeActions(tenantId: Id, record: EventRecord, stored: RecordedRun): Promise<void> {
    await this.#decider.actOn(await this.#storedEvent(tenantId, record, stored.input.payload), record.eventId, stored);
  }

  /**
   * Runs the code of a button for a stored event, and waits for its end.
   *
   * @throws `ENV-NOT-ACTIVE` where its environment decides nothing any more.
   */
  async press(tenantId: Id, record: EventRecord, stored: RecordedEvent, button: ButtonPress): Promise<ActionsResult> {
    const event = await this.#storedEvent(tenantId, record, stored.payload);
    return runButtonCode({ ...this.#options, nested: this.#nested }, event, stored, button);
  }

  async #storedEvent(
    tenantId: Id,
    { kind, environmentId, historical, correlationId, request, receivedAt }: EventRecord,
    body: JsonObject,
  ): Promise<IncomingEvent<LoggedAssessmentKind>> {
    return {
      kind,
      tenantId,
      environment: await this.#options.plans.resolveOpen(tenantId, environmentId),
      body,
      requestText: JSON.stringify(request),
      receivedAtMs: receivedAt.getTime(),
      historical,
      correlationId,
    };
  }

  /** Noted before the event is stored: if this node dies from then on, another one continues. */
  async #noteLate({ tenantId, environmentId, kind, eventId }: Decided['logged'], late: Promise<void>): Promise<void> {
    const { lateActions } = this.#options;
    if (lateActions === undefined) return;
    const key = { tenantId, environmentId, kind, eventId };
    const keeping = lateActions.keep(key).catch((error: unknown) => {
      throw fail('SRV-LOG-UNAVAILABLE', { eventId }, error);
    });
    const noted = Promise.allSettled([keeping, late]).then(() => lateActions.forget(key));
    this.#noted.add(noted);
    void noted.finally(() => this.#noted.delete(noted));
    await within(ANSWER_WITHIN_MS, keeping);
  }

  async #store(
    { logged, decision, answerText, actions, decidedAtMs, observed, late }: Decided,
    onRepeat: () => void,
  ): Promise<string> {
    const { tenantId, environmentId, kind, eventId } = logged;
    if (late !== undefined) await this.#noteLate(logged, late);
    const appending = this.#options.log.append(logged);
    const shadow = observed && this.#options.shadows?.begin(observed);
    const stored = await appending;
    if (stored.duplicateOf === undefined) {
      shadow?.count();
      this.#options.onDecision(kind, decision);
      if (actions !== undefined) this.#decider.actions.count(actions);
      return answerText;
    }
    const leftMs = decidedAtMs + ANSWER_WITHIN_MS - this.#options.monotonicMs();
    const given = await within(leftMs, this.#options.readAnswer({ tenantId, environmentId, kind, eventId }));
    if (given === undefined) throw fail('SRV-LOG-UNAVAILABLE', { eventId });
    onRepeat();
    return this.#repeat(kind, given);
  }

  /** The answer of an assessment that was there before. */
  #repeat(kind: LoggedAssessmentKind, given: StoredAnswer): string {
    const { decision, answer } = given.result as unknown as RecordedResult;
    this.#options.onDecision(kind, decision);
    return JSON.stringify(answer);
  }

  async #storeLater({ logged, answerText }: AcceptedEvent): Promise<string> {
    await this.#options.log.append(logged);
    return answerText;
  }
}
