import { fail } from '@redoubt/domain';
import { inSeries } from './read-parts.ts';

export type ReportPaceOptions = {
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
  /** Part of its time that this thread was working lately, 0 to 1. */
  readonly utilization: () => number;
  /** Questions that are answered side by side while the thread has time. */
  readonly atOnce: number;
  /** How far stored sums have come, as text; without it no two questions meet the same sums. */
  readonly position?: () => Promise<string>;
};

type Question = {
  /** Tenant and text of the question. */
  readonly key: string;
  readonly tenantId: string;
  readonly work: () => Promise<unknown>;
  readonly done: (answer: unknown) => void;
  readonly failed: (error: unknown) => void;
  readonly answer: Promise<unknown>;
  /** Of the sums that it reads, at least; null where nothing says it. */
  readonly position: string | null;
  /** Whether a caller waits; otherwise a kept answer is renewed. */
  isAwaited: boolean;
  askedMs: number;
};

type Kept = Pick<Question, 'tenantId' | 'position'> & { readonly answer: unknown; readonly atMs: number };

/** A thread that works more than this is busy with events. */
const BUSY = 0.7;
/** The thread counts as busy for so long after it was: a pause of a moment is none. */
const BUSY_FOR_MS = 3000;
/** With time: an answer of the same sums is given again for so long; what else a report reads may have changed on another node. */
const UNMOVED_MS = 5000;
/** Under load: an answer younger than this is given as it is, without being renewed. */
const FRESH_MS = 1000;
/** Under load: an answer older than this is not given any more. */
const KEPT_MS = 60_000;
/** Under load: how long there is no question after one, in times of what it took. */
const REST_BEFORE_RENEWAL = 19;
const REST_BEFORE_AWAITED = 2;
/** An answer is not renewed once it was not asked for that long. */
const ASKED_MS = 5000;
const MOST_KEPT = 64;
const MOST_WAITING = 100;
/** How often it is looked whether the load has gone. */
const LOOK_MS = 250;

/**
 * Keeps reports from slowing decisions. While the thread has time, every question is answered at once, equal ones together as long as
 * no projection moves. Under load questions go one
 * after another with rests between them, each on one connection of the database, equal ones share their answer, and an answer is given again for up to a
 * minute while it is renewed; every answer says as of when it is.
 */
export class ReportPace {
  readonly #options: ReportPaceOptions;
  readonly #kept = new Map<string, Kept>();
  /** Questions that wait or run and may be shared, by their key. */
  readonly #shared = new Map<string, Question>();
  readonly #waiting: Question[] = [];
  #running = 0;
  #turns = 0;
  #busyUntilMs = Number.NEGATIVE_INFINITY;
  #endedMs = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #looksAgain = false;

  constructor(options: ReportPaceOptions) {
    this.#options = options;
  }

  /**
   * The answer of `work`, or one of the same question. A question names all that its answer depends on besides
   * stored data: place, permissions, masks and what is asked.
   *
   * @throws `REQ-OVERLOADED` where too many questions wait, and what `work` throws.
   */
  async answer<T>(tenantId: string, question: string, work: () => Promise<T>): Promise<T> {
    const key = `${tenantId} ${question}`;
    const nowMs = this.#options.monotonicMs();
    if (!this.#isBusy(nowMs)) return (await this.#askNow(key, tenantId, work)) as T;
    const kept = this.#kept.get(key);
    if (kept === undefined || nowMs - kept.atMs > KEPT_MS) return (await this.#share(key, tenantId, work, true)) as T;
    if (nowMs - kept.atMs > FRESH_MS && this.#waiting.length < MOST_WAITING) {
      // The next caller that waits sees the error, if it stays.
      this.#share(key, tenantId, work, false).catch(() => undefined);
    }
    return kept.answer as T;
  }

  /**
   * Does work that reads sums in its turn, as a question that a caller waits for; what it gives is shared with none and not kept.
   *
   * @throws as `answer`.
   */
  async turn<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    this.#turns += 1;
    const key = `turn ${this.#turns}`;
    const { answer } = this.#ask(key, tenantId, work, true);
    this.#shared.delete(key);
    return (await answer) as T;
  }

  /** Gives no answer from before to this tenant any more: what it has set up has changed. */
  forget(tenantId: string): void {
    for (const [key, each] of this.#kept) if (each.tenantId === tenantId) this.#kept.delete(key);
    for (const [key, each] of this.#shared) if (each.tenantId === tenantId) this.#shared.delete(key);
  }

  #isBusy(nowMs: number): boolean {
    if (this.#options.utilization() > BUSY) this.#busyUntilMs = nowMs + BUSY_FOR_MS;
    return nowMs < this.#busyUntilMs;
  }

  /** The answer as of now: one of the same sums, or a new one. */
  async #askNow(key: string, tenantId: string, work: () => Promise<unknown>): Promise<unknown> {
    const position = (await this.#options.position?.()) ?? null;
    if (position === null) return this.#ask(key, tenantId, work, true).answer;
    const [kept, same] = [this.#kept.get(key), this.#shared.get(key)];
    if (kept?.position === position && this.#options.monotonicMs() - kept.atMs < UNMOVED_MS) return kept.answer;
    if (same?.position !== position) return this.#ask(key, tenantId, work, true, position).answer;
    same.isAwaited = true;
    return same.answer;
  }

  #share(key: string, tenantId: string, work: () => Promise<unknown>, isAwaited: boolean): Promise<unknown> {
    const same = this.#shared.get(key);
    if (same === undefined) return this.#ask(key, tenantId, work, isAwaited).answer;
    same.isAwaited ||= isAwaited;
    same.askedMs = this.#options.monotonicMs();
    this.#next();
    return same.answer;
  }

  #ask(
    key: string,
    tenantId: string,
    work: () => Promise<unknown>,
    isAwaited: boolean,
    position: string | null = null,
  ): Question {
    if (this.#waiting.length >= MOST_WAITING) throw fail('REQ-OVERLOADED');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const asked = { key, tenantId, work, isAwaited, position, askedMs: this.#options.monotonicMs() };
    const question = { ...asked, done: resolve, failed: reject, answer: promise };
    this.#shared.set(key, question);
    this.#waiting.push(question);
    this.#next();
    return question;
  }

  /** Begins what may begin; otherwise looks again later. */
  #next(): void {
    const { monotonicMs, atOnce } = this.#options;
    while (this.#waiting.length > 0) {
      const nowMs = monotonicMs();
      const isBusy = this.#isBusy(nowMs);
      // What ends begins the next one.
      if (this.#running >= (isBusy ? 1 : atOnce)) return;
      if (this.#dropUnasked(nowMs)) continue;
      const awaited = this.#waiting.findIndex(({ isAwaited }) => isAwaited);
      const rest = awaited === -1 ? REST_BEFORE_RENEWAL : REST_BEFORE_AWAITED;
      const leftMs = isBusy ? this.#endedMs + this.#tookMs * rest - nowMs : 0;
      if (leftMs > 0) {
        this.#lookIn(Math.min(LOOK_MS, leftMs));
        return;
      }
      const [question] = this.#waiting.splice(Math.max(0, awaited), 1);
      if (question !== undefined) void this.#run(question, nowMs);
    }
  }

  #lookIn(ms: number): void {
    if (this.#looksAgain) return;
    this.#looksAgain = true;
    setTimeout(() => {
      this.#looksAgain = false;
      this.#next();
    }, ms).unref();
  }

  /** Leaves out renewals that are not asked for any more; whether there was one. */
  #dropUnasked(nowMs: number): boolean {
    const at = this.#waiting.findIndex(({ isAwaited, askedMs }) => !isAwaited && nowMs - askedMs > ASKED_MS);
    const [question] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (question === undefined) return false;
    if (this.#shared.get(question.key) === question) this.#shared.delete(question.key);
    question.failed(fail('REQ-OVERLOADED'));
    return true;
  }

  async #run(question: Question, fromMs: number): Promise<void> {
    this.#running += 1;
    try {
      const answer = await (this.#isBusy(fromMs) ? inSeries(question.work) : question.work());
      this.#keep(question, answer, fromMs);
      question.done(answer);
    } catch (error) {
      question.failed(error);
    } finally {
      if (this.#shared.get(question.key) === question) this.#shared.delete(question.key);
      this.#running -= 1;
      this.#endedMs = this.#options.monotonicMs();
      this.#tookMs = this.#endedMs - fromMs;
      this.#next();
    }
  }

  /** An answer counts from when it was begun; one of before a change is not kept. */
  #keep(question: Question, answer: unknown, atMs: number): void {
    const { key, tenantId, position } = question;
    if (this.#shared.get(key) !== question) return;
    this.#kept.delete(key);
    this.#kept.set(key, { tenantId, position, answer, atMs });
    for (const [each, { atMs: since }] of this.#kept) {
      if (this.#kept.size > MOST_KEPT || atMs - since > KEPT_MS) this.#kept.delete(each);
      else break;
    }
  }
}
