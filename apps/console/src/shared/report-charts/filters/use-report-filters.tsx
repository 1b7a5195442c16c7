import { FilterRegular } from '@fluentui/react-icons';
import { answersFromSums, type NarrowedPage } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { oneOf, textsOf, useAddressBy, type RawSearch } from '../../../routes/address.ts';
import { lazyPanel } from '../../../routes/lazy-component.tsx';
import type { ReportQuestion } from '../report-address.ts';
import { FilterChips } from './FilterChips.tsx';

const FilterPanel = lazyPanel(async () => (await import('./FilterPanel.tsx')).FilterPanel);

const panelIn = textsOf('panel');
const address = (search: RawSearch) => ({ panel: oneOf(['filters'], panelIn(search).panel) });

/** The filters of a report: the command for the bar of its page, the panel that it opens, and what is chosen. */
export const useReportFilters = (
  page: NarrowedPage,
  question: ReportQuestion,
  onChange: (change: Partial<ReportQuestion>) => void,
): {
  readonly command: Command;
  readonly panel: ReactNode;
  readonly chips: ReactNode;
  /** The narrowest bar that sums know with the filters; an hour where absent. */
  readonly least: 'day' | undefined;
} => {
  const text = useText('reports');
  const [{ panel }, update] = useAddressBy(address);
  const { filters = [] } = question;
  const close = (): void => update({ panel: undefined }, { replace: true });
  const part = { question, onChange };
  return {
    command: {
      id: 'filters',
      text: text('narrow.command'),
      icon: FilterRegular,
      onSelect: () => update({ panel: panel === undefined ? 'filters' : undefined }, { replace: true }),
    },
    panel: panel === undefined ? null : <FilterPanel page={page} {...part} onClose={close} />,
    chips: filters.length === 0 ? null : <FilterChips {...part} />,
    least: answersFromSums({ step: 'hour', by: null, filters }) ? undefined : 'day',
  };
};
