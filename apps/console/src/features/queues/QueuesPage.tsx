import { Select } from '@fluentui/react-components';
import { ColumnTripleRegular, DesktopRegular } from '@fluentui/react-icons';
import type { Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ColumnPanel, CommandButton, Loading, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { useAddressedColumns } from '../../preferences/use-addressed-columns.ts';
import { useAddress, useGo } from '../../routes/address.ts';
import { NOTHING_SELECTED } from '../../shared/cases/deciding/case-selection.ts';
import { queuesQuery } from '../../shared/cases/cases.queries.ts';
import { useStartKey } from '../../shared/cases/use-start-key.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { AgentsAtWork } from './components/AgentsAtWork.tsx';
import { HeldQueue } from './components/HeldQueue.tsx';
import { BacklogChart } from './components/BacklogChart.tsx';
import { QueueAlerts } from './components/QueueAlerts.tsx';
import { QueueForm } from './components/QueueForm.tsx';
import { QueuePanel } from './components/QueuePanel.tsx';
import { QueueTiles } from './components/QueueTiles.tsx';
import { QueueWall } from './components/QueueWall.tsx';
import { TeamBand } from './components/TeamBand.tsx';
import { keyOf } from './queue-key.ts';
import { caseworkSummaryQuery } from './queues.queries.ts';
import styles from './queues.module.css';
import { useQueueColumns } from './use-queue-columns.tsx';
import { QUEUE_SORTS, sortedQueues } from './sorted-queues.ts';
import { useQueueTexts } from './use-queue-texts.ts';
import { useStartReview, type HeldReview } from './use-start-review.ts';
import { viewCasesHref } from './view-cases.ts';

const field = z.string().optional().catch(undefined);
const address = z.object({
  queue: field,
  do: z.enum(['new', 'columns']).optional().catch(undefined),
  find: field,
  of: z.enum(['mine', 'all']).optional().catch(undefined),
  as: z.enum(['tiles', 'table']).optional().catch(undefined),
  sort: z.enum(QUEUE_SORTS).optional().catch(undefined),
  wall: z.enum(['on']).optional().catch(undefined),
});

const VIEWS = ['tiles', 'table'] as const;
const NONE: readonly Queue[] = [];

const nothing = (): void => undefined;

const sumOf = (queues: readonly Queue[], count: 'pending' | 'inReview'): number =>
  queues.reduce((sum, { counts }) => sum + counts[count], 0);

/** Where agents choose what to work on, and managers say how. */
export const QueuesPage = () => {
  const text = useText('queues');
  const caseTexts = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const may = useMay();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ queue: openKey, do: doing, find = '', of, as: view = 'tiles', sort, wall }, update] = useAddress(address);
  const query = useQuery(queuesQuery(call, environmentId));
  const { queues = NONE, canWrite, canAssign = false, at, own = 0, limit = 0 } = query.data ?? {};
  // Managers look after all queues; people who take no cases have none of their own.
  const whose = of ?? (canWrite || (query.data && !queues.some(({ mine }) => mine)) ? 'all' : 'mine');
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () =>
      sortedQueues(
        queues.filter(
          ({ name, description, mine }) =>
            (whose === 'all' || mine) && `${name} ${description}`.toLowerCase().includes(wanted),
        ),
        sort,
      ),
    [queues, whose, wanted, sort],
  );
  const places = new Set(queues.map(({ environment }) => environment.id)).size;
  const [held, setHeld] = useState<HeldReview | null>(null);
  const texts = useQueueTexts(at);
  const reviews = may('caseReview:write');
  const { data: summary } = useQuery(caseworkSummaryQuery(call, environmentId));
  const opens = useMemo(
    () =>
      new Map(
        summary?.queues.map(({ environmentId: place, queueId, open: line }) => [
          keyOf({ id: queueId, environment: { id: place, name: '' } }),
          line,
        ]),
      ),
    [summary],
  );
  const columns = useQueueColumns({ hasBelow: places > 1, texts, opens, onHeld: reviews ? setHeld : undefined });
  const [shownColumns, saveColumns] = useAddressedColumns('queues');
  const selection = useRowSelection(openKey, (key, options) => update({ queue: key, do: undefined }, options));
  const [choice, setChoice] = useState({ of: openKey, chosen: NOTHING_SELECTED });
  // What is chosen among the cases of one queue is not meant for those of another.
  const chosen = choice.of === openKey ? choice.chosen : NOTHING_SELECTED;
  const inPane = useRowSelection(undefined, nothing);
  const open = queues.find((each) => keyOf(each) === openKey);
  /** Opens a queue beside the list; its cases take the keyboard where it is open. */
  const openOrEnter = (key: string): void => {
    if (key === openKey) inPane.grid.current?.focus();
    else selection.open(key);
  };
  const step = (by: number): void => {
    const at = shown.findIndex((each) => keyOf(each) === selection.current);
    const next = shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    selection.grid.current?.focus();
    selection.grid.current?.show(keyOf(next));
    selection.move(keyOf(next));
    if (!selection.isOpen) selection.open(keyOf(next));
  };
  const inHand = shown.find((each) => keyOf(each) === selection.current);
  const start = useStartReview(
    inHand ?? shown.find(({ canReview, counts }) => canReview && counts.pending > 0),
    setHeld,
  );
  useStartKey(start, chosen.ids.size === 0);
  useShortcut('[', text('keys.previous'), () => step(-1), { active: shown.length > 0 });
  useShortcut(']', text('keys.next'), () => step(1), { active: shown.length > 0 });
  const toggleWall = (): void => update({ wall: wall === undefined ? 'on' : undefined });
  useShortcut('w', text('wall.open'), toggleWall);
  useShortcut('o', text('view'), () => inHand && go(viewCasesHref(inHand)), { active: inHand?.canView === true });
  const sumText = (state: 'Pending' | 'InReview', count: 'pending' | 'inReview'): string =>
    text('sum', { state: caseTexts(`state.${state}`), number: formats.number(sumOf(shown, count)) });
  const close = (): void => update({ do: undefined });
  const pane =
    doing === 'new' && canWrite ? (
      <QueueForm
        queue={null}
        onClose={close}
        // A new queue is not assigned yet: it shows among all.
        onSaved={(made) => update({ do: undefined, of: 'all', find: undefined, queue: keyOf(made) })}
      />
    ) : doing === 'columns' && view === 'table' ? (
      <ColumnPanel columns={columns} shown={shownColumns} onChange={saveColumns} onClose={close} />
    ) : open ? (
      <QueuePanel
        key={keyOf(open)}
        queue={open}
        others={queues.filter(({ environment }) => environment.id === open.environment.id)}
        canWrite={(canWrite ?? false) && !open.system && open.environment.id === environmentId}
        canAssign={canAssign && !open.system && open.environment.id === environmentId}
        texts={texts}
        inHand={{ ...inPane, close: selection.close }}
        chosen={chosen}
        onChoose={(next) => setChoice({ of: openKey, chosen: next })}
        onClose={selection.close}
      />
    ) : null;
  const states = {
    query,
    isNarrowed: wanted !== '',
    empty: {
      title: text('noneMine'),
      body: text('noneMineBody'),
      action: { text: text('all'), onSelect: () => update({ of: 'all' }) },
    },
    noResult: { onWiden: () => update({ find: undefined }) },
  };
  return (
    <ListPage
      title={text('title')}
      canWrite={query.data && (canWrite === true || reviews)}
      chips={
        query.data ? (
          <>
            <Chip>{sumText('Pending', 'pending')}</Chip>
            <Chip>{sumText('InReview', 'inReview')}</Chip>
            {places > 1 ? <Chip>{text('below', { number: formats.number(places - 1) })}</Chip> : null}
          </>
        ) : null
      }
      aside={at === undefined ? null : common('time.asOf', { time: formats.time(at) })}
      strongFirst={canWrite === true || start !== undefined}
      {...(canWrite
        ? {
            add: {
              text: text('new'),
              onSelect: () => update({ do: 'new', queue: undefined }),
              disabledReason: own >= limit ? text('full', { limit }) : undefined,
            },
          }
        : {})}
      commands={[
        ...(start ? [{ ...start, keys: 'r' }] : []),
        ...(view === 'table'
          ? [
              {
                id: 'columns',
                text: caseTexts('queue.columns'),
                icon: ColumnTripleRegular,
                pressed: doing === 'columns',
                onSelect: () => update({ do: doing === 'columns' ? undefined : 'columns', queue: undefined }),
              },
            ]
          : []),
        { id: 'wall', text: text('wall.open'), icon: DesktopRegular, keys: 'w', onSelect: toggleWall },
      ]}
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      beforeFind={
        <>
          <Select
            size="small"
            aria-label={text('which')}
            value={whose}
            onChange={(_event, { value }) => update({ of: value === 'all' ? 'all' : 'mine' }, { replace: true })}
          >
            <option value="mine">{text('mine')}</option>
            <option value="all">{text('all')}</option>
          </Select>
          <Select
            size="small"
            aria-label={text('sort.label')}
            value={sort ?? ''}
            onChange={(_event, { value }) =>
              update({ sort: QUEUE_SORTS.find((each) => each === value) }, { replace: true })
            }
          >
            <option value="">{text('sort.usual')}</option>
            {QUEUE_SORTS.map((each) => (
              <option key={each} value={each}>
                {text(`sort.${each}`)}
              </option>
            ))}
          </Select>
          <span role="group" aria-label={text('viewAs')} className="inline-flex">
            {VIEWS.map((each) => (
              <CommandButton
                key={each}
                command={{
                  id: each,
                  text: text(each),
                  pressed: view === each,
                  onSelect: () => update({ as: each === 'tiles' ? undefined : each }, { replace: true }),
                }}
              />
            ))}
          </span>
        </>
      }
      above={
        <>
          {held ? (
            <div className={styles.confirm}>
              <HeldQueue held={held} onClose={() => setHeld(null)} />
            </div>
          ) : null}
          <QueueAlerts queues={shown} nowMs={texts.nowMs} />
          {canWrite ? <TeamBand /> : null}
          {wall === undefined || query.data === undefined ? null : (
            <QueueWall
              queues={queues}
              hasBelow={places > 1}
              texts={texts}
              at={at}
              staleSince={query.isError && query.data ? query.dataUpdatedAt : undefined}
              onClose={toggleWall}
            />
          )}
        </>
      }
      below={
        may('caseReport:read') && query.data ? (
          <div className={styles.below} role="group" aria-label={text('team.title')} tabIndex={0}>
            <BacklogChart />
            <AgentsAtWork queues={queues} />
          </div>
        ) : null
      }
      paneWidth="min(600px, 52%)"
      pane={pane}
      {...(view === 'table'
        ? {
            grid: {
              ...states,
              label: text('title'),
              rows: shown,
              rowId: keyOf,
              columns,
              shown: shownColumns,
              selection,
              onOpen: (row: Queue) => openOrEnter(keyOf(row)),
              onPeek: (row: Queue) => selection.open(keyOf(row)),
            },
          }
        : {
            rows: {
              ...states,
              count: shown.length,
              loading: (
                <div className="px-page">
                  <Loading rows={3} rowHeight={180} />
                </div>
              ),
              children: (
                <QueueTiles
                  queues={shown}
                  hasBelow={places > 1}
                  texts={texts}
                  opens={opens}
                  selection={{ ...selection, open: openOrEnter }}
                  onHeld={setHeld}
                />
              ),
            },
          })}
    />
  );
};
