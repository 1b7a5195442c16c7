import type { SupportListStatus } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ToneChip, type Tone } from '@redoubt/ui';

const TONES: Readonly<Record<SupportListStatus, Tone>> = { Safe: 'approve', Watch: 'review', Block: 'reject' };

/** A status of a support list in the tone of what rules make of it; null where there is none. */
export const SupportStatusChip = ({ status }: { readonly status: SupportListStatus | null }) => {
  const text = useText('supportLists');
  if (status === null) return <ToneChip tone="neutral" text={text('status.none')} appearance="plain" />;
  return <ToneChip tone={TONES[status]} text={text(`status.${status}`)} appearance="plain" />;
};
