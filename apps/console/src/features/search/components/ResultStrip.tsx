import type { SearchField } from '@redoubt/contracts';
import type { Decision } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { BarList, Skeleton, decisionFill, StackedBars, type BarBucket } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import type { SearchQuestion } from '../../../shared/search/search-address.ts';
import type { SearchTimes } from '../../../shared/search/search-times.ts';
import { useFieldText } from '../../../shared/search/use-field-text.ts';
import styles from './result.module.css';
import type { SearchSummary } from './ResultCounts.tsx';

const CHART_PX = 112;
const FACET_VALUES = 4;
const FACETS = ['country', 'reason'] as const satisfies readonly SearchField[];
/** Stands for "has none" among the ids of a facet, which are values people typed. */
const NONE = '\u0000';
/** Stacked from the bottom: what was stopped is what people look for, so it stands on the line. */
const STACK = ['Reject', 'Review', 'Challenge', 'Approve'] as const satisfies readonly Decision[];

/** Volume over time and the most frequent values; both narrow the question. */
export const ResultStrip = (props: {
  readonly summary: SearchSummary | undefined;
  readonly question: SearchQuestion;
  readonly times: SearchTimes;
  readonly onNarrowTime: (fromMs: number, toMs: number) => void;
  readonly onNarrow: (field: SearchField, value: string | null) => void;
  readonly onNarrowClause: (rule: string | null, clause: string | null) => void;
}): ReactNode => {
  const { summary, question, times } = props;
  const text = useText('search');
  const common = useText('common');
  const formats = useFormats();
  const say = useFieldText();
  const provided = useProvidedNames();
  const series = useMemo(
    () =>
      STACK.filter((decision) => (summary?.decisions[decision] ?? 0) > 0).map((decision) => ({
        id: decision,
        name: common(`decision.${decision}`),
        fill: decisionFill(decision),
      })),
    [summary, common],
  );
  const buckets = useMemo((): readonly BarBucket[] => {
    const asOfMs = Date.parse(summary?.asOf ?? '');
    return (summary?.buckets ?? []).map(({ from, decisions }) => {
      const fromMs = Date.parse(from);
      const toMs = fromMs + (summary?.bucketMs ?? 0);
      return { fromMs, toMs, counts: decisions, unfinished: toMs > asOfMs };
    });
  }, [summary]);

  if (!summary)
    return (
      <div className={styles.strip}>
        <Skeleton height={CHART_PX} />
        <Skeleton height={CHART_PX} />
      </div>
    );
  const clauses = summary.facets.clause.slice(0, FACET_VALUES);
  const isAsked = (field: SearchField, value: string | null): boolean =>
    question.filters.some((filter) =>
      filter.field !== field
        ? false
        : value === null
          ? filter.operator === 'isEmpty'
          : filter.operator === 'is' && filter.values.length === 1 && filter.values[0] === value,
    );
  return (
    <div className={styles.strip}>
      <StackedBars
        label={text('volume')}
        series={series}
        buckets={buckets}
        height={CHART_PX}
        formatCount={(count) => formats.number(count)}
        formatTick={times.tick}
        formatBucket={times.bucket}
        onPick={props.onNarrowTime}
      />
      <div className={styles.facets}>
        <BarList
          title={text('facet.clause')}
          formatCount={(count) => formats.number(count)}
          items={clauses.map(({ rule, value, events }, index) => ({
            id: String(index),
            text: provided.ruleClause(rule, value) || common('value.none'),
            soft: rule === null && value === null,
            value: events,
            pressed: isAsked('clause', value) && (value === null || isAsked('rule', rule)),
          }))}
          onPick={(id) => {
            const clause = clauses[Number(id)];
            if (clause) props.onNarrowClause(clause.rule, clause.value);
          }}
        />
        {FACETS.map((field) => (
          <BarList
            key={field}
            title={text(`facet.${field}`)}
            formatCount={(count) => formats.number(count)}
            items={summary.facets[field].slice(0, FACET_VALUES).map(({ value, events }) => ({
              id: value ?? NONE,
              text: value === null ? common('value.none') : say.value(field, value),
              soft: value === null,
              value: events,
              pressed: isAsked(field, value),
            }))}
            onPick={(id) => props.onNarrow(field, id === NONE ? null : id)}
          />
        ))}
      </div>
    </div>
  );
};
