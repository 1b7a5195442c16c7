import { changeNotices, getNotices, type Notice, type Notices } from '@redoubt/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiCall } from '../api/api-call.ts';
import { read, readKey } from '../api/read.ts';
import { useCall } from '../app/console-context.tsx';
import { usePreferences } from '../preferences/use-preferences.tsx';

const POLL_MS = 60_000;
const KEY = readKey(getNotices, {});

const noticesQuery = (call: ApiCall) =>
  read(call, getNotices, { polled: true }, { refetchInterval: POLL_MS, staleTime: POLL_MS / 2 });

/** What the server wants this person to know, newest first, without the types they muted; a failing poll keeps the last list. */
export const useNotices = (): {
  readonly notices: readonly Notice[];
  readonly query: ReturnType<typeof useNoticeQuery>;
} => {
  const query = useNoticeQuery();
  const [{ mutedNotices }] = usePreferences();
  const { data } = query;
  const notices = useMemo(
    () => (data?.notices ?? []).filter(({ type }) => !mutedNotices.includes(type)),
    [data, mutedNotices],
  );
  return { notices, query };
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
