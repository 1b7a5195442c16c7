import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';

/** Cases that a report counts: those of an environment, or of one kind, queue or agent in it. */
export type CaseReportScope = {
  readonly environmentId: Id;
  readonly kind: number | null;
  readonly queueId: Id | null;
  readonly agentId: string | null;
};

/** Whole hours from `fromMs` up to, not including, `toMs`. */
export type CaseReportRange = { readonly fromMs: number; readonly toMs: number };

type Column =
  | 'kind'
  | 'r.kind'
  | 'e.kind'
  | 'queue_id'
  | 'agent_id'
  | 'decided_by_id'
  | 'case_action'
  | 'decision'
  | 'reason';

/** Whether a column holds a value; any where it is null. */
export const isOne = (column: Column, value: string | number | null): RawBuilder<unknown> =>
  value === null ? sql`true` : sql`${sql.ref(column)} = ${value}`;

/** Cases of an environment, of a kind and a queue where one is named. */
export const scoped = ({ environmentId, kind, queueId }: CaseReportScope): RawBuilder<unknown> =>
  sql`environment_id = ${environmentId} and ${isOne('kind', kind)} and ${isOne('queue_id', queueId)}`;

/** Whether a time lies in a range. */
export const within = (column: string, { fromMs, toMs }: CaseReportRange): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${new Date(fromMs)} and ${sql.ref(column)} < ${new Date(toMs)}`;

/** Hours of decisions that a report counts, as `… where …`. */
export const decisionHours = (scope: CaseReportScope, range: CaseReportRange): RawBuilder<unknown> =>
  sql`case_decision_hour where ${scoped(scope)} and ${isOne('agent_id', scope.agentId)} and ${within('hour', range)}`;
