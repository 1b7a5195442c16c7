import { ClockRegular } from '@fluentui/react-icons';
import { useFormats } from '@redoubt/i18n';
import { HOUR_MS } from '@redoubt/kernel';
import type { ReactNode } from 'react';

/** Whether a time-out is due within the hour. */
export const isDueSoon = (at: string, nowMs: number): boolean => Date.parse(at) - nowMs <= HOUR_MS;

/** When a time-out is due, from a moment on; marked where that is within the hour. */
export const DueText = ({ at, nowMs }: { readonly at: string; readonly nowMs: number }): ReactNode => {
  const formats = useFormats();
  const isSoon = isDueSoon(at, nowMs);
  return (
    <span className={isSoon ? 'inline-flex middle gap-1 reject-text' : undefined} title={formats.dateTime(at)}>
      {isSoon ? <ClockRegular fontSize={14} aria-hidden /> : null}
      {formats.relative(at, nowMs)}
    </span>
  );
};
