import { DismissRegular } from '@fluentui/react-icons';
import type { Notice } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IconButton, joinClasses, Link } from '@redoubt/ui';
import styles from './callouts.module.css';
import { SEVERITY_ICONS, SEVERITY_TONES } from './severity.tsx';
import { noticeHref } from './notice-href.ts';
import { useNoticeText } from './use-notice-text.ts';

export type NoticeItemProps = {
  readonly notice: Notice;
  readonly now: number;
  readonly onDismiss: () => void;
  readonly onOpen: () => void;
};

/** One notice of the server in the panel. */
export const NoticeItem = ({ notice, now, onDismiss, onOpen }: NoticeItemProps) => {
  const text = useText('notices');
  const shell = useText('shell');
  const say = useNoticeText();
  const formats = useFormats();
  const { title, body } = say(notice);
  const Icon = SEVERITY_ICONS[notice.severity];
  return (
    <li className={joinClasses('row', SEVERITY_TONES[notice.severity])}>
      <Icon className={styles.icon ?? ''} fontSize={18} aria-hidden />
      <div className={styles.text}>
        <p className={notice.state === 'Unread' ? 'strong' : undefined}>
          <span className="visually-hidden">
            {shell(`severity.${notice.severity}`)}
            {notice.state === 'Unread' ? `, ${text('notifications.unread')}` : ''}:{' '}
          </span>
          {title}
        </p>
        <p className="quiet">{body}</p>
        <p className="soft" title={formats.dateTime(notice.createdAt)}>
          {formats.relative(notice.createdAt, now)} · {formats.date(notice.createdAt)}
          {notice.environment ? ` · ${notice.environment.name}` : ''}
        </p>
        {notice.link === null ? null : (
          <Link href={noticeHref({ ...notice, link: notice.link })} onClick={onOpen}>
            {text('critical.open')}
          </Link>
        )}
      </div>
      <IconButton dense icon={DismissRegular} label={text('notifications.dismiss', { title })} onClick={onDismiss} />
    </li>
  );
};
