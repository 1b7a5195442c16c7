import type { ReportSeries } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import type { CutOffScale } from '../../../shared/cut-off/cut-off.ts';
import { scoreBins, scorePoints } from '../score-bins.ts';
import { LAST_SCORE } from '../score-report-address.ts';
import type { ScorePartProps } from './part-props.ts';

/** The scores of a report as a row with a cut-off. */
export const useScoreScale = (
  report: ReportSeries,
  { choice, address, update, asTable }: Pick<ScorePartProps, 'choice' | 'address' | 'update' | 'asTable'>,
): CutOffScale => {
  const text = useText('scoreReport');
  const formats = useFormats();
  const { isWeighed, currency } = choice;
  const bins = useMemo(() => scoreBins(report, { isWeighed, currency }), [report, isWeighed, currency]);
  const points = useMemo(() => scorePoints(bins), [bins]);
  return {
    bins,
    points,
    end: LAST_SCORE + 1,
    name: text('score'),
    formatValue: formats.number,
    cutOff: address.cut,
    onCutOff: (cut) => update({ cut }),
    file: 'scores',
    asTable,
  };
};
