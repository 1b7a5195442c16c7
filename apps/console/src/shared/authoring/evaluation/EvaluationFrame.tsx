import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './evaluation.module.css';

export type EvaluationFrameProps = {
  readonly title: string;
  readonly evaluation: { readonly running: boolean; readonly error: unknown; readonly retry: () => void };
  /** How long the result took; undefined without one. */
  readonly elapsedUs: number | undefined;
  /** Why nothing can be evaluated now, in words; null where it can. */
  readonly blocked: string | null;
  /** What stands above the result. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
};

/** Around the result of a sample: whether it runs, how long it took, and what kept it from running. */
export const EvaluationFrame = (props: EvaluationFrameProps) => {
  const { title, evaluation, elapsedUs, blocked, above, children } = props;
  const text = useText('rules');
  const formats = useFormats();
  const meta = evaluation.running
    ? text('evaluation.running')
    : elapsedUs === undefined
      ? null
      : text('evaluation.elapsed', { time: formats.milliseconds(elapsedUs / 1000) });
  return (
    <div className={styles.pane} data-stale={blocked !== null || undefined}>
      <Section title={title} end={blocked === null ? meta : text('evaluation.stale')}>
        {above}
        {blocked === null ? null : (
          <p className="pt-1 pb-2 quiet" role="status">
            {blocked}
          </p>
        )}
        {evaluation.error !== null && blocked === null ? (
          <ErrorState compact error={evaluation.error} onRetry={evaluation.retry} />
        ) : null}
        {children}
      </Section>
    </div>
  );
};
