import { isAppError, MINUTE_MS, SECOND_MS, type Clock, type Id, type JsonObject } from '@redoubt/kernel';
import { UNDO_MS, type ConsequenceStep } from '@redoubt/domain';
import {
  beginConsequences,
  findCorrelated,
  lockConsequences,
  queueCaseConsequences,
  readLastPosition,
  saveConsequenceOutcomes,
  stepJob,
  type ConsequenceOutcome,
  type DueConsequence,
} from '@redoubt/storage';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { ResolvedEnvironment } from '../decisions/tenant-plans/plan-registry.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { runCaseAction, type CaseActionOptions } from './case-action.ts';
import { consequenceEvent, labelEvent, type ConsequenceEvent } from './consequence-event.ts';

/** How soon what is due is sent. */
const LOOK_MS = 2 * SECOND_MS;
/** Longest until the next attempt. */
const MOST_WAIT_MS = 10 * MINUTE_MS;

/** What is sent at a time. Code may wait for calls: it keeps no event waiting, and few run at once. */
const BATCHES: readonly { readonly steps: readonly ConsequenceStep[]; readonly most: number }[] = [
  { steps: ['status', 'label'], most: 50 },
  { steps: ['action'], most: 8 },
];

export type CaseConsequences = CaseActionOptions & {
  readonly clock: Clock;
  readonly service: Pick<DecisionService, 'record' | 'resolveOpen' | 'press'>;
};

/** The same for every attempt, so that the log can be asked whether one of them stored the event. */
const correlationOf = ({ environmentId, eventType, eventId, number, step }: DueConsequence): string =>
  `case/${environmentId}/${eventType}/${eventId}/${number}/${step}`;

/** When it was decided; steps wait for the end of the time in which a decision can be undone. */
const decidedAt = ({ notBefore }: DueConsequence): Date => new Date(notBefore.getTime() - UNDO_MS);

type Attempt = {
  readonly tenantId: Id;
  readonly due: DueConsequence;
  /** Correlation ids that attempts before this one stored. */
  readonly stored: ReadonlySet<string>;
  readonly environment: ResolvedEnvironment;
};

/** Stores an event unless an attempt before this one did. */
const store = async (
  { clock, service }: CaseConsequences,
  { tenantId, due, stored, environment }: Attempt,
  event: ConsequenceEvent | null,
): Promise<void> => {
  const correlationId = correlationOf(due);
  if (event === null || stored.has(correlationId)) return;
  const requestText = JSON.stringify(event.body);
  const receivedAtMs = clock.now();
  await service.record({
    ...event,
    tenantId,
    environment,
    requestText,
    receivedAtMs,
    historical: false,
    correlationId,
  });
};

/** Does what a step says; gives what its code came to. */
const perform = async (options: CaseConsequences, attempt: Attempt): Promise<JsonObject | null> => {
  const { tenantId, due, environment } = attempt;
  const { step, eventType: kind, eventId, body } = due;
  const trackingId = correlationOf(due);
  const sending = { at: decidedAt(due), trackingId };
  if (step !== 'action') {
    await store(options, attempt, consequenceEvent(environment, step, { kind, eventId }, body, sending));
    return null;
  }
  const { result, labels } = await runCaseAction(options, tenantId, due, environment, trackingId);
  for (const { eventId: about, ...label } of labels) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the language allows one
    await store(options, attempt, labelEvent(environment, { kind, eventId: about }, label, sending));
  }
  return result;
};

const send = async (
  options: CaseConsequences,
  tenantId: Id,
  due: DueConsequence,
  stored: ReadonlySet<string>,
): Promise<ConsequenceOutcome> => {
  const nowMs = options.clock.now();
  try {
    const environment = await options.service.resolveOpen(tenantId, due.environmentId);
    const result = await perform(options, { tenantId, due, stored, environment });
    return { due, sentAt: new Date(nowMs), problem: null, result, retryAt: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const waitMs = Math.min(MOST_WAIT_MS, LOOK_MS * 2 ** due.attempts);
    return { due, sentAt: null, problem: error.code, result: null, retryAt: new Date(nowMs + waitMs) };
  }
};

/** What attempts before this one stored, although their node did not come to say so. */
const storedBefore = (
  { database }: CaseConsequences,
  tenantId: Id,
  due: readonly DueConsequence[],
): Promise<ReadonlySet<string>> => {
  const again = due.filter(({ attempts }) => attempts > 1);
  if (again.length === 0) return Promise.resolve(new Set());
  const after = Math.min(...again.map(({ beganAfter }) => beganAfter));
  return findCorrelated(database, tenantId, new Set(again.map(correlationOf)), after);
};

type Batch = (typeof BATCHES)[number] & { readonly tenantId: Id; readonly environmentId: Id };

/** Sends some of what is due; gives how much of it was looked at. */
const sendSome = async (
  options: CaseConsequences,
  { tenantId, environmentId, steps, most }: Batch,
): Promise<number> => {
  const { database, clock } = options;
  const position = await readLastPosition(database);
  const at = new Date(clock.now());
  const begun = await database.inTenant(tenantId, (trx) =>
    beginConsequences(trx, { environmentId, at, steps, most, position }),
  );
  if (begun.length === 0) return 0;
  // The rows stay locked until it is written down what was sent: no other node sends it meanwhile.
  await database.inTenant(tenantId, async (trx) => {
    const due = await lockConsequences(trx, begun);
    const stored = await storedBefore(options, tenantId, due);
    const outcomes = await Promise.all(due.map((each) => send(options, tenantId, each, stored)));
    await saveConsequenceOutcomes(trx, outcomes);
  });
  return begun.length;
};

/**
 * Sends what decisions of cases cause, as events like those of merchants, and runs the code of decisions. Each event is
 * stored once: an attempt is noted before it is made, and where its node died the log is asked whether the event came to
 * be stored.
 */
export const createCaseConsequences = (options: CaseConsequences): JobRunner => ({
  kind: 'caseConsequences',
  run: async (job, { signal }) => {
    const { tenantId, environmentId } = job;
    for (const batch of BATCHES) {
      while (!signal.aborted) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one batch after the other
        const done = await sendSome(options, { ...batch, tenantId, environmentId });
        if (done === 0) break;
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await stepJob(options.database, job, { done });
      }
    }
    return undefined;
  },
  schedule: {
    everyMs: LOOK_MS,
    run: () => queueCaseConsequences(options.database, new Date(options.clock.now())),
  },
});
