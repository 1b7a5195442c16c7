import type { EventDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useEffect, useRef } from 'react';
import { useNotify } from '../../../../notifications/CalloutProvider.tsx';
import { useRelatedText } from '../../../../shared/events/parts/use-related-text.ts';

/** Says what comes in about the event while the case is open on the page. */
export const useArrivals = (detail: EventDetail | undefined, isOpen: boolean): void => {
  const text = useText('cases');
  const notify = useNotify();
  const say = useRelatedText();
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    if (!detail) return;
    const before = known.current;
    const keyed = detail.related.map((event) => ({ event, key: `${event.kind} ${event.id}` }));
    known.current = new Set(keyed.map(({ key }) => key));
    if (!before || !isOpen) return;
    for (const { event, key } of keyed)
      if (!before.has(key)) notify({ severity: 'Information', title: text('arrived', { what: say(event) }) });
  }, [detail, isOpen, notify, say, text]);
};
