import type { Evaluation, RuleText } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { isJsonObject } from '@redoubt/kernel';
import { listLists, readListRows, type StoredList } from '@redoubt/storage';
import { catalogueOf } from '../catalogue/schema-catalogue.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import type { ListContentMessage } from './evaluation-protocol.ts';
import type { RuleEvaluator } from './rule-evaluator.ts';
import { sourceOf, storableText } from './rule-text.ts';

/** `RandomInt` draws the same numbers each time, so that the pane changes only with text and sample. */
const SEED = 1;

/** Lists whose name stands anywhere in the texts: at least those that the rule names. */
const mentioned = (text: RuleText, lists: readonly StoredList[]): readonly StoredList[] => {
  const all = [text.condition, ...text.clauses.map(({ code }) => code)].join('\n').toLowerCase();
  return lists.filter(({ name }) => all.includes(name.toLowerCase()));
};

/**
 * Runs a rule text over its sample with the environment's stored lists; nothing is stored. Diagnostics come back in any
 * case, a result only where there is no error. Throws RULE-EVALUATION-TIMEOUT, and REQ-INVALID for a sample that is not
 * a JSON object.
 */
export const evaluateRule = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  assessment: AssessmentName,
  text: RuleText,
): Promise<Evaluation> => {
  const { database, tenantId, environmentId } = context;
  const stored = storableText(text);
  const { samplePayload } = stored;
  if (!isJsonObject(samplePayload)) {
    throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.text.samplePayload', message: 'is not a JSON object' }]);
  }
  const lists = await database.inTenant(tenantId, (trx) => listLists(trx, environmentId));
  const named = mentioned(text, lists);
  const load = (hashes: readonly string[]): Promise<readonly ListContentMessage[]> =>
    database.inTenant(tenantId, async (trx) => {
      const contents: ListContentMessage[] = [];
      for (const hash of hashes) {
        const list = named.find(({ contentHash }) => contentHash === hash);
        if (!list) continue;
        const rows = await readListRows(trx, { listId: list.id, contentVersion: list.contentVersion });
        contents.push({ hash, columns: list.columns, rows });
      }
      return contents;
    });
  return evaluator.evaluate(
    {
      source: sourceOf(stored),
      catalogue: catalogueOf(assessment, lists),
      lists: named.map(({ name, contentHash }) => ({ name, hash: contentHash })),
      payload: samplePayload,
      nowMs: context.clock.now(),
      correlationId: context.correlationId,
      seed: SEED,
    },
    load,
  );
};
