import {
  cloneVelocitySet,
  createVelocitySet,
  deleteVelocitySet,
  discardVelocityDraft,
  estimateVelocityStorage,
  evaluateVelocitySet,
  getVelocityHistory,
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
  type BodyIn,
  type VelocitySetText,
} from '@redoubt/contracts';
import type { VelocityWindowMode } from '@redoubt/domain';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall } from '../../app/console-context.tsx';
import { FILLING_LOOK_MS, isFilling } from './backfill/filling.ts';

export type ValueQuestion = { readonly velocity: string; readonly key: string; readonly window: string };

/** The sets of an environment, read again while the history of one is counted. */
export const velocitySetsQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getVelocitySets,
    { params: { environmentId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.published.some(({ backfill }) => isFilling(backfill)) ? FILLING_LOOK_MS : false,
    },
  );

/** One set as the editor opens it; never read again by itself, because the editor owns the text from then on. */
export const velocitySetQuery = (call: ApiCall, environmentId: string, setId: string) =>
  read(
    call,
    getVelocitySet,
    { params: { environmentId, setId } },
    { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** What a velocity may name here. */
export const velocitySymbolsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getVelocitySymbolTable, { params: { environmentId } }, { staleTime: 60_000 });

/** What the sample adds to the velocities of a text; nothing is stored. */
export const velocityEvaluationQuery = (call: ApiCall, environmentId: string, text: VelocitySetText) =>
  read(
    call,
    evaluateVelocitySet,
    { params: { environmentId }, body: { text } },
    { staleTime: Infinity, gcTime: 60_000 },
  );

/** What a rule would read now; asked again while it is looked at, because events go on counting. */
export const velocityValueQuery = (call: ApiCall, environmentId: string, question: ValueQuestion) =>
  read(
    call,
    getVelocityValue,
    { params: { environmentId }, body: { ...question, withEvents: true } },
    { staleTime: 0, gcTime: 0, refetchInterval: 5_000 },
  );

/** What the environment's sets will take in memory. */
export const storageQuery = (call: ApiCall, environmentId: string) =>
  read(call, getVelocityStorage, { params: { environmentId } }, { staleTime: 60_000 });

/** What a text will take in memory once it is published. The sample does not matter. */
export const storageEstimateQuery = (call: ApiCall, environmentId: string, text: VelocitySetText) =>
  read(
    call,
    estimateVelocityStorage,
    { params: { environmentId }, body: { text: { ...text, samplePayload: null } } },
    { staleTime: 60_000, gcTime: 60_000, placeholderData: keepPreviousData },
  );

/** A change of a set answers the set; what counts with it or lists it is read again. */
const onSet = (environmentId: string) =>
  ({
    environmentId,
    changes: [getVelocitySets, getVelocitySymbolTable, getVelocityStorage, getVelocityHistory],
    answers: { read: getVelocitySet, params: ({ id }: { readonly id: string }) => ({ setId: id }) },
  }) as const;

type Of<Rest = unknown> = Rest & { readonly id: string };
type Renamed = Omit<BodyIn<typeof renameVelocitySet>, 'version'>;

/** Mutations of the list; each reads the tag of the set first. */
export const useVelocitySetListMutations = (environmentId: string) => {
  const call = useCall();
  const toOne = async ({ id: setId }: Of) => {
    const { version } = await call(getVelocitySet, { params: { environmentId, setId } });
    return { params: { setId }, version };
  };
  const answering = { ...onSet(environmentId), afterRefusal: true };
  return {
    create: useWrite(
      createVelocitySet,
      (body: { readonly name: string; readonly text: VelocitySetText }) => ({ body }),
      onSet(environmentId),
    ),
    clone: useWrite(
      cloneVelocitySet,
      ({ id, name }: Of<{ readonly name: string }>) => ({ params: { setId: id }, body: { name } }),
      onSet(environmentId),
    ),
    rename: useWrite(
      renameVelocitySet,
      async ({ id, name, description }: Of<Renamed>) => {
        const { params, version } = await toOne({ id });
        return { params, body: { version, name, description } };
      },
      answering,
    ),
    setActive: useWrite(
      setVelocitySetActive,
      async ({ id, active }: Of<{ readonly active: boolean }>) => {
        const { params, version } = await toOne({ id });
        return { params, body: { version, active } };
      },
      answering,
    ),
    windowMode: useWrite(putVelocitySettings, (windowMode: VelocityWindowMode) => ({ body: { windowMode } }), {
      environmentId,
      changes: 'nothing',
      answers: { read: getVelocitySets },
    }),
    remove: useWrite(
      deleteVelocitySet,
      async (set: Of) => {
        const { params, version } = await toOne(set);
        return { params, query: { version } };
      },
      { environmentId, afterRefusal: true, waits: false },
    ),
  };
};

/** Mutations of the editor; each takes the version tag the editor holds. */
export const useVelocitySetMutations = (environmentId: string, setId: string) => {
  const call = useCall();
  const params = { setId };
  const answering = onSet(environmentId);
  return {
    read: () => call(getVelocitySet, { params: { environmentId, setId } }),
    save: useWrite(saveVelocityDraft, (body: BodyIn<typeof saveVelocityDraft>) => ({ params, body }), answering),
    publish: useWrite(publishVelocitySet, (body: BodyIn<typeof publishVelocitySet>) => ({ params, body }), answering),
    rollBack: useWrite(
      rollBackVelocitySet,
      (body: BodyIn<typeof rollBackVelocitySet>) => ({ params, body }),
      answering,
    ),
    setActive: useWrite(
      setVelocitySetActive,
      (body: BodyIn<typeof setVelocitySetActive>) => ({ params, body }),
      answering,
    ),
    unpublish: useWrite(
      unpublishVelocitySet,
      (body: BodyIn<typeof unpublishVelocitySet>) => ({ params, body }),
      answering,
    ),
    rename: useWrite(renameVelocitySet, (body: BodyIn<typeof renameVelocitySet>) => ({ params, body }), answering),
    discard: useWrite(discardVelocityDraft, () => ({ params }), {
      environmentId,
      changes: [getVelocitySets],
      waits: false,
    }),
  };
};
