import { CheckmarkCircleRegular, WarningRegular } from '@fluentui/react-icons';
import type { Monitor, MonitorUsual } from '@redoubt/contracts';
import { LEAST_USUAL_WEEKS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { unusualNow } from '../monitor-series.ts';
import styles from '../monitor.module.css';

/** Whether the newest finished bar is as it usually is, in a sentence. */
export const UnusualLine = (props: {
  readonly monitor: Monitor;
  readonly usual: MonitorUsual | undefined;
}): ReactNode => {
  const { monitor, usual } = props;
  const text = useText('monitor');
  const common = useText('common');
  const formats = useFormats();
  if (usual === undefined) return <p className={styles.unusual}>{'\u00a0'}</p>;
  if (usual.weeks < LEAST_USUAL_WEEKS) return <p className={styles.unusual}>{text('usual.learning')}</p>;
  const found = unusualNow(monitor, usual);
  if (found.length === 0)
    return (
      <p className={styles.unusual}>
        <CheckmarkCircleRegular aria-hidden /> {text('usual.normal')}
      </p>
    );
  return (
    <ul className={styles.unusual} data-unusual>
      {found.map(({ decision, bucket, count, range }) => (
        <li key={decision ?? ''}>
          <WarningRegular aria-hidden />{' '}
          {text('usual.outside', {
            name: decision === null ? text('volume') : common(`decision.${decision}`),
            count: formats.number(count),
            time: formats.time(new Date(bucket.fromMs).toISOString(), 'minutes'),
            low: formats.number(Math.ceil(range.low)),
            high: formats.number(Math.floor(range.high)),
          })}
        </li>
      ))}
    </ul>
  );
};
