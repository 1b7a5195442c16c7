import { ClockRegular } from '@fluentui/react-icons';
import type { Application } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ToneChip, type Tone } from '@redoubt/ui';
import type { ReactNode } from 'react';

const TONES: Readonly<Record<Application['status'], Tone>> = {
  Active: 'approve',
  Expiring: 'review',
  Expired: 'reject',
  Revoked: 'neutral',
};

/** Whether an application can get tokens, and for how long. */
export const StatusChip = ({ status }: { readonly status: Application['status'] }): ReactNode => {
  const text = useText('applications');
  const icon = status === 'Expiring' ? { icon: ClockRegular } : {};
  return <ToneChip tone={TONES[status]} text={text(`status.${status}`)} appearance="plain" {...icon} />;
};
