import { ArrowSyncRegular, CloudOffRegular, HistoryRegular } from '@fluentui/react-icons';
import { useFormats, useText, type Moment } from '@redoubt/i18n';
import { joinClasses } from '../join-classes.ts';
import { CommandButton } from '../layout/CommandButton.tsx';
import styles from './states.module.css';

/** A poll has failed for more than a minute: from when the numbers are. */
export const StaleBar = ({ since }: { readonly since: Moment }) => {
  const text = useText('ui');
  const formats = useFormats();
  return (
    <div className={styles.bar} role="status">
      <HistoryRegular className={joinClasses(styles.barIcon)} fontSize={16} aria-hidden />
      {text('stale', { time: formats.time(since) })}
    </div>
  );
};

/** No network. */
export const OfflineBar = () => {
  const text = useText('ui');
  return (
    <div className={styles.bar} role="status">
      <CloudOffRegular className={joinClasses(styles.barIcon)} fontSize={16} aria-hidden />
      {text('offline')}
    </div>
  );
};

/** The server is of another version than this page: what either says may be unknown to the other until a reload. */
export const OtherVersionBar = ({ onReload }: { readonly onReload: () => void }) => {
  const text = useText('ui');
  return (
    <div className={styles.bar} role="status">
      <ArrowSyncRegular className={joinClasses(styles.barIcon)} fontSize={16} aria-hidden />
      {text('otherVersion')}
      <CommandButton appearance="outline" command={{ id: 'reload', text: text('reload'), onSelect: onReload }} />
    </div>
  );
};
