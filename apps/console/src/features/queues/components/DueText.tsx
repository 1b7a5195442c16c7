import { ClockRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import styles from '../queues.module.css';
import type { QueueTexts } from '../use-queue-texts.ts';

/** When the next time-out of a queue is due; marked where that is within the hour. */
export const DueText = ({ at, texts }: { readonly at: string | null; readonly texts: QueueTexts }): ReactNode =>
  texts.isNear(at) ? (
    <span className={styles.near}>
      <ClockRegular fontSize={14} aria-hidden />
      {texts.distance(at)}
    </span>
  ) : (
    texts.distance(at)
  );
