import { Input } from '@fluentui/react-components';
import { AddRegular, ColumnTripleRegular, SearchRegular } from '@fluentui/react-icons';
import type { ListSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import {
  Chip,
  ColumnPanel,
  DataGrid,
  Empty,
  ErrorState,
  NoResult,
  useShortcut,
  type Command,
  type GridHandle,
} from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import { useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ListTabs } from './components/ListTabs.tsx';
import { ListPanel } from './components/ListPanel.tsx';
import styles from './components/lists.module.css';
import { UploadPanel } from './components/UploadPanel.tsx';
import { listsOptions } from './lists.queries.ts';
import { useListColumns } from './use-list-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ list: field, do: field, find: field });

const idOf = (list: ListSummary): string => list.id;

const holds = (list: ListSummary, wanted: string): boolean =>
  [list.name, list.description, ...list.columns].some((text) => text.toLowerCase().includes(wanted));

/** The reference tables that rules read. */
export const ListsPage = () => {
  const text = useText('lists');
  const common = useText('common');
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ list: listId, do: doing, find = '' }, update] = useAddress(address);
  const query = useQuery(listsOptions(call, environmentId));
  const canWrite = query.data?.canWrite ?? may('lists:write');
  const columns = useListColumns();
  const [shown, saveShown] = useSavedColumns('lists');
  const [isChoosing, setChoosing] = useState(false);
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const all = query.data?.lists;
  const wanted = find.trim().toLowerCase();
  const lists = useMemo(() => (all ?? []).filter((list) => holds(list, wanted)), [all, wanted]);
  const open = all?.find((list) => list.id === listId);
  const isNew = doing === 'new' && canWrite;
  const [current, setCurrent] = useState<string | null>(listId ?? null);
  const close = (): void => {
    update({ list: undefined, do: undefined });
    grid.current?.focus();
  };
  const begin = (): void => update({ list: undefined, do: 'new' });
  useShortcut('n', text('new'), begin, { active: canWrite });
  useShortcut('/', text('find'), () => search.current?.focus());

  const commands: readonly Command[] = [
    ...(canWrite ? [{ id: 'new', text: text('new'), icon: AddRegular, keys: 'n', onSelect: begin }] : []),
    {
      id: 'columns',
      text: text('columns'),
      icon: ColumnTripleRegular,
      pressed: isChoosing,
      onSelect: () => setChoosing(!isChoosing),
    },
  ];
  return (
    <ConsolePage
      title={text('title')}
      fill
      bleed
      strongFirst={canWrite}
      commands={commands}
      commandsEnd={
        <Input
          input={{ ref: search }}
          size="small"
          type="search"
          value={find}
          contentBefore={<SearchRegular aria-hidden />}
          placeholder={text('find')}
          aria-label={text('find')}
          onChange={(_event, { value }) => update({ find: value === '' ? undefined : value }, { replace: true })}
        />
      }
      chips={canWrite ? null : <Chip solid>{common('readOnly')}</Chip>}
      aside={all ? text('count', { count: all.length }) : null}
    >
      <div className={styles.frame}>
        <ListTabs current="customLists" />
        <div className={styles.page}>
          <div className={styles.grid}>
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
                onOpen={(list) => update({ list: list.id, do: undefined })}
                onPeek={(list) => update({ list: list.id, do: undefined })}
                onClose={close}
                takesPageKeys
              />
            )}
          </div>
          {isChoosing ? (
            <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={() => setChoosing(false)} />
          ) : isNew ? (
            <div className={styles.pane}>
              <UploadPanel onClose={close} onDone={(list) => update({ list: list.id, do: undefined })} />
            </div>
          ) : open && doing === 'replace' && canWrite ? (
            <div className={styles.pane}>
              <UploadPanel
                key={open.id}
                list={open}
                onClose={() => update({ do: undefined })}
                onDone={() => update({ do: undefined })}
              />
            </div>
          ) : open ? (
            <div className={styles.pane}>
              <ListPanel
                key={open.id}
                list={open}
                canWrite={canWrite}
                onReplace={() => update({ do: 'replace' })}
                onDeleted={close}
                onClose={close}
              />
            </div>
          ) : null}
        </div>
      </div>
    </ConsolePage>
  );
};
