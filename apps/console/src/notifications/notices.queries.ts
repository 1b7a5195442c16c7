import { changeNotices, getNotices, type Notice, type Notices } from '@redoubt/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../api/api-call.ts';
import { read, readKey } from '../api/read.ts';
import { useCall } from '../app/console-context.tsx';

const POLL_MS = 30_000;
const KEY = readKey(getNotices, {});

const noticesQuery = (call: ApiCall) =>
  read(call, getNotices, { polled: true }, { refetchInterval: POLL_MS, staleTime: POLL_MS / 2 });

const NONE: readonly Notice[] = [];

/** What this person wants to know, newest first; a failing poll keeps the last list. */
export const useNotices = (): {
  readonly notices: readonly Notice[];
  readonly query: ReturnType<typeof useNoticeQuery>;
} => {
  const query = useNoticeQuery();
  return { notices: query.data?.notices ?? NONE, query };
};

const useNoticeQuery = () => useQuery(noticesQuery(useCall()));

type Change = { readonly ids: readonly string[]; readonly state: 'Read' | 'Dismissed' };

const changed = (before: Notices | undefined, { ids, state }: Change): Notices | undefined =>
  before && {
    notices: before.notices
      .filter(({ id }) => state !== 'Dismissed' || !ids.includes(id))
      .map((notice) => (ids.includes(notice.id) ? { ...notice, state } : notice)),
  };

/** Marks notices read or dismisses them: here at once, taken back where the server refuses. */
export const useChangeNotices = () => {
  const call = useCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, state }: Change) => call(changeNotices, { body: { ids: [...ids], state } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<Notices>(KEY);
      client.setQueryData<Notices>(KEY, (current) => changed(current, change));
      return { before };
    },
    onError: (_error, _change, context) => client.setQueryData(KEY, context?.before),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
};
