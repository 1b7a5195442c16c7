import type { ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import styles from './layout.module.css';

export type PageTab = { readonly id: string; readonly text: string; readonly href: string };

export type PageTabsProps = {
  /** What the pages have in common, for people who hear the page. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** Id of the page on screen. */
  readonly current: string;
};

/** Pages that belong together, above each of them: links, so each has an address of its own. */
export const PageTabs = ({ label, tabs, current }: PageTabsProps): ReactNode => (
  <nav aria-label={label} className={styles.tabs}>
    {tabs.map(({ id, text, href }) => (
      <Link key={id} href={href} className={styles.tab} aria-current={id === current ? 'page' : undefined}>
        <span className={styles.tabText} data-text={text}>
          {text}
        </span>
      </Link>
    ))}
  </nav>
);
