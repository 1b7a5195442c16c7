import { NOTICE_SEVERITIES, type NoticeSeverity } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton, Empty, ErrorState, Loading, SidePanel } from '@redoubt/ui';
import { useEffect, useState } from 'react';
import styles from './callouts.module.css';
import { useHistory } from './CalloutProvider.tsx';
import { NoticeItem } from './NoticeItem.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { useChangeNotices, useNotices } from './notices.queries.ts';

/** What this visit's own actions came to, newest first. */
const Results = () => {
  const text = useText('shell');
  const formats = useFormats();
  const { entries, markRead } = useHistory();
  useEffect(() => markRead(), [markRead, entries]);
  if (entries.length === 0) return null;
  return (
    <section className="mt-4" aria-labelledby="visit-results">
      <h3 id="visit-results" className="soft mb-2 lh-16">
        {text('notifications.recent')}
      </h3>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className="strong">
              <span className="soft">{text(`severity.${entry.severity}`)}</span> {entry.title}
            </p>
            {entry.body ? <p className="quiet">{entry.body}</p> : null}
            <p className="soft">{formats.dateTime(entry.at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Notices = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  const { notices, query } = useNotices();
  const { mutate } = useChangeNotices();
  const [only, setOnly] = useState<NoticeSeverity | null>(null);
  const [now] = useState(() => Date.now());
  if (query.isPending) return <Loading rows={3} />;
  if (query.isError && notices.length === 0)
    return <ErrorState error={query.error} compact onRetry={() => void query.refetch()} />;
  if (notices.length === 0)
    return <Empty compact title={text('notifications.empty')} body={text('notifications.emptyBody')} />;
  const severities = NOTICE_SEVERITIES.filter((severity) => notices.some((notice) => notice.severity === severity));
  const unread = notices.filter(({ state }) => state === 'Unread').map(({ id }) => id);
  const read = (id: string): void => {
    if (unread.includes(id)) mutate({ ids: [id], state: 'Read' });
    onClose();
  };
  return (
    <>
      <div className="flex wrap middle gap-1 mb-3" role="group" aria-label={text('notifications.filter')}>
        {severities.length > 1
          ? severities.map((severity) => (
              <Chip
                key={severity}
                pressed={only === severity}
                onSelect={() => setOnly(only === severity ? null : severity)}
              >
                {text(`severity.${severity}`)}
              </Chip>
            ))
          : null}
        <span className="push-end">
          <CommandButton
            command={{
              id: 'readAll',
              text: text('notifications.readAll'),
              onSelect: () => mutate({ ids: unread, state: 'Read' }),
              disabledReason: unread.length > 0 ? undefined : text('notifications.allRead'),
            }}
          />
        </span>
      </div>
      <ul className={styles.history}>
        {notices
          .filter(({ severity }) => only === null || severity === only)
          .map((notice) => (
            <NoticeItem
              key={notice.id}
              notice={notice}
              now={now}
              onOpen={() => read(notice.id)}
              onDismiss={() => mutate({ ids: [notice.id], state: 'Dismissed' })}
            />
          ))}
      </ul>
    </>
  );
};

/** Notices of the server across all environments, and what this visit's actions came to. */
export const NotificationPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  return (
    <SidePanel title={text('notifications.title')} onClose={onClose} over>
      <Notices onClose={onClose} />
      <Results />
      <NoticeSettings />
    </SidePanel>
  );
};
