import { sql, type RawBuilder } from 'kysely';
import { ofSameCase } from './entry-conditions.ts';
import { isOne, scoped, within, type CaseReportRange, type CaseReportScope } from './report-scope.ts';

const DECIDES = sql`('decide', 'timeOut')`;

/**
 * Decided cases that were opened again in a range, as a table: `at` of the opening, `number` of its entry, queue, agent and words
 * of the decision before it, and of the first one after it that stands. Agents are empty at time-outs.
 */
export const reopenedCases = (
  { environmentId, kind, queueId, agentId }: CaseReportScope,
  range: CaseReportRange,
): RawBuilder<unknown> => sql`(
  select r.at, r.kind, r.event_id, r.number, (r.body #>> '{reopened,queueId}')::uuid as queue_id,
         r.body #>> '{reopened,agentId}' as agent_id, r.body #>> '{reopened,agent}' as agent,
         r.body #>> '{reopened,source}' as source, r.body #>> '{reopened,decision}' as decision,
         r.body #>> '{reopened,reason}' as reason, l.body #>> '{verdict,decision}' as later_decision, l.actor as later_agent
    from case_entry r
    left join lateral (
      select actor, body from (
        -- An undo is the entry right after the one that it takes back.
        select d.number, d.action, d.actor, d.body, lead(d.action) over (order by d.number) as next from case_entry d
         where ${ofSameCase('d', 'r')} and d.number > r.number) since
       where action in ${DECIDES} and next is distinct from 'undo'
       order by number limit 1) l on true
   where r.environment_id = ${environmentId} and r.action = 'reopen' and r.body -> 'reopened' is not null
     and ${within('r.at', range)} and ${isOne('r.kind', kind)}
     and ${queueId === null ? sql`true` : sql`r.body #>> '{reopened,queueId}' = ${queueId}`}
     and ${agentId === null ? sql`true` : sql`r.body #>> '{reopened,agentId}' = ${agentId}`}) as reopened`;

/**
 * Cases decided in a range whose events have a label, as a table: `at` of the decision, and what the newest label says that is not
 * of manual review; of two under one stamp fraud counts. Agents are empty at time-outs.
 */
export const labelledCases = (scope: CaseReportScope, range: CaseReportRange): RawBuilder<unknown> => sql`(
  select distinct on (c.kind, c.event_id) c.ended_at as at, c.kind, c.event_id, c.queue_id,
         case c.decision_source when 'TimeOut' then '' else c.decided_by_id end as agent_id,
         case c.decision_source when 'TimeOut' then '' else c.decided_by end as agent, c.decision_source as source,
         c.decision, c.decision_reason as reason, c.case_action, l.label_verdict as label
    from (select * from review_case
           where ${scoped(scope)} and ${isOne('decided_by_id', scope.agentId)} and ${within('ended_at', range)}
             and outcome in ('Decided', 'TimedOut') and case_action in ('Approve', 'Reject')) c
    join related_event l on l.environment_id = c.environment_id and l.subject_kind = c.kind and l.subject_id = c.event_id
     and l.label_verdict is not null
   order by c.kind, c.event_id, l.label_stamp desc, l.label_verdict) as labelled`;
