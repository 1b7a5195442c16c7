import type { FunctionDetail } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { advancePlanHead, listFunctionVersions } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { takeResource } from '../resources/resource.ts';
import { functionResource } from './function-resource.ts';
import { readFunction } from './functions.queries.ts';
import { publishFunctionText } from './publish-function-text.ts';
import { inTransaction } from '../unit-of-work.ts';

export type RollBackFunctionInput = {
  /** Tag of the function as the caller saw it. */
  readonly version: string;
  /** The older version. */
  readonly to: number;
  readonly note: string;
  /** As where a draft is published. */
  readonly acceptBreaking?: boolean | undefined;
};

/**
 * Publishes the text of an older version again, as a new version. Name and description stay as they are, and so does a
 * draft beside it. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, FUNCTION-NOT-PUBLISHED, FUNCTION-VERSION-CURRENT, and what
 * `publishFunctionText` throws, such as FUNCTION-NOT-PUBLISHABLE where the old text names something that is gone.
 */
export const rollBackFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  input: RollBackFunctionInput,
): Promise<FunctionDetail> => {
  const { tenantId, environmentId } = context;
  const { version: tag, to, note, acceptBreaking = false } = input;
  requireClean({ 'body.note': note });
  return inTransaction(context, async (trx) => {
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const stored = await takeResource(functionResource, trx, environmentId, functionId, tag);
    const { name, description, publishedVersion } = stored;
    if (publishedVersion === null) throw fail('FUNCTION-NOT-PUBLISHED', { name });
    if (publishedVersion === to) throw fail('FUNCTION-VERSION-CURRENT', { name, version: to });
    const older = (await listFunctionVersions(trx, functionId)).find(({ version }) => version === to);
    if (!older) throw fail('FUNCTION-UNKNOWN', { id: functionId, version: to });
    await publishFunctionText(trx, context, stored, older, { description, note, acceptBreaking, restores: to });
    return readFunction(trx, context, functionId);
  });
};
