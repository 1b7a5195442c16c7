import { Button } from '@fluentui/react-components';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './condition.module.css';
import type { Scan } from './use-scan.ts';

const HUNDRED = 100;

/** How far a search by a condition is, with the way to stop it and to go on. */
export const ScanLine = ({ scan }: { readonly scan: Scan }): ReactNode => {
  const text = useText('search');
  const formats = useFormats();
  const { found, asked, isRunning, isDone, unknown } = scan;
  const percent = Math.floor(Math.min(1, scan.share) * HUNDRED);
  return (
    <div>
      <div className={styles.line}>
        <span className="fs-14 strong" role="status">
          {isDone
            ? text('total', { count: found, formatted: formats.number(found) })
            : text('fql.soFar', { count: found, formatted: formats.number(found) })}
        </span>
        <span className="muted">{text('fql.asked', { count: asked, formatted: formats.number(asked) })}</span>
        {scan.isByIndex ? <span className="muted">{text('fql.byIndex')}</span> : null}
        {isDone ? null : (
          <>
            <span
              className={styles.track}
              role="progressbar"
              aria-label={text('fql.progress')}
              aria-valuemin={0}
              aria-valuemax={HUNDRED}
              aria-valuenow={percent}
            >
              <span className={styles.done} style={{ display: 'block', width: `${percent}%` }} />
            </span>
            <span className="muted">{formats.percent(percent, 0)}</span>
            {isRunning ? (
              <Button size="small" onClick={scan.onStop}>
                {text('fql.stop')}
              </Button>
            ) : (
              <Button size="small" onClick={scan.onGoOn}>
                {text('fql.goOn')}
              </Button>
            )}
          </>
        )}
      </div>
      {unknown.map(({ kind, name, events }) => (
        <p key={`${kind} ${name}`} className="quiet-small">
          {text('fql.unknown', { count: events, formatted: formats.number(events), name })}
        </p>
      ))}
      {scan.failed > 0 ? (
        <p className="quiet-small">
          {text('fql.failed', { count: scan.failed, formatted: formats.number(scan.failed) })}
        </p>
      ) : null}
    </div>
  );
};
