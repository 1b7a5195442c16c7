import { isAppError, MINUTE_MS, SECOND_MS, type Clock, type Id, type JsonObject } from '@redoubt/kernel';
import { UNDO_MS, type ConsequenceStep } from '@redoubt/domain';
import {
  beginConsequences,
  caseIdOf,
  lockConsequences,
  queueCaseConsequences,
  saveConsequenceOutcomes,
  type ConsequenceOutcome,
  type DueConsequence,
} from '@redoubt/storage';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { ResolvedEnvironment } from '../decisions/tenant-plans/plan-registry.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { runSteps } from '../jobs/run-steps.ts';
import { blockValues } from './block-values.ts';
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
  { steps: ['block'], most: 8 },
];

export type CaseConsequences = CaseActionOptions & {
  readonly clock: Clock;
  readonly service: Pick<DecisionService, 'record' | 'resolveOpen' | 'press'>;
};

/** The same for every attempt, so that the other side of a call can tell that it is the same. */
const correlationOf = ({ environmentId, eventType, eventId, number, step }: DueConsequence): string =>
  `case/${environmentId}/${eventType}/${eventId}/${number}/${step}`;

/** When it was decided; steps wait for the end of the time in which a decision can be undone. */
const decidedAt = ({ notBefore }: DueConsequence): Date => new Date(notBefore.getTime() - UNDO_MS);

/**
 * The name under which the log stores what a step sends, once for all attempts of all nodes. It holds the time of the decision:
 * an event that was erased and sent again has a case of the same id, whose entries are numbered from one again.
 */
const onceKeyOf = (tenantId: Id, due: DueConsequence): string =>
  `case/${caseIdOf({ ...due, tenantId })}/${due.number}/${due.step}/${due.notBefore.getTime()}`;

type Attempt = {
  readonly tenantId: Id;
  readonly due: DueConsequence;
  readonly environment: ResolvedEnvironment;
};

/** Stores an event unless another attempt did. */
const store = async (
  { clock, service }: CaseConsequences,
  { tenantId, due, environment }: Attempt,
  event: ConsequenceEvent | null,
): Promise<void> => {
  if (event === null) return;
  const requestText = JSON.stringify(event.body);
  const receivedAtMs = clock.now();
  await service.record({
    ...event,
    tenantId,
    environment,
    requestText,
    receivedAtMs,
    historical: false,
    correlationId: correlationOf(due),
    onceKey: onceKeyOf(tenantId, due),
  });
};

/** Does what a step says; gives what its code came to, or what it blocked. */
const perform = async (options: CaseConsequences, attempt: Attempt): Promise<JsonObject | null> => {
  const { tenantId, due, environment } = attempt;
  const { step, eventType: kind, eventId, body } = due;
  const trackingId = correlationOf(due);
  const sending = { at: decidedAt(due), trackingId };
  if (step === 'block')
    return blockValues(options, tenantId, due, { decidedAt: decidedAt(due), correlationId: trackingId });
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

const send = async (options: CaseConsequences, tenantId: Id, due: DueConsequence): Promise<ConsequenceOutcome> => {
  const nowMs = options.clock.now();
  try {
    const environment = await options.service.resolveOpen(tenantId, due.environmentId);
    const result = await perform(options, { tenantId, due, environment });
    return { due, sentAt: new Date(nowMs), problem: null, result, retryAt: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const waitMs = Math.min(MOST_WAIT_MS, LOOK_MS * 2 ** due.attempts);
    return { due, sentAt: null, problem: error.code, result: null, retryAt: new Date(nowMs + waitMs) };
  }
};

type Batch = (typeof BATCHES)[number] & { readonly tenantId: Id; readonly environmentId: Id };

/** Sends some of what is due; gives how much of it was looked at. */
const sendSome = async (
  options: CaseConsequences,
  { tenantId, environmentId, steps, most }: Batch,
): Promise<number> => {
  const { database, clock } = options;
  const at = new Date(clock.now());
  const begun = await database.inTenant(tenantId, (trx) => beginConsequences(trx, { environmentId, at, steps, most }));
  if (begun.length === 0) return 0;
  // The rows stay locked until it is written down what was sent, so that no other node makes its calls meanwhile.
  await database.inTenant(tenantId, async (trx) => {
    const due = await lockConsequences(trx, begun);
    const outcomes = await Promise.all(due.map((each) => send(options, tenantId, each)));
    await saveConsequenceOutcomes(trx, outcomes);
  });
  return begun.length;
};

/**
 * Sends what decisions of cases cause, as events like those of merchants, and runs the code of decisions. An attempt is noted
 * before it is made, so that no undo takes back what may have left; the log stores each event once, whichever attempts of
 * whichever nodes send it.
 */
export const createCaseConsequences = (options: CaseConsequences): JobRunner => ({
  kind: 'caseConsequences',
  run: runSteps(
    options.database,
    BATCHES.map(
      (batch) =>
        ({ tenantId, environmentId }) =>
          sendSome(options, { ...batch, tenantId, environmentId }),
    ),
  ),
  schedule: {
    everyMs: LOOK_MS,
    run: () => queueCaseConsequences(options.database, new Date(options.clock.now())),
  },
});
