import type { CaseDecisionOption, ListedCase, Queue } from '@redoubt/contracts';
import { MAX_BULK_CASES, type CaseBlockEntity } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Link, QueryState, Loading, Section, ShortId, useShortcut, type GridColumn } from '@redoubt/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../routes/address.ts';
import { caseHref, nextCasesQuery, QUEUES_LIVE_MS } from '../../../shared/cases/cases.queries.ts';
import {
  extendedTo,
  NOTHING_SELECTED,
  selectedRows,
  toggled,
  type CaseSelection,
} from '../../../shared/cases/deciding/case-selection.ts';
import { CaseBox } from '../../../shared/cases/deciding/CaseBox.tsx';
import { decisionsOf, sumOf } from '../../../shared/cases/deciding/selected-cases.ts';
import { SelectionBar } from '../../../shared/cases/deciding/SelectionBar.tsx';
import { DueText } from '../../../shared/cases/DueText.tsx';
import { useMoneyColumns } from '../../../shared/cases/money-columns.tsx';
import { ListGrid } from '../../../shared/list-page/ListGrid.tsx';
import type { RowSelection } from '../../../shared/list-page/use-row-selection.ts';
import styles from '../queues.module.css';

/** Cases that are shown of a queue at first, and rows that are seen of them without scrolling. */
const SHOWN = 50;
const SEEN = 8;
const ID_LENGTH = 14;

/** Cases that are decided together. */
export type BulkChoice = {
  readonly caseIds: readonly string[];
  readonly amount: string | undefined;
  readonly decisions: readonly CaseDecisionOption[];
  readonly blockable: readonly CaseBlockEntity[];
  /** The decision that was chosen. */
  readonly first: string;
};

type CasesProps = {
  readonly queue: Queue;
  /** The row in hand. */
  readonly inHand: RowSelection;
  readonly chosen: CaseSelection;
  readonly onChoose: (chosen: CaseSelection) => void;
  readonly onDecide: (choice: BulkChoice) => void;
};

const idOf = ({ id }: ListedCase): string => id;

const useColumns = (
  nowMs: number,
  chosen: CaseSelection,
  onToggle: ((id: string) => void) | undefined,
): readonly GridColumn<ListedCase>[] => {
  const text = useText('cases');
  const provided = useProvidedNames();
  const moneyColumns = useMoneyColumns();
  return useMemo(
    (): readonly GridColumn<ListedCase>[] => [
      ...(onToggle === undefined
        ? []
        : [
            {
              id: 'select',
              header: text('queue.column.select'),
              width: 64,
              hideable: false,
              cell: ({ id, eventId }: ListedCase) => (
                <CaseBox eventId={eventId} isChosen={chosen.ids.has(id)} onToggle={() => onToggle(id)} />
              ),
              text: ({ id }: ListedCase) => (chosen.ids.has(id) ? 'x' : ''),
            },
          ]),
      {
        id: 'due',
        header: text('queue.column.due'),
        width: 108,
        cell: ({ dueAt }) => <DueText at={dueAt} nowMs={nowMs} />,
        text: ({ dueAt }) => dueAt,
      },
      ...moneyColumns,
      {
        id: 'event',
        header: text('queue.column.event'),
        width: 140,
        grow: true,
        cell: (row) => (
          <span title={provided.ruleClause(row.rule, row.clause)}>
            <Link href={caseHref(row)}>{row.customer ?? <ShortId id={row.eventId} length={ID_LENGTH} />}</Link>
          </span>
        ),
        text: ({ eventId }) => eventId,
      },
    ],
    [text, provided, moneyColumns, nowMs, chosen, onToggle],
  );
};

/** The cases of a queue that come next, in its order: opened one by one, or decided together. */
export const QueueCases = ({ queue, inHand, chosen, onChoose, onDecide }: CasesProps): ReactNode => {
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  const call = useCall();
  const go = useGo();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const [most, setMost] = useState(SHOWN);
  const query = useQuery({
    ...nextCasesQuery(call, queue.environment.id, queue.id, most),
    refetchInterval: QUEUES_LIVE_MS,
  });
  const { data } = query;
  const rows = data?.cases ?? [];
  const canReview = data?.canReview ?? false;
  const selected = selectedRows(chosen, rows, idOf);
  const count = selected.length;
  const onToggle = canReview ? (id: string): void => onChoose(toggled(chosen, id)) : undefined;
  const columns = useColumns(data ? Date.parse(data.asOf) : 0, chosen, onToggle);
  const clear = (): void => onChoose(NOTHING_SELECTED);
  const total = data?.total ?? 0;
  /** Reads as many as one decision takes, and chooses those that wait now. */
  const chooseAll = async (): Promise<void> => {
    try {
      const all = nextCasesQuery(call, queue.environment.id, queue.id, MAX_BULK_CASES);
      const { cases: waiting } = await client.fetchQuery(all);
      setMost(MAX_BULK_CASES);
      onChoose({ ids: new Set(waiting.map(idOf)), lastId: null });
    } catch (error) {
      notifyFailure(error, cases('bar.failed'));
    }
  };
  const allText =
    total > MAX_BULK_CASES
      ? cases('queue.selectFirst', { count: MAX_BULK_CASES })
      : cases('queue.selectAllOf', { count: total });
  const { current } = inHand;
  const isOnRow = canReview && rows.some(({ id }) => id === current);
  useShortcut('x', cases('queue.select'), () => current !== null && onToggle?.(current), { active: isOnRow });
  useShortcut(
    'X',
    cases('queue.range'),
    () => current !== null && onChoose(extendedTo(chosen, current, rows.map(idOf))),
    { active: isOnRow },
  );
  const sum = sumOf(selected);
  const amount = sum && formats.currency(sum.amount, sum.currency);
  const decisions = decisionsOf(selected, data?.decisions ?? []);
  return (
    <Section title={text('next.title')} meta={data && cases('queue.count', { count: data.total })}>
      {count === 0 ? null : (
        <SelectionBar
          count={count}
          amount={amount}
          decisions={decisions}
          takesKeys
          disabledReason={count > MAX_BULK_CASES ? cases('queue.tooMany', { count: MAX_BULK_CASES }) : undefined}
          onDecide={(first) =>
            onDecide({ caseIds: selected.map(idOf), amount, decisions, blockable: data?.canBlock ?? [], first })
          }
          onAll={() => void chooseAll()}
          allText={allText}
          onClear={clear}
        />
      )}
      <QueryState query={query} loading={<Loading rows={SEEN} rowHeight={32} />}>
        {() =>
          rows.length === 0 ? (
            <p className="quiet">{text('nothingWaits')}</p>
          ) : (
            <div className={styles.next} style={{ '--rows': Math.min(rows.length, SEEN) } as CSSProperties}>
              <ListGrid
                label={text('next.title')}
                rows={rows}
                rowId={idOf}
                columns={columns}
                total={rows.length}
                takesPageKeys={false}
                selection={count === 0 ? inHand : { ...inHand, close: clear }}
                onOpen={(row) => go(caseHref(row))}
                onPeek={() => undefined}
              />
            </div>
          )
        }
      </QueryState>
    </Section>
  );
};
