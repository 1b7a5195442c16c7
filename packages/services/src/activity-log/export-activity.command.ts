import type { BodyOf, exportActivity as endpoint } from '@redoubt/contracts';
import { ACTIVITY_ATTRIBUTES, MAX_ACTIVITY_EXPORT } from '@redoubt/domain';
import { searchAudit } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { inTransaction } from '../unit-of-work.ts';
import { loadActivityScope, readActivityQuery, wireActivity } from './activity-scope.ts';
import { seenEntry } from './seen-activity.ts';

/** What entries are found by, as far as each has it once, after what every entry has. */
const COLUMNS = [
  'sequence',
  'logId',
  'time',
  ...ACTIVITY_ATTRIBUTES.filter((name) => name !== 'logId' && name !== 'correlationId'),
] as const;

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
        const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
          sequence: sequence === null ? '' : String(sequence),
          logId: id,
          time: at,
          changedBy: changedBy.name,
          changedById: changedBy.id,
          operation,
          resourceType: resource.type,
          resourceName: resource.name,
          resourceId: resource.id,
          assessmentName: assessment?.name ?? '',
          assessmentId: assessment?.id ?? '',
          environmentName: environment?.name ?? '',
          environmentId: environment?.id ?? '',
        };
        return COLUMNS.map((column) => cells[column]);
      }),
    );
  });
