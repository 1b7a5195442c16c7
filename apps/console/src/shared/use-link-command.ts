import { LinkRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { useCopy, type Command } from '@redoubt/ui';

/** The command that copies the address of the page, which holds all that the page shows. */
export const useLinkCommand = (): Command => {
  const common = useText('common');
  const { copied, copy } = useCopy();
  return {
    id: 'link',
    text: common(copied ? 'action.copied' : 'action.copyLink'),
    icon: LinkRegular,
    onSelect: () => void copy(location.href),
  };
};
