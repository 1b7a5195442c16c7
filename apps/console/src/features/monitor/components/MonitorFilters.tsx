import { MONITOR_PERIODS, MONITOR_SCALES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, FilterRow } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';
import { MONITORS, type MonitorView } from '../use-monitor-view.ts';

export type MonitorFiltersProps = {
  readonly view: MonitorView;
  /** Environments below this one; without any there is nothing to choose. */
  readonly childCount: number;
  readonly onChange: (change: Partial<MonitorView>) => void;
  /** Stands first: whose decisions are looked at. */
  readonly first?: ReactNode;
};

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;

/** What is looked at, as a row that reads like a sentence: the last 48 hours, by 15 minutes, as counts. */
export const MonitorFilters = ({ view, childCount, onChange, first }: MonitorFiltersProps) => {
  const text = useText('monitor');
  const common = useText('common');
  const { kind, period, stepMinutes, asShare, includeChildren } = view;
  const stepText = (minutes: number): string => {
    if (minutes % DAY_MINUTES === 0) return text('step.days', { count: minutes / DAY_MINUTES });
    if (minutes % HOUR_MINUTES === 0) return text('step.hours', { count: minutes / HOUR_MINUTES });
    return text('step.minutes', { count: minutes });
  };
  return (
    <FilterRow className={styles.filters} label={text('filters')}>
      {first}
      <div className={styles.chips} role="group" aria-label={text('monitor.label')}>
        {MONITORS.map((each) => (
          <Chip key={each} pressed={each === kind} solid={each === kind} onSelect={() => onChange({ kind: each })}>
            {text(`monitor.${each}`)}
          </Chip>
        ))}
      </div>
      <div className={styles.chips} role="group" aria-label={text('period.label')}>
        {MONITOR_PERIODS.map((each) => (
          <Chip
            key={each}
            pressed={each === period}
            solid={each === period}
            onSelect={() => onChange({ period: each, stepMinutes: MONITOR_SCALES[each].steps[0] })}
          >
            {text(`period.${each}`)}
          </Chip>
        ))}
      </div>
      <div className={styles.chips} role="group" aria-label={text('step.label')}>
        {MONITOR_SCALES[period].steps.map((each) => (
          <Chip
            key={each}
            pressed={each === stepMinutes}
            solid={each === stepMinutes}
            onSelect={() => onChange({ stepMinutes: each })}
          >
            {stepText(each)}
          </Chip>
        ))}
      </div>
      <div className={styles.chips} role="group" aria-label={text('as.label')}>
        {([false, true] as const).map((share) => (
          <Chip
            key={String(share)}
            pressed={share === asShare}
            solid={share === asShare}
            onSelect={() => onChange({ asShare: share })}
          >
            {text(share ? 'as.share' : 'as.count')}
          </Chip>
        ))}
      </div>
      {childCount > 0 ? (
        <Chip pressed={includeChildren} onSelect={() => onChange({ includeChildren: !includeChildren })}>
          {includeChildren
            ? common('environment.includesChildren', { count: childCount })
            : common('environment.withoutChildren')}
        </Chip>
      ) : null}
    </FilterRow>
  );
};
