import type { Monitor } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { sharePercent } from '../../../shared/reports/day.ts';
import { DecisionTiles } from '../../../shared/reports/DecisionTiles.tsx';
import { Tile } from '../../../shared/reports/Tile.tsx';

/** What was decided in the period, beside the week before, and how much of it lacked something; stands in a `dl`. */
export const VolumeTiles = ({ monitor }: { readonly monitor: Monitor }): ReactNode => {
  const text = useText('monitor');
  const formats = useFormats();
  const { totals, lastWeek, degraded } = monitor;
  return (
    <>
      <DecisionTiles title={text('volume')} totals={totals} previous={lastWeek} nothingBefore={text('nothingBefore')} />
      <Tile
        title={text('degraded.tile')}
        value={formats.percent(sharePercent(degraded.events, totals.events), 2)}
        note={formats.number(degraded.events)}
      />
    </>
  );
};
