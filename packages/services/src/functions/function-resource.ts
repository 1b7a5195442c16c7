import type { FunctionDetail } from '@redoubt/contracts';
import { fail, isFunctionName } from '@redoubt/domain';
import {
  findFunction,
  functionStore,
  listFunctions,
  listPublishedFunctions,
  type StoredFunction,
  type StoredFunctionText,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { hasName, userNames, usersOf } from '../references/references.ts';
import type { Change } from '../resources/resource.ts';
import type { VersionedDescription } from '../resources/versioned-resource.ts';
import { checkFunction, type FunctionChoice, type FunctionContent } from './check-function.ts';
import { readFunction } from './functions.queries.ts';
import { guardReaders } from '../unit-of-work.ts';

/** Keeps a function where published texts call it, and under the name that they call it by. */
export const refuseCalled = (
  context: EnvironmentContext,
  { trx, stored: { name, environmentId } }: Change<StoredFunction>,
): Promise<void> =>
  guardReaders(
    context,
    async () => {
      const callers = await usersOf(trx, 'function', environmentId, name);
      if (callers.length > 0) throw fail('FUNCTION-REFERENCED', { name, callers: userNames(callers) });
    },
    async () => hasName(await listPublishedFunctions(trx, environmentId), name),
  );

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
  ...functionStore,
  textOf: ({ parameters, outputs, samplePayload }) => ({ parameters, outputs, samplePayload }),
  loggedText: ({ parameters, outputs }) => ({ parameters, outputs }),
  listedAs: (_stored, changed) => changed,
  check: checkFunction,
  refuseInUse: refuseCalled,
};
