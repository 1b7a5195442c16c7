import {
  decideUntraced,
  decideUntracedAsync,
  recordedCalls,
  VelocityRecorder,
  type CallPort,
  type EngineInput,
  type EngineResult,
  type Verdict,
} from '@redoubt/engine';
import type { ComparedEvent, CountedVerdict, ExperimentCounts } from '@redoubt/storage';
import type { ObservedEvent } from '../assessment-decider.ts';
import type { CompiledExperiment } from '../tenant-plans/compiled-branches.ts';
import type { ExternalCalls } from '../../call-runtime/external-calls.ts';
import { runWithVelocities } from '../../velocity-runtime/velocity-view.ts';
import { ShadowBudget, type ShadowBudgetOptions } from './shadow-budget.ts';

type ShadowOutcome = 'compared' | 'skipped' | 'failed';

export type ShadowRunsOptions = ShadowBudgetOptions & {
  readonly counts: Pick<ExperimentCounts, 'compared' | 'missed'>;
  readonly calls: Pick<ExternalCalls, 'forEvent'>;
  /** 0 up to 1: whether an event is part of a share. */
  readonly random: () => number;
  readonly onOutcome: (outcome: ShadowOutcome) => void;
};

/** An event of production that branches decide as well. */
export type Shadow = {
  /** The event is stored: what the branches said counts. Without this call nothing of it does. */
  readonly count: () => void;
};

export type ShadowRuns = {
  /** Has branches decide an event soon, without delaying the answer. */
  readonly begin: (event: ObservedEvent) => Shadow | undefined;
  /** Resolves once nothing is under way. */
  readonly settled: () => Promise<void>;
};

/** Events kept until this thread has a moment. */
const MOST_QUEUED = 200;
/** Runs that wait for calls. */
const MOST_WAITING = 32;
const CALLS_WITHIN_MS = 5000;
const PERCENT = 100;

const OTHER_WATCH = (): void => undefined;

/** Calls that production made are not made again: the branch gets what came back. Others are made. */
const afterProduction = (result: EngineResult, calls: CallPort): CallPort => {
  let isNew = false;
  const known = recordedCalls(result.calls ?? [], () => (isNew = true));
  return {
    call: (request, level, caller) => {
      isNew = false;
      const answer = known.call(request, level);
      return isNew ? calls.call(request, level, caller) : answer;
    },
  };
};

const countedOf = ({ decision, rule, clause }: Verdict): CountedVerdict => ({
  decision,
  rule: rule?.name ?? '',
  clause: clause ?? '',
});

type Run = {
  readonly event: ObservedEvent;
  readonly experiment: CompiledExperiment;
  readonly begun: PromiseWithResolvers<Verdict | 'skipped'>;
};

/**
 * Runs branches over events of production. A run begins after the event was handed to the log and before this thread
 * turns to its next messages: velocities stand as production read them, and the caller, who waits for the log, waits no
 * longer. Where the node is busy, runs are left out and counted.
 */
export const createShadowRuns = (options: ShadowRunsOptions): ShadowRuns => {
  const { counts, monotonicMs, random } = options;
  const budget = new ShadowBudget(options);
  const inFlight = new Set<Promise<unknown>>();
  const queue: Run[] = [];
  let waiting = 0;

  const decide = ({ event, experiment: { plan } }: Run): Verdict | Promise<Verdict> => {
    const { input, view, result, tenantId, environmentId, kind, eventId } = event;
    const seeing = (): EngineInput => ({ ...input, velocities: new VelocityRecorder(view.port) });
    if (!plan.isAsync) return runWithVelocities(view, () => decideUntraced(plan, seeing(), OTHER_WATCH));
    const untilMs = monotonicMs() + CALLS_WITHIN_MS;
    const made = options.calls.forEvent({ tenantId, environmentId, kind, eventId, untilMs });
    const calls = afterProduction(result, made);
    const again = async (): Promise<Verdict> => {
      const verdict = await decideUntracedAsync(plan, { ...seeing(), calls }, OTHER_WATCH);
      const fetching = view.fetchMissing();
      if (fetching === undefined) return verdict;
      await fetching;
      return again();
    };
    return again();
  };

  const runOne = (run: Run): void => {
    const { begun, experiment } = run;
    if (!budget.allows() || (experiment.plan.isAsync && waiting >= MOST_WAITING)) return begun.resolve('skipped');
    const beganMs = monotonicMs();
    try {
      const verdict = decide(run);
      if (verdict instanceof Promise) {
        waiting += 1;
        void verdict.then(begun.resolve, begun.reject).finally(() => (waiting -= 1));
      } else begun.resolve(verdict);
    } catch (error) {
      begun.reject(error);
    } finally {
      budget.spend(monotonicMs() - beganMs);
    }
  };

  const runAll = (): void => {
    for (const run of queue.splice(0)) runOne(run);
  };

  const enqueue = (event: ObservedEvent, experiment: CompiledExperiment): Run['begun'] => {
    const begun = Promise.withResolvers<Verdict | 'skipped'>();
    // The counter asks later, or never.
    begun.promise.catch(() => undefined);
    if (queue.length >= MOST_QUEUED) begun.resolve('skipped');
    else if (queue.push({ event, experiment, begun }) === 1) setImmediate(runAll);
    return begun;
  };

  const countWhenDone = async (event: ObservedEvent, experimentId: string, begun: Run['begun']): Promise<void> => {
    const { tenantId, environmentId, eventId, receivedAtMs, result, facts } = event;
    const verdict = await begun.promise.catch(() => 'failed' as const);
    if (typeof verdict === 'string') {
      counts.missed({ tenantId, experimentId, why: verdict });
      options.onOutcome(verdict);
      return;
    }
    const compared: ComparedEvent = {
      tenantId,
      experimentId,
      environmentId,
      eventId,
      receivedAtMs,
      production: countedOf(result),
      branch: countedOf(verdict),
      amount: facts.amount,
      currency: facts.currency,
    };
    counts.compared(compared);
    options.onOutcome('compared');
  };

  return {
    begin: (event) => {
      const runs = event.experiments
        .filter(({ fromMs, untilMs, sharePercent }) => {
          const isInTime = event.receivedAtMs >= fromMs && event.receivedAtMs < untilMs;
          return isInTime && random() * PERCENT < sharePercent;
        })
        .map((experiment) => ({ experiment, begun: enqueue(event, experiment) }));
      if (runs.length === 0) return undefined;
      return {
        count: () => {
          for (const { experiment, begun } of runs) {
            const counting = countWhenDone(event, experiment.id, begun);
            inFlight.add(counting);
            void counting.finally(() => inFlight.delete(counting));
          }
        },
      };
    },
    settled: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
};
