import { ClockRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../../../shared/use-now.ts';
import styles from './lease.module.css';
import { clockText } from '../../../../shared/cases/clock-text.ts';
import { leaseTime } from './lease-time.ts';
import { useLetterKey } from '../../../../shared/cases/deciding/use-letter-key.ts';

/** Circumference of the ring: 2π × 6. */
const RING = 37.7;

/** What is left of the lease, and the button that prolongs it. */
export const LeaseClock = (props: {
  readonly untilMs: number;
  readonly isExtending: boolean;
  readonly onExtend: () => void;
}): ReactNode => {
  const { untilMs, isExtending, onExtend } = props;
  const text = useText('cases');
  const { leftMs, phase, share } = leaseTime(untilMs, useNow(1000));
  const canExtend = phase !== 'over' && !isExtending;
  useLetterKey('x', text('lease.extend'), onExtend, canExtend);
  return (
    <>
      <span className={styles.clock} data-phase={phase}>
        <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden>
          <circle cx={8} cy={8} r={6} className={styles.ring} />
          <circle cx={8} cy={8} r={6} className={styles.left} strokeDasharray={`${share * RING} ${RING}`} />
        </svg>
        {text('lease.title')} <b role="timer">{clockText(leftMs)}</b>
      </span>
      <CommandButton
        appearance="outline"
        command={{
          id: 'extend',
          text: text('lease.extend'),
          icon: ClockRegular,
          keys: 'X',
          onSelect: onExtend,
          disabledReason: phase === 'over' ? text('lease.over') : isExtending ? text('lease.extending') : undefined,
        }}
      />
    </>
  );
};

/** Warns once that the lease ends, and says once it has ended; what was typed is kept either way. */
export const LeaseWarning = (props: { readonly untilMs: number; readonly onExtend: () => void }): ReactNode => {
  const { untilMs, onExtend } = props;
  const text = useText('cases');
  const { phase } = leaseTime(untilMs, useNow(1000));
  if (phase !== 'warning') return null;
  return (
    <div className={styles.warning} role="alert">
      <ClockRegular fontSize={16} aria-hidden />
      <span>{text('lease.warning')}</span>
      <CommandButton
        appearance="outline"
        command={{ id: 'extend-now', text: text('lease.extend'), keys: 'X', onSelect: onExtend }}
      />
    </div>
  );
};
