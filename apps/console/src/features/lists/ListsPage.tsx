import { ArrowDownloadRegular, DatabaseRegular } from '@fluentui/react-icons';
import type { ListSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { DataGrid, Empty, ErrorState, NoResult, type GridHandle } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import { useAddress } from '../../routes/address.ts';
import { DownloadPanel } from './components/DownloadPanel.tsx';
import { ListPanel } from './components/ListPanel.tsx';
import { ListsFrame } from './components/ListsFrame.tsx';
import { UploadPanel } from './components/UploadPanel.tsx';
import { listsQuery } from './lists.queries.ts';
import { RowEditor } from './rows/RowEditor.tsx';
import { SourcePanel } from './source/SourcePanel.tsx';
import { useListColumns } from './use-list-columns.tsx';
import { VersionsPanel } from './versions/VersionsPanel.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ list: field, do: field, find: field, look: field });

const idOf = (list: ListSummary): string => list.id;

const holds = (list: ListSummary, wanted: string, shown: (stored: string) => string): boolean =>
  [list.name, list.description, shown(list.name), shown(list.description), ...list.columns].some((text) =>
    text.toLowerCase().includes(wanted),
  );

/** The reference tables that rules read. */
export const ListsPage = () => {
  const text = useText('lists');
  const common = useText('common');
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ list: listId, do: doing, find = '', look }, update] = useAddress(address);
  const query = useQuery(listsQuery(call, environmentId));
  const canWrite = query.data?.canWrite ?? may('lists:write');
  const columns = useListColumns();
  const provided = useProvidedNames();
  const [shown, saveShown] = useSavedColumns('lists');
  const grid = useRef<GridHandle>(null);

  const all = query.data?.lists;
  const wanted = find.trim().toLowerCase();
  const lists = useMemo(
    () => (all ?? []).filter((list) => holds(list, wanted, provided.shown)),
    [all, wanted, provided],
  );
  const files = useMemo(() => lists.filter(({ connection }) => connection === null), [lists]);
  const open = all?.find((list) => list.id === listId);
  const [current, setCurrent] = useState<string | null>(listId ?? null);
  const close = (): void => {
    update({ list: undefined, do: undefined });
    grid.current?.focus();
  };
  const show = (list: ListSummary): void => update({ list: list.id, do: undefined });
  const begin = (): void => update({ list: undefined, do: 'new' });

  const panelOf = (list: ListSummary): ReactNode => {
    const back = (): void => update({ do: undefined });
    if (doing === 'versions') return <VersionsPanel key={list.id} list={list} canWrite={canWrite} onClose={back} />;
    if (canWrite && doing === 'source') return <SourcePanel key={list.id} list={list} onDone={back} onClose={back} />;
    if (canWrite && doing === 'edit') {
      return <RowEditor key={`${list.id} ${list.contentVersion}`} list={list} onDone={back} onClose={back} />;
    }
    if (canWrite && (doing === 'replace' || doing === 'append')) {
      const key = `${list.id} ${doing}`;
      return <UploadPanel key={key} list={list} appends={doing === 'append'} onClose={back} onDone={back} />;
    }
    return (
      <ListPanel
        key={list.id}
        list={list}
        canWrite={canWrite}
        onTask={(task) => update({ do: task })}
        onDeleted={close}
        onClose={close}
      />
    );
  };
  const panel =
    doing === 'new' && canWrite ? (
      <UploadPanel onClose={close} onDone={show} />
    ) : doing === 'connect' && canWrite ? (
      <SourcePanel onClose={close} onDone={show} />
    ) : doing === 'download' && all ? (
      <DownloadPanel lists={files} onClose={close} />
    ) : open ? (
      panelOf(open)
    ) : null;
  return (
    <ListsFrame
      page="customLists"
      title={text('title')}
      count={all && text('count', { count: all.length })}
      canWrite={canWrite}
      add={{ text: text('new'), onSelect: begin }}
      commands={[
        ...(canWrite
          ? [
              {
                id: 'connect',
                text: text('source.new'),
                icon: DatabaseRegular,
                onSelect: () => update({ list: undefined, do: 'connect' }),
              },
            ]
          : []),
        {
          id: 'download',
          text: common('action.download'),
          icon: ArrowDownloadRegular,
          onSelect: () => update({ list: undefined, do: 'download' }),
          disabledReason: files.length === 0 ? text('noList') : undefined,
        },
      ]}
      find={{
        text: text('find'),
        value: find,
        onChange: (value) => update({ find: value === '' ? undefined : value }, { replace: true }),
      }}
      look={look ?? (doing === 'look' ? '' : undefined)}
      onLook={(sought) =>
        update(
          { look: sought === '' ? undefined : sought, do: sought === undefined ? undefined : 'look' },
          { replace: true },
        )
      }
      columns={columns}
      shown={shown}
      onShown={saveShown}
      panel={panel}
      isPanelWide
    >
      {query.isError && !all ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : all?.length === 0 ? (
        <Empty
          title={text('empty.title')}
          body={text('empty.body')}
          action={canWrite ? { text: text('new'), onSelect: begin } : undefined}
        />
      ) : all && lists.length === 0 ? (
        <NoResult title={text('noList')} body={text('noListBody')} />
      ) : (
        <DataGrid
          ref={grid}
          label={text('title')}
          rows={lists}
          rowId={idOf}
          columns={columns}
          shown={shown}
          density={density}
          isLoading={query.isPending}
          current={current}
          onCurrent={(id) => {
            setCurrent(id);
            if (open) update({ list: id, do: undefined }, { replace: true });
          }}
          onOpen={show}
          onPeek={show}
          onClose={close}
        />
      )}
    </ListsFrame>
  );
};
