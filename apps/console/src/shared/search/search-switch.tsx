import { getSearchState } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Empty, Link } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

const FRESH_MS = 60_000;
const FILLING_MS = 5000;
const HUNDRED = 100;

const searchStateQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getSearchState,
    { params: { environmentId } },
    { staleTime: FRESH_MS, refetchInterval: ({ state }) => (state.data?.filling ? FILLING_MS : false) },
  );

/** Whether the tenant can be searched and how far its index is; undefined while that is not known. */
const useSearchIndexState = () => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const enabled = useMay()('search:read');
  return useQuery({ ...searchStateQuery(call, environmentId), enabled }).data;
};

/** Whether the tenant switched search off. */
export const useSearchIsOff = (): boolean => useSearchIndexState()?.isOn === false;

/** Whether the person may follow a link into search, and search is on. */
export const useOpensSearch = (): boolean => {
  const may = useMay();
  const isOff = useSearchIsOff();
  return may('search:read') && !isOff;
};

/** In place of what search would show: that it is off, and who can switch it on. */
export const SearchOff = ({ compact = false }: { readonly compact?: boolean }): ReactNode => {
  const text = useText('searchIndex');
  const maySwitch = useMay()('adminSearch:write');
  return (
    <Empty
      compact={compact}
      title={text('isOff.title')}
      body={text(maySwitch ? 'isOff.you' : 'isOff.others')}
      {...(maySwitch ? { action: { text: text('isOff.open'), href: hrefOf('/adminsettings/search') } } : {})}
    />
  );
};

/** Says of an index that is not whole which events are not found, or not yet. */
export const SearchIndexNote = (): ReactNode => {
  const text = useText('searchIndex');
  const formats = useFormats();
  const maySee = useMay()('adminSearch:read');
  const state = useSearchIndexState();
  if (!state?.isOn || (state.filling === null && state.foundFrom === null)) return null;
  const { filling, foundFrom } = state;
  const percent = (of: NonNullable<typeof filling>): string =>
    formats.percent(Math.floor((of.done * HUNDRED) / Math.max(1, of.total)), 0);
  return (
    <p role="status" className="flex-none py-2 px-page quiet border-bottom-2">
      {filling === null
        ? text('note.since', { time: formats.dateTime(foundFrom ?? '') })
        : text(filling.isStopped ? 'note.stopped' : 'note.filling', { percent: percent(filling) })}{' '}
      {maySee ? <Link href={hrefOf('/adminsettings/search')}>{text('note.open')}</Link> : null}
    </p>
  );
};
