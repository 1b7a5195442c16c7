import type { LoggedAssessmentKind } from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import { kindCodeOf } from '../log/log-event.ts';
import type { Scope } from '../search/search-query.ts';

/** Conditions for the rows `c` of an assessment in the environments and the period asked for. @param time when a row counts */
export const ofPeriod = (
  scope: Scope,
  kind: LoggedAssessmentKind,
  time: RawBuilder<unknown>,
  range: { readonly fromMs: number; readonly toMs: number },
): readonly RawBuilder<unknown>[] => [
  sql`c.tenant_id = ${scope.tenantId}::uuid`,
  sql`c.environment_id = any(${scope.environmentIds}::uuid[])`,
  sql`c.kind = ${sql.lit(kindCodeOf(kind))}`,
  sql`${time} >= ${new Date(range.fromMs)}`,
  sql`${time} < ${new Date(range.toMs)}`,
];
