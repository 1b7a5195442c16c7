import type { Dashboard } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { DecisionChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { changePercent, sharePercent } from './day.ts';
import { Tile } from './Tile.tsx';

type Counts = Dashboard['previous'];

export type DecisionTilesProps = {
  /** What is counted. */
  readonly title: string;
  readonly totals: Counts;
  /** The same span before. */
  readonly previous: Counts;
  /** Says that there was nothing before. */
  readonly nothingBefore: string;
};

/** Volume, and the share of each decision, with their changes. */
export const DecisionTiles = ({ title, totals, previous, nothingBefore }: DecisionTilesProps): ReactNode => {
  const text = useText('dashboard');
  const formats = useFormats();
  const oneDecimal = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const points = new Intl.NumberFormat(formats.language, oneDecimal);
  const percent = new Intl.NumberFormat(formats.language, { ...oneDecimal, style: 'percent' });
  const change = changePercent(totals.events, previous.events);
  return (
    <>
      <Tile
        title={title}
        value={formats.number(totals.events)}
        note={change === undefined ? nothingBefore : percent.format(change / 100)}
      />
      {DECISIONS.map((decision) => {
        const share = sharePercent(totals.decisions[decision] ?? 0, totals.events);
        const before = sharePercent(previous.decisions[decision] ?? 0, previous.events);
        return (
          <Tile
            key={decision}
            title={<DecisionChip decision={decision} appearance="plain" />}
            value={formats.percent(share)}
            note={
              previous.events === 0
                ? formats.number(totals.decisions[decision] ?? 0)
                : text('today.points', {
                    count: formats.number(totals.decisions[decision] ?? 0),
                    change: points.format(share - before),
                  })
            }
          />
        );
      })}
    </>
  );
};
