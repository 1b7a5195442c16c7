import type { Monitor } from '@redoubt/contracts';
import { ENGLISH, useFormats, useText, type TextKey } from '@redoubt/i18n';
import { Section, Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';

/** What was told later about events, by when it was received: status, bank, chargeback, label. */
export const RelatedTable = ({ related }: { readonly related: Monitor['related'] }): ReactNode => {
  const text = useText('monitor');
  const common = useText('common');
  const formats = useFormats();
  const nameOf = ({ kind, name }: Monitor['related'][number]): string => {
    if (name !== null) return name;
    return Object.hasOwn(ENGLISH.monitor.kind, kind) ? text(`kind.${kind}` as TextKey<'monitor'>) : kind;
  };
  const verdicts = (said: Readonly<Record<string, number>>): string =>
    formats.list(
      Object.entries(said).map(([verdict, count]) => {
        const known = verdict === 'Fraud' || verdict === 'NonFraud';
        return text('related.verdict', {
          verdict: known ? common(`label.${verdict}`) : verdict,
          count: formats.number(count),
        });
      }),
    );
  return (
    <Section title={text('related.title')} meta={text('related.meta')}>
      {related.length === 0 ? (
        <p className={styles.none}>{text('related.none')}</p>
      ) : (
        <table className={styles.table} aria-label={text('related.title')}>
          <thead>
            <tr>
              <th scope="col">{text('related.kind')}</th>
              <th scope="col" className={styles.trend}>
                {text('trend')}
              </th>
              <th scope="col" className={styles.end}>
                {text('events')}
              </th>
            </tr>
          </thead>
          <tbody>
            {related.map((each) => (
              <tr key={each.kind}>
                <th scope="row">
                  {nameOf(each)} <span className={styles.soft}>{verdicts(each.verdicts)}</span>
                </th>
                <td>{each.events === 0 ? null : <Sparkline values={each.bars} />}</td>
                <td className={styles.end}>{formats.number(each.events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
};
