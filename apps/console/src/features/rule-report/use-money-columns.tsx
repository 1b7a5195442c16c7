import type { ReportedRule } from '@redoubt/contracts';
import type { RuleMeasure, RuleOrClause } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import type { ReportQuestion } from '../../shared/report-charts/report-address.ts';
import { FigureLink } from './components/FigureLink.tsx';
import { NetBar } from './components/NetBar.tsx';
import type { RuleColumn } from './rule-columns.ts';
import { countOf, figureHref, netChangeOf, type Measured } from './rule-figures.ts';
import styles from './rule-report.module.css';
import { useMoneyFormats } from './use-money-formats.ts';

type Money = NonNullable<ReportedRule['money']>;

/** Columns of what rules saved and cost, in one currency. */
export const useMoneyColumns = (
  question: ReportQuestion,
  opens: boolean,
  rules: readonly ReportedRule[],
  currency: string,
): readonly RuleColumn[] => {
  const text = useText('ruleReport');
  const formats = useFormats();
  const money = useMoneyFormats();
  const bounds = rules.flatMap((rule) =>
    rule.money === null ? [] : [rule.money.lower, rule.money.upper, rule.money.net],
  );
  const scale = { from: Math.min(0, ...bounds), to: Math.max(0, ...bounds) };
  const linked = (row: Measured, of: RuleOrClause, measure: RuleMeasure, children: ReactNode): ReactNode => (
    <FigureLink href={countOf(row.total, measure) === 0 || !opens ? null : figureHref(question, of, measure)}>
      {children}
    </FigureLink>
  );
  const column = (
    id: 'prevented' | 'insult' | 'review' | 'net',
    render: (money: Money, row: Measured, of: RuleOrClause) => ReactNode,
  ): RuleColumn => ({
    id,
    title: text(`column.${id}`, { currency }),
    formula: text(`formula.${id}`),
    sort: id,
    render: (row, of) => (row.money === null ? '–' : render(row.money, row, of)),
  });
  return [
    {
      id: 'hits',
      title: text('column.hits'),
      formula: text('formula.hits'),
      sort: 'hits',
      render: (row, of) => linked(row, of, 'hits', formats.number(countOf(row.total, 'hits'))),
    },
    column('prevented', (each, row, of) => linked(row, of, 'fraudStopped', money.amount(each.prevented))),
    column('insult', (each, row, of) => (
      <>
        {linked(row, of, 'goodHit', formats.number(Math.round(each.goodEvents)))}
        <span className={styles.beside}>{money.amount(each.insult)}</span>
      </>
    )),
    column('review', (each, row, of) =>
      each.reviewEvents === 0 ? (
        <span className="quiet">{text('money.noReview')}</span>
      ) : (
        <>
          {linked(row, of, 'reviewed', formats.number(each.reviewEvents))}
          <span className={styles.beside}>{money.amount(each.review)}</span>
        </>
      ),
    ),
    column('net', (each, row, of) => (
      <b className={each.net < 0 ? styles.loss : undefined}>{linked(row, of, 'decided', money.amount(each.net))}</b>
    )),
    {
      id: 'interval',
      title: text('column.interval'),
      formula: text('formula.interval'),
      start: true,
      render: ({ money: each }) =>
        each === null || each.stopped === 0 ? null : (
          <span className="row">
            <NetBar {...each} {...scale} />
            <span className="quiet">{money.interval(each)}</span>
          </span>
        ),
    },
    {
      id: 'basis',
      title: text('column.basis'),
      formula: text('formula.basis'),
      start: true,
      render: ({ money: each }) =>
        each === null || each.stopped === 0 ? null : (
          <span title={text(`basisTitle.${each.basis}`)}>{money.basis(each)}</span>
        ),
    },
    {
      id: 'netChange',
      title: text('column.netChange'),
      sort: 'netChange',
      render: (row) => {
        const changed = netChangeOf(row);
        return changed === null ? '–' : money.signed(changed);
      },
    },
  ];
};
