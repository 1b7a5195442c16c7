import type { ReactNode } from 'react';
import styles from './data-credit.module.css';

/** The publisher's own words, which its licence asks for on every page that shows its data. */
const CREDIT = { text: 'IP Geolocation by DB-IP', href: 'https://db-ip.com' };

export type DataCreditProps = {
  /** Editions of the data a page shows. */
  readonly versions: readonly string[];
};

/** Names the publisher of data about IP addresses, where their licence asks for it. */
export const DataCredit = ({ versions }: DataCreditProps): ReactNode =>
  versions.some((version) => /db-?ip/i.test(version)) ? (
    <a className={styles.credit} href={CREDIT.href} target="_blank" rel="noreferrer">
      {CREDIT.text}
    </a>
  ) : null;
