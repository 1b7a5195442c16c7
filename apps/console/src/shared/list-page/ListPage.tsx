import { AddRegular, type FluentIcon } from '@fluentui/react-icons';
import { SearchField, SplitPane, StaleBar, useShortcut, type Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ConsolePage, type ConsolePageProps } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { ListGrid, type ListGridProps } from './ListGrid.tsx';
import { RowsState, type RowsStateProps } from './RowsState.tsx';

/** Rows that are no grid, such as cards. */
type ListRows = RowsStateProps & {
  readonly count: number;
  readonly loading?: ReactNode;
  readonly children: ReactNode;
};

type ListRowsProps<Row> =
  | { readonly grid: ListGridProps<Row>; readonly rows?: undefined }
  | { readonly grid?: undefined; readonly rows: ListRows };

/** A field to find rows by. */
export type ListFind = {
  readonly text: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
};

type ListFrameProps = Omit<ConsolePageProps, 'fill' | 'bleed' | 'children' | 'commandsEnd'> & {
  /** Whether the person may change what the page shows; undefined until it is known. */
  readonly canWrite: boolean | undefined;
  /** The first command for those who may write, with the key `n`; also offered where there is nothing yet. */
  readonly add?: {
    readonly text: string;
    readonly icon?: FluentIcon;
    readonly onSelect: () => void;
    readonly disabledReason?: string | undefined;
  };
  /** The field to find by, which `/` goes to; empty is undefined. */
  readonly find?: ListFind;
  /** Before the field to find by. */
  readonly beforeFind?: ReactNode;
  /** Between head and rows; figures that were not renewed are marked as such before it. */
  readonly above?: ReactNode;
  /** Under the rows, such as that there are more. */
  readonly below?: ReactNode;
  /** What is open beside the rows. */
  readonly pane?: ReactNode;
  readonly paneWidth?: string;
};

export type ListPageProps<Row> = ListFrameProps & ListRowsProps<Row>;

/** A page that is a list: head with commands and a field to find by, the rows with their states, what is open beside. */
export const ListPage = <Row,>(props: ListPageProps<Row>): ReactNode => {
  const {
    grid,
    rows,
    canWrite,
    add,
    find,
    beforeFind,
    above,
    below,
    pane,
    paneWidth,
    commands = [],
    chips,
    ...page
  } = props;
  const mayAdd = add !== undefined && canWrite === true;
  useShortcut('n', add?.text ?? '', () => add?.onSelect(), { active: mayAdd && add.disabledReason === undefined });
  const first: readonly Command[] = mayAdd ? [{ id: 'new', icon: AddRegular, keys: 'n', ...add }] : [];
  const { query, empty: nothing } = grid ?? rows;
  const empty = nothing && mayAdd && !nothing.action ? { ...nothing, action: add } : nothing;
  const staleSince = query?.isError && query.data !== undefined ? query.dataUpdatedAt : undefined;
  return (
    <ConsolePage
      strongFirst={mayAdd}
      {...page}
      fill
      bleed
      commands={[...first, ...commands]}
      commandsEnd={
        find || beforeFind ? (
          <>
            {beforeFind}
            {find ? (
              <SearchField
                label={find.text}
                {...(find.placeholder === undefined ? {} : { placeholder: find.placeholder })}
                value={find.value}
                onChange={(value) => find.onChange(value === '' ? undefined : value)}
              />
            ) : null}
          </>
        ) : null
      }
      chips={
        <>
          {chips}
          {canWrite === false ? <ReadOnlyChip /> : null}
        </>
      }
    >
      <SplitPane paneWidth={paneWidth ?? 'min(460px, 48%)'} pane={pane}>
        <div className="fill-column">
          {staleSince === undefined ? null : <StaleBar since={staleSince} />}
          {above}
          <div className="rest">
            {grid ? <ListGrid {...grid} empty={empty} /> : <RowsState {...rows} empty={empty} />}
          </div>
          {below}
        </div>
      </SplitPane>
    </ConsolePage>
  );
};
