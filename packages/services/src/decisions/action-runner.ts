import {
  ActionRun,
  callsOnce,
  mergedReads,
  continueReads,
  recordedCalls,
  VelocityRecorder,
  type ActionsResult,
  type ActionTrace,
  type CallPort,
  type DecidedEvent,
  type EngineInput,
  type LevelVariables,
  type Plan,
} from '@redoubt/engine';
import { withDeadline } from '@redoubt/kernel';
import type { VelocityView } from '../velocity-runtime/velocity-view.ts';
import { deferUntilResolved, type HeldBackCalls } from './nested/held-back-calls.ts';

/** A decided event whose actions are to run. */
export type DecidedRun = {
  readonly plan: Plan;
  readonly input: EngineInput;
  readonly result: DecidedEvent;
  readonly view: VelocityView;
  /** What the rules read. */
  readonly velocities: VelocityRecorder;
  /** What actions may call. */
  readonly calls: CallPort;
};

/** What actions came to by the time the event is answered. */
export type ActionOutcome = {
  readonly actions: ActionsResult;
  readonly variables: LevelVariables | undefined;
  /** What rules and actions read, as `readsText` of their recorders. */
  readonly readsText: string | undefined;
  readonly warming: readonly string[] | undefined;
  /** Resolves once late actions have ended; absent where there are none. */
  readonly late?: Promise<void>;
};

export type ActionRunnerOptions = {
  /** Is called with the outcome of each action when it has ended; `leftOut` for one that never ran. */
  readonly onAction?: (outcome: Exclude<ActionTrace['outcome'], 'late'> | 'leftOut') => void;
  /** Longest that actions keep an answer waiting. */
  readonly answerWaitsMs?: number;
  /** Most events whose actions may go on after their answers. */
  readonly mostLate?: number;
};

/** `docs/reference/deciding.md#actions-after-the-decision`. */
const ANSWER_WAITS_MS = 2000;
/** Whatever an action calls later than this after the decision fails at once. */
export const ACTIONS_CALL_WITHIN_MS = 30_000;
const MOST_LATE = 1000;

/** One attempt; it is void where a velocity had to be fetched first. */
type Attempt = { readonly run: ActionRun; readonly velocities: VelocityRecorder; readonly held: HeldBackCalls };

/** Waits for work, though not longer than that. */
const settledWithin = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  withDeadline(
    ms,
    work.then(() => true),
    () => false,
  );

const joined = (first: readonly string[] = [], then: readonly string[] = []): readonly string[] | undefined => {
  const names = [...new Set([...first, ...then])];
  return names.length > 0 ? names : undefined;
};

/**
 * Runs what comes after decisions. An answer waits two seconds for its actions; what has not ended by then goes on, and
 * is waited for when the server stops.
 */
export class ActionRunner {
  readonly #options: ActionRunnerOptions;
  readonly #late = new Set<Promise<void>>();

  constructor(options: ActionRunnerOptions) {
    this.#options = options;
  }

  /** Events whose actions go on after their answers. */
  get lateEvents(): number {
    return this.#late.size;
  }

  /** At once, for plans none of whose actions calls out. */
  runNow({
    plan,
    input,
    result,
    velocities,
  }: Pick<DecidedRun, 'plan' | 'input' | 'result' | 'velocities'>): ActionOutcome {
    const run = new ActionRun(plan, input, result);
    run.run();
    return {
      actions: run.result,
      variables: run.variables,
      readsText: velocities.readsText,
      warming: velocities.warming,
    };
  }

  /** Separate from `runNow`, which may have to be repeated: what is reported here has happened. */
  count({ trace }: ActionsResult): void {
    for (const { outcome } of trace) this.#options.onAction?.(outcome === 'late' ? 'leftOut' : outcome);
  }

  async runAsync(decided: DecidedRun): Promise<ActionOutcome> {
    const { answerWaitsMs = ANSWER_WAITS_MS, mostLate = MOST_LATE } = this.#options;
    // What rules called for the event is not called again.
    const calls = callsOnce(recordedCalls(decided.result.calls ?? [], undefined, decided.calls));
    let attempt = this.#attempt(decided, calls);
    let isStopped = false;
    const work = async (): Promise<void> => {
      for (;;) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- an attempt needs what the one before it found missing
        await attempt.run.runAsync();
        if (isStopped || !attempt.held.isVoid()) break;
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await attempt.held.fetched();
        attempt = this.#attempt(decided, calls);
      }
      this.count(attempt.run.result);
    };
    const working = work();
    if (await settledWithin(answerWaitsMs, working)) return this.#actedOf(decided, attempt);
    if (this.#late.size >= mostLate) {
      isStopped = true;
      attempt.run.stop();
    }
    this.#late.add(working);
    void working.finally(() => this.#late.delete(working));
    // Numbers that are still being fetched were taken for 0: nothing that was worked out with them is answered.
    const acted = this.#actedOf(decided, attempt.held.isVoid() ? this.#attempt(decided, calls) : attempt);
    return { ...acted, late: working };
  }

  /** Waits for everything that goes on after its answer; every call of it has its time-out. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#late);
  }

  /** As far as an attempt has come. */
  #actedOf({ velocities: earlier }: DecidedRun, { run, velocities }: Attempt): ActionOutcome {
    return {
      actions: run.result,
      variables: run.variables,
      readsText: mergedReads(earlier.readsText, velocities.readsText),
      warming: joined(earlier.warming, velocities.warming),
    };
  }

  #attempt({ plan, input, result, view, velocities: earlier }: DecidedRun, calls: CallPort): Attempt {
    const held = deferUntilResolved(calls, view);
    const velocities = new VelocityRecorder(continueReads(earlier, view.port));
    return { run: new ActionRun(plan, { ...input, velocities, calls: held }, result), velocities, held };
  }
}
