import { HistoryRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

/** Says that a value is still filling: its history is not counted yet. */
export const WarmingChip = () => {
  const text = useText('backfills');
  return (
    <Chip icon={HistoryRegular} title={text('warmingHint')}>
      {text('warming')}
    </Chip>
  );
};
