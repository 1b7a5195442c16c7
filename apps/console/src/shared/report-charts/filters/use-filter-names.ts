import type { ReportFieldInfo } from '@redoubt/contracts';
import { reportFieldOf, type AskedDimension, type ReportDimension, type ReportFilter } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { useEnvironments } from '../../../app/environments.ts';
import { useRead } from '../../../api/use-read.ts';
import type { ReportQuestion } from '../report-address.ts';
import { reportFieldsQuery } from '../report.queries.ts';
import { useValueNames } from '../use-value-names.ts';

const NO_FIELDS: readonly ReportFieldInfo[] = [];
const YES_OR_NO: ReadonlySet<AskedDimension> = new Set(['chargeback', 'refunded']);

/** What dimensions of a report, their values and filters by them are called, and the report fields of its assessment. */
export const useFilterNames = ({ assessment }: Pick<ReportQuestion, 'assessment'>) => {
  const text = useText('reports');
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const environments = useEnvironments();
  const fields = useRead(reportFieldsQuery, assessment).data?.fields ?? NO_FIELDS;
  const names = useValueNames(fields);

  const dimension = (of: AskedDimension): string => {
    const field = reportFieldOf(of);
    return field === null
      ? text(`narrow.dimension.${of as Exclude<ReportDimension, 'currency' | 'hit'>}`)
      : names.field(field);
  };
  const value = (of: AskedDimension, said: string): string => {
    const field = reportFieldOf(of);
    if (field !== null) return names.value(field, said);
    if (of === 'decision') return common(`decision.${said as 'Approve'}`);
    if (of === 'label') return said === 'Fraud' || said === 'NonFraud' ? common(`label.${said}`) : common('label.none');
    if (of === 'bank') return text(`narrow.bank.${said as 'None'}`);
    if (YES_OR_NO.has(of)) return common(said === 'true' ? 'value.yes' : 'value.no');
    if (said === '') return text('narrow.noValue');
    if (of === 'environment') return environments.find(({ id }) => id === said)?.name ?? said;
    if (of === 'country') return names.value('ipCountry', said);
    return of === 'rule' ? provided.shown(said) : said;
  };
  const filter = ({ dimension: of, values }: ReportFilter): string => {
    if (of === 'score' && !values.includes('') && values.length > 1)
      return text('narrow.range', { low: values[0] ?? '', high: String(Number(values.at(-1)) + 9) });
    return formats.list(values.map((said) => value(of, said)));
  };
  return { fields, dimension, value, filter };
};

export type FilterNames = ReturnType<typeof useFilterNames>;
