import type { JsonObject } from '@redoubt/kernel';
import type { EventKind } from '../events/event-kinds.ts';

/**
 * Events a velocity may count, as FROM names them, with what they are (`decisioning.md` §3.2). An observation may be
 * named with the assessment it belongs to or alone.
 */
export const VELOCITY_SOURCES: Readonly<Record<string, EventKind>> = {
  Purchase: 'purchase',
  PurchaseStatus: 'purchaseStatus',
  Chargeback: 'chargeback',
  Label: 'label',
  'Purchase:PurchaseStatus': 'purchaseStatus',
  'Purchase:Chargeback': 'chargeback',
  'Purchase:Label': 'label',
};

const KINDS = new Map(Object.entries(VELOCITY_SOURCES).map(([name, kind]) => [name.toLowerCase(), kind]));

/** The kind of event a source of FROM stands for, whatever its letter case; null for one that does not exist. */
export const velocitySourceKind = (source: {
  readonly assessment: string;
  readonly observation: string | null;
}): EventKind | null => {
  const { assessment, observation } = source;
  const name = observation === null ? assessment : `${assessment}:${observation}`;
  return KINDS.get(name.toLowerCase()) ?? null;
};

/** What the rules made of a purchase, under `ruleEvaluation` (`language.md` A-14); some members have a second name. */
export type RuleEvaluationFacts = {
  readonly decision: string;
  readonly rule: string;
  readonly clause: string;
  readonly reason: string;
  readonly environmentId: string;
};

const ruleEvaluationOf = ({ decision, rule, clause, reason, environmentId }: RuleEvaluationFacts): JsonObject => ({
  decision,
  rule,
  ruleName: rule,
  clause,
  clauseName: clause,
  reason,
  environmentId,
});

/**
 * What a velocity reads of an event: the body at the root, beside it what the rules made of it, and for an event about a
 * purchase that purchase under its own name (`language.md` §5).
 */
export const velocityPayload = (event: {
  readonly body: JsonObject;
  /** Absent for events that no rule decides. */
  readonly ruleEvaluation?: RuleEvaluationFacts | undefined;
  /** The purchase an event is about; absent where it is one, or where none is known. */
  readonly purchase?: JsonObject | undefined;
}): JsonObject => ({
  ...event.body,
  ...(event.ruleEvaluation ? { ruleEvaluation: ruleEvaluationOf(event.ruleEvaluation) } : {}),
  ...(event.purchase ? { purchase: event.purchase } : {}),
});
