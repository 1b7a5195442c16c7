import { consequencesOf, fail, type CaseConfiguration, type EntrySource } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import type { StoredCase } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { Deed } from './change-case.ts';

/** What an agent says with a decision. */
export type DecisionInput = { readonly decision: string; readonly reason: string; readonly note: string };

/**
 * What the case had before: an undo brings it back. Only a lease of the agent who decides comes back; another agent, who lost
 * the case to a decision in bulk, has gone on meanwhile.
 */
const restorable = ({ standing: { record } }: StoredCase, agentId: string): JsonObject => ({
  lease: record.lease?.agentId === agentId ? record.lease : null,
  onHoldUntilMs: record.onHoldUntilMs,
  escalated: record.escalated,
});

/**
 * The decision of a case by its configuration. Throws CASE-DECISION-UNKNOWN, CASE-REASON-UNKNOWN with what can be chosen.
 *
 * @param inBulk whether the caller may not have the case in review.
 */
export const decisionDeed = (
  { actor }: EnvironmentContext,
  stored: StoredCase,
  { decisions }: CaseConfiguration,
  { decision, reason, note }: DecisionInput,
  { source, inBulk }: { readonly source: EntrySource; readonly inBulk: boolean },
): Deed => {
  const chosen = decisions.find(({ name }) => name === decision);
  if (chosen === undefined) {
    throw fail('CASE-DECISION-UNKNOWN', { decision, known: decisions.map(({ name }) => name).join(', ') });
  }
  if (!chosen.reasons.includes(reason)) {
    throw fail('CASE-REASON-UNKNOWN', { decision, reason, known: chosen.reasons.join(', ') });
  }
  const { caseAction, labelAction } = chosen;
  return {
    action: { kind: 'decide', agentId: actor.id, inBulk },
    source,
    verdict: { decision, caseAction, labelAction, reason },
    said: { ...(note === '' ? {} : { note }), before: restorable(stored, actor.id) },
    consequences: consequencesOf(chosen, reason),
  };
};
