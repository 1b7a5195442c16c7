import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import { useCallback, type ReactNode } from 'react';
import { z } from 'zod';
import { LazyPart } from '../../../routes/LazyPart.tsx';
import { useAddress } from '../../../routes/address.ts';
import { queryOf, type AskedSearch } from '../../../shared/search/search.queries.ts';
import type { TimeWindow } from '../../../shared/search/time-range.ts';

const addressSchema = z.object({ panel: z.enum(['exports']).optional().catch(undefined) });

const loadExportPanel = async () => (await import('./ExportPanel.tsx')).ExportPanel;

/** The command that exports what is searched for, its panel while it is open, and the way to close it: notices of finished exports link to it. */
export const useExportCommand = (
  search: AskedSearch,
  window: TimeWindow,
): readonly [Command, ReactNode, () => void] => {
  const text = useText('search');
  const [{ panel }, update] = useAddress(addressSchema);
  const isOpen = panel === 'exports';
  const close = useCallback(() => update({ panel: undefined }, { replace: true }), [update]);
  const command: Command = {
    id: 'export',
    text: text('export.command'),
    icon: ArrowDownloadRegular,
    pressed: isOpen,
    onSelect: isOpen ? close : () => update({ panel: 'exports' }, { replace: true }),
  };
  const { condition, sort } = search.question;
  const asked = { ...queryOf(search, window), condition, ...(sort === undefined ? {} : { sort }) };
  return [
    command,
    isOpen ? (
      <LazyPart load={loadExportPanel} texts={['search']} fallback={null} props={{ asked, onClose: close }} />
    ) : null,
    close,
  ];
};
