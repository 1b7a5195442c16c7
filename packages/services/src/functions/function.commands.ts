import type { FunctionDetail, FunctionText } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { invariant, type Id, type Json } from '@redoubt/kernel';
import {
  findFunctionDraft,
  insertFunction,
  listFunctionVersions,
  saveFunctionDraft as saveStoredDraft,
} from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { userNames, usersOf } from '../references/references.ts';
import { discardDraft, renameResource, saveDraft, unpublishResource } from '../resources/drafted-resource.ts';
import { createResource, removeResource } from '../resources/resource.ts';
import { functionResource, type FunctionChange } from './function-resource.ts';
import { storableFunctionText } from '../symbols/function-text.ts';

/** A new function as a draft. Throws FUNCTION-NAME-INVALID, FUNCTION-NAME-TAKEN, REQ-INVALID. */
export const createFunction = async (
  context: EnvironmentContext,
  input: { readonly name: string; readonly description: string; readonly text: FunctionText },
): Promise<FunctionDetail> => {
  const { tenantId, environmentId } = context;
  const { name, description } = input;
  const text = storableFunctionText(input.text);
  requireClean({ 'body.description': description });
  return createResource(functionResource, context, name, async ({ trx, id, changed }) => {
    await insertFunction(trx, tenantId, { id, environmentId, name, description }, changed);
    const stamp = { basedOnVersion: 0, savedBy: changed.by, savedAt: changed.at };
    await saveStoredDraft(trx, tenantId, id, { ...text, ...stamp });
    return { name, description };
  });
};

/** Saves the draft. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, REQ-INVALID. */
export const saveFunctionDraft = async (
  context: EnvironmentContext,
  functionId: Id,
  input: { readonly version: string; readonly text: FunctionText; readonly mergedWith?: number | undefined },
): Promise<FunctionDetail> =>
  saveDraft(functionResource, context, functionId, { ...input, text: storableFunctionText(input.text) });

/** Drops the draft; a function that was never published disappears. Throws FUNCTION-UNKNOWN, FUNCTION-NO-DRAFT. */
export const discardFunctionDraft = (context: EnvironmentContext, functionId: Id): Promise<void> =>
  discardDraft(functionResource, context, functionId);

/** Keeps a function under the name that published texts call it by. */
const refuseCalled = async (
  { environmentId, referencesAreCheckedAfterwards }: EnvironmentContext,
  { trx, stored: { name } }: FunctionChange,
): Promise<void> => {
  if (referencesAreCheckedAfterwards) return;
  const callers = await usersOf(trx, 'function', environmentId, name);
  if (callers.length > 0) throw fail('FUNCTION-REFERENCED', { name, callers: userNames(callers) });
};

/**
 * Changes name and description. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, FUNCTION-NAME-INVALID, FUNCTION-NAME-TAKEN, and
 * FUNCTION-REFERENCED where the name would change and published texts call the function by it.
 */
export const renameFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<FunctionDetail> =>
  renameResource(functionResource, context, functionId, input, (change) => refuseCalled(context, change));

/**
 * Takes a function out of production; its text goes on as the draft. Throws FUNCTION-UNKNOWN, FUNCTION-STALE,
 * FUNCTION-NOT-PUBLISHED, and FUNCTION-REFERENCED with those who call it.
 */
export const unpublishFunction = (
  context: EnvironmentContext,
  functionId: Id,
  input: { readonly version: string; readonly note: string },
): Promise<FunctionDetail> =>
  unpublishResource(
    { ...functionResource, referencesAs: 'function' },
    context,
    functionId,
    input,
    async (change, publishedVersion) => {
      await refuseCalled(context, change);
      const versions = await listFunctionVersions(change.trx, functionId);
      const published = versions.find(({ version }) => version === publishedVersion);
      invariant(published !== undefined, 'a published version is kept as long as its function');
      const { parameters, outputs, samplePayload } = published;
      return { parameters, outputs, samplePayload };
    },
  );

/**
 * Deletes a function with its versions; the activity log keeps a copy. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, and
 * FUNCTION-REFERENCED with those who call it.
 */
export const deleteFunction = (context: EnvironmentContext, functionId: Id, version: string): Promise<void> =>
  removeResource(functionResource, context, functionId, version, async (change) => {
    const { trx, stored } = change;
    await refuseCalled(context, change);
    const text = (await listFunctionVersions(trx, functionId))[0] ?? (await findFunctionDraft(trx, functionId));
    if (stored.publishedVersion !== null) await requireSecondPerson(trx, context);
    await functionResource.delete(trx, functionId);
    const { name, description, publishedVersion } = stored;
    return {
      name,
      description,
      publishedVersion,
      parameters: (text?.parameters ?? []) as unknown as Json,
      outputs: (text?.outputs ?? []) as unknown as Json,
    };
  });
