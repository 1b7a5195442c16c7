import type { RuleReport } from '@redoubt/contracts';
import { ruleReportRows, type ReportFilter } from '@redoubt/domain';
import { csvText } from '../../shared/files/csv-text.ts';

/** Rules and clauses as CSV. @param filters what their events were narrowed to */
export const ruleReportCsv = (report: RuleReport, filters: readonly ReportFilter[] = []): string =>
  csvText(ruleReportRows(report, filters));
