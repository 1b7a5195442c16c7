import type { ApiPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import styles from './api-management.module.css';

const TABS = [
  { id: 'requests', path: '/data/apimanagement/requests' },
  { id: 'errors', path: '/data/apimanagement/errors' },
] as const;

/** The tabs of API management; the period goes along. */
export const ApiTabs = (props: {
  readonly current: (typeof TABS)[number]['id'];
  readonly period: ApiPeriod | undefined;
}): ReactNode => {
  const text = useText('apiManagement');
  return (
    <nav className={styles.tabs} aria-label={text('tabs.label')}>
      {TABS.map(({ id, path }) => (
        <Link
          key={id}
          href={hrefOf(path, undefined, { period: props.period })}
          aria-current={id === props.current ? 'page' : undefined}
        >
          {text(`tabs.${id}`)}
        </Link>
      ))}
    </nav>
  );
};
