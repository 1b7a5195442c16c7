import type { EventExplanation, explainEvent as endpoint, ParamsOf } from '@redoubt/contracts';
import type { EnvironmentContext } from '../context.ts';
import { readRecordedEvent } from '../decisions/recorded/recorded-event.ts';
import { withRulesThatRan, type Explainer } from '../decisions/recorded/recorded-job.ts';
import { recordedRows } from '../decisions/recorded/replay.ts';
import { maskExplanation } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import type { HashEventId } from '../secrets/subject-keys.ts';
import { findEvent } from './find-event.ts';

const NOTHING: EventExplanation = { rules: [] };

/**
 * What each expression of the rules that ran came to, worked out again from the record, where texts are evaluated.
 * Nothing where the record no longer gives the recorded decision, so that no value is shown that was not there.
 *
 * @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`, `RULE-EVALUATION-TIMEOUT`, `REQ-OVERLOADED`.
 */
export const explainEvent = async (
  context: EnvironmentContext,
  evaluator: Explainer,
  params: ParamsOf<typeof endpoint>,
  hashEventId?: HashEventId,
): Promise<EventExplanation> => {
  const { database, tenantId } = context;
  const { record, home } = await findEvent(context, params, hashEventId);
  const whole = await readRecordedEvent(database, tenantId, record);
  if ('difference' in whole) return NOTHING;
  const event = withRulesThatRan(whole);
  const explained = await evaluator.evaluate(context, { kind: 'explanation', event }, recordedRows(context, event));
  return seesMasks(context, home.id) ? maskExplanation(explained, record.request) : explained;
};
