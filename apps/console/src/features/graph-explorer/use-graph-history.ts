import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ownKey } from '../../api/read.ts';
import { useEnvironment } from '../../app/console-context.tsx';

/** A question that was asked on this page before. */
export type PastQuery = { readonly kind: string; readonly value: string; readonly name: string };

const MOST = 20;
const NONE: readonly PastQuery[] = [];

/**
 * Questions asked in this environment since the console was opened, newest first. They lie with the answers of the session:
 * each environment has its own, and they are gone with it.
 */
export const useGraphHistory = (): {
  readonly history: readonly PastQuery[];
  readonly remember: (query: PastQuery) => void;
} => {
  const client = useQueryClient();
  const { id } = useEnvironment();
  const { data } = useQuery<readonly PastQuery[]>({
    queryKey: ownKey('graphHistory', id),
    queryFn: skipToken,
    initialData: NONE,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const remember = useCallback(
    (query: PastQuery): void => {
      const isOther = ({ kind, value }: PastQuery): boolean => kind !== query.kind || value !== query.value;
      client.setQueryData<readonly PastQuery[]>(ownKey('graphHistory', id), (before = NONE) =>
        [query, ...before.filter(isOther)].slice(0, MOST),
      );
    },
    [client, id],
  );
  return { history: data ?? NONE, remember };
};
