import type { ResponseOf, SearchAttribute, getSearchAttributes as endpoint } from '@redoubt/contracts';
import {
  allows,
  ASSESSMENT_KINDS,
  graphKindOfAttribute,
  isBuiltInAssessment,
  linkablePaths,
  ownSearchField,
  searchableFields,
} from '@redoubt/domain';
import {
  listEnvironments,
  listFieldFills,
  listSearchAttributes,
  type SearchAttributeWork,
  type StoredFieldFill,
  type StoredSearchAttribute,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { relatedSeriesOf } from '../monitor/related-kinds.ts';
import { attributesInScope } from '../symbols/attributes-in-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

const wireWork = (work: SearchAttributeWork) => {
  const { task, status, eventsTotal, eventsDone, eventsFound, eventsPerSecond, problem, finishedAt } = work;
  const isTimed = status === 'running' && eventsPerSecond > 0;
  return {
    task,
    status,
    eventsDone,
    eventsTotal,
    eventsFound,
    eventsPerSecond: Math.round(eventsPerSecond),
    secondsLeft: isTimed ? Math.ceil((eventsTotal - eventsDone) / eventsPerSecond) : null,
    problem,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
};

const wireKept = (environmentId: string, attribute: StoredSearchAttribute | StoredFieldFill) => ({
  id: attribute.id,
  isHere: attribute.environmentId === environmentId,
  made: { by: attribute.createdBy, at: attribute.createdAt.toISOString() },
  work: attribute.work && wireWork(attribute.work),
});

const wireAttribute = (environmentId: string, attribute: StoredSearchAttribute): SearchAttribute => ({
  eventType: attribute.kind,
  field: ownSearchField(attribute.path),
  path: attribute.path,
  name: '',
  type: attribute.type,
  linkableAs: null,
  kept: wireKept(environmentId, attribute),
  canFill: false,
});

/**
 * What events of this environment and those below can be searched by besides the fields of the product: own fields of
 * assessments of the tree, attributes that environments made searchable, and observations that an event can have.
 */
export const getSearchAttributes = async (context: EnvironmentContext): Promise<ResponseOf<typeof endpoint>> => {
  const { environmentId, capabilities } = context;
  const { assessments, fills, attributes } = await inTransaction(context, async (trx) => ({
    assessments: await readAssessmentsInTree(trx, environmentId),
    fills: await listFieldFills(trx),
    attributes: attributesInScope(await listSearchAttributes(trx), environmentId, await listEnvironments(trx)),
  }));
  return {
    attributes: [
      ...attributes.map((attribute) => wireAttribute(environmentId, attribute)),
      ...assessments.flatMap(({ kind, apiName, definition, environmentId: rootId }) =>
        searchableFields(definition).map(({ path, friendlyName, type }): SearchAttribute => {
          const fill = fills.find((each) => each.kind === kind && each.path === path);
          return {
            eventType: kind,
            field: ownSearchField(path),
            path,
            name: friendlyName,
            type,
            linkableAs: linkablePaths(definition).includes(path) ? graphKindOfAttribute(apiName, path) : null,
            kept: fill ? wireKept(environmentId, fill) : null,
            canFill: fill === undefined && rootId === environmentId,
          };
        }),
      ),
    ],
    observations: [
      ...ASSESSMENT_KINDS.filter(isBuiltInAssessment).map((kind) => ({
        kind,
        series: relatedSeriesOf(kind, undefined),
      })),
      ...assessments.map((stored) => ({ kind: stored.kind, series: relatedSeriesOf(stored.kind, stored) })),
    ].flatMap(({ kind: eventType, series }) => series.map(({ kind, name }) => ({ eventType, kind, name }))),
    canWrite: allows(capabilities, 'assessments:write'),
  };
};
