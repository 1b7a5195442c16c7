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
  type BodyIn,
  type FunctionDetail,
  type FunctionText,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

export const functionsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getFunctions, { params: { environmentId } });

export const functionQuery = (call: ApiCall, environmentId: string, functionId: string) =>
  read(call, getFunction, { params: { environmentId, functionId } });

/** What each output comes to for the sample; not asked again while nothing changed. */
export const functionEvaluationQuery = (call: ApiCall, environmentId: string, name: string, text: FunctionText) =>
  read(call, evaluateFunction, { params: { environmentId }, body: { name, text } }, { staleTime: Infinity, gcTime: 0 });

type Of<Body> = Body & { readonly id: string };

const toOne = <Body>({ id, ...body }: Of<Body>) => ({ params: { functionId: id }, body });

const FUNCTION = {
  answers: { read: getFunction, params: ({ id }: FunctionDetail) => ({ functionId: id }) },
  changes: [getFunctions],
} as const;
const GONE = { changes: [getFunctions, getFunction] } as const;

/** The writes of this screen. */
export const useFunctionMutations = () => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  return {
    read: (functionId: string) => call(getFunction, { params: { environmentId, functionId } }),
    create: useWrite(createFunction, (body: BodyIn<typeof createFunction>) => ({ body }), FUNCTION),
    save: useWrite(saveFunctionDraft, toOne<BodyIn<typeof saveFunctionDraft>>, FUNCTION),
    publish: useWrite(publishFunction, toOne<BodyIn<typeof publishFunction>>, FUNCTION),
    rollBack: useWrite(rollBackFunction, toOne<BodyIn<typeof rollBackFunction>>, FUNCTION),
    unpublish: useWrite(unpublishFunction, toOne<BodyIn<typeof unpublishFunction>>, FUNCTION),
    rename: useWrite(renameFunction, toOne<BodyIn<typeof renameFunction>>, FUNCTION),
    discard: useWrite(discardFunctionDraft, (id: string) => ({ params: { functionId: id } }), GONE),
    remove: useWrite(
      deleteFunction,
      ({ id, version }: Of<{ readonly version: string }>) => ({ params: { functionId: id }, query: { version } }),
      GONE,
    ),
  };
};
