import {
  ArrowDownloadRegular,
  ColumnTripleRegular,
  FolderArrowRightRegular,
  InfoRegular,
  PersonArrowRightRegular,
  PlayRegular,
} from '@fluentui/react-icons';
import { releaseCase, type CaseSummary } from '@redoubt/contracts';
import { MAX_BULK_CASES } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, ColumnPanel, Loading, NoResult, SplitPane, StaleBar, useShortcut, type Command } from '@redoubt/ui';
import { useCallback, useState } from 'react';
import { useStale } from '../../api/use-stale.ts';
import { useWrite } from '../../api/use-write.ts';
import { useEnvironment } from '../../app/console-context.tsx';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useAddressedColumns } from '../../preferences/use-addressed-columns.ts';
import { hrefOf, useGo, usePathParams } from '../../routes/address.ts';
import { caseHref } from '../../shared/cases/cases.queries.ts';
import { GiveBackPanel } from '../../shared/cases/GiveBackPanel.tsx';
import { useStartKey } from '../../shared/cases/use-start-key.ts';
import { useTakeCase } from '../../shared/cases/use-take-case.ts';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { useNow } from '../../shared/use-now.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { BulkPanel } from '../../shared/cases/deciding/BulkPanel.tsx';
import { extendedTo, NOTHING_SELECTED, selectedRows, toggled } from '../../shared/cases/deciding/case-selection.ts';
import { AssignPanel } from './queue/AssignPanel.tsx';
import { MovePanel } from './queue/MovePanel.tsx';
import { DoneQueue, useQueueKeys } from './queue/NextQueue.tsx';
import { OtherList, useCaseList } from './queue/OtherList.tsx';
import { useQueueFilter } from './queue/queue-filter.ts';
import { QueueFilters } from './queue/QueueFilters.tsx';
import { QueueList } from './queue/QueueList.tsx';
import { saveCases } from './queue/save-cases.ts';
import { decisionsOf, sumOf } from '../../shared/cases/deciding/selected-cases.ts';
import { SelectionBar } from '../../shared/cases/deciding/SelectionBar.tsx';
import { comparesCurrencies, idOf, startOfDay } from './queue/queue-lists.ts';
import { useCaseColumns } from './queue/use-case-columns.tsx';
import { useSteadyRows } from './queue/use-steady-rows.ts';
import { GoneState } from '../../shared/GoneState.tsx';
import { RecentUndo } from './review/decided/RecentUndo.tsx';

const QUEUES = '/casemanagement/queues';
const nothing = (): void => undefined;

/** Lists that are folded at first: the list, its columns, its title and what it says where it is empty. */
const LATER_LISTS = [
  ['onHold', 'aside', 'onHold', 'emptyOnHold'],
  ['escalated', 'aside', 'escalated', 'emptyEscalated'],
  ['ended', 'ended', 'decided', 'emptyDecided'],
] as const;

type Panel = { readonly kind: 'columns' | 'move' | 'assign' } | { readonly kind: 'bulk'; readonly first: string };

const CasesOfQueue = ({ queueId }: { readonly queueId: string }) => {
  const text = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const go = useGo();
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const filters = useQueueFilter();
  const { filter, isPlain } = filters;
  const { query, rows, total } = useCaseList(queueId, 'pending', filter);
  const stale = useStale(query);
  const first = query.data?.pages[0];
  const localMs = useNow(10_000);
  const nowMs = first ? localMs + Date.parse(first.asOf) - query.dataUpdatedAt : localMs;
  const since = startOfDay(localMs, formats.timeZone);
  const steady = useSteadyRows(rows, idOf);
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [shown, saveShown] = useAddressedColumns('queueCases');
  const row = useRowSelection(undefined, nothing);

  const canReview = first?.canReview ?? false;
  const canManage = first?.canManage ?? false;
  const queue = first?.queue;
  const isRestricted = queue?.sequence === 'Restricted';
  const isPaused = queue?.paused === true;

  const { take, isStarting, wanted, refusal, forget } = useTakeCase(queueId);
  const release = useWrite(releaseCase, (caseId: string) => ({ params: { caseId } }));
  const { mutate: mutateRelease } = release;
  const onRelease = useCallback(
    ({ id }: CaseSummary): void => mutateRelease(id, { onError: (error) => notifyFailure(error, text('bar.failed')) }),
    [mutateRelease, notifyFailure, text],
  );

  const firstId = rows[0]?.id;
  const canStart = useCallback(
    ({ id }: CaseSummary): boolean => canReview && !isPaused && (!isRestricted || (isPlain && id === firstId)),
    [canReview, isPaused, isRestricted, isPlain, firstId],
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
  const decisions = decisionsOf(selected, first?.decisions ?? []);
  const sum = sumOf(selected);
  const amount = sum && formats.currency(sum.amount, sum.currency);
  const tooMany = count > MAX_BULK_CASES ? text('queue.tooMany', { count: MAX_BULK_CASES }) : undefined;
  const close = (): void => {
    setPanel(null);
    row.grid.current?.focus();
  };

  const current = row.current;
  const isOnRow = canReview && current !== null;
  const start: Command | undefined =
    canReview && queue
      ? {
          id: 'start',
          text: text('bar.start'),
          icon: PlayRegular,
          keys: 'R',
          onSelect: isStarting ? undefined : () => take(null),
          disabledReason: isStarting
            ? text('sending')
            : isPaused
              ? text('band.paused', { queue: queue.name })
              : total === 0 && !filters.isNarrowed
                ? text('queue.emptyBody')
                : undefined,
        }
      : undefined;
  useStartKey(start, count === 0 && panel === null);
  useQueueKeys(queueId);
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

  if (!first || !queue) {
    if (!query.isError)
      return (
        <ConsolePage title={text('queue.pending')} fill bleed awaits={['commands', 'filters']}>
          <div className="px-page">
            <Loading rows={16} rowHeight={32} />
          </div>
        </ConsolePage>
      );
    return (
      <ConsolePage title={text('queue.pending')}>
        <GoneState
          query={query}
          codes={['QUEUE-UNKNOWN']}
          gone={{
            title: text('queue.none'),
            body: text('queue.noneBody'),
            action: { text: text('queue.toQueues'), href: hrefOf(QUEUES) },
          }}
        />
      </ConsolePage>
    );
  }

  const commands: readonly Command[] = [
    ...(start ? [start] : []),
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
      onSelect: () => saveCases(queue.name, rows, columns, shown, nowMs),
      disabledReason: rows.length === 0 ? text('queue.empty') : undefined,
    },
  ];
  const ids = selected.map(idOf);
  const afterBulk = (): void => {
    setSelection(NOTHING_SELECTED);
    steady.renew();
  };
  const pane =
    panel === null ? null : panel.kind === 'columns' ? (
      <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={close} />
    ) : panel.kind === 'bulk' ? (
      <BulkPanel
        environmentId={environmentId}
        caseIds={ids}
        amount={amount}
        decisions={decisions}
        blockable={first.canBlock}
        first={panel.first}
        onDecided={afterBulk}
        onClose={close}
      />
    ) : panel.kind === 'assign' ? (
      <AssignPanel caseIds={ids} queueId={queueId} onAssigned={afterBulk} onClose={close} />
    ) : (
      <MovePanel caseIds={ids} queueId={queueId} assessments={kinds} onMoved={afterBulk} onClose={close} />
    );
  return (
    <ConsolePage
      title={queue.name}
      crumb={queue.name}
      fill
      bleed
      strongFirst={canReview}
      commands={commands}
      filters={<QueueFilters queue={queue} rows={rows} of={filters} />}
      chips={
        <>
          <Chip>{text(isRestricted ? 'queue.restricted' : 'queue.unrestricted')}</Chip>
          <Chip>
            {text('queue.timeout', {
              decision: provided.shown(queue.defaultDecision),
              time: formats.number(queue.timeoutMs / 3_600_000),
            })}
          </Chip>
          {isPaused ? <Chip solid>{text('queue.paused')}</Chip> : null}
          {comparesCurrencies(filter.order ?? queue.orderBy, rows) ? (
            <Chip icon={InfoRegular} title={text('queue.currenciesHint')}>
              {text('queue.currencies')}
            </Chip>
          ) : null}
          {canReview ? null : <ReadOnlyChip />}
        </>
      }
      aside={common('time.asOf', { time: formats.time(first.asOf) })}
    >
      <SplitPane paneWidth="min(420px, 48%)" pane={pane}>
        <div className="fill-column">
          {stale === null ? null : <StaleBar since={stale} />}
          {wanted === undefined ? null : (
            <GiveBackPanel refusal={refusal} busy={isStarting} onConfirm={() => take(wanted, true)} onCancel={forget} />
          )}
          <QueueList
            isMain
            title={text('queue.pending')}
            query={query}
            steady={steady}
            total={total}
            columns={columns}
            shown={shown}
            empty={filters.isNarrowed ? <NoResult onWiden={filters.widen} /> : <DoneQueue queueId={queueId} />}
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
                          {
                            id: 'assign',
                            text: text('bar.assign'),
                            icon: PersonArrowRightRegular,
                            onSelect: () => setPanel({ kind: 'assign' }),
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
            filter={filter}
            isOpenAtFirst
            {...(canManage ? { onRelease } : {})}
          />
          {LATER_LISTS.map(([list, name, title, empty]) => (
            <OtherList
              key={list}
              queueId={queueId}
              name={name}
              list={list}
              title={text(`queue.${title}`)}
              empty={text(`queue.${empty}`)}
              nowMs={nowMs}
              filter={filter}
              {...(list === 'ended' ? { since } : {})}
            />
          ))}
          <RecentUndo />
        </div>
      </SplitPane>
    </ConsolePage>
  );
};

/** The cases of one queue: taken one by one or decided together; live, without moving the row in hand. */
export const QueueCasesPage = () => {
  const { queueId } = usePathParams('/casemanagement/queues/:queueId');
  return <CasesOfQueue key={queueId} queueId={queueId} />;
};
