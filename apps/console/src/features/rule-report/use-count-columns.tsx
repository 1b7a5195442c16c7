import type { RuleMeasure } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReportQuestion } from '../../shared/report-charts/report-address.ts';
import { FigureLink } from './components/FigureLink.tsx';
import type { RuleColumn } from './rule-columns.ts';
import { answeredOf, bankShareOf, changeOf, countOf, figureHref, precisionOf, type Measured } from './rule-figures.ts';

/** Columns of what rules hit, decided and got wrong. @param hasBank whether banks answered about any of their events */
export const useCountColumns = (question: ReportQuestion, opens: boolean, hasBank: boolean): readonly RuleColumn[] => {
  const text = useText('ruleReport');
  const formats = useFormats();
  const change = new Intl.NumberFormat(formats.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const counted = (
    measure: Extract<RuleMeasure, 'hits' | 'decided' | 'reviewed' | 'fraudStopped' | 'goodHit' | 'chargebacks'>,
  ): RuleColumn => ({
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
  return [
    {
      id: 'trend',
      title: text('column.trend'),
      start: true,
      render: ({ bars }) => <Sparkline values={bars.map((bar) => countOf(bar, 'hits'))} width={72} height={18} />,
    },
    counted('hits'),
    counted('decided'),
    counted('reviewed'),
    counted('fraudStopped'),
    counted('goodHit'),
    {
      id: 'precision',
      title: text('column.precision'),
      formula: text('formula.precision'),
      sort: 'precision',
      render: ({ total }) => {
        const precision = precisionOf(total);
        return precision === null ? '–' : formats.percent(precision * 100, 0);
      },
    },
    counted('chargebacks'),
    ...(hasBank
      ? [
          {
            id: 'bank',
            title: text('column.bank'),
            formula: text('formula.bank'),
            sort: 'bank' as const,
            render: ({ total }: Measured) => {
              const accepted = bankShareOf(total);
              return accepted === null
                ? '–'
                : text('bankShare', {
                    share: formats.percent(accepted * 100, 1),
                    answered: formats.number(answeredOf(total)),
                  });
            },
          },
        ]
      : []),
    {
      id: 'change',
      title: text('column.change'),
      sort: 'change',
      render: (row) => {
        const changed = changeOf(row);
        return changed === null ? '–' : change.format(changed);
      },
    },
  ];
};
