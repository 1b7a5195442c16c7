import type { ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import styles from './charts.module.css';
import type { MarkGroup } from './stacked-bars.ts';
import type { ChartMark } from './time-chart.ts';

/** The letters above a chart as links to what was changed; of several at one place to the newest. */
export const MarkLinks = ({ groups }: { readonly groups: readonly MarkGroup<ChartMark>[] }): ReactNode =>
  groups.map(({ x, marks }) => {
    const href = marks.findLast((mark) => mark.href !== undefined)?.href;
    const said = marks.map(({ letter, text }) => `${letter}: ${text}`).join('\n');
    return href === undefined ? null : (
      <span key={x} className={styles.markPlace} style={{ left: x }}>
        <Link href={href} className={styles.markLink} title={said} aria-label={said} />
      </span>
    );
  });
