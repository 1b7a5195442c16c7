import {
  cancelSearchIndexWork,
  getSearchIndex,
  getSearchState,
  putSearchIndex,
  rebuildSearchIndex,
  resumeSearchIndexWork,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** While rows are removed or written. */
const LOOK_AGAIN_MS = 1000;

export const searchIndexQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getSearchIndex,
    { params: { environmentId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.work?.state === 'queued' || state.data?.work?.state === 'running' ? LOOK_AGAIN_MS : false,
    },
  );

const options = { answers: { read: getSearchIndex }, changes: [getSearchState] } as const;

/** The writes of the switch and of the work on the index; each answers the whole page. */
export const useSearchIndexMutations = () => ({
  put: useWrite(putSearchIndex, (body: BodyIn<typeof putSearchIndex>) => ({ body }), options),
  rebuild: useWrite(rebuildSearchIndex, () => ({}), options),
  cancel: useWrite(cancelSearchIndexWork, () => ({}), options),
  resume: useWrite(resumeSearchIndexWork, () => ({}), options),
});
