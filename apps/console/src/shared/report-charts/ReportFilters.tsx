import { Select } from '@fluentui/react-components';
import { MAX_REPORT_DAYS, REPORT_COMPARISONS, type ReportComparison } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChoiceChips } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { AssessmentSelect, ChildrenChip } from './place-filters.tsx';
import { daysOf, REPORT_PERIODS, type ReportQuestion } from './report-address.ts';
import styles from './report-charts.module.css';

export type ReportFiltersProps = {
  readonly question: ReportQuestion;
  readonly onChange: (change: Partial<ReportQuestion>) => void;
  /** Currencies that events of the period have, the most frequent first. */
  readonly currencies: readonly string[];
  /** The currency that amounts of all are converted into; undefined without rates. */
  readonly converted?: string | undefined;
  /** Whether the report is set beside another period; true where absent. */
  readonly compares?: boolean;
};

/** A day in UTC; what is no day or no period is kept in the field and asked for once it is one. */
const DayField = (props: {
  readonly label: string;
  readonly value: string;
  readonly isGood: (day: string) => boolean;
  readonly problem: string;
  readonly onChange: (day: string) => void;
}): ReactNode => {
  const { label, value, isGood, problem, onChange } = props;
  const [edit, setEdit] = useState<{ readonly of: string; readonly typed: string } | null>(null);
  const typed = edit !== null && edit.of === value ? edit.typed : value;
  const isBad = typed !== value && !isGood(typed);
  return (
    <label className={styles.day}>
      <span className="soft">{label}</span>
      <input
        type="date"
        value={typed}
        aria-invalid={isBad || undefined}
        title={isBad ? problem : undefined}
        onChange={({ currentTarget: { value: day } }) => {
          setEdit({ of: value, typed: day });
          if (isGood(day)) onChange(day);
        }}
      />
    </label>
  );
};

/** What a report is about, as a row that reads like a sentence: purchases here and below, the last 28 days, against the period before, in euros. */
export const ReportFilters = ({
  question,
  onChange,
  currencies,
  converted,
  compares = true,
}: ReportFiltersProps): ReactNode => {
  const text = useText('reports');
  const { assessment, period, from, to, compare, currency, view, includeChildren } = question;
  const isPeriod = (days: { from: string; to: string }): boolean => {
    const count = daysOf(days);
    return count > 0 && count <= MAX_REPORT_DAYS;
  };
  const problem = text('filter.daysProblem', { days: MAX_REPORT_DAYS });
  const offered = currency === null || currencies.includes(currency) ? currencies : [currency, ...currencies];
  return (
    <>
      <AssessmentSelect
        label={text('filter.assessment')}
        value={assessment}
        onChange={(kind) => onChange({ assessment: kind, currency: null })}
      />
      <ChildrenChip included={includeChildren} onChange={(included) => onChange({ includeChildren: included })} />
      <ChoiceChips
        label={text('filter.period')}
        choices={REPORT_PERIODS}
        chosen={period}
        nameOf={(each) => text(`period.${each}`)}
        onChoose={(each) => onChange({ period: each })}
      />
      <DayField
        label={text('filter.from')}
        value={from}
        problem={problem}
        isGood={(day) => isPeriod({ from: day, to })}
        onChange={(day) => onChange({ period: null, from: day })}
      />
      <DayField
        label={text('filter.to')}
        value={to}
        problem={problem}
        isGood={(day) => isPeriod({ from, to: day })}
        onChange={(day) => onChange({ period: null, to: day })}
      />
      {compares ? (
        <Select
          size="small"
          aria-label={text('filter.compare')}
          value={compare}
          onChange={(_event, { value }) => onChange({ compare: value as ReportComparison })}
        >
          {REPORT_COMPARISONS.map((each) => (
            <option key={each} value={each}>
              {text(`compare.${each}`)}
            </option>
          ))}
        </Select>
      ) : null}
      {offered.length > 0 ? (
        <Select
          size="small"
          aria-label={text('filter.currency')}
          value={currency ?? ''}
          onChange={(_event, { value }) => onChange({ currency: value === '' ? null : value })}
        >
          {view === 'count' ? <option value="">{text('filter.allCurrencies')}</option> : null}
          {view === 'amount' && converted !== undefined ? (
            <option value="">{text('filter.allConverted', { currency: converted })}</option>
          ) : null}
          {offered.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      ) : null}
    </>
  );
};
