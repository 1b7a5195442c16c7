import type { ReportSeries } from '@redoubt/contracts';
import { REPORT_MEASURES } from '@redoubt/domain';
import { csvText } from '../../shared/files/csv-text.ts';

/** The figures of a period as one table: counts of each bar, and a row for each of its currencies with amounts; names of columns are for programs. */
export const summaryCsv = ({ bars, total }: ReportSeries): string =>
  csvText([
    ['from', 'currency', ...REPORT_MEASURES],
    ...bars.flatMap((bar, at) => {
      const figure = total.bars[at];
      return [
        [bar, '', ...REPORT_MEASURES.map((measure) => figure?.counts[measure] ?? 0)],
        ...Object.entries(figure?.amounts ?? {}).map(([currency, amounts]) => [
          bar,
          currency,
          ...REPORT_MEASURES.map((measure) => amounts[measure] ?? 0),
        ]),
      ];
    }),
  ]);
