import type { ReportSeries } from '@redoubt/contracts';
import { summaryRows } from '@redoubt/domain';
import { csvText } from '../../shared/files/csv-text.ts';

/** The figures of a period as CSV. */
export const summaryCsv = (report: ReportSeries): string => csvText(summaryRows(report));
