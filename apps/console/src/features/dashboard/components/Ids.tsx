import { useText } from '@redoubt/i18n';
import { IdText, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment, useMe } from '../../../app/console-context.tsx';
import { useApi } from '../use-api.ts';
import styles from '../../../shared/reports/panels.module.css';

/** What a developer needs to send events here. */
export const Ids = (): ReactNode => {
  const text = useText('dashboard');
  const { tenant } = useMe();
  const { id, deviceFingerprintingId } = useEnvironment();
  const { endpoint } = useApi();
  const lines = [
    { name: text('ids.endpoint'), value: endpoint },
    { name: text('ids.tenant'), value: tenant.id },
    { name: text('ids.environment'), value: id },
    { name: text('ids.fingerprinting'), value: deviceFingerprintingId },
  ];
  return (
    <Section title={text('ids.title')} meta={text('ids.meta')}>
      <dl className={styles.ids}>
        {lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <IdText id={value} name={name} length={22} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};
