import type { CaseStanding } from '@redoubt/domain';

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : time(ms);

/** What entries make of a case, as its row holds it. */
export const standingColumns = ({ record, leaseAgent, verdict, lastAgent, version }: CaseStanding) => {
  const { queueId, settlesAtMs, dueAtMs, lease, onHoldUntilMs, escalated, assignee, second, outcome } = record;
  return {
    queue_id: queueId,
    settles_at: time(settlesAtMs),
    due_at: time(dueAtMs),
    lease_agent_id: lease?.agentId ?? null,
    lease_agent: leaseAgent,
    lease_since: timeOrNull(lease?.sinceMs),
    lease_until: timeOrNull(lease?.untilMs),
    lease_extensions: lease?.extensions ?? 0,
    on_hold_until: timeOrNull(onHoldUntilMs),
    escalated,
    assignee_id: assignee?.id ?? null,
    assignee: assignee?.name ?? null,
    second_review: second?.state ?? null,
    first_agent_id: second?.firstId ?? null,
    first_at: timeOrNull(second?.firstAtMs),
    outcome: outcome?.kind ?? null,
    ended_at: timeOrNull(outcome?.atMs),
    decision: verdict?.decision ?? null,
    case_action: verdict?.caseAction ?? null,
    label_action: verdict?.labelAction ?? null,
    decision_reason: verdict?.reason ?? null,
    decided_by_id: verdict?.byId ?? null,
    decided_by: verdict?.by ?? null,
    decision_source: verdict?.source ?? null,
    last_agent: lastAgent,
    version,
  };
};
