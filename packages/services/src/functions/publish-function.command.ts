import type { FunctionDetail } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { advancePlanHead, deleteFunctionDraft, findFunctionDraft } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { takeResource } from '../resources/resource.ts';
import { functionResource } from './function-resource.ts';
import { readFunction } from './functions.queries.ts';
import { publishFunctionText } from './publish-function-text.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Publishes the draft: texts of the environment and of those below may call it. Throws FUNCTION-UNKNOWN, FUNCTION-STALE,
 * FUNCTION-NO-DRAFT, and what `publishFunctionText` throws.
 */
export const publishFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  input: {
    readonly version: string;
    readonly description: string;
    readonly note: string;
    /** Publish although callers read what goes, see `FunctionPublication`. */
    readonly acceptBreaking?: boolean | undefined;
  },
): Promise<FunctionDetail> => {
  const { tenantId, environmentId } = context;
  const { description, note, acceptBreaking = false } = input;
  requireClean({ 'body.description': description, 'body.note': note });
  return inTransaction(context, async (trx) => {
    // From here on no other transaction publishes in this tenant, so what is checked is what gets published.
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const stored = await takeResource(functionResource, trx, environmentId, functionId, input.version);
    const draft = await findFunctionDraft(trx, functionId);
    if (!draft) throw fail('FUNCTION-NO-DRAFT', { name: stored.name });
    // A roll-back leaves a draft behind that was begun on another text; merging it says so.
    if (draft.basedOnVersion !== (stored.publishedVersion ?? 0))
      throw fail('FUNCTION-STALE', { name: stored.name, by: stored.changedBy });
    await publishFunctionText(trx, context, stored, draft, { description, note, acceptBreaking, restores: null });
    await deleteFunctionDraft(trx, functionId);
    return readFunction(trx, context, functionId);
  });
};
