import { useFormats, useText } from '@redoubt/i18n';
import { Empty, SidePanel } from '@redoubt/ui';
import { useEffect } from 'react';
import styles from './callouts.module.css';
import { useHistory } from './CalloutProvider.tsx';

/** What this visit's actions came to, newest first. */
export const NotificationPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  const formats = useFormats();
  const { entries, markRead } = useHistory();
  useEffect(() => markRead(), [markRead, entries]);
  return (
    <SidePanel title={text('notifications.title')} onClose={onClose} over>
      {entries.length === 0 ? (
        <Empty compact title={text('notifications.empty')} body={text('notifications.emptyBody')} />
      ) : (
        <ul className={styles.history}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p className={styles.title}>
                <span className={styles.time}>{text(`severity.${entry.severity}`)}</span> {entry.title}
              </p>
              {entry.body ? <p className={styles.body}>{entry.body}</p> : null}
              <p className={styles.time}>{formats.dateTime(entry.at)}</p>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
};
