import type { RuleReport } from '@redoubt/contracts';
import type { RuleMeasure } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { ReportTile } from '../../../shared/report-charts/ReportTile.tsx';
import styles from '../../../shared/report-charts/report-charts.module.css';
import { changePercent } from '../../../shared/reports/day.ts';
import { sumOf, trendOf } from '../rule-figures.ts';

const MEASURES = [
  'decided',
  'rejected',
  'reviewed',
  'challenged',
  'fraudStopped',
  'goodHit',
] as const satisfies readonly RuleMeasure[];

/** What all rules decided, each with its change since the period before. */
export const RuleTiles = (props: { readonly report: RuleReport; readonly formats: FigureFormats }): ReactNode => {
  const text = useText('ruleReport');
  const { report, formats } = props;
  return (
    <dl className={styles.tiles}>
      {MEASURES.map((measure) => {
        const now = sumOf(report.rules, 'total', measure);
        const change = changePercent(now, sumOf(report.rules, 'before', measure));
        return (
          <ReportTile
            key={measure}
            title={text(`measure.${measure}`)}
            value={formats.volume(now)}
            href={null}
            note={
              report.eventsBefore === null ? '' : change === undefined ? text('nothingBefore') : formats.change(change)
            }
            trend={measure === 'fraudStopped' || measure === 'goodHit' ? trendOf(report, measure) : []}
          />
        );
      })}
    </dl>
  );
};
