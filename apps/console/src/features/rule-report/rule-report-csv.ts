import type { RuleReport } from '@redoubt/contracts';
import { ruleReportRows } from '@redoubt/domain';
import { csvText } from '../../shared/files/csv-text.ts';

/** Rules and clauses as CSV. */
export const ruleReportCsv = (report: RuleReport): string => csvText(ruleReportRows(report));
