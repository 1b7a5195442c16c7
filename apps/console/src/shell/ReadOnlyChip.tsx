import { EyeRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

/** Beside the title of a page whose content this person may look at and not change. */
export const ReadOnlyChip = () => {
  const text = useText('common');
  return <Chip icon={EyeRegular}>{text('readOnly')}</Chip>;
};
