import { ChevronDownRegular, ChevronRightRegular, LayerRegular, StarFilled } from '@fluentui/react-icons';
import { geographyLabel } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import styles from './components/environments.module.css';
import { StateCell } from './components/StateCell.tsx';
import { shownName, type TreeRow } from './environment-rows.ts';

export type ColumnOptions = {
  readonly now: number;
  readonly isFavourite: (id: string) => boolean;
  readonly onFold: (row: TreeRow) => void;
  readonly onRestore: (id: string) => void;
  readonly onRetry: (id: string) => void;
};

/** Pixels that a row lies in from the one above it. */
const STEP_PX = 18;

/** The columns of the tree of environments. */
export const useEnvironmentColumns = (options: ColumnOptions): readonly GridColumn<TreeRow>[] => {
  const text = useText('environments');
  const formats = useFormats();
  const { now, isFavourite, onFold, onRestore, onRetry } = options;
  return useMemo(
    (): readonly GridColumn<TreeRow>[] => [
      {
        id: 'name',
        header: text('column.name'),
        width: 240,
        minWidth: 200,
        grow: true,
        hideable: false,
        text: ({ environment }) => shownName(environment),
        cell: (row) => (
          <span className={styles.name} style={{ paddingLeft: (row.level - 1) * STEP_PX }}>
            {row.isOpen === undefined ? (
              <span className={styles.leaf} />
            ) : (
              <button
                type="button"
                className={styles.fold}
                aria-label={text(row.isOpen ? 'fold' : 'unfold', { name: shownName(row.environment) })}
                onClick={(event) => {
                  event.preventDefault();
                  onFold(row);
                }}
              >
                {row.isOpen ? (
                  <ChevronDownRegular fontSize={14} aria-hidden />
                ) : (
                  <ChevronRightRegular fontSize={14} aria-hidden />
                )}
              </button>
            )}
            <LayerRegular className="flex-none" fontSize={14} aria-hidden />
            <b className={styles.word}>{shownName(row.environment)}</b>
            {isFavourite(row.environment.id) ? (
              <StarFilled className="flex-none" fontSize={14} aria-label={text('favourite')} />
            ) : null}
          </span>
        ),
      },
      {
        id: 'state',
        header: text('column.state'),
        width: 330,
        minWidth: 300,
        text: ({ environment }) => text(`state.${environment.status}`),
        cell: ({ environment }) => (
          <StateCell environment={environment} now={now} onRestore={onRestore} onRetry={onRetry} />
        ),
      },
      {
        id: 'kind',
        header: text('column.kind'),
        width: 110,
        cell: ({ environment }) => text(`kind.${environment.kind}`),
      },
      {
        id: 'geography',
        header: text('column.geography'),
        width: 130,
        cell: ({ environment: { geography } }) => geographyLabel(geography) ?? geography?.code ?? '',
      },
      {
        id: 'events',
        header: text('column.events'),
        width: 120,
        align: 'end',
        cell: ({ environment: { events }, isOpen, eventsBelow }) => {
          const shown = isOpen === false ? eventsBelow : events;
          return <span title={text('eventsBelow', { count: eventsBelow })}>{formats.number(shown)}</span>;
        },
      },
      {
        id: 'rules',
        header: text('column.rules'),
        width: 80,
        align: 'end',
        cell: ({ environment: { contents } }) => formats.number(contents.rules),
      },
      {
        id: 'lists',
        header: text('column.lists'),
        width: 80,
        align: 'end',
        hiddenAtFirst: true,
        cell: ({ environment: { contents } }) => formats.number(contents.lists),
      },
      {
        id: 'openCases',
        header: text('column.openCases'),
        width: 100,
        align: 'end',
        cell: ({ environment: { contents } }) => formats.number(contents.openCases),
      },
      {
        id: 'people',
        header: text('column.people'),
        width: 90,
        align: 'end',
        cell: ({ environment: { contents } }) => formats.number(contents.people),
      },
      {
        id: 'applications',
        header: text('column.applications'),
        width: 110,
        align: 'end',
        hiddenAtFirst: true,
        cell: ({ environment }) => formats.number(environment.applications),
      },
      {
        id: 'tags',
        header: text('column.tags'),
        width: 180,
        hiddenAtFirst: true,
        cell: ({ environment }) => environment.tags.join(', '),
      },
      {
        id: 'apiId',
        header: text('column.apiId'),
        width: 150,
        mono: true,
        hiddenAtFirst: true,
        cell: ({ environment }) => environment.customerApiId ?? '',
      },
      {
        id: 'id',
        header: text('column.id'),
        width: 280,
        mono: true,
        hiddenAtFirst: true,
        cell: ({ environment }) => environment.id,
      },
      {
        id: 'created',
        header: text('column.created'),
        width: 120,
        hiddenAtFirst: true,
        cell: ({ environment }) => formats.date(environment.createdAt),
      },
    ],
    [text, formats, now, isFavourite, onFold, onRestore, onRetry],
  );
};
