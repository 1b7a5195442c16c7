import { BeakerRegular, ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { ReportedClause, ReportedRule } from '@redoubt/contracts';
import type { RuleMeasure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link, Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { rulesHref } from '../../../shared/assessments/assessment.ts';
import { changeOf, figureHref, isUnused, precisionOf, valueOf } from '../rule-figures.ts';
import type { RuleQuestion, SortedColumn } from '../rule-report-address.ts';
import styles from '../rule-report.module.css';
import type { RuleMoney } from '../use-rule-formats.ts';

type Row = Pick<ReportedRule, 'total' | 'bars' | 'before' | 'decisions'>;

export type RuleTableProps = {
  readonly label: string;
  /** In the order shown. */
  readonly rules: readonly ReportedRule[];
  readonly question: RuleQuestion;
  readonly money: RuleMoney;
  readonly open: readonly string[];
  readonly onToggle: (ruleId: string) => void;
  readonly sort: SortedColumn;
  readonly up: boolean;
  readonly onSort: (column: SortedColumn) => void;
  /** Whether figures lead to Search. */
  readonly opens: boolean;
  /** Whether rules lead to their editor. */
  readonly edits: boolean;
};

const COUNTED = ['hits', 'decided', 'reviewed', 'fraudStopped', 'goodHit'] as const satisfies readonly RuleMeasure[];

/** Rules and, below each that is open, its clauses: what they hit, decided and got wrong. */
export const RuleTable = (props: RuleTableProps): ReactNode => {
  const { rules, question, money, open, sort, up } = props;
  const text = useText('ruleReport');
  const formats = useFormats();
  const provided = useProvidedNames();
  const change = new Intl.NumberFormat(formats.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });

  const head = (column: SortedColumn, end = true): ReactNode => (
    <th
      key={column}
      scope="col"
      className={end ? styles.end : undefined}
      aria-sort={sort === column ? (up ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.head}
        aria-pressed={sort === column}
        title={column === 'name' || column === 'change' ? undefined : text(`formula.${column}`)}
        onClick={() => props.onSort(column)}
      >
        {text(`column.${column}`)}
        {sort === column ? (up ? ' ↑' : ' ↓') : null}
      </button>
    </th>
  );

  const figure = (row: Row, measure: RuleMeasure, of: { ruleId: string; clause: string | null }): ReactNode => {
    const value = valueOf(row.total, measure, money.currency);
    const href = figureHref(question, of, measure, money.currency);
    return (
      <td key={measure} className={styles.end}>
        {value === 0 || href === null || !props.opens ? (
          money.format(value)
        ) : (
          <Link className={styles.figure} href={href}>
            {money.format(value)}
          </Link>
        )}
      </td>
    );
  };

  const figures = (row: Row, of: { ruleId: string; clause: string | null }): ReactNode => {
    const [precision, changed] = [precisionOf(row.total), changeOf(row, money.currency)];
    return (
      <>
        <td>
          <span className="row-wrap">
            {row.decisions.length === 0 ? (
              <span className="quiet">{text('observes')}</span>
            ) : (
              row.decisions.map((decision) => <DecisionChip key={decision} decision={decision} appearance="plain" />)
            )}
          </span>
        </td>
        <td>
          <Sparkline values={row.bars.map((bar) => valueOf(bar, 'hits', money.currency))} width={72} height={18} />
        </td>
        {COUNTED.map((measure) => figure(row, measure, of))}
        <td className={styles.end}>{precision === null ? '–' : formats.percent(precision * 100, 0)}</td>
        {figure(row, 'chargebacks', of)}
        <td className={styles.end}>{changed === null ? '–' : change.format(changed)}</td>
      </>
    );
  };

  const tested = (rule: ReportedRule, more: Readonly<Record<string, unknown>> = {}): string =>
    rulesHref(question.assessment, { rule: rule.id, env: rule.environmentId ?? undefined, ...more });

  const marks = (rule: ReportedRule): ReactNode => (
    <span className="quiet">
      {rule.publishedVersion === null ? null : ` ${text('version', { version: rule.publishedVersion })}`}
      {rule.state === 'active' ? null : ` · ${text(`state.${rule.state}`)}`}
      {rule.formerNames.length === 0
        ? null
        : ` · ${text('formerly', { names: rule.formerNames.map(provided.shown).join(', ') })}`}
    </span>
  );

  const clauseRow = (rule: ReportedRule, clause: ReportedClause): ReactNode => (
    <tr key={`${rule.id} ${clause.name}`} className={styles.clause}>
      <th scope="row">
        {clause.order === null ? null : `${clause.order} `}
        {provided.clause(rule.name, clause.name)}
        {clause.order === null ? <span className="quiet"> · {text('former')}</span> : null}
        {isUnused(rule, clause) ? <span className="quiet"> · {text('unused')}</span> : null}
      </th>
      {figures(clause, { ruleId: rule.id, clause: clause.name })}
      <td />
    </tr>
  );

  return (
    <div className="overflow-x-auto">
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            {head('name', false)}
            <th scope="col">{text('column.decision')}</th>
            <th scope="col">{text('column.trend')}</th>
            {COUNTED.map((column) => head(column))}
            {head('precision')}
            {head('chargebacks')}
            {head('change')}
            <th scope="col">
              <span className="visually-hidden">{text('test')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.flatMap((rule) => {
            const isOpen = open.includes(rule.id);
            const name = provided.shown(rule.name) || text('unknownRule');
            const canEdit = props.edits && rule.state !== 'deleted';
            return [
              <tr key={rule.id}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.toggle}
                    aria-expanded={isOpen}
                    aria-label={text('clausesOf', { rule: name })}
                    onClick={() => props.onToggle(rule.id)}
                  >
                    {isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
                  </button>
                  {canEdit ? (
                    <Link className={styles.rule} href={tested(rule)}>
                      {name}
                    </Link>
                  ) : (
                    <span className={styles.rule}>{name}</span>
                  )}
                  {marks(rule)}
                </th>
                {figures(rule, { ruleId: rule.id, clause: null })}
                <td>
                  {canEdit && rule.decides ? (
                    <Link
                      href={tested(rule, { panel: 'backtest' })}
                      aria-label={text('testRule', { rule: name })}
                      title={text('test')}
                    >
                      <BeakerRegular />
                    </Link>
                  ) : null}
                </td>
              </tr>,
              ...(isOpen ? rule.clauses.map((clause) => clauseRow(rule, clause)) : []),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
};
