import type { ResponseOf, getSearchAttributes as endpoint } from '@redoubt/contracts';
import { ownSearchField, searchableFields } from '@redoubt/domain';
import { readAssessmentsInTree } from '../assessments/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';

/** Own fields that events of assessments of this tree can be searched by. Events are kept by them from when they are. */
export const getSearchAttributes = async ({
  database,
  tenantId,
  environmentId,
}: EnvironmentContext): Promise<ResponseOf<typeof endpoint>> => {
  const assessments = await database.readTenant(tenantId, (trx) => readAssessmentsInTree(trx, environmentId));
  return {
    attributes: assessments.flatMap(({ kind, definition }) =>
      searchableFields(definition).map(({ path, friendlyName, type }) => ({
        eventType: kind,
        field: ownSearchField(path),
        path,
        name: friendlyName,
        type,
      })),
    ),
  };
};
