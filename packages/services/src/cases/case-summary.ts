import type { CaseDecisionOption, CaseQueueFacts, CaseSummary } from '@redoubt/contracts';
import { caseStateAt, leaseAt, UNDO_MS, type CaseConfiguration } from '@redoubt/domain';
import type { CaseQueue, StoredCase } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { maskSearched } from '../privacy/mask-answers.ts';

const time = (ms: number): string => new Date(ms).toISOString();

type Viewer = Pick<EnvironmentContext, 'actor' | 'clock' | 'maskedEnvironments'>;

/** What a viewer decided first about a case that waits for a second decision; others do not learn of it. */
export type OwnFirst = NonNullable<StoredCase['standing']['verdict']>;

const verdictOf = (
  { standing: { record, verdict } }: StoredCase,
  { actor, clock }: Viewer,
  first: OwnFirst | undefined,
): CaseSummary['decision'] => {
  const { outcome, second } = record;
  const decidedAtMs = outcome === null ? first && second?.firstAtMs : outcome.atMs;
  const shown = outcome === null ? first : verdict;
  if (decidedAtMs === undefined || !shown) return null;
  const { decision, caseAction, labelAction, reason, by, byId, source } = shown;
  const untilMs = decidedAtMs + UNDO_MS;
  const canUndo = byId === actor.id && outcome?.kind !== 'TimedOut' && untilMs > clock.now();
  return { name: decision, caseAction, labelAction, reason, by, source, undoUntil: canUndo ? time(untilMs) : null };
};

/** A case as lists show it to a caller. */
export const caseSummaryOf = (
  stored: StoredCase,
  queue: Pick<CaseQueue, 'name' | 'orderBy'>,
  viewer: Viewer,
  first?: OwnFirst,
): CaseSummary => {
  const { key, standing, eventTime, receivedAt, ...facts } = stored;
  const { record, leaseAgent, lastAgent, version } = standing;
  const nowMs = viewer.clock.now();
  const lease = leaseAt(record, nowMs);
  const { rule, clause, reason, routedRule, routedClause, amount, currency, riskScore, expectedLoss, orderValue } =
    facts;
  return {
    id: stored.id,
    environmentId: key.environmentId,
    eventType: stored.eventType,
    eventId: key.eventId,
    queueId: record.queueId,
    queue: queue.name,
    state: caseStateAt(record, nowMs),
    eventTime: eventTime.toISOString(),
    receivedAt: receivedAt.toISOString(),
    settlesAt: time(record.settlesAtMs),
    dueAt: time(record.dueAtMs),
    amount,
    currency,
    riskScore,
    expectedLoss,
    orderValue: seesMasks(viewer, key.environmentId) ? maskSearched(queue.orderBy, orderValue) : orderValue,
    rule,
    clause,
    reason,
    routedRule,
    routedClause,
    lease: lease && {
      agentId: lease.agentId,
      agent: leaseAgent ?? lease.agentId,
      since: time(lease.sinceMs),
      until: time(lease.untilMs),
      extensions: lease.extensions,
      own: lease.agentId === viewer.actor.id,
    },
    onHoldUntil: record.onHoldUntilMs !== null && record.onHoldUntilMs > nowMs ? time(record.onHoldUntilMs) : null,
    escalated: record.escalated,
    assignee: record.assignee && { name: record.assignee.name, own: record.assignee.id === viewer.actor.id },
    endedAt: record.outcome && time(record.outcome.atMs),
    decision: verdictOf(stored, viewer, first),
    lastAgent,
    version,
  };
};

export const queueFactsOf = (queue: CaseQueue): CaseQueueFacts => {
  const { id, name, sequence, orderBy, direction, timeoutMs, defaultDecision, paused } = queue;
  return { id, name, sequence, orderBy, direction, timeoutMs, defaultDecision, paused };
};

/** The buttons of a configuration. */
export const decisionOptionsOf = ({ decisions }: CaseConfiguration): CaseDecisionOption[] =>
  decisions.map(({ name, caseAction, labelAction, reasons, sentiment }) => ({
    name,
    caseAction,
    labelAction,
    reasons: [...reasons],
    sentiment,
  }));
