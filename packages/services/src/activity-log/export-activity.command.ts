import type { BodyOf, exportActivity as endpoint } from '@redoubt/contracts';
import { MAX_ACTIVITY_EXPORT } from '@redoubt/domain';
import { searchAudit } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { inTransaction } from '../unit-of-work.ts';
import { loadActivityScope, readActivityQuery, wireActivity } from './activity-scope.ts';
import { seenEntry } from './seen-activity.ts';

const COLUMNS = [
  'sequence',
  'logId',
  'time',
  'changedBy',
  'changedById',
  'operation',
  'resourceType',
  'resourceName',
  'resourceId',
  'assessmentName',
  'assessmentId',
  'environmentName',
  'environmentId',
];

/** The entries of a search as CSV, the newest 10,000 of them; the export is an entry itself. Throws as `searchActivity` does. */
export const exportActivity = (
  context: EnvironmentContext,
  person: SignedInPerson,
  asked: BodyOf<typeof endpoint>,
): Promise<string> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const scope = await loadActivityScope(trx, context, person);
    const query = readActivityQuery(asked, scope);
    const rows = await searchAudit(trx, scope, { ...query, after: null, limit: MAX_ACTIVITY_EXPORT });
    const { from, to, join, filters } = asked;
    await recordActivity(trx, context, {
      operation: 'Export',
      type: 'ActivityLog',
      id: tenantId,
      name: 'Activity log',
      environmentId,
      modified: { from, to, join, filters, entries: rows.length },
    });
    return writeCsv(
      COLUMNS,
      rows.map((row) => {
        const { id, sequence, at, changedBy, operation, resource, assessment, environment } = wireActivity(
          seenEntry(context, row),
          scope,
        );
        return [
          sequence === null ? '' : String(sequence),
          id,
          at,
          changedBy.name,
          changedBy.id,
          operation,
          resource.type,
          resource.name,
          resource.id,
          assessment?.name ?? '',
          assessment?.id ?? '',
          environment?.name ?? '',
          environment?.id ?? '',
        ];
      }),
    );
  });
