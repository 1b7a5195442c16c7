import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './subject-requests.module.css';

/** Which data requests reach, and which they do not. */
export const ReachNote = ({ exportDays }: { readonly exportDays: number }): ReactNode => {
  const text = useText('subjectRequests');
  return (
    <Section title={text('reach.title')}>
      <ul className={styles.reach}>
        <li>{text('reach.events')}</li>
        <li>{text('reach.sums')}</li>
        <li>{text('reach.byHand')}</li>
        <li>{text('reach.id')}</li>
        <li>{text('reach.kept', { days: exportDays })}</li>
      </ul>
    </Section>
  );
};
