import type { getReportChanges as endpoint, QueryOf, ReportChanges } from '@redoubt/contracts';
import { isBuiltInAssessment } from '@redoubt/domain';
import { readLinkedChanges } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { decidingEnvironmentIds, loadSubtree } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { checkedSpan } from './report-period.ts';

/** More would not be distinguished in a chart. */
const MOST_CHANGES = 200;

/**
 * Writes of a period that can move decisions of an assessment, in the environments counted and those above them, which
 * decide too.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`.
 */
export const getReportChanges = async (
  context: EnvironmentContext,
  query: QueryOf<typeof endpoint>,
): Promise<ReportChanges> => {
  const { tenantId, environmentId } = context;
  const { assessment: kind, includeChildren } = query;
  const span = checkedSpan({ ...query, step: 'day' });
  const changes = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(kind)) await readDefined(trx, environmentId, kind);
    const environmentIds = decidingEnvironmentIds(await loadSubtree(trx, environmentId), includeChildren);
    const [from, to] = [new Date(span.fromMs), new Date(span.toMs)];
    return readLinkedChanges(trx, { tenantId, environmentIds, kind, from, to, most: MOST_CHANGES });
  });
  return { changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) };
};
