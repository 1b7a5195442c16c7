import type { ChangeSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { QueryState, type GridColumn } from '@redoubt/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { holds } from '../../shared/list-page/holds.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { ChangePanel } from './ChangePanel.tsx';
import { changeQuery, changesQuery } from './changes.queries.ts';
import { useChangeWords } from './use-change-words.ts';
import { useTargetName } from '../../shared/resources/use-target-name.ts';

const address = z.object({
  change: z.string().optional().catch(undefined),
  show: z.literal('decided').optional().catch(undefined),
  find: z.string().optional().catch(undefined),
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
  const [{ change: current = null, show, find = '' }, update] = useAddress(address);
  const columns = useColumns();
  const query = useInfiniteQuery(changesQuery(call, environmentId, show ?? 'open'));
  const nameOf = useTargetName();
  const words = useChangeWords();
  const loaded = useMemo(() => query.data?.pages.flatMap(({ changes }) => changes) ?? [], [query.data]);
  const rows = loaded.filter(({ target, operation, asked, note }) =>
    holds(find, nameOf(target.type, target.name), words.operation(operation), words.kind(target.type), asked.by, note),
  );
  const one = useQuery({ ...changeQuery(call, environmentId, current ?? ''), enabled: current !== null });
  const selection = useRowSelection(current, (id, options) => update({ change: id }, options));
  return (
    <ListPage
      title={routes('changes.title')}
      canWrite={undefined}
      strongFirst={false}
      commands={[
        {
          id: 'decided',
          text: text('showDecided'),
          pressed: show === 'decided',
          onSelect: () => update({ show: show === 'decided' ? undefined : 'decided', change: undefined }),
        },
      ]}
      find={{
        text: text('find'),
        value: find,
        onChange: (typed) => update({ find: typed }, { replace: true }),
      }}
      paneWidth="min(560px, 52%)"
      pane={
        current === null || one.isPending ? null : (
          <QueryState query={one}>
            {(change) => <ChangePanel key={change.id} change={change} onClose={selection.close} />}
          </QueryState>
        )
      }
      grid={{
        label: routes('changes.title'),
        query,
        rows,
        isNarrowed: loaded.length > 0,
        noResult: { title: text('noneFits.title'), body: text('noneFits.body') },
        rowId: idOf,
        columns,
        selection,
        empty: { title: text('empty.title'), body: text('empty.body') },
      }}
    />
  );
};
