import { DEGRADED_REASONS, type DegradedReason } from '@redoubt/domain';
import type { EngineResult, LevelCallRecord } from '@redoubt/engine';

/** Questions about lists that are kept elsewhere are recorded as calls of this name. */
const LIST_CALL = 'list:';

const reasonOfCall = ({ request }: LevelCallRecord): DegradedReason => {
  if (request.kind === 'assessment') return 'externalAssessment';
  return request.name.startsWith(LIST_CALL) ? 'list' : 'externalCall';
};

/** Facts are kept under what was asked for, as JSON: `["risk"]`, `["bot","login"]`. */
const isModel = (question: string): boolean => question.startsWith('["risk"') || question.startsWith('["bot"');

/**
 * What the rules of an event asked for and did not get, each once: calls, assessments and lists that failed, timed out or had no
 * time left, velocities that are still filled with history, and models that could not be asked.
 *
 * @param result what the rules came to, before actions ran
 * @param warming velocities the rules read that are still filled
 */
export const degradedReasons = (
  { calls = [], facts = {} }: Pick<EngineResult, 'calls' | 'facts'>,
  warming: readonly string[] | undefined,
): readonly DegradedReason[] => {
  const found = new Set<DegradedReason>(calls.filter(({ answer }) => answer.error !== '').map(reasonOfCall));
  if (warming !== undefined && warming.length > 0) found.add('velocity');
  if (Object.entries(facts).some(([question, fact]) => fact === null && isModel(question))) found.add('model');
  return DEGRADED_REASONS.filter((reason) => found.has(reason));
};
