import type { LoggedAssessmentKind } from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import { kindCodeOf } from '../log/log-event.ts';
import type { Scope } from '../search/search-query.ts';

/**
 * Milliseconds since 1970 of a time of the database. `date_part` is a floating-point number, whole here, where `extract` makes a decimal
 * one, which took longer than the sums beside it.
 */
export const epochMs = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(date_part('epoch', ${at}) * 1000)::bigint`;

/**
 * Amounts added up as floating-point numbers: exact below 2^53 units of 1e-4, and they leave the database as such anyway. Decimal
 * numbers, which sums of `bigint` are, took most of the time of a question.
 */
export const unitSum = (units: RawBuilder<unknown>): RawBuilder<unknown> => sql`sum(${units}::float8)`;

/** The day of UTC of a time: there each is as long, which PostgreSQL divides by sooner than it looks a calendar up. */
export const utcDay = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_bin('1 day', ${at}, '2000-01-01T00:00:00Z'::timestamptz)`;

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
