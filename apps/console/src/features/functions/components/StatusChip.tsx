import type { FunctionSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

export const StatusChip = ({ status }: { readonly status: FunctionSummary['status'] }) => {
  const text = useText('functions');
  return <Chip solid={status === 'DraftOnly'}>{text(`status.${status}`)}</Chip>;
};
