import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import { useCallback, useState, type ReactNode } from 'react';
import { LazyPart } from '../../../routes/LazyPart.tsx';
import { textsOf, useAddressBy } from '../../../routes/address.ts';
import { queryOf, type AskedSearch } from '../../../shared/search/search.queries.ts';
import type { TimeWindow } from '../../../shared/search/time-range.ts';

const addressOf = textsOf('panel');

const loadExportPanel = async () => (await import('./ExportPanel.tsx')).ExportPanel;

export type Exports = {
  readonly command: Command;
  /** While it is open: notices of finished exports link to it. */
  readonly panel: ReactNode;
  readonly onClose: () => void;
  /** Opens the panel for some events of the result. */
  readonly onExportOnly: (eventIds: readonly string[]) => void;
};

/** The command that exports what is searched for, or some events of it, and its panel. */
export const useExportCommand = (search: AskedSearch, window: TimeWindow): Exports => {
  const text = useText('search');
  const [{ panel }, update] = useAddressBy(addressOf);
  const [only, setOnly] = useState<readonly string[] | null>(null);
  const isOpen = panel === 'exports';
  const onClose = useCallback(() => {
    setOnly(null);
    update({ panel: undefined }, { replace: true });
  }, [update]);
  const open = (eventIds: readonly string[] | null): void => {
    setOnly(eventIds);
    update({ panel: 'exports' }, { replace: true });
  };
  const command: Command = {
    id: 'export',
    text: text('export.command'),
    icon: ArrowDownloadRegular,
    pressed: isOpen,
    onSelect: isOpen ? onClose : () => open(null),
  };
  const { condition, sort } = search.question;
  const { anyOf, ...query } = { ...queryOf(search, window), ...(sort === undefined ? {} : { sort }) };
  const ids = [...new Set(only)];
  const asked =
    only === null
      ? { ...query, condition, ...(anyOf === undefined ? {} : { anyOf }) }
      : { ...query, condition: '', filters: [{ field: 'eventId' as const, operator: 'is' as const, values: ids }] };
  return {
    command,
    panel: isOpen ? (
      <LazyPart
        load={loadExportPanel}
        texts={['search']}
        fallback={null}
        props={{ asked, ...(only === null ? {} : { onlyCount: ids.length }), onClose }}
      />
    ) : null,
    onClose,
    onExportOnly: open,
  };
};
