import type { ReportSeries } from '@redoubt/contracts';
import { bestCutOff, netProfit } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Empty } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { NumberField } from '../../../shared/cut-off/CutOffBar.tsx';
import { CutOffTiles } from '../../../shared/cut-off/CutOffTiles.tsx';
import { ProfitCharts } from '../../../shared/cut-off/ProfitCharts.tsx';
import charts from '../../../shared/report-charts/report-charts.module.css';
import styles from '../score-report.module.css';
import { LabelChoice } from './LabelChoice.tsx';
import type { ScorePartProps } from './part-props.ts';
import { ScoreCutOff } from './ScoreCutOff.tsx';
import { useScoreScale } from './use-score-scale.ts';

const LEAST_MARGIN = 0.1;

/** What approved events earn by score, and the cut-off that earns most. */
export const ProfitTab = (props: ScorePartProps & { readonly report: ReportSeries }): ReactNode => {
  const { report, query, question, address, update, choice, money } = props;
  const text = useText('scoreReport');
  const formats = useFormats();
  const scale = useScoreScale(report, props);
  if (money === null) return <Empty title={text('noAmounts.title')} body={text('noAmounts.body')} />;
  const margin = address.margin / 100;
  const best = bestCutOff(scale.points, margin);
  const all = scale.points.at(-1);
  const most = best === null ? 0 : netProfit(best.under, margin);
  const gained = most - (all === undefined ? 0 : netProfit(all.under, margin));
  return (
    <LabelChoice {...{ report, address, update, choice }}>
      <ScoreCutOff scale={scale} question={question}>
        <NumberField
          label={text('margin')}
          value={address.margin}
          least={LEAST_MARGIN}
          most={100}
          problem={text('marginProblem')}
          end="%"
          onChange={(value) => update({ margin: value })}
        />
      </ScoreCutOff>
      {best === null ? null : (
        <p className="m-0">
          {text('best', {
            cutOff: formats.number(best.cutOff),
            profit: money(most),
            gained: money(gained),
          })}{' '}
          {best.cutOff === address.cut ? null : (
            <button type="button" className={styles.use} onClick={() => update({ cut: best.cutOff })}>
              {text('useBest')}
            </button>
          )}
        </p>
      )}
      <CutOffTiles scale={scale} money={{ margin, format: money }} />
      <div className={charts.pair}>
        <ProfitCharts scale={scale} query={query} money={{ margin, format: money }} />
      </div>
      <p className="quiet-small m-0">{text('assumed')}</p>
    </LabelChoice>
  );
};
