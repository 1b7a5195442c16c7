import type { Catalogue as CatalogueAnswer } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { CatalogueAttribute } from '@redoubt/fql';
import { listLists } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { catalogueOf } from './schema-catalogue.ts';

const answerOf = (attribute: CatalogueAttribute): CatalogueAnswer['attributes'][number] => ({
  path: attribute.path,
  type: attribute.type === 'enum' ? 'string' : attribute.type,
  source: 'schema',
  description: attribute.description ?? '',
  ...(attribute.values ? { values: [...attribute.values] } : {}),
});

/** Attributes and lists for completion and checking in the editor; the same catalogue publishing checks with. */
export const getCatalogue = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<CatalogueAnswer> => {
  const lists = await context.database.inTenant(context.tenantId, (trx) => listLists(trx, context.environmentId));
  const catalogue = catalogueOf(assessment, lists);
  return {
    attributes: catalogue.attributes.map(answerOf),
    lists: catalogue.lists.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
};
