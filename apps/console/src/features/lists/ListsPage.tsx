import { ArrowDownloadRegular, DatabaseRegular } from '@fluentui/react-icons';
import type { ListSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';

import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { textsOf, useAddressBy } from '../../routes/address.ts';
import { lazyPanel, together, usePreload } from '../../routes/lazy-component.tsx';
import { ListsFrame } from './components/ListsFrame.tsx';
import { listsQuery } from './lists.queries.ts';
import { useListColumns } from './use-list-columns.tsx';

const addressOf = textsOf('list', 'do', 'find', 'look');

const DownloadPanel = lazyPanel(async () => (await import('./components/DownloadPanel.tsx')).DownloadPanel);
const ListPanel = lazyPanel(async () => (await import('./components/ListPanel.tsx')).ListPanel);
const UploadPanel = lazyPanel(async () => (await import('./components/UploadPanel.tsx')).UploadPanel);
const RowEditor = lazyPanel(async () => (await import('./rows/RowEditor.tsx')).RowEditor);
const SourcePanel = lazyPanel(async () => (await import('./source/SourcePanel.tsx')).SourcePanel);
const VersionsPanel = lazyPanel(async () => (await import('./versions/VersionsPanel.tsx')).VersionsPanel);
const panels = together(ListPanel, UploadPanel, RowEditor, VersionsPanel, DownloadPanel, SourcePanel);

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
  const [{ list: listId, do: doing, find = '', look }, update] = useAddressBy(addressOf);
  usePreload(panels);
  const query = useQuery(listsQuery(call, environmentId));
  const canWrite = query.data?.canWrite ?? may('lists:write');
  const columns = useListColumns();
  const provided = useProvidedNames();

  const all = query.data?.lists;
  const wanted = find.trim().toLowerCase();
  const lists = useMemo(
    () => (all ?? []).filter((list) => holds(list, wanted, provided.shown)),
    [all, wanted, provided],
  );
  const files = useMemo(() => lists.filter(({ connection }) => connection === null), [lists]);
  const open = all?.find((list) => list.id === listId);
  const selection = useRowSelection(open?.id, (id, options) => update({ list: id, do: undefined }, options));
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
        onDeleted={selection.close}
        onClose={selection.close}
      />
    );
  };
  const panel =
    doing === 'new' && canWrite ? (
      <UploadPanel onClose={selection.close} onDone={show} />
    ) : doing === 'connect' && canWrite ? (
      <SourcePanel onClose={selection.close} onDone={show} />
    ) : doing === 'download' && all ? (
      <DownloadPanel lists={files} onClose={selection.close} />
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
      findLabel={text('find')}
      address={{ find, look, do: doing }}
      onAddress={(change) => update(change, { replace: true })}
      columns={columns}
      panel={panel}
      isPanelWide
      grid={{
        label: text('title'),
        query,
        rows: lists,
        rowId: idOf,
        selection,
        isNarrowed: all !== undefined && all.length > 0,
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('noList'), body: text('noListBody') },
      }}
    />
  );
};
