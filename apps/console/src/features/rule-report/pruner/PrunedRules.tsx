import type { PrunedRuleDetail, RulePruningResult } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { rulesHref } from '../../../shared/assessments/assessment.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { FigureLink } from '../components/FigureLink.tsx';
import { NetBar } from '../components/NetBar.tsx';
import { figureHref } from '../rule-figures.ts';
import styles from '../rule-report.module.css';
import { useMoneyFormats } from '../use-money-formats.ts';
import { inOrder, isLeftOut } from './pruner-figures.ts';

const COLUMNS = ['matched', 'decided', 'changed', 'marginal'] as const;

/** Rules with what each is worth given the others, those that go first. */
export const PrunedRules = (props: {
  readonly result: RulePruningResult;
  /** The question of the report, on the days of the result. */
  readonly question: ReportQuestion;
  readonly kept: number;
  readonly opens: boolean;
}): ReactNode => {
  const { result, question, kept, opens } = props;
  const text = useText('ruleReport');
  const formats = useFormats();
  const money = useMoneyFormats();
  const provided = useProvidedNames();
  const nameOf = ({ name }: { readonly name: string }): string => provided.shown(name) || text('unknownRule');
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  const bounds = result.rules.flatMap(({ marginal }) => [marginal.lower, marginal.upper]);
  const scale = { from: Math.min(0, ...bounds), to: Math.max(0, ...bounds) };

  const reasonsOf = (rule: PrunedRuleDetail): string => {
    if (rule.stays !== null) return text(`pruner.stays.${rule.stays}`);
    if (rule.isUnknown) return text('pruner.isUnknown');
    const other = rule.duplicateOf;
    return rule.reasons
      .map((reason) =>
        text(`pruner.reason.${reason}`, {
          rule: other === null ? '' : nameOf(byId.get(other.id) ?? { name: '' }),
          share: formats.percent((other?.covered ?? 0) * 100, 0),
        }),
      )
      .join(' · ');
  };
  const figure = (rule: PrunedRuleDetail, measure: 'hits' | 'decided', value: number): ReactNode => {
    const href = value === 0 || !opens ? null : figureHref(question, { ruleId: rule.id, clause: null }, measure);
    return <FigureLink href={href}>{formats.number(value)}</FigureLink>;
  };

  return (
    <div className="overflow-x-auto">
      <table className={styles.table} aria-label={text('pruner.table')}>
        <thead>
          <tr>
            <th scope="col">{text('pruner.column.rule')}</th>
            <th scope="col">{text('pruner.column.proposal')}</th>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={styles.end}
                title={text(`pruner.formula.${column}`)}
                colSpan={column === 'marginal' ? 2 : undefined}
              >
                {text(`pruner.column.${column}`, { currency: result.currency ?? '' })}
              </th>
            ))}
            <th scope="col" className={styles.end}>
              {text('column.interval')}
            </th>
            <th scope="col">{text('pruner.column.why')}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(result.rules).map((rule) => {
            const goes = isLeftOut(result, rule, kept);
            return (
              <tr key={rule.id}>
                <th scope="row">
                  <Link
                    className={styles.rule}
                    href={rulesHref(question.assessment, { rule: rule.id, env: rule.environmentId ?? undefined })}
                  >
                    {nameOf(rule)}
                  </Link>
                  {rule.environmentName === null ? null : <span className="quiet"> · {rule.environmentName}</span>}
                </th>
                <td className={goes ? styles.loss : undefined}>{text(goes ? 'pruner.goes' : 'pruner.keeps')}</td>
                <td className={styles.end}>{figure(rule, 'hits', rule.matched)}</td>
                <td className={styles.end}>{figure(rule, 'decided', rule.decided)}</td>
                <td className={styles.end}>{formats.number(rule.changed)}</td>
                <td className={styles.end}>
                  <NetBar {...rule.marginal} {...scale} />
                </td>
                <td className={styles.end}>
                  <span className={rule.marginal.net < 0 ? styles.loss : undefined}>
                    {money.amount(rule.marginal.net)}
                  </span>
                </td>
                <td className={styles.end}>{money.interval(rule.marginal)}</td>
                <td>{reasonsOf(rule)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
