import { holdsTexts, isDrawnGraphKind, type FollowedGraphKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import {
  Chip,
  CommandButton,
  Empty,
  ErrorState,
  LoadingBlock,
  NoResult,
  useShortcut,
  type GridHandle,
} from '@redoubt/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import type { OwnFields } from '../../shared/search/search-fields.ts';
import { SearchOff, useSearchIsOff } from '../../shared/search/search-switch.tsx';
import { searchAttributesQuery } from '../../shared/search/search.queries.ts';
import { formatRange, resolveRange } from '../../shared/search/time-range.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { Communities } from './components/Communities.tsx';
import type { GraphCanvasHandle } from './components/GraphCanvas.tsx';
import { GraphFilters } from './components/GraphFilters.tsx';
import { GraphPicture } from './components/GraphPicture.tsx';
import { GraphStart } from './components/GraphStart.tsx';
import { ItemList, useItemColumns } from './components/ItemList.tsx';
import { ItemPanel } from './components/ItemPanel.tsx';
import { PathBar } from './components/PathBar.tsx';
import { SeedForm } from './components/SeedForm.tsx';
import { TimeStrip, type TimeSpan } from './components/TimeStrip.tsx';
import styles from './components/graph.module.css';
import {
  DEFAULT_STEPS,
  graphAddress,
  graphBody,
  hiddenOf,
  hideOf,
  LIMITS,
  limitOf,
  rangeOf,
  seedKindOf,
  stepsOf,
} from './graph-explorer-address.ts';
import { graphQuery } from './graph-explorer.queries.ts';
import { drawGraph, kindsOf, pathBetween, type GraphItem, type GraphModel } from './model/graph-model.ts';
import { useGraphActions } from './use-graph-actions.tsx';
import { useGraphChoice } from './use-graph-choice.tsx';
import { useGraphCommands } from './use-graph-commands.ts';
import { useGraphHistory } from './use-graph-history.ts';
import { useGraphText } from './use-graph-text.ts';

const LOADING_PX = 480;
const NOTHING: GraphModel = { items: [], links: [], byId: new Map(), neighbours: new Map() };
const NO_OWN: OwnFields = [];

/** Texts of the customer's own that link events, linkable attributes first: of each kind of event, and each field once. */
const useOwnTexts = (): { readonly all: OwnFields; readonly own: OwnFields } => {
  const call = useCall();
  const { id } = useEnvironment();
  const { data } = useQuery(searchAttributesQuery(call, id));
  return useMemo(() => {
    const texts = (data?.attributes ?? NO_OWN).filter(
      ({ type, kept }) => holdsTexts(type) && kept?.work?.task !== 'remove',
    );
    const all = texts.toSorted((one, other) => Number(one.linkableAs === null) - Number(other.linkableAs === null));
    return { all, own: all.filter(({ field }, at) => all.findIndex((each) => each.field === field) === at) };
  }, [data]);
};

/** How people, devices, cards and addresses are connected by the events they share. */
export const GraphExplorerPage = (): ReactNode => {
  const text = useText('graphExplorer');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const isOff = useSearchIsOff();
  const { id: environmentId } = useEnvironment();
  const [address, update] = useAddress(graphAddress);
  const { all, own } = useOwnTexts();
  const { history, remember } = useGraphHistory();
  const say = useGraphText(all);
  const range = rangeOf(address);
  const rangeKey = formatRange(range);
  // Fixed until another time is asked for: list, picture and strip tell of the same.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const window = useMemo(() => resolveRange(range, Date.now(), formats.timeZone), [rangeKey, formats.timeZone]);
  const ownKinds = useMemo(() => own.map(({ field }) => field as FollowedGraphKind), [own]);
  const body = graphBody(address, window, ownKinds);
  const query = useQuery({
    ...graphQuery(call, environmentId, body ?? { seed: { of: 'value', kind: 'userId', value: '-' }, ...window }),
    enabled: body !== null && !isOff,
    placeholderData: keepPreviousData,
  });
  const answer = body === null ? undefined : query.data;

  const [span, setSpan] = useState<TimeSpan | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const hiddenKey = address.hide;
  const model = useMemo(
    () =>
      answer === undefined ? null : drawGraph(answer, { ...span, hiddenKinds: hiddenOf({ hide: hiddenKey }), opened }),
    [answer, span, hiddenKey, opened],
  );
  const drawn = model ?? NOTHING;
  const current = drawn.byId.get(address.at ?? '');
  const way = useMemo(
    () =>
      address.from === undefined || address.at === undefined ? undefined : pathBetween(drawn, address.from, address.at),
    [drawn, address.from, address.at],
  );
  const canvas = useRef<GraphCanvasHandle>(null);
  const list = useRef<GridHandle>(null);
  const columns = useItemColumns(drawn, say);
  const choice = useGraphChoice(drawn, current, say);
  const listed = useMemo(() => [choice.column, ...columns], [choice.column, columns]);
  const actions = useGraphActions({
    items: choice.picked.length > 0 ? choice.picked : current === undefined ? [] : [current],
    range,
    includeChildren: address.children !== 'no',
    say,
    picture: () => canvas.current?.toPng(),
    onDone: choice.clear,
  });

  const ask = (kind: string, value: string): void => {
    choice.clear();
    setSpan(null);
    setOpened(new Set());
    if (value.trim() !== '') remember({ kind, value: value.trim(), name: say.kind(kind as GraphItem['kind']) });
    update({ kind, value: value.trim(), at: undefined, from: undefined, hide: undefined });
  };
  const pick = (id: string): void => update({ at: id }, { replace: true });
  const startBlocked = (item: GraphItem): string | undefined => {
    if (say.isCluster(item)) return undefined;
    if (isDrawnGraphKind(item.kind)) return text('panel.shownOnly');
    return item.isMasked ? text('panel.masked') : undefined;
  };
  const open = (item: GraphItem): void => {
    if (say.isCluster(item)) setOpened(new Set([...opened, item.id]));
    else if (startBlocked(item) === undefined) ask(item.kind, item.value);
  };
  const reset = (): void => {
    setSpan(null);
    setOpened(new Set());
    update({ at: undefined, from: undefined, hide: undefined, range: undefined, steps: undefined, limit: undefined });
  };
  const whole = useGraphCommands({ model, columns, canvas, onReset: reset });
  useShortcut('p', text('action.path'), () => current && update({ from: current.id }), {
    active: current !== undefined,
  });

  const actionsOf = (item: GraphItem): ReactNode => (
    <span className="row-wrap">
      <CommandButton
        command={{
          id: 'open',
          text: text(say.isCluster(item) ? 'action.expand' : 'action.pivot'),
          keys: 'Enter',
          onSelect: () => open(item),
          disabledReason: startBlocked(item),
        }}
      />
      <CommandButton
        command={{ id: 'path', text: text('action.path'), keys: 'p', onSelect: () => update({ from: item.id }) }}
      />
    </span>
  );
  const limit = limitOf(address);
  return (
    <ConsolePage
      title={routes('explorer.title')}
      fill
      bleed
      strongFirst={false}
      commands={model === null ? whole : [...actions.commands, ...whole]}
      commandsEnd={
        <SeedForm
          key={`${address.kind ?? ''} ${address.value ?? ''} ${own.length}`}
          kind={seedKindOf(address)}
          value={address.value ?? ''}
          own={own}
          say={say}
          onAsk={({ kind, value }) => ask(kind, value)}
        />
      }
      chips={
        model === null ? null : (
          <>
            <Chip>
              {text('size', { values: formats.number(drawn.items.length), links: formats.number(drawn.links.length) })}
            </Chip>
            {answer?.isCut ? <Chip title={text('cutAbout')}>{text('cut')}</Chip> : null}
          </>
        )
      }
      aside={answer ? common('time.asOf', { time: formats.time(answer.asOf) }) : null}
      filters={
        body === null ? null : (
          <GraphFilters
            choices={{
              range,
              window,
              steps: stepsOf(address),
              limit,
              includeChildren: address.children !== 'no',
              kinds: answer === undefined ? [] : kindsOf(answer, hiddenOf(address)),
              hidden: hiddenOf(address),
            }}
            say={say}
            onRange={(next) => {
              setSpan(null);
              update({ range: formatRange(next) });
            }}
            onChange={({ steps, limit: most, includeChildren, hidden }) =>
              update({
                ...(steps === undefined ? {} : { steps: steps === DEFAULT_STEPS ? undefined : String(steps) }),
                ...(most === undefined ? {} : { limit: most === LIMITS[0] ? undefined : String(most) }),
                ...(includeChildren === undefined ? {} : { children: includeChildren ? undefined : 'no' }),
                ...(hidden === undefined ? {} : { hide: hideOf(hidden) }),
              })
            }
          />
        )
      }
    >
      {isOff ? (
        <SearchOff />
      ) : body === null ? (
        <div className="px-page py-3">
          <GraphStart own={own} say={say} history={history} onKind={(kind) => update({ kind })} />
        </div>
      ) : query.isError && answer === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : model === null || answer === undefined ? (
        <LoadingBlock height={LOADING_PX} />
      ) : answer.nodes.length === 0 ? (
        range.kind === 'preset' && range.preset === '13mo' ? (
          <Empty title={text('empty.title')} body={text('empty.body')} />
        ) : (
          <NoResult title={text('empty.title')} onWiden={() => update({ range: '13mo' })} />
        )
      ) : (
        <div className={styles.frame} data-outdated={query.isPlaceholderData || undefined}>
          <div className={styles.list}>
            {choice.bar}
            <ItemList
              ref={list}
              model={model}
              columns={listed}
              current={current?.id ?? null}
              onPick={pick}
              onOpen={open}
              onClose={() => update({ at: undefined }, { replace: true })}
            />
            <Communities model={model} say={say} onPick={pick} />
          </div>
          <div className={styles.middle}>
            {address.from === undefined ? null : (
              <PathBar
                model={model}
                from={address.from}
                way={way}
                say={say}
                onEnd={() => update({ from: undefined })}
              />
            )}
            <GraphPicture
              ref={canvas}
              model={model}
              current={current?.id ?? null}
              path={way ?? []}
              chosen={choice.ids}
              describe={say.describe}
              onPick={(id) => {
                pick(id);
                list.current?.show(id);
              }}
              onOpen={open}
              onChoose={choice.toggle}
            />
            {answer.events.length > 1 ? <TimeStrip events={answer.events} span={span} onSpan={setSpan} /> : null}
          </div>
          {actions.panel}
          {current === undefined ? null : (
            <ItemPanel
              item={current}
              model={model}
              say={say}
              actions={actionsOf(current)}
              onPick={pick}
              onClose={() => {
                update({ at: undefined }, { replace: true });
                list.current?.focus();
              }}
            />
          )}
        </div>
      )}
    </ConsolePage>
  );
};
