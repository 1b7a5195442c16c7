import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { SupportEntry } from '@redoubt/contracts';
import { SUPPORT_ENTITIES, SUPPORT_STATUSES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { useAddress } from '../../routes/address.ts';
import { ListsFrame } from './components/ListsFrame.tsx';
import { saveCsv } from '../../shared/files/read-file.ts';
import { EditPanel } from './support/components/EditPanel.tsx';
import { EntityCards } from './support/components/EntityCards.tsx';
import {
  SOON_DAYS,
  supportEntriesQuery,
  supportListsQuery,
  useSupportMutations,
} from '../../shared/support-lists/support-lists.queries.ts';
import { useEntryColumns } from './support/use-entry-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({
  list: z.enum(SUPPORT_ENTITIES).optional().catch(undefined),
  find: field,
  status: z.enum(SUPPORT_STATUSES).optional().catch(undefined),
  soon: z.literal('yes').optional().catch(undefined),
  value: field,
  do: field,
  look: field,
});

const idOf = (entry: SupportEntry): string => entry.value;

/** Safe, watched and blocked values, list by list. */
export const SupportListsPage = () => {
  const text = useText('supportLists');
  const common = useText('common');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ list: entity = 'email', find = '', status, soon, value, do: doing, look }, update] = useAddress(address);
  const lists = useQuery(supportListsQuery(call, environmentId));
  const contains = useDeferredValue(find.trim());
  const filter = { contains, status, soon: soon === 'yes' };
  const query = useInfiniteQuery(supportEntriesQuery(call, environmentId, entity, filter));
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries) ?? [], [query.data]);
  const columns = useEntryColumns();
  const { download } = useSupportMutations(entity);

  const canWrite = lists.data?.canWrite ?? false;
  const list = lists.data?.lists.find((each) => each.entity === entity);
  const isFiltered = contains !== '' || status !== undefined || soon !== undefined;
  const begin = (): void => update({ do: 'new', value: undefined });
  const selection = useRowSelection(value, (id, options) => update({ value: id, do: undefined }, options));
  return (
    <ListsFrame
      page="supportLists"
      title={text('title')}
      canWrite={lists.data?.canWrite}
      add={{ text: text('add'), onSelect: begin }}
      commands={[
        {
          id: 'download',
          text: common('action.download'),
          icon: ArrowDownloadRegular,
          onSelect: () =>
            download.mutate(undefined, { onSuccess: (csv) => saveCsv(`${list?.name ?? entity}.csv`, csv) }),
        },
      ]}
      findLabel={text('find')}
      address={{ find, look, do: doing }}
      onAddress={(change) => update(change, { replace: true })}
      columns={columns}
      above={
        <>
          {lists.isError && !lists.data ? (
            <ErrorState error={lists.error} onRetry={() => void lists.refetch()} />
          ) : lists.data ? (
            <EntityCards
              lists={lists.data.lists}
              chosen={entity}
              onChoose={(chosen) => update({ list: chosen, value: undefined })}
            />
          ) : (
            <LoadingBlock height={84} />
          )}
          <div role="group" aria-label={text('filter')} className="row-wrap flex-none py-3 px-page">
            {SUPPORT_STATUSES.map((each) => (
              <Chip
                key={each}
                pressed={status === each}
                onSelect={() => update({ status: status === each ? undefined : each }, { replace: true })}
              >
                {text(`status.${each}`)}
              </Chip>
            ))}
            <Chip
              pressed={soon === 'yes'}
              onSelect={() => update({ soon: soon === 'yes' ? undefined : 'yes' }, { replace: true })}
            >
              {text('soon', { days: SOON_DAYS })}
            </Chip>
          </div>
          {download.error ? <ErrorState error={download.error} compact /> : null}
        </>
      }
      panel={
        list && (value !== undefined || (doing === 'new' && canWrite)) ? (
          <EditPanel
            key={`${entity} ${value ?? ''}`}
            list={list}
            value={value ?? ''}
            entry={entries.find((each) => each.value === value)}
            canWrite={canWrite}
            onClose={selection.close}
          />
        ) : null
      }
      grid={{
        label: text(`entity.${entity}`),
        query,
        rows: entries,
        rowId: idOf,
        selection,
        isNarrowed: isFiltered,
        empty: { title: text('empty.title'), body: text('empty.body', { attribute: list?.attribute ?? '' }) },
        noResult: { title: text('noEntry'), body: text('noEntryBody') },
      }}
    />
  );
};
