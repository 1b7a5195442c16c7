import type { ReportFieldInfo, ReportSeries } from '@redoubt/contracts';
import { fieldCondition, fieldDimension } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, ErrorState, LoadingBlock, QueryState, type Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { useCutOffRule } from '../../../shared/cut-off/use-cut-off-rule.ts';
import { CHART_PX } from '../../../shared/report-charts/PeriodChart.tsx';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import charts from '../../../shared/report-charts/report-charts.module.css';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import type { FieldFilter } from '../../../shared/report-charts/field-where.ts';
import { MEASURES, type ThreatMeasure } from '../threat-report-address.ts';
import styles from '../threat-report.module.css';
import type { ValueNames } from '../../../shared/report-charts/use-value-names.ts';
import { mostMoved, valueShares } from '../value-shares.ts';
import { MOST_LINES, ValuesChart } from '../../../shared/report-charts/ValuesChart.tsx';
import { ValueTable } from './ValueTable.tsx';

const MOST_ROWS = 15;
const MOST_MOVED = 8;

export type EntitySectionProps = {
  readonly fields: readonly ReportFieldInfo[];
  readonly field: ReportFieldInfo;
  /** Of the values of the field. */
  readonly query: Asked<ReportSeries>;
  readonly measure: ThreatMeasure;
  readonly names: ValueNames;
  readonly question: ReportQuestion;
  readonly filters: readonly FieldFilter[];
  readonly formats: FigureFormats;
  readonly opens: boolean;
  readonly asTable: boolean;
  readonly onField: (field: string) => void;
  readonly onMeasure: (measure: ThreatMeasure) => void;
  readonly onNarrow: (value: string) => void;
  readonly onList: (value: string) => void;
};

/** The values of one field: which carry the volume and the fraud, over time and in a table, and which moved most. */
export const EntitySection = (props: EntitySectionProps): ReactNode => {
  const { fields, field, query, measure, names, question, filters, formats, opens, asTable } = props;
  const { onField, onMeasure, onNarrow, onList } = props;
  const text = useText('threatReport');
  const reports = useText('reports');
  const may = useMay();
  const rule = useCutOffRule();
  const by = fieldDimension(field.name);
  const others = filters.filter(({ dimension }) => dimension !== by);
  const nameOf = (value: string): string => names.value(field.name, value);
  const fieldName = names.field(field.name);
  const ruleOf = (value: string): (() => void) | undefined => {
    const condition = fieldCondition(question.assessment, field.name, value, field.type);
    if (condition === null || !may('decisionRules:write')) return undefined;
    const name = text('rule.name', { field: fieldName, value: nameOf(value) });
    return () =>
      rule.mutate({
        assessment: question.assessment,
        name,
        description: text('rule.basis', { from: question.from, to: question.to }),
        code: `RETURN Review(${JSON.stringify(RULE_REASON)})\nWHEN ${condition}`,
      });
  };
  const table = {
    head: fieldName,
    field: field.name,
    measure,
    nameOf,
    question,
    filters: others,
    formats,
    opens,
    onNarrow,
    ruleOf,
    onList: may('lists:write') ? onList : undefined,
  };
  return (
    <section className="stack-3 min-w-0" aria-label={text('values.title')}>
      <div className={styles.switches}>
        <ChoiceChips
          label={text('field')}
          choices={fields.map(({ name }) => name)}
          chosen={field.name}
          nameOf={names.field}
          onChoose={onField}
        />
        <ChoiceChips
          label={text('measure.label')}
          choices={MEASURES}
          chosen={measure}
          nameOf={(each) => text(`measure.${each}`)}
          onChoose={onMeasure}
        />
      </div>
      {rule.error ? <ErrorState error={rule.error} compact /> : null}
      <div className={charts.main}>
        <ValuesChart
          title={text('values.over', { field: fieldName })}
          meta={text(`values.${measure}`, { count: MOST_LINES })}
          query={query}
          question={question}
          filters={others}
          formats={formats}
          opens={opens}
          asTable={asTable}
          measure={measure}
          by={by}
          nameOf={nameOf}
          file={`threats-${field.name}`}
          none={text('values.none')}
        />
        <QueryState query={query} compact loading={<LoadingBlock height={CHART_PX} />}>
          {(report) => (
            <ValueTable
              {...table}
              brief
              title={text('moves.title')}
              meta={question.compare === 'none' ? '' : reports(`before.${question.compare}`)}
              none={text(question.compare === 'none' ? 'moves.notCompared' : 'moves.none')}
              rows={mostMoved(valueShares(report, question, measure), MOST_MOVED)}
            />
          )}
        </QueryState>
      </div>
      <QueryState query={query} compact loading={<LoadingBlock height={CHART_PX} />}>
        {(report) => {
          const rows = valueShares(report, question, measure);
          const shown = rows.slice(0, MOST_ROWS);
          return (
            <ValueTable
              {...table}
              title={text('values.title')}
              meta={
                report.seriesInAll > shown.length
                  ? reports('table.most', { count: shown.length, all: report.seriesInAll })
                  : ''
              }
              none={text('values.none')}
              rows={shown}
            />
          );
        }}
      </QueryState>
    </section>
  );
};

/** Rules answer with codes, which no language translates. */
const RULE_REASON = 'THREAT';
