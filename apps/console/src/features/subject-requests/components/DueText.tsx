import type { SubjectRequest } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ToneChip } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { daysLeft } from '../receipt.ts';

/** Fewer days than this are a warning. */
const SOON_DAYS = 7;

/** When a request is due; said aloud once that is soon, or over. */
export const DueText = ({ request }: { readonly request: SubjectRequest }): ReactNode => {
  const text = useText('subjectRequests');
  const formats = useFormats();
  const [nowMs] = useState(() => Date.now());
  const days = daysLeft(request, nowMs);
  const date = formats.date(request.dueAt);
  if (days === null || days >= SOON_DAYS) return date;
  return days < 0 ? (
    <ToneChip tone="reject" appearance="plain" text={text('due.late', { date })} />
  ) : (
    <ToneChip tone="review" appearance="plain" text={text('due.soon', { date })} />
  );
};
