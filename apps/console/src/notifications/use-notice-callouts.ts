import { useEffect, useRef } from 'react';
import { useText } from '@redoubt/i18n';
import { useNotify } from './CalloutProvider.tsx';
import { useNotices } from './notices.queries.ts';
import { noticeHref } from './notice-href.ts';
import { useNoticeText } from './use-notice-text.ts';

/** Announces grave notices that arrive during a session; those from before it wait in the panel. */
export const useNoticeCallouts = (): void => {
  const { notices, query } = useNotices();
  const notify = useNotify();
  const say = useNoticeText();
  const text = useText('notices');
  const seen = useRef<Set<string> | null>(null);
  const loaded = query.isSuccess;
  useEffect(() => {
    if (!loaded) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...notices.map(({ id }) => id)]);
    if (before === null) return;
    for (const notice of notices) {
      if (before.has(notice.id) || notice.severity !== 'Error') continue;
      const { link } = notice;
      notify({
        severity: notice.severity,
        ...say(notice),
        ...(link === null ? {} : { action: { text: text('critical.open'), href: noticeHref({ ...notice, link }) } }),
      });
    }
  }, [loaded, notices, notify, say, text]);
};
