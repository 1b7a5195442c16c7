import type { CallHealth } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, ToneChip, type Tone } from '@redoubt/ui';

const TONES: Readonly<Record<Exclude<CallHealth, 'noTraffic'>, Tone>> = {
  healthy: 'approve',
  degraded: 'review',
  failing: 'reject',
  suspended: 'reject',
};

/** How a call does, in a word. */
export const HealthChip = ({ health }: { readonly health: CallHealth }) => {
  const text = useText('externalCalls');
  if (health === 'noTraffic') return <Chip>{text('health.noTraffic')}</Chip>;
  return <ToneChip tone={TONES[health]} text={text(`health.${health}`)} />;
};
