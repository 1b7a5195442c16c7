import { API_PERIODS, type ApiPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './api-management.module.css';

/** How far back the page looks. */
export const PeriodChips = (props: {
  readonly period: ApiPeriod;
  readonly onChange: (period: ApiPeriod) => void;
}): ReactNode => {
  const text = useText('apiManagement');
  return (
    <div className={styles.periods} role="group" aria-label={text('period.label')}>
      {API_PERIODS.map((each) => (
        <Chip
          key={each}
          pressed={each === props.period}
          solid={each === props.period}
          onSelect={() => props.onChange(each)}
        >
          {text(`period.${each}`)}
        </Chip>
      ))}
    </div>
  );
};
