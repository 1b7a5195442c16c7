import type { Catalogue as CatalogueAnswer } from '@redoubt/contracts';
import { allows, type AssessmentName } from '@redoubt/domain';
import type { CatalogueAttribute } from '@redoubt/fql';
import { listLists, readRecentRequests } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { catalogueOf } from './schema-catalogue.ts';
import { seenAttributes, type SeenAttribute } from './seen-attributes.ts';

/** Newest events that attributes and examples are taken from. */
const RECENT_EVENTS = 50;

type AnswerAttribute = CatalogueAnswer['attributes'][number];

const exampleOf = (seen: SeenAttribute | undefined): Pick<AnswerAttribute, 'example'> =>
  seen === undefined || seen.example === null ? {} : { example: seen.example };

const schemaAttribute = (attribute: CatalogueAttribute, seen: SeenAttribute | undefined): AnswerAttribute => ({
  path: attribute.path,
  type: attribute.type === 'enum' ? 'string' : attribute.type,
  source: 'schema',
  description: attribute.description ?? '',
  ...(attribute.values ? { values: [...attribute.values] } : {}),
  ...exampleOf(seen),
});

/**
 * Attributes and lists for completion and checking in the editor: the catalogue that publishing checks with, and beside
 * it what recent events of the environment held. Only who may search sees what was in events.
 */
export const getCatalogue = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<CatalogueAnswer> => {
  const { database, tenantId, environmentId } = context;
  const place = { tenantId, environmentId, kind: assessment };
  const lists = await database.inTenant(tenantId, (trx) => listLists(trx, environmentId));
  const requests = allows(context.capabilities, 'search:read')
    ? await database.readTenant(tenantId, (trx) => readRecentRequests(trx, place, RECENT_EVENTS))
    : [];
  const catalogue = catalogueOf(assessment, lists);
  const seen = seenAttributes(requests);
  const known = new Set(catalogue.attributes.map(({ path }) => path.toLowerCase()));
  return {
    attributes: [
      ...catalogue.attributes.map((attribute) => schemaAttribute(attribute, seen.get(attribute.path.toLowerCase()))),
      ...[...seen]
        .filter(([key]) => !known.has(key))
        .map(([, attribute]): AnswerAttribute => {
          const { path, type } = attribute;
          return { path, type, source: 'seen', description: '', ...exampleOf(attribute) };
        }),
    ],
    lists: catalogue.lists.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
};
