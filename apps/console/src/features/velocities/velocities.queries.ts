import {
  cloneVelocitySet,
  createVelocitySet,
  deleteVelocitySet,
  discardVelocityDraft,
  estimateVelocityStorage,
  evaluateVelocitySet,
  getVelocitySymbolTable,
  getVelocitySet,
  getVelocitySets,
  getVelocityStorage,
  getVelocityValue,
  publishVelocitySet,
  putVelocitySettings,
  renameVelocitySet,
  rollBackVelocitySet,
  saveVelocityDraft,
  setVelocitySetActive,
  unpublishVelocitySet,
  type VelocitySetDetail,
  type VelocitySetText,
} from '@redoubt/contracts';
import type { VelocityStart, VelocityWindowMode } from '@redoubt/domain';
import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall } from '../../app/console-context.tsx';
import { FILLING_LOOK_MS, isFilling } from './backfill/filling.ts';

export type ValueQuestion = { readonly velocity: string; readonly key: string; readonly window: string };

/** Keys of everything this feature keeps; a write invalidates by the shortest prefix that covers what it changed. */
const keys = {
  all: (environmentId: string) => ['velocities', environmentId] as const,
  sets: (environmentId: string) => ['velocities', environmentId, 'sets'] as const,
  set: (environmentId: string, setId: string) => ['velocities', environmentId, 'set', setId] as const,
  symbols: (environmentId: string) => ['velocities', environmentId, 'symbols'] as const,
  value: (environmentId: string, question: ValueQuestion) => ['velocities', environmentId, 'value', question] as const,
  storage: (environmentId: string) => ['velocities', environmentId, 'storage'] as const,
  evaluation: (environmentId: string, text: VelocitySetText) =>
    ['velocities', environmentId, 'evaluation', text] as const,
};

export const velocitySetsKey = keys.sets;
export const historyKey = (environmentId: string, setId: string) =>
  ['velocities', environmentId, 'history', setId] as const;

/** The sets of an environment, read again while the history of one is counted. */
export const velocitySetsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.sets(environmentId),
    queryFn: ({ signal }) => call(getVelocitySets, { params: { environmentId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.published.some(({ backfill }) => isFilling(backfill)) ? FILLING_LOOK_MS : false,
  });

/** One set as the editor opens it; never read again by itself, because the editor owns the text from then on. */
export const velocitySetQuery = (call: ApiCall, environmentId: string, setId: string) =>
  queryOptions({
    queryKey: keys.set(environmentId, setId),
    queryFn: ({ signal }) => call(getVelocitySet, { params: { environmentId, setId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What a velocity may name here. */
export const velocitySymbolsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.symbols(environmentId),
    queryFn: ({ signal }) => call(getVelocitySymbolTable, { params: { environmentId }, signal }),
    staleTime: 60_000,
  });

/** What the sample adds to the velocities of a text; nothing is stored. */
export const velocityEvaluationQuery = (call: ApiCall, environmentId: string, text: VelocitySetText) =>
  queryOptions({
    queryKey: keys.evaluation(environmentId, text),
    queryFn: ({ signal }) => call(evaluateVelocitySet, { params: { environmentId }, body: { text }, signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** What a rule would read now; asked again while it is looked at, because events go on counting. */
export const velocityValueQuery = (call: ApiCall, environmentId: string, question: ValueQuestion) =>
  queryOptions({
    queryKey: keys.value(environmentId, question),
    queryFn: ({ signal }) =>
      call(getVelocityValue, { params: { environmentId }, body: { ...question, withEvents: true }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 5_000,
  });

/** What the environment's sets will take in memory. */
export const storageQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.storage(environmentId),
    queryFn: ({ signal }) => call(getVelocityStorage, { params: { environmentId }, signal }),
    staleTime: 60_000,
  });

/** What a text will take in memory once it is published. The sample does not matter. */
export const storageEstimateQuery = (call: ApiCall, environmentId: string, text: VelocitySetText) =>
  queryOptions({
    queryKey: [...keys.storage(environmentId), text.condition, text.velocities] as const,
    queryFn: ({ signal }) => call(estimateVelocityStorage, { params: { environmentId }, body: { text }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

const remember = (client: QueryClient, environmentId: string, set: VelocitySetDetail): void => {
  client.setQueryData(keys.set(environmentId, set.id), set);
  void client.invalidateQueries({ queryKey: historyKey(environmentId, set.id) });
  void client.invalidateQueries({ queryKey: keys.sets(environmentId) });
  void client.invalidateQueries({ queryKey: keys.symbols(environmentId) });
  void client.invalidateQueries({ queryKey: keys.storage(environmentId), exact: true });
};

/** Mutations of the list; each reads the tag of the set first. */
export const useVelocitySetListMutations = (environmentId: string) => {
  const call = useCall();
  const client = useQueryClient();
  const params = { environmentId };
  const tagOf = async (setId: string): Promise<string> =>
    (await call(getVelocitySet, { params: { ...params, setId } })).version;
  const onSuccess = (set: VelocitySetDetail) => remember(client, environmentId, set);
  const again = () => void client.invalidateQueries({ queryKey: keys.all(environmentId) });
  return {
    create: useMutation({
      mutationFn: (body: { readonly name: string; readonly text: VelocitySetText }) =>
        call(createVelocitySet, { params, body }),
      onSuccess,
    }),
    clone: useMutation({
      mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
        call(cloneVelocitySet, { params: { ...params, setId: id }, body: { name } }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: async (change: { readonly id: string; readonly name: string; readonly description: string }) => {
        const { id, name, description } = change;
        const version = await tagOf(id);
        return call(renameVelocitySet, { params: { ...params, setId: id }, body: { version, name, description } });
      },
      onSuccess,
      onError: again,
    }),
    setActive: useMutation({
      mutationFn: async ({ id, active }: { readonly id: string; readonly active: boolean }) => {
        const version = await tagOf(id);
        return call(setVelocitySetActive, { params: { ...params, setId: id }, body: { version, active } });
      },
      onSuccess,
      onError: again,
    }),
    windowMode: useMutation({
      mutationFn: (windowMode: VelocityWindowMode) => call(putVelocitySettings, { params, body: { windowMode } }),
      onSuccess: (sets) => client.setQueryData(keys.sets(environmentId), sets),
    }),
    remove: useMutation({
      mutationFn: async ({ id }: { readonly id: string }) => {
        const version = await tagOf(id);
        return call(deleteVelocitySet, { params: { ...params, setId: id }, query: { version } });
      },
      onSuccess: again,
      onError: again,
    }),
  };
};

export type PublishVelocitySetBody = {
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  readonly start: VelocityStart;
};

/** Mutations of the editor; each takes the version tag the editor holds. */
export const useVelocitySetMutations = (environmentId: string, setId: string) => {
  const call = useCall();
  const client = useQueryClient();
  const params = { environmentId, setId };
  const onSuccess = (set: VelocitySetDetail) => remember(client, environmentId, set);
  const gone = () => void client.invalidateQueries({ queryKey: keys.sets(environmentId) });
  return {
    read: () => call(getVelocitySet, { params }),
    save: useMutation({
      mutationFn: (body: {
        readonly version: string;
        readonly text: VelocitySetText;
        readonly mergedWith?: number | undefined;
      }) => call(saveVelocityDraft, { params, body }),
      onSuccess,
    }),
    publish: useMutation({
      mutationFn: (body: PublishVelocitySetBody) => call(publishVelocitySet, { params, body }),
      onSuccess,
    }),
    rollBack: useMutation({
      mutationFn: (body: { readonly version: string; readonly to: number; readonly note: string }) =>
        call(rollBackVelocitySet, { params, body }),
      onSuccess,
    }),
    setActive: useMutation({
      mutationFn: (body: { readonly version: string; readonly active: boolean }) =>
        call(setVelocitySetActive, { params, body }),
      onSuccess,
    }),
    unpublish: useMutation({
      mutationFn: (body: { readonly version: string; readonly note: string }) =>
        call(unpublishVelocitySet, { params, body }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: (body: { readonly version: string; readonly name: string; readonly description: string }) =>
        call(renameVelocitySet, { params, body }),
      onSuccess,
    }),
    discard: useMutation({ mutationFn: () => call(discardVelocityDraft, { params }), onSuccess: gone }),
  };
};
