import type { ReportSeries } from '@redoubt/contracts';
import { summaryRows, type ReportFilter } from '@redoubt/domain';
import { csvText } from '../../shared/files/csv-text.ts';

/** The figures of a period as CSV. @param filters what its events were narrowed to */
export const summaryCsv = (report: ReportSeries, filters: readonly ReportFilter[] = []): string =>
  csvText(summaryRows(report, filters));
