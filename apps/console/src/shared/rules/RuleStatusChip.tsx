import type { RuleStatus } from '@redoubt/domain';
import { CheckmarkRegular, EditRegular, PauseRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

export type RuleStatusChipProps = {
  readonly status: RuleStatus;
  /** The version that decides, where there is one. */
  readonly version?: number | null;
};

const isActive = (status: RuleStatus): boolean => status === 'Active' || status === 'ActiveWithDraft';

/** Whether a rule decides; never by colour alone. */
export const RuleStatusChip = ({ status, version = null }: RuleStatusChipProps) => {
  const text = useText('rules');
  const icon = isActive(status) ? CheckmarkRegular : status === 'DraftOnly' ? EditRegular : PauseRegular;
  const words = text(`status.${status}`);
  return (
    <Chip icon={icon} solid={isActive(status)}>
      {version === null ? words : text('editor.statusVersion', { status: words, version })}
    </Chip>
  );
};
