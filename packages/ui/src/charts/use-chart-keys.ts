import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { useListedKeys } from '../shortcuts/shortcuts.tsx';

/** Lists the keys of a chart that has the focus in the overview of shortcuts. */
export const useChartKeys = (narrows: boolean): void => {
  const text = useText('ui');
  const listed = useMemo(
    () => [
      { keys: '← →', text: text('chart.key.read') },
      { keys: 'Home End', text: text('chart.key.edges') },
      ...(narrows ? [{ keys: 'Enter', text: text('chart.key.narrow') }] : []),
      { keys: 'T', text: text('chart.key.table') },
    ],
    [text, narrows],
  );
  useListedKeys(listed);
};
