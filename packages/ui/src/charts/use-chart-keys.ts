import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { useListedKeys } from '../shortcuts/shortcuts.tsx';

/** Lists the keys of a chart that has the focus in the overview of shortcuts; `enter` is what that key does, if anything. */
export const useChartKeys = (enter: 'narrow' | 'open' | null, hasSeries = false): void => {
  const text = useText('ui');
  const listed = useMemo(
    () => [
      { keys: '← →', text: text('chart.key.read') },
      ...(hasSeries ? [{ keys: '↑ ↓', text: text('chart.key.series') }] : []),
      { keys: 'Home End', text: text('chart.key.edges') },
      ...(enter === null ? [] : [{ keys: 'Enter', text: text(`chart.key.${enter}`) }]),
      { keys: 'T', text: text('chart.key.table') },
    ],
    [text, enter, hasSeries],
  );
  useListedKeys(listed);
};
