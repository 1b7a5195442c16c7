import type { RuleReport } from '@redoubt/contracts';
import type { RuleMeasure } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { Tile } from '../../../shared/reports/Tile.tsx';
import { sumOf } from '../rule-figures.ts';
import type { RuleMoney } from '../use-rule-formats.ts';
import styles from '../rule-report.module.css';

const MEASURES = [
  'decided',
  'rejected',
  'reviewed',
  'challenged',
  'fraudStopped',
  'goodHit',
] as const satisfies readonly RuleMeasure[];

/** What all rules decided, each with its change since the period before. */
export const RuleTiles = (props: { readonly report: RuleReport; readonly money: RuleMoney }): ReactNode => {
  const text = useText('ruleReport');
  const formats = useFormats();
  const { report, money } = props;
  const change = new Intl.NumberFormat(formats.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });
  return (
    <dl className={styles.tiles}>
      {MEASURES.map((measure) => {
        const [now, was] = [
          sumOf(report.rules, 'total', measure, money.currency),
          sumOf(report.rules, 'before', measure, money.currency),
        ];
        const note =
          report.eventsBefore === null ? undefined : was === 0 ? text('nothingBefore') : change.format(now / was - 1);
        return <Tile key={measure} title={text(`measure.${measure}`)} value={money.format(now)} note={note} />;
      })}
    </dl>
  );
};
