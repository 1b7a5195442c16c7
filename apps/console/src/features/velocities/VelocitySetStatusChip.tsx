import type { RuleStatus } from '@redoubt/domain';
import { CheckmarkRegular, EditRegular, PauseRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

export type VelocitySetStatusChipProps = {
  readonly status: RuleStatus;
  /** The version that counts, where there is one. */
  readonly version: number | null;
};

/** Whether a set counts events; never by colour alone. */
export const VelocitySetStatusChip = ({ status, version }: VelocitySetStatusChipProps) => {
  const text = useText('velocities');
  const active = status.startsWith('Active');
  const icon = active ? CheckmarkRegular : status === 'DraftOnly' ? EditRegular : PauseRegular;
  const words = text(`status.${status}`);
  return (
    <Chip icon={icon} solid={active}>
      {version === null ? words : text('status.version', { status: words, version })}
    </Chip>
  );
};
