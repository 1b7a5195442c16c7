import { useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import styles from './list-tabs.module.css';

const TABS = [
  { key: 'customLists', href: '/data/lists/custom' },
  { key: 'supportLists', href: '/data/lists/support' },
] as const;

/** The two kinds of lists, above either page. */
export const ListTabs = ({ current }: { readonly current: (typeof TABS)[number]['key'] }) => {
  const text = useText('routes');
  return (
    <nav aria-label={text('lists.title')} className={styles.tabs}>
      {TABS.map(({ key, href }) => (
        <Link key={key} href={href} className={styles.tab} aria-current={key === current ? 'page' : undefined}>
          {text(`${key}.title`)}
        </Link>
      ))}
    </nav>
  );
};
