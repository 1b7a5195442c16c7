import { ArrowSyncRegular, ClockRegular } from '@fluentui/react-icons';
import type { SubjectRequest } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ToneChip, type Tone } from '@redoubt/ui';
import type { ReactNode } from 'react';

const TONES: Readonly<Record<SubjectRequest['status'], Tone>> = {
  Pending: 'neutral',
  Processing: 'review',
  Complete: 'approve',
  Failed: 'reject',
  Cancelled: 'neutral',
  Expired: 'neutral',
};

/** How far a request is. */
export const RequestStatus = ({ request }: { readonly request: SubjectRequest }): ReactNode => {
  const text = useText('subjectRequests');
  const formats = useFormats();
  const { status, awaitsApproval, progress } = request;
  if (awaitsApproval)
    return <ToneChip tone="review" appearance="plain" icon={ClockRegular} text={text('status.approval')} />;
  const share = status === 'Processing' && progress !== null ? ` ${formats.percent(progress * 100, 0)}` : '';
  return (
    <ToneChip
      tone={TONES[status]}
      appearance="plain"
      text={`${text(`status.${status}`)}${share}`}
      {...(status === 'Processing' ? { icon: ArrowSyncRegular } : status === 'Pending' ? { icon: ClockRegular } : {})}
    />
  );
};
