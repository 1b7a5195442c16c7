import type { ChangeSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { SplitPane, CommandButton, DataGrid, Empty, ErrorState, type GridColumn, type GridHandle } from '@redoubt/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ChangePanel } from './ChangePanel.tsx';
import { changeQuery, changesQuery } from './changes.queries.ts';
import { useChangeWords } from './use-change-words.ts';
import { useTargetName } from '../../shared/resources/use-target-name.ts';

const address = z.object({
  change: z.string().optional().catch(undefined),
  show: z.literal('decided').optional().catch(undefined),
});

const idOf = ({ id }: ChangeSummary): string => id;

const useColumns = (): readonly GridColumn<ChangeSummary>[] => {
  const text = useText('changes');
  const nameOf = useTargetName();
  const formats = useFormats();
  const words = useChangeWords();
  return [
    {
      id: 'name',
      header: text('column.name'),
      width: 220,
      grow: true,
      hideable: false,
      cell: ({ target }) => <b>{nameOf(target.type, target.name)}</b>,
    },
    { id: 'operation', header: text('column.operation'), width: 130, cell: (row) => words.operation(row.operation) },
    { id: 'kind', header: text('column.kind'), width: 160, cell: ({ target }) => words.kind(target.type) },
    { id: 'by', header: text('column.by'), width: 160, cell: ({ asked }) => asked.by },
    { id: 'asked', header: text('column.asked'), width: 160, cell: ({ asked }) => formats.dateTime(asked.at) },
    { id: 'state', header: text('column.state'), width: 120, cell: ({ state }) => text(`state.${state}`) },
    { id: 'note', header: text('note'), width: 200, grow: true, cell: ({ note }) => note },
  ];
};

/** Changes of what decides that wait for a second person, with their differences; those decided before on request. */
export const ChangesPage = (): ReactNode => {
  const text = useText('changes');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ change: current = null, show }, update] = useAddress(address);
  const grid = useRef<GridHandle>(null);
  const columns = useColumns();
  const query = useInfiniteQuery(changesQuery(call, environmentId, show ?? 'open'));
  const rows = useMemo(() => query.data?.pages.flatMap(({ changes }) => changes) ?? [], [query.data]);
  const one = useQuery({ ...changeQuery(call, environmentId, current ?? ''), enabled: current !== null });
  const open = (row: ChangeSummary): void => update({ change: row.id });
  const close = (): void => {
    update({ change: undefined });
    grid.current?.focus();
  };
  return (
    <ConsolePage
      title={routes('changes.title')}
      fill
      bleed
      commands={[
        {
          id: 'decided',
          text: text('showDecided'),
          pressed: show === 'decided',
          onSelect: () => update({ show: show === 'decided' ? undefined : 'decided', change: undefined }),
        },
      ]}
    >
      <SplitPane
        paneWidth="min(560px, 52%)"
        pane={
          current === null ? null : one.data ? (
            <ChangePanel key={one.data.id} change={one.data} onClose={close} />
          ) : one.isError ? (
            <ErrorState error={one.error} onRetry={() => void one.refetch()} />
          ) : null
        }
      >
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data && rows.length === 0 ? (
          <Empty title={text('empty.title')} body={text('empty.body')} />
        ) : (
          <>
            <DataGrid
              ref={grid}
              label={routes('changes.title')}
              rows={rows}
              rowId={idOf}
              columns={columns}
              density={density}
              isLoading={query.isPending}
              current={current}
              onCurrent={(id) => {
                if (current !== null && id !== null) update({ change: id }, { replace: true });
              }}
              onOpen={open}
              onPeek={open}
              onClose={close}
            />
            {query.hasNextPage ? (
              <CommandButton command={{ id: 'more', text: text('more'), onSelect: () => void query.fetchNextPage() }} />
            ) : null}
          </>
        )}
      </SplitPane>
    </ConsolePage>
  );
};
