import type { BodyIn, searchGraph } from '@redoubt/contracts';
import {
  DEFAULT_GRAPH_NODES,
  DRAWN_GRAPH_KINDS,
  GRAPH_KINDS,
  isDefinedAssessment,
  isDrawnGraphKind,
  isStandardGraphKind,
  MAX_GRAPH_NODES,
  MAX_GRAPH_STEPS,
  ownPathOf,
  type FollowedGraphKind,
  type GraphKind,
} from '@redoubt/domain';
import { z } from 'zod';
import { SEARCHABLE_TYPES, type SearchableType } from '../../shared/search/search-address.ts';
import { parseRange, type TimeRange, type TimeWindow } from '../../shared/search/time-range.ts';

const text = z.string().optional().catch(undefined);

/** What the address of the page holds: the question, what is hidden of the answer, and the item in hand. */
export const graphAddress = z.object({
  /** A kind of value, or a kind of event. */
  kind: text,
  value: text,
  range: text,
  steps: text,
  limit: text,
  children: text,
  /** Kinds that are not drawn, with blanks between; products alone where it is absent. */
  hide: text,
  /** Id of the item in hand, and the one that a path begins at. */
  at: text,
  from: text,
});
export type GraphAddress = z.output<typeof graphAddress>;

/** What a search can start from: values of events, or events by their id. */
export type SeedKind = FollowedGraphKind | SearchableType;

export const DEFAULT_SEED_KIND: SeedKind = 'userId';
export const DEFAULT_STEPS = 2;
const DEFAULT_RANGE = '30d';
export const LIMITS = [DEFAULT_GRAPH_NODES, 2000, MAX_GRAPH_NODES] as const;
export const STEPS = Array.from({ length: MAX_GRAPH_STEPS }, (_, at) => at + 1);

const isEventKind = (kind: string): kind is SearchableType =>
  SEARCHABLE_TYPES.some((each) => each === kind) || isDefinedAssessment(kind);
const isFollowedKind = (kind: string): kind is FollowedGraphKind =>
  isStandardGraphKind(kind) || ownPathOf(kind) !== null;

export const seedKindOf = (address: GraphAddress): SeedKind => {
  const { kind = DEFAULT_SEED_KIND } = address;
  return isEventKind(kind) || isFollowedKind(kind) ? kind : DEFAULT_SEED_KIND;
};

export const rangeOf = (address: GraphAddress): TimeRange => parseRange(address.range ?? DEFAULT_RANGE);

export const stepsOf = ({ steps }: GraphAddress): number =>
  STEPS.find((each) => String(each) === steps) ?? DEFAULT_STEPS;

export const limitOf = ({ limit }: GraphAddress): number =>
  LIMITS.find((each) => String(each) === limit) ?? DEFAULT_GRAPH_NODES;

/** Products link strangers, and are many. */
const HIDDEN_AT_FIRST = 'product';
const NOTHING_HIDDEN = '-';

export const hiddenOf = ({ hide }: Pick<GraphAddress, 'hide'>): ReadonlySet<GraphKind> =>
  new Set((hide ?? HIDDEN_AT_FIRST).split(' ').filter((kind) => isFollowedKind(kind) || isDrawnGraphKind(kind)));

/** What the address says of hidden kinds. */
export const hideOf = (hidden: ReadonlySet<GraphKind>): string | undefined => {
  const hide = [...hidden].join(' ');
  return hide === HIDDEN_AT_FIRST ? undefined : hide || NOTHING_HIDDEN;
};

/** The question of an address; null where it asks for nothing. @param own texts that environments made searchable */
export const graphBody = (
  address: GraphAddress,
  window: TimeWindow,
  own: readonly FollowedGraphKind[],
): BodyIn<typeof searchGraph> | null => {
  const kind = seedKindOf(address);
  const value = address.value?.trim() ?? '';
  if (value === '') return null;
  return {
    seed: isEventKind(kind)
      ? { of: 'event', eventType: kind, eventId: value.slice(0, 100) }
      : { of: 'value', kind, value: value.slice(0, 256) },
    // Products that are hidden would only take the place of others.
    kinds: [...GRAPH_KINDS, ...DRAWN_GRAPH_KINDS, ...own]
      .filter((kind) => kind !== HIDDEN_AT_FIRST || !hiddenOf(address).has(kind))
      .slice(0, 40),
    ...window,
    includeChildren: address.children !== 'no',
    steps: stepsOf(address),
    limit: limitOf(address),
  };
};
