import {
  canBlockWith,
  consequencesOf,
  fail,
  wantsSecondReview,
  type BeforeDecision,
  type BlockConsequence,
  type CaseBlockEntity,
  type CaseConfiguration,
  type CaseSettings,
  type CaseVerdict,
  type EntrySource,
} from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import {
  findFirstDecision,
  type CaseQueue,
  type FirstDecision,
  type StoredCase,
  type TenantTransaction,
} from '@redoubt/storage';
import { randomInt } from 'node:crypto';
import type { EnvironmentContext } from '../context.ts';
import { blockRefused } from './block.ts';
import type { CaseOperation } from './change-case.ts';

/** What an agent says with a decision. */
export type DecisionInput = { readonly decision: string; readonly reason: string; readonly note: string };

/** What a decision is made by. */
export type DecisionTerms = {
  readonly configuration: CaseConfiguration;
  readonly secondReview: CaseSettings['secondReview'];
  readonly queue: CaseQueue;
  /** Of a case that waits for its second decision. */
  readonly first: FirstDecision | undefined;
  readonly source: EntrySource;
  /** Whether the caller may not have the case in review. */
  readonly inBulk: boolean;
  /** Values of the event that are blocked with it. */
  readonly block?: BlockConsequence | undefined;
};

/**
 * What the case had before: an undo brings it back. Only a lease of the agent who decides comes back; another agent, who lost
 * the case to a decision in bulk, has gone on meanwhile.
 */
const restorable = ({ standing: { record } }: StoredCase, agentId: string): BeforeDecision => ({
  lease: record.lease?.agentId === agentId ? record.lease : null,
  onHoldUntilMs: record.onHoldUntilMs,
  escalated: record.escalated,
  second: record.second,
});

/** The first decision of a case that waits for its second one. */
export const readFirstDecision = async (
  trx: TenantTransaction,
  { key, standing }: StoredCase,
): Promise<FirstDecision | undefined> =>
  standing.record.second?.state === 'Waiting' ? findFirstDecision(trx, key) : undefined;

const verdictOf = ({ decisions }: CaseConfiguration, { decision, reason }: DecisionInput) => {
  const chosen = decisions.find(({ name }) => name === decision);
  if (chosen === undefined) {
    throw fail('CASE-DECISION-UNKNOWN', { decision, known: decisions.map(({ name }) => name).join(', ') });
  }
  if (!chosen.reasons.includes(reason)) {
    throw fail('CASE-REASON-UNKNOWN', { decision, reason, known: chosen.reasons.join(', ') });
  }
  const { caseAction, labelAction } = chosen;
  const verdict: CaseVerdict = { decision, caseAction, labelAction, reason };
  return { chosen, verdict };
};

/** Draws finer than a hundredth of a per cent. */
const DRAWS = 1_000_000;

/** What the entry of a second decision says of the first one. */
const firstSaid = ({ number, actorId, actor, verdict }: FirstDecision): JsonObject => ({
  number,
  actorId,
  actor,
  decision: verdict.decision,
});

/**
 * The decision of a case by its configuration. Where two people decide, nothing follows from the first decision, and nothing
 * from the second where it is another one. Throws CASE-DECISION-UNKNOWN, CASE-REASON-UNKNOWN with what can be chosen, and
 * CASE-BLOCK-REFUSED where values are not blocked with that decision.
 */
export const decisionOperation = (
  { actor }: EnvironmentContext,
  stored: StoredCase,
  { configuration, secondReview, queue, first, source, inBulk, block }: DecisionTerms,
  input: DecisionInput,
): CaseOperation => {
  const { chosen, verdict } = verdictOf(configuration, input);
  if (block && !canBlockWith(chosen)) throw blockRefused(block.entities.split(',') as CaseBlockEntity[]);
  const said = {
    ...(input.note === '' ? {} : { note: input.note }),
    before: restorable(stored, actor.id),
    queueId: stored.standing.record.queueId,
    ...(first && { first: firstSaid(first) }),
  };
  const deciding = { agentId: actor.id, inBulk };
  const operation = { source, verdict, said };
  const { second } = stored.standing.record;
  if (second === null && wantsSecondReview(secondReview, stored, randomInt(DRAWS) / DRAWS)) {
    return { ...operation, action: { kind: 'decideFirst', ...deciding } };
  }
  if (first && first.verdict.decision !== verdict.decision) {
    return { ...operation, action: { kind: 'disagree', ...deciding, timeoutMs: queue.timeoutMs } };
  }
  return {
    ...operation,
    action: { kind: 'decide', ...deciding },
    consequences: consequencesOf(chosen, input.reason, block),
  };
};
