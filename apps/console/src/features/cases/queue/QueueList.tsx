import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { CaseSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, joinClasses, type GridColumn } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { ListGrid } from '../../../shared/list-page/ListGrid.tsx';
import type { AskedRows } from '../../../shared/list-page/RowsState.tsx';
import { MAX_COUNTED } from './queue-lists.ts';
import styles from './queue.module.css';
import type { RowSelection } from '../../../shared/list-page/use-row-selection.ts';
import type { useSteadyRows } from './use-steady-rows.ts';

/** One list of a queue: its heading with the count, and its grid, which can be folded away. */
export const QueueList = (props: {
  readonly title: string;
  readonly query: AskedRows;
  readonly steady: ReturnType<typeof useSteadyRows<CaseSummary>>;
  readonly total: number | undefined;
  readonly columns: readonly GridColumn<CaseSummary>[];
  readonly shown?: readonly string[] | undefined;
  /** Shown where the list has no case: one line, or more for the main list. */
  readonly empty: ReactNode;
  readonly isMain?: boolean;
  readonly isOpenAtFirst?: boolean;
  readonly selection?: RowSelection;
  readonly onOpen: (row: CaseSummary) => void;
  readonly above?: ReactNode;
}): ReactNode => {
  const { title, query, steady, total, columns, shown, empty, isMain = false, onOpen, above } = props;
  const text = useText('cases');
  const formats = useFormats();
  const [isOpen, setOpen] = useState(props.isOpenAtFirst ?? true);
  const Chevron = isOpen ? ChevronDownRegular : ChevronRightRegular;
  const count = total ?? 0;
  return (
    <section
      className={styles.part}
      data-open={isOpen && (isMain || query.data === undefined || steady.rows.length > 0)}
      data-weight={isMain && isOpen ? 'main' : undefined}
      aria-label={title}
    >
      <div className={styles.head}>
        <h2>
          <button
            type="button"
            className="inline-flex middle gap-1 min-h-24 p-0 strong bg-none border-0 pointer"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron fontSize={12} aria-hidden />
            {title}
          </button>
        </h2>
        {total === undefined ? null : (
          <span className="soft">
            {count >= MAX_COUNTED
              ? text('queue.over', { count: formats.number(MAX_COUNTED) })
              : text('queue.count', { count })}
          </span>
        )}
        {steady.newCount === 0 ? null : (
          <Chip onSelect={steady.renew}>{text('queue.held', { count: formats.number(steady.newCount) })}</Chip>
        )}
      </div>
      {isOpen ? (
        <>
          {above}
          <div className={styles.grid} {...steady.hold}>
            {query.data !== undefined && steady.rows.length === 0 ? (
              <div className={joinClasses('px-page', !isMain && 'quiet')}>{empty}</div>
            ) : (
              <ListGrid
                label={title}
                query={query}
                rows={steady.rows}
                rowId={({ id }) => id}
                columns={columns}
                shown={shown}
                total={total !== undefined && total < MAX_COUNTED ? total : undefined}
                onOpen={onOpen}
                onPeek={() => undefined}
                takesPageKeys={isMain}
                selection={props.selection}
              />
            )}
          </div>
        </>
      ) : null}
    </section>
  );
};
