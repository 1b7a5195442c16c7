import type { Evaluation, TraceStep } from '@redoubt/contracts';
import type { Decision } from '@redoubt/domain';
import { CONDITION, type PartId } from '../../../shared/authoring/text/rule-text.ts';

/** What became of one part, as its heading says it. */
export type PartOutcome =
  | { readonly kind: 'met' | 'notMet' | 'noHit' | 'observed' | 'ran' | 'notReached' | 'error' }
  | { readonly kind: 'decides'; readonly decision: Decision }
  | { readonly kind: 'routes'; readonly queue: string };

export const stepOf = (evaluation: Evaluation | null, part: PartId): TraceStep | null =>
  evaluation?.result?.steps.find((step) => step.part === part) ?? null;

/** The outcome of a part, or null where it was not evaluated. */
export const outcomeOf = (evaluation: Evaluation | null, part: PartId): PartOutcome | null => {
  const result = evaluation?.result ?? null;
  const step = stepOf(evaluation, part);
  if (result === null || step === null) return null;
  if (step.outcome === 'error') return { kind: 'error' };
  if (part === CONDITION) return { kind: step.outcome === 'false' ? 'notMet' : 'met' };
  if (result.clauseId === part) return { kind: 'decides', decision: result.decision };
  if (result.queue !== null && step.outcome === 'fired') return { kind: 'routes', queue: result.queue };
  const fired = result.action === null ? 'observed' : 'ran';
  if (step.outcome === 'fired' || step.outcome === 'true') return { kind: fired };
  return { kind: step.outcome === 'notReached' ? 'notReached' : 'noHit' };
};
