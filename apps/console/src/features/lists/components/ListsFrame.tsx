import { TextBulletListSquareSearchRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip, ColumnPanel, useShortcut, type Command, type GridColumn } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import type { ListGridProps } from '../../../shared/list-page/ListGrid.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { useSavedColumns } from '../../../preferences/use-saved-columns.ts';
import { lazyPanel, usePreload } from '../../../routes/lazy-component.tsx';
import { columnsCommand } from '../../../shared/list-page/common-commands.ts';
import { ListTabs } from './ListTabs.tsx';

const LookupPanel = lazyPanel(async () => (await import('../lookup/LookupPanel.tsx')).LookupPanel);

/** What the address of either page says. */
type ListsAddress = {
  /** Narrows the grid. */
  readonly find: string | undefined;
  /** The value that is looked for in every list. */
  readonly look: string | undefined;
  readonly do: string | undefined;
};

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
  readonly findLabel: string;
  readonly address: ListsAddress;
  readonly onAddress: (change: Partial<ListsAddress>) => void;
  readonly columns: readonly GridColumn<Row>[];
  /** What stands between tabs and grid. */
  readonly above?: ReactNode;
  readonly grid: Omit<ListGridProps<Row>, 'columns' | 'shown'>;
  /** The panel beside the grid. */
  readonly panel: ReactNode;
  readonly isPanelWide?: boolean;
};

/** The page around either kind of lists: tabs, commands, a field to find by, a grid and the panel beside it. */
export const ListsFrame = <Row,>(props: ListsFrameProps<Row>): ReactNode => {
  const { page, canWrite, add, address, onAddress, columns, panel } = props;
  const text = useText('lists');
  usePreload(LookupPanel);
  const [shown, saveShown] = useSavedColumns(page === 'customLists' ? 'lists' : page);
  const [isChoosing, setChoosing] = useState(false);
  const look = address.look ?? (address.do === 'look' ? '' : undefined);
  const onLook = (sought: string | undefined): void =>
    onAddress({ look: sought === '' ? undefined : sought, do: sought === undefined ? undefined : 'look' });
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
    columnsCommand(text('columns'), isChoosing, setChoosing),
  ];
  const isWide = look !== undefined || props.isPanelWide === true;
  const pane = isChoosing ? (
    <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={() => setChoosing(false)} />
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
      find={{ text: props.findLabel, value: address.find ?? '', onChange: (find) => onAddress({ find }) }}
      chips={props.count === undefined ? null : <Chip>{props.count}</Chip>}
      pane={pane}
      paneWidth={isChoosing ? 'var(--panel-w)' : isWide ? 'min(620px, 56%)' : 'min(440px, 50%)'}
      above={props.above}
      grid={{ ...props.grid, columns, shown }}
    />
  );
};
