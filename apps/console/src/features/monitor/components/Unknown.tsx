import type { Monitor } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';

/** What cannot be drawn of the events of a period, and why. */
export const Unknown = ({ monitor }: { readonly monitor: Monitor }): ReactNode => {
  const text = useText('monitor');
  const unknown = [
    { title: text('countries.title'), why: text('countries.none'), known: monitor.deviceCountries.length > 0 },
    { title: text('scores.risk'), why: text('scores.none'), known: monitor.riskScores.length > 0 },
    { title: text('scores.bot'), why: text('scores.botNone'), known: monitor.botScores.length > 0 },
  ].filter(({ known }) => !known);
  if (unknown.length === 0) return null;
  return (
    <div className={styles.unknown}>
      {unknown.map(({ title, why }) => (
        <Section key={title} title={title}>
          <p className="quiet">{why}</p>
        </Section>
      ))}
    </div>
  );
};
