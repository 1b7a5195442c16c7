import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { LetteredChange } from '../day.ts';
import { useChangeText } from '../use-change-text.ts';
import styles from './panels.module.css';

/** What people changed here lately; the letters are those in the chart. */
export const Changes = (props: {
  readonly changes: readonly LetteredChange[];
  readonly sinceMs: number;
}): ReactNode => {
  const text = useText('dashboard');
  const formats = useFormats();
  const say = useChangeText();
  return (
    <Section title={text('changes.title')} meta={text('changes.meta')}>
      {props.changes.length === 0 ? <p className={styles.none}>{text('changes.none')}</p> : null}
      <ul className={styles.list}>
        {props.changes.map((change) => (
          <li key={`${change.at} ${change.resourceName}`} className={styles.change}>
            <time dateTime={change.at} title={formats.dateTime(change.at)}>
              {Date.parse(change.at) >= props.sinceMs ? formats.time(change.at, 'minutes') : formats.date(change.at)}
            </time>
            <span className={styles.letterPlace}>
              {change.letter === undefined ? null : <span className={styles.letter}>{change.letter}</span>}
            </span>
            <span className={styles.what}>
              <b>{change.resourceName}</b> <span className={styles.soft}>{say(change)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
