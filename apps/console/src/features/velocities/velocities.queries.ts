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
  type VelocitySets,
  type VelocitySetSummary,
  type VelocitySetText,
} from '@redoubt/contracts';
import type { VelocityWindowMode } from '@redoubt/domain';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { ApiError } from '../../api/api-error.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall } from '../../app/console-context.tsx';
import { FILLING_LOOK_MS, isFilling } from './backfill/filling.ts';

export type ValueQuestion = { readonly velocity: string; readonly key: string; readonly window: string };

export const VELOCITY_SET_GROUPS = ['published', 'drafts', 'system'] as const;

export const allVelocitySets = (sets: VelocitySets): readonly VelocitySetSummary[] =>
  VELOCITY_SET_GROUPS.flatMap((group) => sets[group]);

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

const MAX_NAMES_TRIED = 5;

/** A name that was free when the sets were read belongs to a set of another person now. */
const isNameTaken = (failures: number, error: Error): boolean =>
  failures < MAX_NAMES_TRIED && error instanceof ApiError && error.code === 'VELOCITY-SET-NAME-TAKEN';

/** The name that is free among the sets as they are now. */
type NameAmong = { readonly nameAmong: (sets: readonly VelocitySetSummary[]) => string };

type Of<Rest = unknown> = Rest & { readonly id: string };
type Renamed = Omit<BodyIn<typeof renameVelocitySet>, 'version'>;

/** Mutations of the list; each reads the tag of the set first. */
export const useVelocitySetListMutations = (environmentId: string) => {
  const call = useCall();
  const toOne = async ({ id: setId }: Of) => {
    const { version } = await call(getVelocitySet, { params: { environmentId, setId } });
    return { params: { setId }, version };
  };
  const toFreeName = async ({ nameAmong }: NameAmong): Promise<string> =>
    nameAmong(allVelocitySets(await call(getVelocitySets, { params: { environmentId } })));
  const answering = { ...onSet(environmentId), afterRefusal: true };
  const naming = { ...onSet(environmentId), retry: isNameTaken };
  return {
    create: useWrite(
      createVelocitySet,
      async ({ text, ...rest }: NameAmong & { readonly text: VelocitySetText }) => ({
        body: { name: await toFreeName(rest), text },
      }),
      naming,
    ),
    clone: useWrite(
      cloneVelocitySet,
      async ({ id, ...rest }: Of<NameAmong>) => ({ params: { setId: id }, body: { name: await toFreeName(rest) } }),
      naming,
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
