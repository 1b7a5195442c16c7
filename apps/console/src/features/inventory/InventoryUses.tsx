import type { Inventory } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { SplitPane, Chip, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import styles from './components/inventory.module.css';
import { DependenciesPanel } from './components/DependenciesPanel.tsx';
import { isUnused, type Dependencies } from './graph.ts';
import { ListGrid } from '../../shared/list-page/ListGrid.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { useResourceName, useTypeText } from '../../shared/resources/use-type-text.ts';

export type InventoryUsesProps = {
  readonly inventory: Inventory;
  readonly dependencies: ReadonlyMap<string, Dependencies>;
  readonly find: string;
  readonly onlyUnused: boolean;
  readonly current: string | null;
  readonly onCurrent: (key: string | null) => void;
  readonly onOnlyUnused: (value: boolean) => void;
};

const keyOf = ({ resource }: Dependencies): string => resource.key;

const useColumns = (): readonly GridColumn<Dependencies>[] => {
  const text = useText('inventory');
  const formats = useFormats();
  const typeText = useTypeText();
  const nameOf = useResourceName();
  return useMemo(
    (): readonly GridColumn<Dependencies>[] => [
      {
        id: 'name',
        header: text('column.name'),
        width: 200,
        grow: true,
        hideable: false,
        cell: ({ resource }) => <b>{nameOf(resource)}</b>,
      },
      {
        id: 'type',
        header: text('column.type'),
        width: 176,
        cell: ({ resource }) => typeText(resource),
      },
      {
        id: 'readers',
        header: text('column.readBy'),
        width: 84,
        align: 'end',
        cell: ({ readers }) => formats.number(readers.length),
      },
      {
        id: 'reads',
        header: text('column.reads'),
        width: 84,
        align: 'end',
        cell: ({ reads }) => formats.number(reads.length),
      },
      {
        id: 'changed',
        header: text('column.changed'),
        width: 188,
        cell: ({ resource }) => (resource.changed ? formats.dateTime(resource.changed.at) : '–'),
      },
    ],
    [text, formats, typeText, nameOf],
  );
};

/** Who reads what: pick something, and see what it reads and who reads it. */
export const InventoryUses = (props: InventoryUsesProps) => {
  const { inventory, dependencies, find, onlyUnused, current, onCurrent, onOnlyUnused } = props;
  const text = useText('inventory');
  const columns = useColumns();
  const nameOf = useResourceName();
  const all = useMemo(
    () =>
      [...dependencies.values()].toSorted((left, right) => nameOf(left.resource).localeCompare(nameOf(right.resource))),
    [dependencies, nameOf],
  );
  const wanted = find.trim().toLowerCase();
  const found = all.filter(({ resource }) => `${resource.name}\n${nameOf(resource)}`.toLowerCase().includes(wanted));
  const unused = found.filter(isUnused);
  const shown = onlyUnused ? unused : found;
  const open = current === null ? undefined : dependencies.get(current);
  const selection = useRowSelection(current, (key) => onCurrent(key ?? null));
  return (
    <>
      <div className="row-wrap-middle py-2 px-page" role="group" aria-label={text('filters')}>
        <Chip pressed={onlyUnused} onSelect={() => onOnlyUnused(!onlyUnused)}>
          {text('only.unused', { count: unused.length })}
        </Chip>
        <b className={styles.end}>{text('resources', { count: shown.length })}</b>
      </div>
      <SplitPane
        paneWidth="min(600px, 55%)"
        pane={
          open ? (
            <DependenciesPanel
              key={open.resource.key}
              of={open}
              inventory={inventory}
              onCurrent={onCurrent}
              onClose={selection.close}
            />
          ) : null
        }
      >
        <ListGrid
          label={text('tabs.uses')}
          rows={shown}
          rowId={keyOf}
          columns={columns}
          selection={selection}
          isNarrowed
          noResult={{ title: text('noResource'), body: text(onlyUnused ? 'allRead' : 'noRuleBody') }}
          onPeek={({ resource: { key } }) => (key === current ? selection.close() : selection.open(key))}
        />
      </SplitPane>
    </>
  );
};
