import { BeakerRegular, ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { ReportedClause, ReportedRule } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { rulesHref } from '../../../shared/assessments/assessment.ts';
import type { RuleColumn } from '../rule-columns.ts';
import { lineKey } from '../rule-lines.ts';
import { isUnused, type Measured } from '../rule-figures.ts';
import type { SortedColumn } from '../rule-report-address.ts';
import styles from '../rule-report.module.css';

export type RuleTableProps = {
  readonly label: string;
  readonly assessment: string;
  /** In the order shown. */
  readonly rules: readonly ReportedRule[];
  readonly columns: readonly RuleColumn[];
  readonly open: readonly string[];
  readonly onToggle: (ruleId: string) => void;
  readonly sort: SortedColumn;
  readonly up: boolean;
  readonly onSort: (column: SortedColumn) => void;
  /** Keys of the rules and clauses in the chart over time, and whether others may join them. */
  readonly drawn: readonly string[];
  readonly canDraw: boolean;
  readonly onDraw: (key: string) => void;
  /** Puts clauses of a rule into the chart, in place of what is there. */
  readonly onDrawClauses: (rule: ReportedRule) => void;
  /** Whether rules lead to their editor. */
  readonly edits: boolean;
};

/** Rules and, below each that is open, its clauses, with their figures. */
export const RuleTable = (props: RuleTableProps): ReactNode => {
  const { rules, columns, open, sort, up } = props;
  const text = useText('ruleReport');
  const provided = useProvidedNames();

  const head = ({ title, formula, sort: by, start }: Omit<RuleColumn, 'render'>): ReactNode => (
    <th
      key={title}
      scope="col"
      className={start ? undefined : styles.end}
      title={formula}
      aria-sort={by !== undefined && sort === by ? (up ? 'ascending' : 'descending') : undefined}
    >
      {by === undefined ? (
        title
      ) : (
        <button type="button" className={styles.head} aria-pressed={sort === by} onClick={() => props.onSort(by)}>
          {title}
          {sort === by ? (up ? ' ↑' : ' ↓') : null}
        </button>
      )}
    </th>
  );

  const figures = (row: Measured, of: { ruleId: string; clause: string | null }): ReactNode => (
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
      {columns.map(({ id, start, render }) => (
        <td key={id} className={start ? undefined : styles.end}>
          {render(row, of)}
        </td>
      ))}
    </>
  );

  const tested = (rule: ReportedRule, more: Readonly<Record<string, unknown>> = {}): string =>
    rulesHref(props.assessment, { rule: rule.id, env: rule.environmentId ?? undefined, ...more });

  const marks = (rule: ReportedRule): ReactNode => (
    <span className="quiet">
      {rule.publishedVersion === null ? null : ` ${text('version', { version: rule.publishedVersion })}`}
      {rule.state === 'active' ? null : ` · ${text(`state.${rule.state}`)}`}
      {rule.formerNames.length === 0
        ? null
        : ` · ${text('formerly', { names: rule.formerNames.map(provided.shown).join(', ') })}`}
    </span>
  );

  const pick = (key: string, label: string): ReactNode => (
    <label className={styles.pick}>
      <input
        type="checkbox"
        checked={props.drawn.includes(key)}
        disabled={!props.canDraw && !props.drawn.includes(key)}
        aria-label={label}
        onChange={() => props.onDraw(key)}
      />
    </label>
  );

  const clauseRow = (rule: ReportedRule, clause: ReportedClause): ReactNode => (
    <tr key={`${rule.id} ${clause.name}`} className={styles.clause}>
      <th scope="row">
        {pick(
          lineKey({ ruleId: rule.id, clause: clause.name }),
          text('time.pick', { rule: `${provided.shown(rule.name)} · ${provided.clause(rule.name, clause.name)}` }),
        )}{' '}
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
            {head({ id: 'name', title: text('column.name'), sort: 'name', start: true })}
            <th scope="col">{text('column.decision')}</th>
            {columns.map(head)}
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
                  {pick(rule.id, text('time.pick', { rule: name }))}
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
                  {isOpen && rule.clauses.length > 1 ? (
                    <button
                      type="button"
                      className={styles.draw}
                      aria-label={text('time.drawClausesOf', { rule: name })}
                      onClick={() => props.onDrawClauses(rule)}
                    >
                      {text('time.drawClauses')}
                    </button>
                  ) : null}
                </th>
                {figures(rule, { ruleId: rule.id, clause: null })}
                <td>
                  {canEdit && rule.decides ? (
                    <Link
                      className={styles.test}
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
