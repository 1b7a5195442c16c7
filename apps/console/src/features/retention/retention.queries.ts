import {
  getRetention,
  placeHold,
  previewRetention,
  putRetention,
  releaseHold,
  runRetention,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** While a run is under way. */
const LOOK_AGAIN_MS = 1000;

export const retentionQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getRetention,
    { params: { environmentId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.job === 'queued' || state.data?.job === 'running' ? LOOK_AGAIN_MS : false,
    },
  );

type Release = { readonly id: string; readonly reason: string };
const answers = { read: getRetention } as const;

/** The writes of how long data is kept and what holds it; each answers the whole page. */
export const useRetentionMutations = () => ({
  put: useWrite(putRetention, (body: BodyIn<typeof putRetention>) => ({ body }), { answers }),
  preview: useWrite(previewRetention, (body: BodyIn<typeof previewRetention>) => ({ body }), { changes: 'nothing' }),
  run: useWrite(runRetention, () => ({}), { answers }),
  hold: useWrite(placeHold, (body: BodyIn<typeof placeHold>) => ({ body }), { answers }),
  release: useWrite(releaseHold, ({ id, reason }: Release) => ({ params: { holdId: id }, body: { reason } }), {
    answers,
  }),
});
