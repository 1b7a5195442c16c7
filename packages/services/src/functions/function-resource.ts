import type { FunctionDetail } from '@redoubt/contracts';
import { fail, isFunctionName } from '@redoubt/domain';
import {
  deleteFunction,
  deleteFunctionDraft,
  findFunction,
  findFunctionDraft,
  insertFunctionVersion,
  listFunctions,
  listFunctionVersions,
  saveFunctionDraft,
  updateFunction,
  type StoredFunction,
  type StoredFunctionText,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { userNames, usersOf } from '../references/references.ts';
import type { Change } from '../resources/resource.ts';
import type { VersionedDescription } from '../resources/versioned-resource.ts';
import { checkFunction, type FunctionChoice, type FunctionContent } from './check-function.ts';
import { readFunction } from './functions.queries.ts';

/** Keeps a function where published texts call it, and under the name that they call it by. */
export const refuseCalled = async (
  { environmentId, referencesAreCheckedAfterwards }: EnvironmentContext,
  { trx, stored: { name } }: Change<StoredFunction>,
): Promise<void> => {
  if (referencesAreCheckedAfterwards) return;
  const callers = await usersOf(trx, 'function', environmentId, name);
  if (callers.length > 0) throw fail('FUNCTION-REFERENCED', { name, callers: userNames(callers) });
};

export const functionResource: VersionedDescription<
  StoredFunction,
  FunctionDetail,
  StoredFunctionText,
  FunctionContent,
  FunctionChoice
> = {
  prefix: 'FUNCTION',
  type: 'Function',
  referencesAs: 'function',
  isName: isFunctionName,
  namesakes: listFunctions,
  find: findFunction,
  read: readFunction,
  findDraft: findFunctionDraft,
  saveDraft: saveFunctionDraft,
  deleteDraft: deleteFunctionDraft,
  findVersion: async (trx, id, wanted) =>
    (await listFunctionVersions(trx, id)).find(({ version }) => version === wanted),
  listVersions: listFunctionVersions,
  insertVersion: insertFunctionVersion,
  update: updateFunction,
  delete: deleteFunction,
  textOf: ({ parameters, outputs, samplePayload }) => ({ parameters, outputs, samplePayload }),
  loggedText: ({ parameters, outputs }) => ({ parameters, outputs }),
  listedAs: (_stored, changed) => changed,
  check: checkFunction,
  refuseInUse: refuseCalled,
};
