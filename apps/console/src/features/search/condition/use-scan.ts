import type { SearchRow } from '@redoubt/contracts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { rowsQuery } from '../../../shared/search/search.queries.ts';

/** Events that are looked at, rows that are brought, and how long, until the user says to go on. */
const EVENTS_AT_ONCE = 1_000_000;
const ROWS_AT_ONCE = 500;
const LONGEST_MS = 60_000;

type Rows = ReturnType<typeof rowsQuery>;
type Page = Awaited<ReturnType<Extract<Rows['queryFn'], (...args: never[]) => unknown>>>;

/** How far a search by a condition is. */
export type Scan = {
  readonly found: number;
  /** Events the condition was asked of. */
  readonly asked: number;
  /** 0–1. */
  readonly share: number;
  readonly isRunning: boolean;
  /** Everything was looked at. */
  readonly isDone: boolean;
  readonly isByIndex: boolean;
  /** What was not recorded, by the events for which it was read. */
  readonly unknown: readonly { readonly kind: string; readonly name: string; readonly events: number }[];
  readonly failed: number;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
};

const joinUnknown = (pages: readonly Page[]): Scan['unknown'] => {
  const joined = new Map<string, Scan['unknown'][number]>();
  for (const each of pages.flatMap(({ scan }) => scan?.unknown ?? [])) {
    const key = `${each.kind} ${each.name}`;
    joined.set(key, { ...each, events: each.events + (joined.get(key)?.events ?? 0) });
  }
  return [...joined.values()];
};

const sum = (pages: readonly Page[], of: (scan: NonNullable<Page['scan']>) => number): number =>
  pages.reduce((total, { scan }) => total + (scan ? of(scan) : 0), 0);

/** Goes on with a search by a condition, page by page, until it has enough. Null for a search without one. */
export const useScan = (
  isScan: boolean,
  queryKey: Rows['queryKey'],
  result: UseInfiniteQueryResult<InfiniteData<Page>>,
  rows: readonly SearchRow[],
): Scan | null => {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  const [run, setRun] = useState({ key, fromAsked: 0, fromRows: 0, startedMs: Date.now(), isStopped: false });
  if (run.key !== key) setRun({ key, fromAsked: 0, fromRows: 0, startedMs: Date.now(), isStopped: false });
  const { hasNextPage, isFetching, isPlaceholderData, fetchNextPage, isError } = result;
  const pages = isPlaceholderData ? [] : (result.data?.pages ?? []);
  const asked = sum(pages, (scan) => scan.asked);
  const isEnough =
    run.isStopped ||
    asked - run.fromAsked >= EVENTS_AT_ONCE ||
    rows.length - run.fromRows >= ROWS_AT_ONCE ||
    Date.now() - run.startedMs >= LONGEST_MS;
  const goesOn = isScan && hasNextPage && !isPlaceholderData && !isEnough && !isError;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  if (!isScan) return null;
  const last = pages.at(-1)?.scan;
  return {
    found: isPlaceholderData ? 0 : rows.length,
    asked,
    share: last?.share ?? 0,
    isRunning: isFetching || goesOn,
    isDone: pages.length > 0 && !hasNextPage,
    isByIndex: last?.isByIndex ?? false,
    unknown: joinUnknown(pages),
    failed: sum(pages, (scan) => scan.errors.events),
    onStop: () => {
      setRun({ ...run, isStopped: true });
      void client.cancelQueries({ queryKey });
    },
    onGoOn: () => {
      setRun({ key, fromAsked: asked, fromRows: rows.length, startedMs: Date.now(), isStopped: false });
      void (pages.length === 0 ? result.refetch() : fetchNextPage());
    },
  };
};
