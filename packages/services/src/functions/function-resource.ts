import type { FunctionDetail } from '@redoubt/contracts';
import { isFunctionName } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import {
  deleteFunction,
  deleteFunctionDraft,
  findFunction,
  findFunctionDraft,
  listFunctions,
  saveFunctionDraft,
  updateFunction,
  type StoredFunction,
  type StoredFunctionText,
} from '@redoubt/storage';
import type { DraftedDescription } from '../resources/drafted-resource.ts';
import type { Change } from '../resources/resource.ts';
import { readFunction } from './functions.queries.ts';

export type FunctionChange = Change<StoredFunction>;

/** Functions as resources: drafts, names, and what the activity log keeps. */
export const functionResource = {
  prefix: 'FUNCTION',
  type: 'Function',
  isName: isFunctionName,
  namesakes: listFunctions,
  find: findFunction,
  read: readFunction,
  findDraft: findFunctionDraft,
  saveDraft: saveFunctionDraft,
  deleteDraft: deleteFunctionDraft,
  update: updateFunction,
  delete: deleteFunction,
  loggedDraft: ({ parameters, outputs }) => ({
    parameters: parameters as unknown as Json,
    outputs: outputs as unknown as Json,
  }),
  listedAs: (_stored, changed) => changed,
} as const satisfies DraftedDescription<StoredFunction, FunctionDetail, StoredFunctionText>;
