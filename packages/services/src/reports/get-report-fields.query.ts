import type { getReportFields as endpoint, QueryOf, ReportFieldInfo } from '@redoubt/contracts';
import { isBuiltInAssessment, REPORT_FIELDS, reportedFields } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';

/**
 * What reports tell the events of an assessment apart by: attributes of the product's events, or own fields of a defined one.
 *
 * @throws `ASSESSMENT-UNKNOWN`.
 */
export const getReportFields = async (
  context: EnvironmentContext,
  { assessment: kind }: QueryOf<typeof endpoint>,
): Promise<{ readonly fields: ReportFieldInfo[] }> => {
  if (isBuiltInAssessment(kind)) {
    return { fields: REPORT_FIELDS[kind].map(({ name }) => ({ name, friendlyName: null, type: 'string' })) };
  }
  const { definition } = await reading(context, (trx) => readDefined(trx, context.environmentId, kind));
  const fields = reportedFields(definition).map(({ path, friendlyName, type }) => ({ name: path, friendlyName, type }));
  return { fields };
};
