import type { DeviceSessionDetail } from '@redoubt/contracts';
import { DEVICE_ATTRIBUTES, DEVICE_CATEGORIES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './fingerprints.module.css';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Everything that was collected, by category, under the name a rule reads it by; what is not known is left out. */
export const AttributeGroups = ({
  attributes,
}: {
  readonly attributes: DeviceSessionDetail['attributes'];
}): ReactNode => {
  const text = useText('fingerprints');
  return (
    <div className={styles.groups}>
      {DEVICE_CATEGORIES.map((category) => {
        const known = DEVICE_ATTRIBUTES[category].flatMap(({ key, name }) => {
          const value = textOf(attributes[key]);
          return value === '' || value === '""' ? [] : [{ key, name, value }];
        });
        return known.length === 0 ? null : (
          <Section
            key={category}
            title={text(`category.${category}`)}
            meta={text('known', { known: known.length, count: DEVICE_ATTRIBUTES[category].length })}
            className={styles.group}
          >
            <dl className={styles.attributes}>
              {known.map(({ key, name, value }) => (
                <div key={key} data-odd={(category === 'anomalies' && value === 'true') || undefined}>
                  <dt title={name}>{key}</dt>
                  <dd title={value}>{value}</dd>
                </div>
              ))}
            </dl>
          </Section>
        );
      })}
    </div>
  );
};
