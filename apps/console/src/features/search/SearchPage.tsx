import { Button } from '@fluentui/react-components';
import { ArrowClockwiseRegular, CodeRegular } from '@fluentui/react-icons';
import type { SearchRow, SearchSort } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import {
  Chip,
  ColumnPanel,
  DataGrid,
  Empty,
  ErrorState,
  NoResult,
  useShortcut,
  type Command,
  type GridHandle,
} from '@redoubt/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import { hrefOf, useGo } from '../../routes/address.ts';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { eventQuery } from '../../shared/events/events.queries.ts';
import { useDefinedAssessments } from '../../shared/assessments/assessments.queries.ts';
import { lazyPanel, usePreload } from '../../routes/lazy-component.tsx';
import { LazyPart } from '../../routes/LazyPart.tsx';
import { ScanLine } from './condition/ScanLine.tsx';
import { useChosenRows } from './chosen/use-chosen-rows.tsx';
import { useScan } from './condition/use-scan.ts';
import { FilterSentence } from './components/FilterSentence.tsx';
import { QuickBox } from './components/QuickBox.tsx';
import styles from './components/result.module.css';
import { useExportCommand } from './exports/use-export-command.tsx';
import { StoredEventsNote } from './components/StoredEventsNote.tsx';
import { ResultCounts } from './components/ResultCounts.tsx';
import { ResultStrip } from './components/ResultStrip.tsx';
import { filtersOf, narrowedTo, sortedBy, takesCondition } from '../../shared/search/search-address.ts';
import type { AnyField } from '../../shared/search/search-fields.ts';
import { placeIn, rememberPlace } from '../../shared/search/search-place.ts';
import { SearchIndexNote, SearchOff, useSearchIsOff } from '../../shared/search/search-switch.tsx';
import { searchTimes } from '../../shared/search/search-times.ts';
import {
  refreshSearch,
  rowKey,
  rowsOf,
  rowsQuery,
  summaryQuery,
  windowQuery,
} from '../../shared/search/search.queries.ts';
import { widerRange } from '../../shared/search/time-range.ts';
import { useSearchColumns } from './use-search-columns.tsx';
import { columnsCommand } from '../../shared/list-page/common-commands.ts';
import { useChildCount } from '../../shared/search/use-child-count.ts';
import { useObservationKinds, useOwnFields, useSearchState } from '../../shared/search/use-search.ts';

const problemsOf = (error: unknown): ApiError['problems'] => (error instanceof ApiError ? error.problems : []);

const PeekPanel = lazyPanel(async () => (await import('./components/PeekPanel.tsx')).PeekPanel);
const loadConditionBar = async () => (await import('./condition/ConditionBar.tsx')).ConditionBar;

/** The question with its result. */
const SearchResult = () => {
  usePreload(PeekPanel);
  const text = useText('search');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const client = useQueryClient();
  const go = useGo();
  const environment = useEnvironment();
  const defined = useDefinedAssessments().filter(({ isSearchable }) => isSearchable);
  const [{ density, rowsPerPage }] = usePreferences();
  const childCount = useChildCount();
  const { question, address, addressKey, ask, environmentId } = useSearchState();
  const own = useOwnFields(question.eventType);
  const observations = useObservationKinds(question.eventType);
  const search = useMemo(() => ({ environmentId, question }), [environmentId, question]);

  const { data: window } = useQuery(windowQuery(search, Date.now, formats.timeZone));
  const asking = rowsQuery(call, search, window, rowsPerPage);
  const rowsResult = useInfiniteQuery(asking);
  const summaryResult = useQuery(summaryQuery(call, search, window));
  const rows = useMemo(() => rowsOf(rowsResult.data), [rowsResult.data]);
  const { condition, eventType } = question;
  const scan = useScan(condition !== '', asking.queryKey, rowsResult, rows);
  const [isWriting, setWriting] = useState(condition !== '');
  const summary = scan === null ? summaryResult.data : undefined;
  const ruleNames = useMemo(() => new Map(summary?.ruleNames.map(({ ruleId, name }) => [ruleId, name])), [summary]);
  const times = useMemo(() => searchTimes(formats, window), [formats, window]);

  const [shown, saveShown] = useSavedColumns('search');
  const [isChoosing, setChoosing] = useState(false);
  const [place, setPlace] = useState(() => placeIn(addressKey));
  const grid = useRef<GridHandle>(null);
  const held = useRef(addressKey);
  useEffect(() => {
    if (held.current === addressKey) return rememberPlace(addressKey, place);
    held.current = addressKey;
    setPlace({ current: null, isPeeking: place.isPeeking });
  }, [addressKey, place]);
  useEffect(() => {
    const { current } = placeIn(addressKey);
    if (current !== null) grid.current?.show(current);
  }, [addressKey]);

  const onNarrow = useCallback(
    (field: AnyField, value: string | null) => ask(narrowedTo(question, field, value)),
    [ask, question],
  );
  const eventHref = useCallback(
    ({ eventType, environmentId: envId, eventId: id }: SearchRow) =>
      hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id }, address),
    [address],
  );
  const sorting = useMemo(
    () =>
      condition === '' ? { sort: question.sort, onSort: (sort: SearchSort) => ask(sortedBy(question, sort)) } : null,
    [condition, question, ask],
  );
  const currency = summary?.currency ?? null;
  const searched = useSearchColumns({ times, currency, hrefOf: eventHref, own, onNarrow, sorting });
  const exports = useExportCommand(search, window);
  const { panel: exportPanel, onClose: closeExports } = exports;
  const chosen = useChosenRows({
    rows,
    current: place.current,
    question,
    own,
    onExport: exports.onExportOnly,
    onClosed: () => grid.current?.focus(),
  });
  const columns = useMemo(() => [chosen.column, ...searched], [chosen.column, searched]);

  const peekedAt = place.isPeeking ? rows.findIndex((row) => rowKey(row) === place.current) : -1;
  const peeked = rows[peekedAt];
  const peekQuery = useQuery(
    eventQuery(call, environmentId, peeked && { ...peeked, eventEnvironmentId: peeked.environmentId }),
  );

  const link = useLinkCommand();
  const refresh = useCallback((): void => void refreshSearch(client, search), [client, search]);
  useShortcut('r', common('action.refresh'), refresh);
  const canWrite = takesCondition(eventType);
  useShortcut('q', text('fql.command'), () => setWriting(!isWriting), { active: canWrite });
  const commands: readonly Command[] = [
    { id: 'refresh', text: common('action.refresh'), icon: ArrowClockwiseRegular, keys: 'r', onSelect: refresh },
    ...(canWrite
      ? [
          {
            id: 'fql',
            text: text('fql.command'),
            icon: CodeRegular,
            keys: 'q',
            pressed: isWriting,
            onSelect: () => setWriting(!isWriting),
          },
        ]
      : []),
    columnsCommand(text('columns'), isChoosing && exportPanel === null, (next) => {
      // One panel has the place.
      if (next && exportPanel !== null) closeExports();
      setChoosing(next);
    }),
    exports.command,
    link,
  ];

  const error = rowsResult.error ?? (scan === null ? summaryResult.error : null);
  const failed = error !== null && rows.length === 0;
  const isEmpty = rowsResult.isSuccess && !rowsResult.isPlaceholderData && rows.length === 0 && scan?.isDone !== false;
  const wider = widerRange(question.range);
  const state = failed ? (
    <>
      <ErrorState error={error} onRetry={() => void Promise.all([rowsResult.refetch(), summaryResult.refetch()])} />
      {question.sort === undefined ? null : (
        <div className="row-wrap px-page">
          <Button size="small" onClick={() => ask(sortedBy(question, undefined))}>
            {text('newestFirst')}
          </Button>
        </div>
      )}
    </>
  ) : isEmpty ? (
    filtersOf(question).length === 0 && wider === undefined && question.range.kind === 'preset' ? (
      <Empty title={text('empty.title')} body={text('empty.body')} action={{ text: text('empty.action'), href: '/' }} />
    ) : (
      <NoResult title={text('noResult')} {...(wider ? { onWiden: () => ask({ ...question, range: wider }) } : {})} />
    )
  ) : null;
  return (
    <ConsolePage
      title={text('title')}
      fill
      bleed
      strongFirst={false}
      commands={commands}
      commandsEnd={<QuickBox includeChildren={question.includeChildren} onFind={ask} />}
      chips={
        childCount > 0 ? (
          <Chip
            pressed={question.includeChildren}
            onSelect={() => ask({ ...question, includeChildren: !question.includeChildren })}
          >
            {question.includeChildren
              ? common('environment.includesChildren', { count: childCount })
              : common('environment.withoutChildren')}
          </Chip>
        ) : null
      }
      aside={summary ? common('time.asOf', { time: formats.time(summary.asOf) }) : null}
      filters={
        <FilterSentence
          question={question}
          window={window}
          environmentName={environment.name}
          childCount={childCount}
          defined={defined}
          own={own}
          observations={observations}
          ruleNames={ruleNames}
          onAsk={ask}
        />
      }
    >
      {isWriting && takesCondition(eventType) ? (
        <LazyPart
          load={loadConditionBar}
          texts={['search', 'rules', 'diagnostics']}
          fallback={<div className="min-h-36" />}
          props={{
            eventType,
            condition,
            problems: problemsOf(rowsResult.error),
            onAsk: (next: string) => ask(sortedBy({ ...question, condition: next }, question.sort)),
            onClose: () => {
              setWriting(false);
              if (condition !== '') ask({ ...question, condition: '' });
            },
          }}
        />
      ) : null}
      <SearchIndexNote />
      <StoredEventsNote question={question} window={window} own={own} onDone={refresh} />
      {state !== null ? (
        <div className="flex grow min-h-0">
          <div className="grow min-w-0">{state}</div>
          {exportPanel}
        </div>
      ) : (
        <div className="fill-column">
          <div className="flex-none px-page pb-2 border-bottom-2">
            {scan === null ? (
              <>
                <ResultCounts
                  summary={summary}
                  bucketLength={summary && times.length(summary.bucketMs)}
                  onNarrowDecision={(decision) => onNarrow('decision', decision)}
                />
                <ResultStrip
                  summary={summary}
                  question={question}
                  times={times}
                  onNarrow={onNarrow}
                  onNarrowClause={(rule, clause) =>
                    ask(narrowedTo(rule === null ? question : narrowedTo(question, 'rule', rule), 'clause', clause))
                  }
                  onNarrowTime={(fromMs, toMs) =>
                    ask({
                      ...question,
                      range: {
                        kind: 'between',
                        from: new Date(fromMs).toISOString(),
                        to: new Date(toMs).toISOString(),
                      },
                    })
                  }
                />
              </>
            ) : (
              <ScanLine scan={scan} />
            )}
          </div>
          <div className="flex grow min-h-0">
            <div className={styles.grid} data-outdated={rowsResult.isPlaceholderData || undefined}>
              <DataGrid
                ref={grid}
                label={text('result')}
                rows={rows}
                rowId={rowKey}
                columns={columns}
                shown={shown}
                density={density}
                total={scan === null ? summary?.total : rows.length}
                isLoading={rowsResult.isPending || (scan?.isRunning === true && rows.length === 0)}
                hasMore={scan === null && rowsResult.hasNextPage}
                isLoadingMore={rowsResult.isFetchingNextPage}
                onMore={() => void rowsResult.fetchNextPage()}
                current={place.current}
                onCurrent={(current) => setPlace((old) => ({ ...old, current }))}
                onPeek={() => {
                  if (exportPanel !== null) closeExports();
                  setPlace((old) => ({ ...old, isPeeking: true }));
                }}
                onSelect={chosen.onSelect}
                onSelectTo={chosen.onSelectTo}
                onClose={() => setPlace((old) => ({ ...old, isPeeking: false }))}
                onOpen={(row) => go(eventHref(row))}
              />
            </div>
            {chosen.panel ? (
              chosen.panel
            ) : exportPanel ? (
              exportPanel
            ) : isChoosing ? (
              <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={() => setChoosing(false)} />
            ) : peeked ? (
              <PeekPanel
                row={peeked}
                position={peekedAt + 1}
                total={summary?.total}
                detail={peekQuery.data}
                error={peekQuery.error}
                href={eventHref(peeked)}
                onNarrow={onNarrow}
                onClose={() => {
                  setPlace({ ...place, isPeeking: false });
                  grid.current?.focus();
                }}
              />
            ) : null}
          </div>
          {chosen.bar}
        </div>
      )}
    </ConsolePage>
  );
};

/** Finds events by id or by any searchable attribute. */
export const SearchPage = () => {
  const text = useText('search');
  if (!useSearchIsOff()) return <SearchResult />;
  return (
    <ConsolePage title={text('title')}>
      <SearchOff />
    </ConsolePage>
  );
};
