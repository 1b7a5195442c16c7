import type { Decision } from '@redoubt/domain';
import { MINUTE_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { RuleHits } from '../dashboard/dashboard.read-model.ts';
import type { Database } from '../database/database.ts';
import type { Scope } from '../search/search-query.ts';

/** A rule whose newest version is watched: since when it decides, and how long it and the one before are looked at. */
export type WatchedRule = { readonly ruleId: Id; readonly publishedAt: Date; readonly spanMs: number };

/** Clauses that fired since a version was published, and in the span before. */
export type RuleMix = { readonly after: RuleHits; readonly earlier: RuleHits };

type Row = { rule: Id; decision: Decision | ''; after: boolean; hits: number };

/**
 * What newly published versions decide beside the ones before, from hits per minute of live traffic; the minute of the
 * publication belongs to the new version.
 */
export const readRuleMixes = async (
  database: Database,
  scope: Scope,
  now: Date,
  rules: readonly WatchedRule[],
): Promise<ReadonlyMap<Id, RuleMix>> => {
  if (rules.length === 0) return new Map();
  const wanted = JSON.stringify(
    rules.map(({ ruleId, publishedAt, spanMs }) => {
      const at = Math.floor(publishedAt.getTime() / MINUTE_MS) * MINUTE_MS;
      return { rule_id: ruleId, at: new Date(at), since: new Date(at - spanMs) };
    }),
  );
  const rows = await database.readTenant(scope.tenantId, async (trx) => {
    const result = await sql<Row>`
      select hit.rule_id as rule, hit.decision, hit.minute >= wanted.at as after, sum(hit.hits)::bigint as hits
        from jsonb_to_recordset(${wanted}::jsonb) as wanted (rule_id uuid, at timestamptz, since timestamptz)
        join rule_hit_minute hit on hit.rule_id = wanted.rule_id
       where hit.tenant_id = ${scope.tenantId}::uuid and hit.environment_id = any(${scope.environmentIds}::uuid[])
         and hit.minute >= wanted.since and hit.minute <= ${now}
       group by 1, 2, 3`.execute(trx);
    return result.rows;
  });
  const hitsOf = (matching: readonly Row[]): RuleHits => ({
    hits: matching.reduce((sum, { hits }) => sum + hits, 0),
    decisions: Object.fromEntries(
      matching.flatMap(({ decision, hits }) => (decision === '' ? [] : [[decision, hits] as const])),
    ),
  });
  return new Map(
    rules.map(({ ruleId }) => {
      const own = rows.filter(({ rule }) => rule === ruleId);
      return [
        ruleId,
        { after: hitsOf(own.filter(({ after }) => after)), earlier: hitsOf(own.filter(({ after }) => !after)) },
      ];
    }),
  );
};
