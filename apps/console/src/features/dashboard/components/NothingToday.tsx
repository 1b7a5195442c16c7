import { useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useOpensSearch } from '../../../shared/search/search-switch.tsx';
import { hrefOf } from '../../../routes/address.ts';
import styles from '../../../shared/reports/panels.module.css';
import { formatAddress, parseAddress } from '../../../shared/search/search-address.ts';

const EARLIER = formatAddress({ ...parseAddress({}), range: { kind: 'preset', preset: '30d' } });

/** A place without traffic, for people who do not connect programs. */
export const NothingToday = (): ReactNode => {
  const text = useText('dashboard');
  const opensSearch = useOpensSearch();
  return (
    <Section title={text('first.quietTitle')} className={styles.first}>
      <p className="pb-2 fs-14 quiet">{text('first.quiet')}</p>
      {opensSearch ? <Link href={hrefOf('/search', undefined, EARLIER)}>{text('first.earlier')}</Link> : null}
    </Section>
  );
};
