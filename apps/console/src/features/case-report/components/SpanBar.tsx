import type { CaseFigures } from '@redoubt/contracts';
import { spanText, useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from '../case-report.module.css';
import { placeOf } from '../report-parts.ts';

/** Half of the cases and nine of ten, as two marks on a line from ten seconds to a week, with both times in words. */
export const SpanBar = ({ times }: { readonly times: CaseFigures['waited'] }): ReactNode => {
  const text = useText('caseReport');
  const { language } = useFormats();
  if (times === null) return <span className="muted">–</span>;
  const [half, most] = [spanText(times.p50, language), spanText(times.p90, language)];
  const [from, to] = [placeOf(times.p50) * 100, placeOf(times.p90) * 100];
  return (
    <span className="inline-flex middle gap-2" title={text('times.said', { half, most })}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.reach} style={{ left: `${from}%`, width: `${Math.max(0, to - from)}%` }} />
        <span className={styles.half} style={{ left: `${from}%` }} />
        <span className={styles.most} style={{ left: `${to}%` }} />
      </span>
      <span className={styles.times}>
        {half} <span className="muted">· {most}</span>
      </span>
    </span>
  );
};
