import type { FunctionDetail, FunctionText } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import { functionStore, insertFunction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { discardDraft, renameResource, saveDraft } from '../resources/drafted-resource.ts';
import { createResource } from '../resources/resource.ts';
import {
  publishDraft,
  removeVersioned,
  rollBack,
  unpublishResource,
  firstDraftStamp,
} from '../resources/versioned-resource.ts';
import { functionResource, refuseCalled } from './function-resource.ts';
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
    await functionStore.saveDraft(trx, tenantId, id, { ...text, ...firstDraftStamp(changed) });
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

/** What publishing a version asks for. */
type NewVersion = {
  /** Tag of the function as the caller saw it. */
  readonly version: string;
  readonly note: string;
  /** Publish although callers read what goes, see `FunctionChoice`. */
  readonly acceptBreaking?: boolean | undefined;
};

/**
 * Publishes the draft: texts of the environment and of those below may call it. Throws FUNCTION-UNKNOWN, FUNCTION-STALE,
 * FUNCTION-NO-DRAFT, and what `checkFunction` throws.
 */
export const publishFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  { acceptBreaking = false, ...input }: NewVersion & { readonly description: string },
): Promise<FunctionDetail> => publishDraft(functionResource, context, functionId, input, { acceptBreaking });

/** Publishes the text of an older version again, see `rollBack`; throws as publishing does. */
export const rollBackFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  { acceptBreaking = false, ...input }: NewVersion & { readonly to: number },
): Promise<FunctionDetail> => rollBack(functionResource, context, functionId, input, { acceptBreaking });

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
): Promise<FunctionDetail> => unpublishResource(functionResource, context, functionId, input);

/**
 * Deletes a function with its versions; the activity log keeps a copy. Throws FUNCTION-UNKNOWN, FUNCTION-STALE, and
 * FUNCTION-REFERENCED with those who call it.
 */
export const deleteFunction = (context: EnvironmentContext, functionId: Id, version: string): Promise<void> =>
  removeVersioned(functionResource, context, functionId, version);
