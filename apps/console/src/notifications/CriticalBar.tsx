import { DismissRegular, ErrorCircleRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { IconButton, Link } from '@redoubt/ui';
import { useState } from 'react';
import styles from './critical-bar.module.css';
import { dismissedCritical, rememberDismissed } from './dismissed-critical.ts';
import { useChangeNotices, useNotices } from './notices.queries.ts';
import { noticeHref } from './notice-href.ts';
import { useNoticeText } from './use-notice-text.ts';

/**
 * The newest critical notice under the header of every page, with how many there are. Putting it away is remembered in
 * this browser and, for other machines, on the server.
 */
export const CriticalBar = () => {
  const text = useText('notices');
  const say = useNoticeText();
  const { notices } = useNotices();
  const { mutate } = useChangeNotices();
  const [away, setAway] = useState(dismissedCritical);
  const critical = notices.filter(({ id, severity }) => severity === 'Critical' && !away.includes(id));
  const [newest] = critical;
  if (!newest) return null;
  const { title, body } = say(newest);
  const dismiss = (): void => {
    rememberDismissed([newest.id]);
    setAway(dismissedCritical());
    mutate({ ids: [newest.id], state: 'Dismissed' });
  };
  return (
    <div className={styles.bar} role="alert">
      <ErrorCircleRegular className={styles.icon ?? ''} fontSize={16} aria-hidden />
      <p className="grow min-w-0">
        <b>{title}</b> {body}
      </p>
      {critical.length > 1 ? (
        <span className="flex-none quiet nowrap">{text('critical.more', { more: critical.length - 1 })}</span>
      ) : null}
      {newest.link === null ? null : (
        <Link href={noticeHref({ ...newest, link: newest.link })}>{text('critical.open')}</Link>
      )}
      <IconButton dense icon={DismissRegular} label={text('critical.dismiss')} onClick={dismiss} />
    </div>
  );
};
