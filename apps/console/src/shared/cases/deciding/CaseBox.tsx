import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './bulk.module.css';

/** Chooses a case for what is done with several together. The keys of its list reach it, so the tab key passes it by. */
export const CaseBox = (props: {
  readonly eventId: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}): ReactNode => {
  const text = useText('cases');
  return (
    <label className={styles.boxArea}>
      <input
        type="checkbox"
        tabIndex={-1}
        className={styles.box}
        aria-label={`${text('queue.select')} ${props.eventId}`}
        checked={props.isChosen}
        onChange={props.onToggle}
        onClick={(event) => event.stopPropagation()}
      />
    </label>
  );
};
