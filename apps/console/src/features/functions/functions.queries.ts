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
  type FunctionDetail,
  type FunctionText,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const keys = {
  list: (environmentId: string) => ['functions', environmentId] as const,
  one: (environmentId: string, functionId: string) => ['functions', environmentId, functionId] as const,
};

export const functionsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.list(environmentId),
    queryFn: ({ signal }) => call(getFunctions, { params: { environmentId }, signal }),
  });

export const functionQuery = (call: ApiCall, environmentId: string, functionId: string) =>
  queryOptions({
    queryKey: keys.one(environmentId, functionId),
    queryFn: ({ signal }) => call(getFunction, { params: { environmentId, functionId }, signal }),
  });

/** What each output comes to for the sample; not asked again while nothing changed. */
export const functionEvaluationQuery = (call: ApiCall, environmentId: string, name: string, text: FunctionText) =>
  queryOptions({
    queryKey: ['functionEvaluation', environmentId, name, text] as const,
    queryFn: ({ signal }) => call(evaluateFunction, { params: { environmentId }, body: { name, text }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The writes of this screen. */
export const useFunctionMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const keep = async (detail: FunctionDetail): Promise<void> => {
    client.setQueryData(keys.one(environmentId, detail.id), detail);
    await client.invalidateQueries({ queryKey: keys.list(environmentId), exact: true });
  };
  const forget = (): Promise<void> => client.invalidateQueries({ queryKey: keys.list(environmentId) });
  return {
    read: (functionId: string) => call(getFunction, { params: { ...params, functionId } }),
    create: useMutation({
      mutationFn: (body: { readonly name: string; readonly description: string; readonly text: FunctionText }) =>
        call(createFunction, { params, body }),
      onSuccess: keep,
    }),
    save: useMutation({
      mutationFn: ({
        id,
        ...body
      }: {
        readonly id: string;
        readonly version: string;
        readonly text: FunctionText;
        readonly mergedWith?: number | undefined;
      }) => call(saveFunctionDraft, { params: { ...params, functionId: id }, body }),
      onSuccess: keep,
    }),
    publish: useMutation({
      mutationFn: ({
        id,
        ...body
      }: {
        readonly id: string;
        readonly version: string;
        readonly description: string;
        readonly note: string;
        readonly acceptBreaking: boolean;
      }) => call(publishFunction, { params: { ...params, functionId: id }, body }),
      onSuccess: keep,
    }),
    rollBack: useMutation({
      mutationFn: ({
        id,
        ...body
      }: {
        readonly id: string;
        readonly version: string;
        readonly to: number;
        readonly note: string;
        readonly acceptBreaking: boolean;
      }) => call(rollBackFunction, { params: { ...params, functionId: id }, body }),
      onSuccess: keep,
    }),
    unpublish: useMutation({
      mutationFn: ({ id, ...body }: { readonly id: string; readonly version: string; readonly note: string }) =>
        call(unpublishFunction, { params: { ...params, functionId: id }, body }),
      onSuccess: keep,
    }),
    rename: useMutation({
      mutationFn: ({
        id,
        ...body
      }: {
        readonly id: string;
        readonly version: string;
        readonly name: string;
        readonly description: string;
      }) => call(renameFunction, { params: { ...params, functionId: id }, body }),
      onSuccess: keep,
    }),
    discard: useMutation({
      mutationFn: (id: string) => call(discardFunctionDraft, { params: { ...params, functionId: id } }),
      onSuccess: forget,
    }),
    remove: useMutation({
      mutationFn: ({ id, version }: { readonly id: string; readonly version: string }) =>
        call(deleteFunction, { params: { ...params, functionId: id }, query: { version } }),
      onSuccess: forget,
    }),
  };
};
