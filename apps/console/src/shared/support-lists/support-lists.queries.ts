import {
  changeSupportEntries,
  downloadSupportList,
  getSupportEntries,
  getSupportLists,
  getSupportValue,
} from '@redoubt/contracts';
import type { SupportEntity, SupportListStatus, SupportSource } from '@redoubt/domain';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { familyKey, read, readPages } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const PAGE_ENTRIES = 200;
/** Entries that soon expire, as the server counts them. */
export const SOON_DAYS = 7;

export type EntryFilter = {
  readonly contains: string;
  readonly status: SupportListStatus | undefined;
  readonly soon: boolean;
};

export const supportListsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getSupportLists, { params: { environmentId } });

export const supportEntriesQuery = (
  call: ApiCall,
  environmentId: string,
  supportEntity: SupportEntity,
  { contains, status, soon }: EntryFilter,
) =>
  readPages(
    call,
    getSupportEntries,
    {
      params: { environmentId, supportEntity },
      query: {
        limit: PAGE_ENTRIES,
        ...(contains === '' ? {} : { contains }),
        ...(status === undefined ? {} : { status }),
        ...(soon ? { expiresWithinDays: SOON_DAYS } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  );

/** What a list says of one value, and what it said before. */
export const supportValueQuery = (call: ApiCall, environmentId: string, supportEntity: SupportEntity, value: string) =>
  read(
    call,
    getSupportValue,
    { params: { environmentId, supportEntity }, query: { value } },
    { enabled: value !== '', placeholderData: keepPreviousData },
  );

export type EntryChange = {
  readonly values: string[];
  readonly status: SupportListStatus | null;
  readonly reason: string;
  readonly comments: string;
  readonly expiresAt: string | null;
};

/** Gives values of a support list a status; everything about support lists is read again afterwards. */
export const useSupportChange = (environmentId: string, supportEntity: SupportEntity, source: SupportSource) => {
  const call = useCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: EntryChange) =>
      call(changeSupportEntries, { params: { environmentId, supportEntity }, body: { ...change, source } }),
    onSuccess: () => client.invalidateQueries({ queryKey: familyKey(changeSupportEntries, environmentId) }),
  });
};

/** What the page of support lists does. */
export const useSupportMutations = (supportEntity: SupportEntity) => {
  const { id: environmentId } = useEnvironment();
  return {
    change: useSupportChange(environmentId, supportEntity, 'ListPage'),
    download: useWrite(downloadSupportList, () => ({ params: { supportEntity } }), { changes: 'nothing' }),
  };
};
