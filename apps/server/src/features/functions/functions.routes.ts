import * as contracts from '@redoubt/contracts';
import {
  createFunction,
  deleteFunction,
  discardFunctionDraft,
  evaluateFunction,
  getFunction,
  getFunctions,
  publishFunction,
  renameFunction,
  rollBackFunction,
  saveFunctionDraft,
  unpublishFunction,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';
import { evaluator } from '../evaluator.ts';

export const functionBindings: readonly Binding[] = [
  bind(contracts.getFunctions, ({ context }) => getFunctions(context)),
  bind(contracts.getFunction, ({ context, params }) => getFunction(context, params.functionId)),
  bind(contracts.createFunction, ({ context, body }) => createFunction(context, body)),
  bind(contracts.saveFunctionDraft, ({ context, params, body }) => saveFunctionDraft(context, params.functionId, body)),
  bind(contracts.discardFunctionDraft, ({ context, params }) => discardFunctionDraft(context, params.functionId)),
  bind(contracts.publishFunction, ({ context, params, body }) => publishFunction(context, params.functionId, body)),
  bind(contracts.rollBackFunction, ({ context, params, body }) => rollBackFunction(context, params.functionId, body)),
  bind(contracts.unpublishFunction, ({ context, params, body }) => unpublishFunction(context, params.functionId, body)),
  bind(contracts.renameFunction, ({ context, params, body }) => renameFunction(context, params.functionId, body)),
  bind(contracts.deleteFunction, ({ context, params, query }) =>
    deleteFunction(context, params.functionId, query.version),
  ),
  bind(contracts.evaluateFunction, ({ context, body }) => evaluateFunction(context, evaluator, body)),
];
