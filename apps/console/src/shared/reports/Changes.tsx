import { useFormats, useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useTargetName } from '../resources/use-target-name.ts';
import type { LetteredChange } from './day.ts';
import { useChangeText } from './use-change-text.ts';
import charts from '../report-charts/report-charts.module.css';
import styles from './panels.module.css';

/** What people changed here lately; the letters are those in the chart. */
export const Changes = (props: {
  readonly changes: readonly LetteredChange[];
  /** From when the page is: changes of that day show their time, older ones their date. */
  readonly asOf: string;
}): ReactNode => {
  const text = useText('dashboard');
  const nameOf = useTargetName();
  const formats = useFormats();
  const say = useChangeText();
  const today = formats.date(props.asOf);
  return (
    <Section title={text('changes.title')} meta={text('changes.meta')}>
      {props.changes.length === 0 ? <p className="quiet">{text('changes.none')}</p> : null}
      <ul className="plain-list">
        {props.changes.map((change) => (
          <li key={`${change.at} ${change.resourceName}`} className={styles.change}>
            <time dateTime={change.at} title={formats.dateTime(change.at)}>
              {formats.date(change.at) === today ? formats.time(change.at, 'minutes') : formats.date(change.at)}
            </time>
            <span className="grid place-center">
              {change.letter === undefined ? null : <span className={charts.letter}>{change.letter}</span>}
            </span>
            <span className={styles.what}>
              {change.href === undefined ? (
                <b>{nameOf(change.resourceType, change.resourceName)}</b>
              ) : (
                <Link className={styles.link} href={change.href}>
                  {nameOf(change.resourceType, change.resourceName)}
                </Link>
              )}{' '}
              <span className="muted">{say(change)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
