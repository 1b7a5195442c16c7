import type { Monitor } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { DecisionTiles } from '../../../shared/reports/DecisionTiles.tsx';

/** What was decided in the period, beside the week before; stands in a `dl`. */
export const VolumeTiles = ({ monitor }: { readonly monitor: Monitor }): ReactNode => {
  const text = useText('monitor');
  return (
    <DecisionTiles
      title={text('volume')}
      totals={monitor.totals}
      previous={monitor.lastWeek}
      nothingBefore={text('nothingBefore')}
    />
  );
};
