import type { FunctionDetail, FunctionText } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteFunction as deleteStoredFunction,
  deleteFunctionDraft,
  findFunctionDraft,
  insertFunction,
  listFunctionVersions,
  saveFunctionDraft as saveStoredDraft,
  updateFunction,
} from '@redoubt/storage';
import { changedBy, recordActivity, type Activity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { userNames, usersOf } from '../references/references.ts';
import { requireFunctionName, takeFunction } from './function-scope.ts';
import { storableFunctionText } from './function-text.ts';
import { readFunction } from './functions.queries.ts';

const activityOf = (
  context: EnvironmentContext,
  operation: Activity['operation'],
  id: Id,
  name: string,
): Pick<Activity, 'operation' | 'type' | 'id' | 'name' | 'environmentId'> => ({
  operation,
  type: 'Function',
  id,
  name,
  environmentId: context.environmentId,
});

/** A new function as a draft. Throws FUNCTION-NAME-INVALID, FUNCTION-NAME-TAKEN, REQ-INVALID. */
export const createFunction = async (
  context: EnvironmentContext,
  input: { readonly name: string; readonly description: string; readonly text: FunctionText },
): Promise<FunctionDetail> => {
  const { database, tenantId, environmentId } = context;
  const { name, description } = input;
  const text = storableFunctionText(input.text);
  requireClean({ 'body.description': description });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    // Names are told apart one writer at a time.
    await advancePlanHead(trx, tenantId, changed.at);
    await requireFunctionName(trx, environmentId, name, null);
    const id = newId();
    await insertFunction(trx, tenantId, { id, environmentId, name, description }, changed);
    await saveStoredDraft(trx, tenantId, id, {
      ...text,
      basedOnVersion: 0,
      savedBy: changed.by,
      savedAt: changed.at,
    });
    await recordActivity(trx, context, {
      ...activityOf(context, 'Create', id, name),
      modified: { name, description },
    });
    return readFunction(trx, context, id);
  });
};

/** Saves the draft; only its first save goes into the activity log. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, REQ-INVALID. */
export const saveFunctionDraft = async (
  context: EnvironmentContext,
  functionId: Id,
  input: { readonly version: string; readonly text: FunctionText },
): Promise<FunctionDetail> => {
  const { database, tenantId, environmentId } = context;
  const text = storableFunctionText(input.text);
  return database.inTenant(tenantId, async (trx) => {
    const stored = await takeFunction(trx, environmentId, functionId, input.version);
    const isFirst = (await findFunctionDraft(trx, functionId)) === undefined;
    const changed = changedBy(context);
    const basedOnVersion = stored.publishedVersion ?? 0;
    await saveStoredDraft(trx, tenantId, functionId, {
      ...text,
      basedOnVersion,
      savedBy: changed.by,
      savedAt: changed.at,
    });
    await updateFunction(trx, functionId, {}, changed);
    if (isFirst) {
      await recordActivity(trx, context, {
        ...activityOf(context, 'Update', functionId, stored.name),
        modified: { draft: 'started', basedOnVersion },
      });
    }
    return readFunction(trx, context, functionId);
  });
};

/** Drops the draft; a function that was never published disappears. Throws FUNCTION-UNKNOWN, FUNCTION-NO-DRAFT. */
export const discardFunctionDraft = async (context: EnvironmentContext, functionId: Id): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  await database.inTenant(tenantId, async (trx) => {
    const stored = await takeFunction(trx, environmentId, functionId, null);
    const draft = await findFunctionDraft(trx, functionId);
    if (!draft) throw fail('FUNCTION-NO-DRAFT', { name: stored.name });
    if (stored.publishedVersion === null) {
      await deleteStoredFunction(trx, functionId);
    } else {
      await deleteFunctionDraft(trx, functionId);
      await updateFunction(trx, functionId, {}, changedBy(context));
    }
    await recordActivity(trx, context, {
      ...activityOf(context, stored.publishedVersion === null ? 'Delete' : 'Update', functionId, stored.name),
      original: { parameters: draft.parameters as unknown as Json, outputs: draft.outputs as unknown as Json },
    });
  });
};

/**
 * Changes name and description. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, FUNCTION-NAME-INVALID, FUNCTION-NAME-TAKEN, and
 * FUNCTION-REFERENCED where the name would change and somebody calls the function by it.
 */
export const renameFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<FunctionDetail> => {
  const { database, tenantId, environmentId } = context;
  const { name, description } = input;
  requireClean({ 'body.description': description });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await takeFunction(trx, environmentId, functionId, input.version);
    await requireFunctionName(trx, environmentId, name, functionId);
    if (name !== stored.name && !context.referencesAreCheckedAfterwards) {
      const callers = await usersOf(trx, 'function', environmentId, stored.name);
      if (callers.length > 0) throw fail('FUNCTION-REFERENCED', { name: stored.name, callers: userNames(callers) });
    }
    if (stored.publishedVersion !== null && name !== stored.name) await requireSecondPerson(trx, context);
    await updateFunction(trx, functionId, { name, description }, changed);
    await recordActivity(trx, context, {
      ...activityOf(context, 'Rename', functionId, name),
      original: { name: stored.name, description: stored.description },
      modified: { name, description },
    });
    return readFunction(trx, context, functionId);
  });
};

/**
 * Deletes a function with its versions; the activity log keeps a copy. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, and
 * FUNCTION-REFERENCED with those who call it.
 */
export const deleteFunction = async (context: EnvironmentContext, functionId: Id, version: string): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  await database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await takeFunction(trx, environmentId, functionId, version);
    const callers = context.referencesAreCheckedAfterwards
      ? []
      : await usersOf(trx, 'function', environmentId, stored.name);
    if (callers.length > 0) throw fail('FUNCTION-REFERENCED', { name: stored.name, callers: userNames(callers) });
    const text = (await listFunctionVersions(trx, functionId))[0] ?? (await findFunctionDraft(trx, functionId));
    if (stored.publishedVersion !== null) await requireSecondPerson(trx, context);
    await deleteStoredFunction(trx, functionId);
    await recordActivity(trx, context, {
      ...activityOf(context, 'Delete', functionId, stored.name),
      original: {
        name: stored.name,
        description: stored.description,
        publishedVersion: stored.publishedVersion,
        parameters: (text?.parameters ?? []) as unknown as Json,
        outputs: (text?.outputs ?? []) as unknown as Json,
      },
    });
  });
};
