import { useFormats, useText } from '@redoubt/i18n';
import { Link, QueryState, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useTargetName } from '../resources/use-target-name.ts';
import { useChangeText } from '../reports/use-change-text.ts';
import styles from './report-charts.module.css';
import type { useReportChanges } from './use-report-changes.ts';

const MOST = 8;

/** What was published and changed in the period, with the letters of the charts; each leads to its version. */
export const WhatChanged = ({ query, changes }: ReturnType<typeof useReportChanges>): ReactNode => {
  const text = useText('reports');
  const formats = useFormats();
  const say = useChangeText();
  const nameOf = useTargetName();
  const shown = changes.slice(0, MOST);
  const moment = new Intl.DateTimeFormat(formats.language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return (
    <Section
      title={text('changes.title')}
      meta={changes.length > MOST ? text('changes.newest', { count: MOST, all: changes.length }) : text('changes.meta')}
    >
      <QueryState query={query} compact>
        {() =>
          shown.length === 0 ? (
            <p className="quiet">{text('changes.none')}</p>
          ) : (
            <div className={styles.changes} role="group" tabIndex={0} aria-label={text('changes.title')}>
              <ul className="plain-list">
                {shown.map((change) => (
                  <li key={`${change.letter} ${change.at}`} className={styles.change}>
                    <span className={styles.letter}>{change.letter}</span>
                    <time dateTime={change.at} className="soft">
                      {moment.format(Date.parse(change.at))}
                    </time>
                    <span className="anywhere">
                      {change.href === undefined ? (
                        <b>{nameOf(change.resourceType, change.resourceName)}</b>
                      ) : (
                        <Link className={styles.figure} href={change.href}>
                          {nameOf(change.resourceType, change.resourceName)}
                        </Link>
                      )}{' '}
                      <span className="muted">
                        {say(change)}
                        {change.version === null ? '' : `, ${text('changes.version', { version: change.version })}`}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </QueryState>
    </Section>
  );
};
