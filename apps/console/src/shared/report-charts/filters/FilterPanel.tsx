import { Select } from '@fluentui/react-components';
import { FilterDismissRegular } from '@fluentui/react-icons';
import {
  answersFromSums,
  fieldDimension,
  isFieldDimension,
  MAX_REPORT_SERIES,
  NARROWING_DIMENSIONS,
  narrowedBy,
  OTHER_VALUES,
  scoreBinsOf,
  type AskedDimension,
  type NarrowedPage,
} from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, LoadingBlock, QueryState, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { useRead } from '../../../api/use-read.ts';
import { bodyOf, type ReportQuestion } from '../report-address.ts';
import charts from '../report-charts.module.css';
import { reportQuery } from '../report.queries.ts';
import { useFilterNames, type FilterNames } from './use-filter-names.ts';

const LOADING_PX = 160;
const BINS = scoreBinsOf(0, 999).map(Number);

type PartProps = {
  readonly question: ReportQuestion;
  readonly dimension: AskedDimension;
  readonly names: FilterNames;
  /** Values of the dimension that are chosen. */
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
};

/** The values that events of the period have, the most frequent first, with how many those are. */
const ValueChoice = ({ question, dimension, names, chosen, onChoose }: PartProps): ReactNode => {
  const text = useText('reports');
  const formats = useFormats();
  const others = (question.filters ?? []).filter((filter) => filter.dimension !== dimension);
  const isKnown = answersFromSums({ step: 'day', by: dimension, filters: others });
  const query = useRead(
    reportQuery,
    bodyOf(
      // Bars of a month are few: only totals are shown.
      { ...question, step: 'month', filters: isKnown ? others : [] },
      { by: dimension, measures: ['events'], amounts: 'none', most: MAX_REPORT_SERIES, compare: 'none' },
    ),
  );
  const canChoose = (value: string): boolean =>
    !isFieldDimension(dimension) || (value !== '' && value !== OTHER_VALUES);
  return (
    <QueryState query={query} compact loading={<LoadingBlock height={LOADING_PX} />}>
      {({ series, seriesInAll }) => {
        const found = series.filter(({ value }) => canChoose(value ?? ''));
        const events = new Map(found.map(({ value, total }) => [value ?? '', total.counts.events ?? 0]));
        const values = [...new Set([...chosen, ...events.keys()])];
        return (
          <>
            {values.length === 0 ? <p className="quiet m-0">{text('narrow.none')}</p> : null}
            <ul className="plain-list stack" aria-label={names.dimension(dimension)}>
              {values.map((value) => (
                <li key={value}>
                  <label className={charts.choice}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(value)}
                      onChange={({ currentTarget: { checked } }) =>
                        onChoose(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
                      }
                    />
                    <span className="anywhere">{names.value(dimension, value)}</span>
                    <span className="quiet">{formats.number(events.get(value) ?? 0)}</span>
                  </label>
                </li>
              ))}
            </ul>
            {seriesInAll > series.length ? (
              <p className="quiet m-0">{text('table.most', { count: series.length, all: seriesInAll })}</p>
            ) : null}
          </>
        );
      }}
    </QueryState>
  );
};

/** A range of scores in tens. */
const ScoreChoice = ({ chosen, onChoose }: PartProps): ReactNode => {
  const text = useText('reports');
  const low = Number(chosen[0] ?? 0);
  const high = chosen.length === 0 ? 999 : Number(chosen.at(-1)) + 9;
  const end = (
    label: string,
    value: number,
    offered: readonly number[],
    onPick: (score: number) => void,
  ): ReactNode => (
    <label className="row">
      <span className="soft">{label}</span>
      <Select size="small" value={String(value)} onChange={(_event, { value: picked }) => onPick(Number(picked))}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
    </label>
  );
  return (
    <div className="row-wrap">
      {end(text('narrow.low'), low, BINS, (score) => onChoose(scoreBinsOf(score, Math.max(score, high))))}
      {end(
        text('narrow.high'),
        high,
        BINS.map((bin) => bin + 9),
        (score) => onChoose(scoreBinsOf(Math.min(low, score), score)),
      )}
    </div>
  );
};

/** Chooses what a report is narrowed to, one dimension after the other. */
export const FilterPanel = (props: {
  readonly page: NarrowedPage;
  readonly question: ReportQuestion;
  readonly onChange: (change: Pick<ReportQuestion, 'filters'>) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { page, question, onChange, onClose } = props;
  const text = useText('reports');
  const may = useMay();
  const names = useFilterNames(question);
  const { filters = [] } = question;
  const offered = [
    ...NARROWING_DIMENSIONS[page].filter((each) => each !== 'score' || may('scoreReport:read')),
    ...(page === 'summaryReport' ? names.fields.map(({ name }) => fieldDimension(name)) : []),
  ];
  const [picked, setPicked] = useState<AskedDimension>(filters[0]?.dimension ?? 'decision');
  const part: PartProps = {
    question,
    dimension: picked,
    names,
    chosen: filters.find(({ dimension }) => dimension === picked)?.values ?? [],
    onChoose: (values) => onChange({ filters: narrowedBy(filters, { dimension: picked, values }) }),
  };
  return (
    <SidePanel title={text('narrow.command')} over onClose={onClose}>
      <div className="stack-3">
        <label className="stack">
          <span className="soft">{text('narrow.by')}</span>
          <Select
            size="small"
            value={picked}
            onChange={(_event, { value }) => setPicked(offered.find((each) => each === value) ?? picked)}
          >
            {offered.map((each) => (
              <option key={each} value={each}>
                {names.dimension(each)}
              </option>
            ))}
          </Select>
        </label>
        {picked === 'score' ? <ScoreChoice {...part} /> : <ValueChoice key={picked} {...part} />}
        <p className="quiet-small m-0">{text(`narrow.hint.${page}`)}</p>
        {filters.length === 0 ? null : (
          <CommandButton
            command={{
              id: 'clear-filters',
              text: text('narrow.clear'),
              icon: FilterDismissRegular,
              onSelect: () => onChange({ filters: [] }),
            }}
          />
        )}
      </div>
    </SidePanel>
  );
};
