import { DECISIONS, sentToBankOf, type RuleMeasure } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionFill, ShareBar, Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { ReportQuestion } from '../../shared/report-charts/report-address.ts';
import { FigureLink } from './components/FigureLink.tsx';
import type { RuleColumn } from './rule-columns.ts';
import { changeOf, countOf, DECIDED_AS, figureHref, precisionOf, rateOf, type Measured } from './rule-figures.ts';
import styles from './rule-report.module.css';

type Counted = Extract<
  RuleMeasure,
  'hits' | 'decided' | 'fraud' | 'nonFraud' | 'fraudStopped' | 'goodHit' | 'chargebacks'
>;
type Rated = 'reviewRate' | 'rejectRate' | 'fraudRate';
const PART: Readonly<Record<Rated, RuleMeasure>> = {
  reviewRate: 'reviewed',
  rejectRate: 'rejected',
  fraudRate: 'fraud',
};

/** What the columns are of. */
export type FigureColumnsOf = {
  readonly question: ReportQuestion;
  readonly opens: boolean;
  /** Hits of all rules of the table together. */
  readonly together: number;
  /** Whether the rules of the table return decisions. */
  readonly decides: boolean;
  /** Whether banks answered about any of their events. */
  readonly hasBank: boolean;
};

/** Columns of what rules hit and decided, and of what labels, chargebacks and banks say about their hits. */
export const useFigureColumns = ({
  question,
  opens,
  together,
  decides,
  hasBank,
}: FigureColumnsOf): { readonly count: readonly RuleColumn[]; readonly labels: readonly RuleColumn[] } => {
  const text = useText('ruleReport');
  const common = useText('common');
  const formats = useFormats();
  const change = new Intl.NumberFormat(formats.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const percent = (share: number | null, digits: 0 | 1 = 1): string =>
    share === null ? '–' : formats.percent(share * 100, digits);

  const counted = (measure: Counted): RuleColumn => ({
    id: measure,
    title: text(`column.${measure}`),
    formula: text(`formula.${measure}`),
    sort: measure,
    render: (row, of) => {
      const value = countOf(row.total, measure);
      return (
        <FigureLink href={value === 0 || !opens ? null : figureHref(question, of, measure)}>
          {formats.number(value)}
        </FigureLink>
      );
    },
  });

  /** A share of hits that leads to its events, beside how many they are. */
  const rated = (rate: Rated): RuleColumn => ({
    id: rate,
    title: text(`column.${rate}`),
    formula: text(`formula.${rate}`),
    sort: rate,
    render: (row, of) => {
      const value = countOf(row.total, PART[rate]);
      return (
        <>
          <FigureLink href={value === 0 || !opens ? null : figureHref(question, of, PART[rate])}>
            {percent(rateOf(row.total, rate))}
          </FigureLink>
          <span className={styles.many}>{value === 0 ? null : formats.number(value)}</span>
        </>
      );
    },
  });

  const mixOf = ({ total }: Measured): ReactNode => {
    const hits = countOf(total, 'hits');
    if (hits === 0) return '–';
    const shares = DECISIONS.map((decision) => ({
      id: decision as string,
      name: common(`decision.${decision}`),
      value: countOf(total, DECIDED_AS[decision]),
      fill: decisionFill(decision),
    }));
    const rest = { id: 'rest', name: text('notByIt'), value: hits - countOf(total, 'decided'), fill: 'transparent' };
    return (
      <span className={styles.mix}>
        <ShareBar
          label={text('column.distribution')}
          shares={[...shares, rest]}
          formatCount={(count) => `${percent(count / hits)} (${formats.number(count)})`}
        />
      </span>
    );
  };

  const trend: RuleColumn = {
    id: 'trend',
    title: text('column.trend'),
    start: true,
    render: ({ bars }) => <Sparkline values={bars.map((bar) => countOf(bar, 'hits'))} width={72} height={18} />,
  };
  const share: RuleColumn = {
    id: 'share',
    title: text('column.share'),
    formula: text('formula.share'),
    sort: 'share',
    render: ({ total }) => percent(together === 0 ? null : countOf(total, 'hits') / together),
  };
  const changed: RuleColumn = {
    id: 'change',
    title: text('column.change'),
    formula: text('formula.change'),
    sort: 'change',
    render: (row) => {
      const by = changeOf(row);
      return by === null ? '–' : change.format(by);
    },
  };
  const deciding: readonly RuleColumn[] = [
    counted('decided'),
    {
      id: 'distribution',
      title: text('column.distribution'),
      formula: text('formula.distribution'),
      start: true,
      render: mixOf,
    },
    rated('reviewRate'),
    rated('rejectRate'),
  ];
  const precision: RuleColumn = {
    id: 'precision',
    title: text('column.precision'),
    formula: text('formula.precision'),
    sort: 'precision',
    render: ({ total }) => percent(precisionOf(total), 0),
  };
  const bank: readonly RuleColumn[] = [
    {
      id: 'sentToBank',
      title: text('column.sentToBank'),
      formula: text('formula.sentToBank'),
      sort: 'sentToBank',
      render: ({ total }) => formats.number(sentToBankOf(total.counts)),
    },
    {
      id: 'bank',
      title: text('column.bank'),
      formula: text('formula.bank'),
      sort: 'bank',
      render: ({ total }) => percent(rateOf(total, 'bankRate')),
    },
  ];
  return {
    count: [
      trend,
      counted('hits'),
      share,
      changed,
      ...(decides ? deciding : []),
      rated('fraudRate'),
      ...(decides ? [counted('goodHit')] : []),
    ],
    labels: [
      counted('hits'),
      counted('fraud'),
      counted('nonFraud'),
      rated('fraudRate'),
      precision,
      ...(decides ? [counted('fraudStopped'), counted('goodHit')] : []),
      counted('chargebacks'),
      ...(hasBank ? bank : []),
    ],
  };
};
