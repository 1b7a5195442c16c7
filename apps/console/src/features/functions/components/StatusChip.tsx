import { CheckmarkRegular, EditRegular } from '@fluentui/react-icons';
import type { FunctionSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

/** Whether rules can call a function; never by colour alone. */
export const StatusChip = ({ status }: { readonly status: FunctionSummary['status'] }) => {
  const text = useText('functions');
  const isDraft = status === 'DraftOnly';
  return (
    <Chip icon={isDraft ? EditRegular : CheckmarkRegular} solid={!isDraft}>
      {text(`status.${status}`)}
    </Chip>
  );
};
