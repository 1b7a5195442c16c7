import {
  RULE_REPORT_FILTERS,
  isReportField,
  reportFieldOf,
  type ReportDimension,
  type ReportFilter,
} from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import { listEnvironments, type TenantTransaction } from '@redoubt/storage';

const YES_OR_NO = new Set(['chargeback', 'refunded']);

const dimensionName = ({ reports, search }: MailTexts, dimension: ReportFilter['dimension']): string => {
  const field = reportFieldOf(dimension);
  if (field === null) return reports(`narrow.dimension.${dimension as Exclude<ReportDimension, 'currency' | 'hit'>}`);
  return isReportField(field) ? search(`reportField.${field}`) : field;
};

const valueName = (texts: MailTexts, dimension: string, value: string): string => {
  const { reports, common } = texts;
  if (dimension === 'decision') return common(`decision.${value as 'Approve'}`);
  if (dimension === 'label')
    return value === 'Fraud' || value === 'NonFraud' ? common(`label.${value}`) : common('label.none');
  if (dimension === 'bank') return reports(`narrow.bank.${value as 'None'}`);
  if (YES_OR_NO.has(dimension)) return common(value === 'true' ? 'value.yes' : 'value.no');
  return value === '' ? reports('narrow.noValue') : value;
};

/** Writes what events are narrowed to: “Decision: Reject, Review · Country: DE”. */
export const filterNames = async (trx: TenantTransaction) => {
  const environments = new Map((await listEnvironments(trx)).map(({ id, name }): [string, string] => [id, name]));
  return (texts: MailTexts, filters: readonly ReportFilter[]): string =>
    filters
      .map(({ dimension, values }) => {
        const named = values.map((value) =>
          dimension === 'environment' ? (environments.get(value) ?? value) : valueName(texts, dimension, value),
        );
        return texts.reports('where', { field: dimensionName(texts, dimension), value: named.join(', ') });
      })
      .join(' · ');
};

/** Those that the report of rules takes. */
export const ruleFilters = (filters: readonly ReportFilter[]) =>
  filters.flatMap(({ dimension, values }) => {
    const known = RULE_REPORT_FILTERS.find((each) => each === dimension);
    return known === undefined ? [] : [{ dimension: known, values: [...values] }];
  });
