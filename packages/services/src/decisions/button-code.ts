import { recordedFacts, VelocityRecorder, withButtonCode, type ActionsResult, type PlanRule } from '@redoubt/engine';
import { SECOND_MS } from '@redoubt/kernel';
import type { LoggedAssessmentKind } from '@redoubt/domain';
import { ACTIONS_CALL_WITHIN_MS, ActionRunner } from './action-runner.ts';
import type { DeciderOptions } from './assessment-decider.ts';
import { timeOfEvent, type IncomingEvent } from './incoming-event.ts';
import { callsOfEvent } from './nested/event-calls.ts';
import { recordedInput, type RecordedEvent } from './recorded/recorded-event.ts';
import { planOfKind } from './tenant-plans/plan-of-kind.ts';

/** One press of a button: its code, and what tells it apart from other presses that call the same. */
export type ButtonPress = { readonly code: PlanRule; readonly act: string };

/** Calls end before, so that nothing is left over. */
const WAITS_MS = ACTIONS_CALL_WITHIN_MS + 5 * SECOND_MS;

/**
 * Runs the code of a button for a stored event, and waits for its end. It reads what the rules read, and the decision that
 * they came to; calls go by what the environments say today and are made although rules may have made them before.
 */
export const runButtonCode = async (
  options: Pick<DeciderOptions, 'calls' | 'nested' | 'velocities' | 'data' | 'monotonicMs' | 'parseTime'>,
  event: IncomingEvent<LoggedAssessmentKind>,
  stored: RecordedEvent,
  { code, act }: ButtonPress,
): Promise<ActionsResult> => {
  const { recorded } = stored;
  const input = recordedInput(stored);
  const view = options.velocities.viewAt(event.tenantId, timeOfEvent(event, options.parseTime));
  const facts = { ...recorded.facts, ...recorded.actions?.facts };
  const untilMs = options.monotonicMs() + ACTIONS_CALL_WITHIN_MS;
  const { actions } = await new ActionRunner({ answerWaitsMs: WAITS_MS }).runAsync({
    plan: withButtonCode(planOfKind(event.kind, event.environment.plans), code),
    input: { ...input, enrichment: recordedFacts(facts, undefined, options.data?.().source) },
    result: { decision: recorded.decision },
    view,
    velocities: new VelocityRecorder({
      read: (...question) => input.velocities?.read(...question) ?? view.port.read(...question),
    }),
    calls: callsOfEvent(options, event, stored.eventId, { untilMs, acts: true, act }),
  });
  return actions;
};
