import type { summariseSearch, ResponseOf } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Skeleton, decisionFill, DecisionChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './result.module.css';

export type SearchSummary = ResponseOf<typeof summariseSearch>;

/** Totals of the result in one line; a decision narrows to itself. */
export const ResultCounts = (props: {
  readonly summary: SearchSummary | undefined;
  readonly bucketLength: string | undefined;
  readonly onNarrowDecision: (decision: string) => void;
}): ReactNode => {
  const { summary } = props;
  const text = useText('search');
  const formats = useFormats();
  if (!summary)
    return (
      <div className="flex wrap middle gap-x-4 min-h-36 nowrap">
        <Skeleton width={420} height={14} />
      </div>
    );
  const decisions = DECISIONS.filter((each) => (summary.decisions[each] ?? 0) > 0);
  return (
    <div className="flex wrap middle gap-x-4 min-h-36 nowrap" role="status">
      <span className="fs-14 strong">
        {text('total', { count: summary.total, formatted: formats.number(summary.total) })}
      </span>
      {summary.amount === null ? null : <span>{formats.currency(summary.amount, summary.currency)}</span>}
      {decisions.map((decision) => {
        const count = summary.decisions[decision] ?? 0;
        return (
          <button
            key={decision}
            type="button"
            className={styles.decision}
            title={text('narrow')}
            onClick={() => props.onNarrowDecision(decision)}
          >
            <span className={styles.swatch} style={{ background: decisionFill(decision) }} />
            <DecisionChip decision={decision} appearance="plain" />
            <b>{formats.number(count)}</b>
            <span className="muted">{formats.percent((count / Math.max(1, summary.total)) * 100)}</span>
          </button>
        );
      })}
      {summary.labelledFraud > 0 ? (
        <span className="quiet">
          {text('labelledFraud', { count: summary.labelledFraud, formatted: formats.number(summary.labelledFraud) })}
        </span>
      ) : null}
      {props.bucketLength ? <span className="soft push-end">{text('per', { length: props.bucketLength })}</span> : null}
    </div>
  );
};
