import {
  ArrowDownloadRegular,
  BriefcaseRegular,
  OrganizationRegular,
  SendRegular,
  TextBulletListAddRegular,
} from '@fluentui/react-icons';
import { MAX_SEARCH_VALUES, type SearchRow } from '@redoubt/contracts';
import { MAX_BULK_CASES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useShortcut, type Command, type GridColumn } from '@redoubt/ui';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { hrefOf, useGo } from '../../../routes/address.ts';
import { lazyPanel } from '../../../routes/lazy-component.tsx';
import { LazyPart } from '../../../routes/LazyPart.tsx';
import { extendedTo, NOTHING_SELECTED, selectedRows, toggled } from '../../../shared/cases/deciding/case-selection.ts';
import type { SearchQuestion } from '../../../shared/search/search-address.ts';
import type { OwnFields } from '../../../shared/search/search-fields.ts';
import { rowKey } from '../../../shared/search/search.queries.ts';
import { formatRange } from '../../../shared/search/time-range.ts';
import { ChosenBar } from '../../../shared/list-page/ChosenBar.tsx';
import { graphSeedOf, valuesByField } from './chosen-values.ts';
import { useChoiceColumn } from './use-choice-column.tsx';

const loadChosenPanel = async () => (await import('./ChosenPanels.tsx')).ChosenPanel;

const SendPanel = lazyPanel(async () => (await import('../../../shared/cases/SendPanel.tsx')).SendPanel);

type What = 'send' | 'list' | 'case';

export type ChosenRows = {
  readonly column: GridColumn<SearchRow>;
  readonly onSelect: (row: SearchRow) => void;
  readonly onSelectTo: (to: SearchRow, from: SearchRow) => void;
  /** While something is chosen. */
  readonly bar: ReactNode;
  readonly panel: ReactNode;
};

/** Events of the result that are chosen, and what can be done with them together. */
export const useChosenRows = (options: {
  readonly rows: readonly SearchRow[];
  /** Key of the row in hand. */
  readonly current: string | null;
  readonly question: SearchQuestion;
  readonly own: OwnFields;
  readonly onExport: (eventIds: readonly string[]) => void;
  /** A panel was closed. */
  readonly onClosed: () => void;
}): ChosenRows => {
  const { rows, current, question, own, onExport, onClosed } = options;
  const text = useText('search');
  const cases = useText('cases');
  const may = useMay();
  const go = useGo();
  const [chosen, setChosen] = useState(NOTHING_SELECTED);
  /** What was chosen when a panel opened: another click changes nothing that is being sent. */
  const [open, setOpen] = useState<{ readonly what: What; readonly rows: readonly SearchRow[] } | null>(null);
  const onToggle = useCallback((key: string): void => setChosen((before) => toggled(before, key)), []);
  const column = useChoiceColumn(chosen, onToggle);
  const picked = useMemo(() => selectedRows(chosen, rows, rowKey), [chosen, rows]);
  const isAny = picked.length > 0;

  const extend = (to: string, from: string | null): void =>
    setChosen((before) => {
      const start = before.lastId === null && from !== null ? toggled(before, from) : before;
      return extendedTo(start, to, rows.map(rowKey));
    });
  useShortcut('x', text('select'), () => current !== null && onToggle(current), { active: current !== null });
  useShortcut('X', text('selectTo'), () => current !== null && extend(current, null), { active: current !== null });

  const begin = (what: What): void => setOpen({ what, rows: picked });
  const tooMany = (most: number): string | undefined =>
    picked.length > most ? text('chosen.tooMany', { count: most }) : undefined;
  const seed = graphSeedOf(picked);
  const graphHref =
    seed === null
      ? undefined
      : hrefOf('/data/explorer', undefined, {
          ...seed,
          range: formatRange(question.range),
          ...(question.includeChildren ? {} : { children: 'no' }),
        });
  const all: readonly (Command & { readonly isOffered: boolean })[] = [
    {
      id: 'send',
      text: cases('send.action'),
      icon: SendRegular,
      onSelect: () => begin('send'),
      disabledReason: picked.length > MAX_BULK_CASES ? cases('queue.tooMany', { count: MAX_BULK_CASES }) : undefined,
      isOffered: may('caseReview:write'),
    },
    {
      id: 'case',
      text: text('chosen.case'),
      icon: BriefcaseRegular,
      keys: 'c',
      onSelect: () => begin('case'),
      disabledReason: tooMany(MAX_BULK_CASES),
      isOffered: may('caseReview:write') || may('notes:write'),
    },
    {
      id: 'list',
      text: text('chosen.list'),
      icon: TextBulletListAddRegular,
      keys: 'b',
      onSelect: () => begin('list'),
      disabledReason: isAny && valuesByField(picked, own).length === 0 ? text('chosen.noValue') : undefined,
      isOffered: may('lists:write'),
    },
    {
      id: 'graph',
      text: text('chosen.graph'),
      icon: OrganizationRegular,
      keys: 'o',
      href: graphHref,
      disabledReason: graphHref === undefined ? text('chosen.noGraph') : undefined,
      isOffered: may('graphExplorer:read'),
    },
    {
      id: 'exportThese',
      text: text('chosen.export'),
      icon: ArrowDownloadRegular,
      keys: 'd',
      onSelect: () => onExport(picked.map(({ eventId }) => eventId)),
      disabledReason: tooMany(MAX_SEARCH_VALUES),
      isOffered: true,
    },
  ];
  const actions = all.filter(({ isOffered }) => isOffered);
  const run = (id: string): void => {
    const action = actions.find((each) => each.id === id);
    if (action === undefined || action.disabledReason !== undefined) return;
    if (action.href === undefined) action.onSelect?.();
    else go(action.href);
  };
  useShortcut('c', text('chosen.case'), () => run('case'), { active: isAny });
  useShortcut('b', text('chosen.list'), () => run('list'), { active: isAny });
  useShortcut('o', text('chosen.graph'), () => run('graph'), { active: isAny });
  useShortcut('d', text('chosen.export'), () => run('exportThese'), { active: isAny });

  const clear = (): void => setChosen(NOTHING_SELECTED);
  const close = (): void => {
    setOpen(null);
    onClosed();
  };
  const panel =
    open === null ? null : open.what === 'send' ? (
      <SendPanel events={open.rows} onSent={clear} onClose={close} />
    ) : (
      <LazyPart
        load={loadChosenPanel}
        texts={['search', 'lists', 'cases', 'graphExplorer']}
        fallback={null}
        props={{ what: open.what, rows: open.rows, own, onDone: clear, onClose: close }}
      />
    );
  return {
    column,
    onSelect: (row) => onToggle(rowKey(row)),
    onSelectTo: (to, from) => extend(rowKey(to), rowKey(from)),
    bar: isAny ? (
      <ChosenBar
        count={picked.length}
        actions={actions}
        onAll={() => setChosen({ ids: new Set(rows.map(rowKey)), lastId: null })}
        onClear={clear}
      />
    ) : null,
    panel,
  };
};
