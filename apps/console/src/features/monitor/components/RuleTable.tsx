import type { Monitor } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { DecisionMix } from '../../rules/list/DecisionMix.tsx';
import styles from '../monitor.module.css';
import { Change } from './Change.tsx';

/** The rules that decided most: when, what, and how often against the period before. */
export const RuleTable = ({ rules }: { readonly rules: Monitor['rules'] }): ReactNode => {
  const text = useText('monitor');
  const formats = useFormats();
  return (
    <Section title={text('rules.title')} meta={text('rules.meta')}>
      {rules.length === 0 ? (
        <p className={styles.none}>{text('rules.none')}</p>
      ) : (
        <table className={styles.table} aria-label={text('rules.title')}>
          <thead>
            <tr>
              <th scope="col">{text('rules.rule')}</th>
              <th scope="col" className={styles.trend}>
                {text('trend')}
              </th>
              <th scope="col" className={styles.mix}>
                {text('mix')}
              </th>
              <th scope="col" className={styles.end}>
                {text('events')}
              </th>
              <th scope="col" className={styles.end}>
                {text('change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ rule, events, before, decisions, bars }) => (
              <tr key={rule}>
                <th scope="row" title={rule}>
                  {rule}
                </th>
                <td>
                  <Sparkline values={bars} />
                </td>
                <td>
                  <DecisionMix decisions={decisions} />
                </td>
                <td className={styles.end}>{formats.number(events)}</td>
                <td className={styles.end}>
                  <Change now={events} before={before} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
};
