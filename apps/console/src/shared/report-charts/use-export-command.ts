import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import { csvText } from '../files/csv-text.ts';
import { saveCsv } from '../files/read-file.ts';
import type { ReportQuestion } from './report-address.ts';

/**
 * The command that saves what a report shows as CSV, named by its days.
 *
 * @param name begins the name of the file
 * @param rows of the file, its heads first; null while the report is loaded
 */
export const useExportCommand = (
  name: string,
  { from, to }: Pick<ReportQuestion, 'from' | 'to'>,
  rows: (() => Parameters<typeof csvText>[0]) | null,
): Command => {
  const text = useText('reports');
  return {
    id: 'export',
    text: text('export'),
    icon: ArrowDownloadRegular,
    onSelect: () => {
      if (rows !== null) saveCsv(`${name}-${from}-${to}.csv`, csvText(rows()));
    },
    disabledReason: rows === null ? text('loading') : undefined,
  };
};
