import { ArrowDownloadRegular, ColumnTripleRegular, FolderArrowRightRegular, PlayRegular } from '@fluentui/react-icons';
import { releaseCase, type CaseSummary } from '@redoubt/contracts';
import { MAX_BULK_CASES } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import {
  asFailure,
  Chip,
  ColumnPanel,
  ConfirmPanel,
  Empty,
  ErrorState,
  Loading,
  SplitPane,
  StaleBar,
  useShortcut,
  type Command,
} from '@redoubt/ui';
import { useCallback, useState } from 'react';
import { useStale } from '../../api/use-stale.ts';
import { useWrite } from '../../api/use-write.ts';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import { hrefOf, useGo, usePathParams } from '../../routes/address.ts';
import { caseHref } from '../../shared/cases/cases.queries.ts';
import { useTakeCase } from '../../shared/cases/use-take-case.ts';
import { csvText } from '../../shared/files/csv-text.ts';
import { saveFile } from '../../shared/files/read-file.ts';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { useNow } from '../../shared/use-now.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { BulkPanel } from './queue/BulkPanel.tsx';
import { extendedTo, NOTHING_SELECTED, selectedRows, toggled } from './queue/case-selection.ts';
import { MovePanel } from './queue/MovePanel.tsx';
import { DoneQueue } from './queue/NextQueue.tsx';
import { OtherList, useCaseList } from './queue/OtherList.tsx';
import { QueueList } from './queue/QueueList.tsx';
import { SelectionBar } from './queue/SelectionBar.tsx';
import { idOf, startOfDay, sumOf } from './queue/queue-lists.ts';
import { useCaseColumns } from './queue/use-case-columns.tsx';
import { useSteadyRows } from './queue/use-steady-rows.ts';
import { RecentUndo } from './review/RecentUndo.tsx';
import { useLetterKey } from './review/use-letter-key.ts';

const QUEUES = '/casemanagement/queues';
const nothing = (): void => undefined;

type Panel = { readonly kind: 'columns' | 'move' } | { readonly kind: 'bulk'; readonly first: string };

/** The cases of one queue: taken one by one or decided together; live, without moving the row in hand. */
export const QueueCasesPage = () => {
  const text = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const go = useGo();
  const notifyFailure = useNotifyFailure();
  const { queueId } = usePathParams('/casemanagement/queues/:queueId');
  const { query, rows, total } = useCaseList(queueId, 'pending');
  const stale = useStale(query);
  const first = query.data?.pages[0];
  const localMs = useNow(10_000);
  const nowMs = first ? localMs + Date.parse(first.asOf) - query.dataUpdatedAt : localMs;
  const since = startOfDay(localMs, formats.timeZone);
  const steady = useSteadyRows(rows, idOf);
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [shown, saveShown] = useSavedColumns('queueCases');
  const row = useRowSelection(undefined, nothing);

  const canReview = first?.canReview ?? false;
  const canManage = first?.canManage ?? false;
  const queue = first?.queue;
  const isRestricted = queue?.sequence === 'Restricted';
  const isPaused = queue?.paused === true && !canManage;

  const { take, isStarting, wanted, forget } = useTakeCase(queueId);
  const release = useWrite(releaseCase, (caseId: string) => ({ params: { caseId } }));
  const { mutate: mutateRelease } = release;
  const onRelease = useCallback(
    ({ id }: CaseSummary): void => mutateRelease(id, { onError: (error) => notifyFailure(error, text('bar.failed')) }),
    [mutateRelease, notifyFailure, text],
  );

  const firstId = rows[0]?.id;
  const canStart = useCallback(
    ({ id }: CaseSummary): boolean => canReview && !isPaused && (!isRestricted || id === firstId),
    [canReview, isPaused, isRestricted, firstId],
  );
  const onStart = useCallback(({ id }: CaseSummary): void => take(id), [take]);
  const onToggle = useCallback((id: string): void => setSelection((before) => toggled(before, id)), []);
  const columns = useCaseColumns({
    list: 'pending',
    nowMs,
    goneIds: steady.goneIds,
    selectedIds: selection.ids,
    onToggle,
    canStart,
    onStart,
    onRelease: undefined,
  });

  const selected = selectedRows(selection, steady.rows, idOf).filter(({ id }) => !steady.goneIds.has(id));
  const count = selected.length;
  const kinds = new Set(selected.map(({ eventType }) => eventType));
  const options = first?.decisions ?? [];
  const decisions =
    (kinds.size === 1
      ? options.find(({ assessment }) => selected.some(({ eventType }) => eventType === assessment))
      : undefined
    )?.options ??
    (options.length === 1 ? options[0]?.options : undefined) ??
    [];
  const sum = sumOf(selected);
  const amount = sum && formats.currency(sum.amount, sum.currency);
  const tooMany = count > MAX_BULK_CASES ? text('queue.tooMany', { count: MAX_BULK_CASES }) : undefined;
  const close = (): void => {
    setPanel(null);
    row.grid.current?.focus();
  };

  const current = row.current;
  const isOnRow = canReview && current !== null;
  useLetterKey('r', text('bar.start'), () => take(null), canReview && count === 0 && !isPaused && panel === null);
  useShortcut('x', text('queue.select'), () => current !== null && onToggle(current), { active: isOnRow });
  useShortcut(
    'X',
    text('queue.range'),
    () => current !== null && setSelection(extendedTo(selection, current, steady.rows.map(idOf))),
    { active: isOnRow },
  );
  useShortcut('Escape', text('queue.clear'), () => setSelection(NOTHING_SELECTED), {
    active: count > 0 && panel === null,
  });

  useShortcut('Escape', common('action.close'), close, { active: panel !== null });

  const exportRows = (): void => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const chosen = (
      shown?.flatMap((id) => byId.get(id) ?? []) ?? columns.filter((column) => !column.hiddenAtFirst)
    ).filter(({ id }) => id !== 'select' && id !== 'start');
    const csv = csvText([
      chosen.map(({ header }) => header),
      ...rows.map((each) => chosen.map((column) => column.text?.(each) ?? '')),
    ]);
    const name = `${queue?.name ?? 'queue'} ${new Date(nowMs).toISOString().slice(0, 16)}Z.csv`;
    saveFile(name.replace(/[\\/:]/g, '-'), new Blob([csv], { type: 'text/csv' }));
  };

  if (!first || !queue) {
    if (!query.isError)
      return (
        <ConsolePage title={text('queue.pending')} fill bleed awaits={['commands']}>
          <div className="px-page">
            <Loading rows={16} rowHeight={32} />
          </div>
        </ConsolePage>
      );
    return (
      <ConsolePage title={text('queue.pending')}>
        {asFailure(query.error).code === 'QUEUE-UNKNOWN' ? (
          <Empty
            title={text('queue.none')}
            body={text('queue.noneBody')}
            action={{ text: text('queue.toQueues'), href: hrefOf(QUEUES) }}
          />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </ConsolePage>
    );
  }

  const commands: readonly Command[] = [
    ...(canReview
      ? [
          {
            id: 'start',
            text: text('bar.start'),
            icon: PlayRegular,
            keys: 'R',
            onSelect: () => take(null),
            disabledReason: isStarting
              ? text('sending')
              : isPaused
                ? text('band.paused', { queue: queue.name })
                : total === 0
                  ? text('queue.emptyBody')
                  : undefined,
          },
        ]
      : []),
    {
      id: 'columns',
      text: text('queue.columns'),
      icon: ColumnTripleRegular,
      pressed: panel?.kind === 'columns',
      onSelect: () => setPanel(panel?.kind === 'columns' ? null : { kind: 'columns' }),
    },
    {
      id: 'export',
      text: text('queue.export'),
      icon: ArrowDownloadRegular,
      onSelect: exportRows,
      disabledReason: rows.length === 0 ? text('queue.empty') : undefined,
    },
  ];
  const ids = selected.map(idOf);
  const pane =
    panel === null ? null : panel.kind === 'columns' ? (
      <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={close} />
    ) : panel.kind === 'bulk' ? (
      <BulkPanel
        caseIds={ids}
        amount={amount}
        decisions={decisions}
        first={panel.first}
        onDecided={() => {
          setSelection(NOTHING_SELECTED);
          steady.renew();
        }}
        onClose={close}
      />
    ) : (
      <MovePanel
        caseIds={ids}
        queueId={queueId}
        assessments={kinds}
        onMoved={() => {
          setSelection(NOTHING_SELECTED);
          steady.renew();
        }}
        onClose={close}
      />
    );
  return (
    <ConsolePage
      title={queue.name}
      crumb={queue.name}
      fill
      bleed
      strongFirst={canReview}
      commands={commands}
      chips={
        <>
          <Chip>{text(isRestricted ? 'queue.restricted' : 'queue.unrestricted')}</Chip>
          <Chip>
            {text('queue.timeout', {
              decision: provided.shown(queue.defaultDecision),
              time: formats.number(queue.timeoutMs / 3_600_000),
            })}
          </Chip>
          {queue.paused ? <Chip solid>{text('queue.paused')}</Chip> : null}
          {canReview ? null : <ReadOnlyChip />}
        </>
      }
      aside={common('time.asOf', { time: formats.time(first.asOf) })}
    >
      <SplitPane paneWidth="min(420px, 48%)" pane={pane}>
        <div className="fill-column">
          {stale === null ? null : <StaleBar since={stale} />}
          {wanted === undefined ? null : (
            <ConfirmPanel
              title={text('queue.giveBack')}
              confirmText={text('queue.giveBackDo')}
              busy={isStarting}
              onConfirm={() => take(wanted, true)}
              onCancel={forget}
            >
              {text('queue.giveBackBody')}
            </ConfirmPanel>
          )}
          <QueueList
            isMain
            title={text('queue.pending')}
            query={query}
            steady={steady}
            total={total}
            columns={columns}
            shown={shown}
            empty={<DoneQueue queueId={queueId} />}
            selection={row}
            onOpen={(each) => go(caseHref(each))}
            above={
              count === 0 ? null : (
                <SelectionBar
                  count={count}
                  amount={amount}
                  decisions={decisions}
                  takesKeys={panel === null}
                  disabledReason={canReview ? tooMany : text('bar.noRight')}
                  more={
                    canManage
                      ? [
                          {
                            id: 'move',
                            text: text('queue.move'),
                            icon: FolderArrowRightRegular,
                            onSelect: () => setPanel({ kind: 'move' }),
                            disabledReason: tooMany,
                          },
                        ]
                      : []
                  }
                  onDecide={(name) => setPanel({ kind: 'bulk', first: name })}
                  onAll={() => setSelection({ ids: new Set(steady.rows.map(idOf)), lastId: null })}
                  onClear={() => setSelection(NOTHING_SELECTED)}
                />
              )
            }
          />
          <OtherList
            queueId={queueId}
            name="inReview"
            list="inReview"
            title={text('queue.review')}
            empty={text('queue.emptyReview')}
            nowMs={nowMs}
            isOpenAtFirst
            {...(canManage ? { onRelease } : {})}
          />
          <OtherList
            queueId={queueId}
            name="aside"
            list="onHold"
            title={text('queue.onHold')}
            empty={text('queue.emptyOnHold')}
            nowMs={nowMs}
          />
          <OtherList
            queueId={queueId}
            name="aside"
            list="escalated"
            title={text('queue.escalated')}
            empty={text('queue.emptyEscalated')}
            nowMs={nowMs}
          />
          <OtherList
            queueId={queueId}
            name="ended"
            list="ended"
            title={text('queue.decided')}
            empty={text('queue.emptyDecided')}
            nowMs={nowMs}
            since={since}
          />
          <RecentUndo />
        </div>
      </SplitPane>
    </ConsolePage>
  );
};
