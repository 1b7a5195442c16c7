import { ColumnTripleRegular, TextBulletListSquareSearchRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip, ColumnPanel, useShortcut, type Command, type GridColumn } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import type { ListGridProps } from '../../../shared/list-page/ListGrid.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { LookupPanel } from '../lookup/LookupPanel.tsx';
import { ListTabs } from './ListTabs.tsx';

type ListsFrameProps<Row> = {
  readonly page: 'customLists' | 'supportLists';
  readonly title: string;
  /** How many there are, in words. */
  readonly count?: string | undefined;
  /** Undefined until it is known. */
  readonly canWrite: boolean | undefined;
  readonly add: { readonly text: string; readonly onSelect: () => void };
  /** Commands between adding and the choice of columns. */
  readonly commands: readonly Command[];
  readonly find: {
    readonly text: string;
    readonly value: string;
    readonly onChange: (value: string | undefined) => void;
  };
  readonly columns: readonly GridColumn<Row>[];
  /** The value that is looked for in every list; undefined without a search. */
  readonly look: string | undefined;
  readonly onLook: (value: string | undefined) => void;
  /** What stands between tabs and grid. */
  readonly above?: ReactNode;
  /** Columns that are shown; the default view without it. */
  readonly shown: readonly string[] | undefined;
  readonly onShown: (columns: readonly string[] | undefined) => void;
  readonly grid: Omit<ListGridProps<Row>, 'columns' | 'shown'>;
  /** The panel beside the grid. */
  readonly panel: ReactNode;
  readonly isPanelWide?: boolean;
};

/** The page around either kind of lists: tabs, commands, a field to find by, a grid and the panel beside it. */
export const ListsFrame = <Row,>(props: ListsFrameProps<Row>): ReactNode => {
  const { page, canWrite, add, find, columns, panel, look, onLook } = props;
  const text = useText('lists');
  const [isChoosing, setChoosing] = useState(false);
  const beginLook = (): void => onLook(look === undefined ? '' : undefined);
  useShortcut('v', text('lookup.open'), beginLook);
  const commands: readonly Command[] = [
    {
      id: 'lookup',
      text: text('lookup.open'),
      icon: TextBulletListSquareSearchRegular,
      keys: 'v',
      pressed: look !== undefined,
      onSelect: beginLook,
    },
    ...props.commands,
    {
      id: 'columns',
      text: text('columns'),
      icon: ColumnTripleRegular,
      pressed: isChoosing,
      onSelect: () => setChoosing(!isChoosing),
    },
  ];
  const isWide = look !== undefined || props.isPanelWide === true;
  const pane = isChoosing ? (
    <ColumnPanel columns={columns} shown={props.shown} onChange={props.onShown} onClose={() => setChoosing(false)} />
  ) : look !== undefined ? (
    <LookupPanel value={look} onValue={onLook} onClose={() => onLook(undefined)} />
  ) : (
    panel
  );
  return (
    <ListPage
      title={props.title}
      tabs={<ListTabs current={page} />}
      canWrite={canWrite}
      add={add}
      commands={commands}
      find={find}
      chips={props.count === undefined ? null : <Chip>{props.count}</Chip>}
      pane={pane}
      paneWidth={isChoosing ? 'var(--panel-w)' : isWide ? 'min(620px, 56%)' : 'min(440px, 50%)'}
      above={props.above}
      grid={{ ...props.grid, columns, shown: props.shown }}
    />
  );
};
