import { Button, Checkbox } from '@fluentui/react-components';
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { SearchField } from '../fields/SearchField.tsx';
import { SidePanel } from '../panels/SidePanel.tsx';
import { defaultColumns, shownColumns, withColumn, withColumnDropped, withColumnMoved } from './column-choice.ts';
import styles from './column-panel.module.css';
import type { GridColumn } from './grid-column.ts';
import { columnChoices } from './use-grid-columns.ts';

export type ColumnPanelProps<Row> = {
  readonly columns: readonly GridColumn<Row>[];
  readonly shown: readonly string[] | undefined;
  /** Called at once with every change; undefined means the default view. */
  readonly onChange: (shown: readonly string[] | undefined) => void;
  readonly onClose: () => void;
};

/** Chooses and orders the columns of a grid, seen at once in the grid beside it. */
export const ColumnPanel = <Row,>({ columns, shown, onChange, onClose }: ColumnPanelProps<Row>): ReactNode => {
  const text = useText('ui');
  const [wanted, setWanted] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const choices = columnChoices(columns);
  const order = shownColumns(choices, shown);
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const all = [...order, ...choices.map((choice) => choice.id).filter((id) => !order.includes(id))];
  const isDefault = order.join() === defaultColumns(choices).join();
  return (
    <SidePanel
      title={text('grid.columns.title')}
      onClose={onClose}
      footer={
        <Button size="small" disabled={isDefault} onClick={() => onChange(undefined)}>
          {text('grid.columns.default')}
        </Button>
      }
    >
      <SearchField
        wide
        autoFocus
        takesSlash={false}
        label={text('grid.columns.find')}
        value={wanted}
        onChange={setWanted}
      />
      <p className={styles.hint}>{text('grid.columns.hint')}</p>
      <ul className={styles.list}>
        {all.map((id) => {
          const choice = byId.get(id);
          if (!choice?.header.toLowerCase().includes(wanted.trim().toLowerCase())) return null;
          const visible = order.includes(id);
          return (
            <li
              key={id}
              className={styles.item}
              draggable={visible}
              data-dragged={dragged === id || undefined}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged && onChange(withColumnDropped(order, dragged, id))}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                event.preventDefault();
                onChange(withColumnMoved(order, id, event.key === 'ArrowUp' ? -1 : 1));
              }}
            >
              <Checkbox
                label={choice.header}
                checked={visible}
                disabled={!choice.hideable}
                onChange={(_event, { checked }) => onChange(withColumn(order, id, checked === true))}
              />
              {visible ? <ReOrderDotsVerticalRegular className={styles.grip ?? ''} aria-hidden fontSize={16} /> : null}
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
};
