import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useConsole } from '../../app/console-context.tsx';
import { hasAllEnvironments, myEnvironmentsQuery, placedOf } from '../../app/environments.ts';
import { useSettled } from '../../shared/use-settled.ts';
import { environmentRows, isListed, searchRows } from './environment-tree.ts';

const PAUSE_MS = 150;

/**
 * Rows of the environment switcher: what the console was given at its start where that is all, else pages of the server, which
 * also finds by words.
 */
export const useEnvironmentRows = (words: string) => {
  const { me, call } = useConsole();
  const isComplete = hasAllEnvironments(me);
  const asked = useSettled(words.trim(), PAUSE_MS);
  const query = useInfiniteQuery({
    ...myEnvironmentsQuery(call, asked),
    placeholderData: keepPreviousData,
    enabled: !isComplete,
  });
  const known = environmentRows(me.environments);
  if (isComplete) {
    const shown = searchRows(known, words);
    return { rows: known, shown, total: shown.length, isSettled: true, query: undefined };
  }
  const shown = placedOf(query.data?.pages).filter(({ environment }) => isListed(environment));
  const ids = new Set(shown.map(({ environment }) => environment.id));
  return {
    rows: [...shown, ...known.filter(({ environment }) => !ids.has(environment.id))],
    shown,
    total: query.data?.pages[0]?.total ?? me.environmentCount,
    // Else the rows are those of words that stood there before.
    isSettled: asked === words.trim() && query.data !== undefined && !query.isPlaceholderData,
    query,
  };
};
