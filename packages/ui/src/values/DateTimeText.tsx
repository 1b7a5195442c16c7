import { useFormats, type Moment } from '@redoubt/i18n';
import styles from './values.module.css';

export type DateTimeTextProps = {
  readonly at: Moment;
  /** `time` leaves the date out, `date` the time. */
  readonly show?: 'dateTime' | 'date' | 'time';
};

/** A moment in the reader's time zone, never wrapped, with UTC in the tooltip. */
export const DateTimeText = ({ at, show = 'dateTime' }: DateTimeTextProps) => {
  const formats = useFormats();
  const format = { dateTime: formats.dateTime, date: formats.date, time: formats.time }[show];
  return (
    <time className={styles.noWrap} dateTime={new Date(at).toISOString()} title={formats.utc(at)}>
      {format(at)}
    </time>
  );
};
