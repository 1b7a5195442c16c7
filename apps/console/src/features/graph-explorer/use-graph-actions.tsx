import { BriefcaseRegular, SearchRegular, TextBulletListAddRegular } from '@fluentui/react-icons';
import { isDrawnGraphKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useShortcut, type Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { AddToCase, caseTargetsOf } from '../../shared/cases/AddToCase.tsx';
import { AddToList } from '../../shared/lists/AddToList.tsx';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import type { TimeRange } from '../../shared/search/time-range.ts';
import { canDraw } from './components/GraphPicture.tsx';
import type { GraphItem } from './model/graph-model.ts';
import type { GraphText } from './use-graph-text.ts';

/** Most values of one condition of a search. */
const MOST_SEARCHED = 50;

/** The kind of event that most events of items are. */
const commonType = (items: readonly GraphItem[]): string => {
  const counts = new Map<string, number>();
  for (const { events } of items)
    for (const { eventType } of events) counts.set(eventType, (counts.get(eventType) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'purchase';
};

/** One row for each value: the value, its kind, what it is called, and its events labelled fraud. */
const listedParts = (items: readonly GraphItem[], say: GraphText, names: readonly [string, string, string, string]) => {
  const rows = items.flatMap((item) =>
    item.members.map((value) => ({
      value,
      kind: say.kind(item.kind),
      name: item.name ?? '',
      // A group counts its events together.
      fraud: say.isCluster(item) ? '' : String(item.fraud),
    })),
  );
  const part = (id: 'value' | 'kind' | 'name' | 'fraud', name: string) => ({
    id,
    name,
    values: rows.map((row) => row[id]),
  });
  return [part('value', names[0]), part('kind', names[1]), part('name', names[2]), part('fraud', names[3])] as const;
};

const seenOf = (items: readonly GraphItem[]): readonly GraphItem[] => items.filter(({ isMasked }) => !isMasked);

/** Values of items that are not masked. */
const valuesOf = (items: readonly GraphItem[]): string[] => seenOf(items).flatMap(({ members }) => members);

const eventsOf = (items: readonly GraphItem[]) => items.flatMap(({ events }) => events);

/** What can be done with the chosen items, or with the one in hand where none is chosen: their commands and panels. */
export const useGraphActions = (props: {
  readonly items: readonly GraphItem[];
  readonly range: TimeRange;
  readonly includeChildren: boolean;
  readonly say: GraphText;
  readonly picture: () => Promise<Blob> | undefined;
  readonly onDone: () => void;
}): { readonly commands: readonly Command[]; readonly panel: ReactNode } => {
  const { items, range, includeChildren, say, picture, onDone } = props;
  const text = useText('graphExplorer');
  const lists = useText('lists');
  const cases = useText('cases');
  const may = useMay();
  const opensSearch = useOpensSearch();
  const go = useGo();
  /** What was chosen when a panel opened: another click changes no list that is being sent. */
  const [open, setOpen] = useState<{ readonly what: 'list' | 'case'; readonly items: readonly GraphItem[] } | null>(
    null,
  );
  const begin = (what: 'list' | 'case'): void => setOpen({ what, items });
  const seen = seenOf(items);
  const values = valuesOf(items);
  const kinds = new Set(seen.map(({ kind }) => kind));
  const [kind] = kinds;
  const { waiting, without } = caseTargetsOf(eventsOf(items));

  const noValue = items.length === 0 ? text('choice.none') : values.length === 0 ? text('choice.masked') : undefined;
  const notSearched = (): string | undefined => {
    if (noValue !== undefined) return noValue;
    if (kinds.size > 1) return text('choice.oneKind');
    if (kind !== undefined && isDrawnGraphKind(kind)) return text('panel.shownOnly');
    return values.length > MOST_SEARCHED ? text('choice.tooMany', { count: MOST_SEARCHED }) : undefined;
  };
  const canSend = may('caseReview:write');
  const canNote = may('notes:write');
  const noCase =
    items.length === 0
      ? text('choice.none')
      : (canNote && waiting.length > 0) || (canSend && without.length > 0)
        ? undefined
        : cases('addTo.none');
  const searchBlocked = notSearched();
  const searchHref =
    kind === undefined || isDrawnGraphKind(kind) || searchBlocked !== undefined
      ? undefined
      : hrefOf(
          '/search',
          undefined,
          formatAddress({
            ...parseAddress({ type: commonType(seen) }),
            includeChildren,
            range,
            filters: [{ field: kind, operator: 'is', values }],
          }),
        );
  const offers = { case: canSend || canNote, list: may('lists:write'), search: opensSearch };
  const all: readonly (Command & { readonly id: keyof typeof offers })[] = [
    {
      id: 'case',
      text: text('action.case'),
      icon: BriefcaseRegular,
      keys: 'c',
      onSelect: () => begin('case'),
      disabledReason: noCase,
    },
    {
      id: 'list',
      text: text('action.list'),
      icon: TextBulletListAddRegular,
      keys: 'b',
      onSelect: () => begin('list'),
      disabledReason: noValue,
    },
    {
      id: 'search',
      text: text('action.search'),
      icon: SearchRegular,
      keys: 's',
      href: searchHref,
      disabledReason: searchBlocked,
    },
  ];
  const commands = all.filter(({ id }) => offers[id]);
  const can = { case: offers.case && noCase === undefined, list: offers.list && noValue === undefined };
  useShortcut('c', text('action.case'), () => begin('case'), { active: can.case });
  useShortcut('b', text('action.list'), () => begin('list'), { active: can.list });
  useShortcut('s', text('action.search'), () => searchHref && go(searchHref), {
    active: offers.search && searchHref !== undefined,
  });

  const close = (): void => setOpen(null);
  const panel =
    open?.what === 'list' ? (
      <AddToList
        title={lists('addRows.titleMany', { count: valuesOf(open.items).length })}
        parts={listedParts(seenOf(open.items), say, [
          text('column.value'),
          text('panel.kind'),
          text('panel.name'),
          text('column.fraud'),
        ])}
        onDone={onDone}
        onClose={close}
      />
    ) : open?.what === 'case' ? (
      <AddToCase
        events={eventsOf(open.items)}
        lines={open.items.map((item) => `${say.kind(item.kind)}: ${say.value(item)} (${say.note(item)})`)}
        picture={canDraw() ? picture : undefined}
        onDone={onDone}
        onClose={close}
      />
    ) : null;
  return { commands, panel };
};
