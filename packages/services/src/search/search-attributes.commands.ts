import type {
  BodyOf,
  SearchAttributes,
  createSearchAttribute as endpoint,
  startFieldBackfill as fieldEndpoint,
} from '@redoubt/contracts';
import {
  attributePlace,
  EVENT_SCHEMAS,
  fail,
  MAX_SEARCH_ATTRIBUTES,
  searchableFields,
  type AssessmentKind,
  type SearchAttributeType,
} from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  beginSearchAttributeWork,
  cancelJobs,
  countStoredEvents,
  insertSearchAttribute,
  listEnvironments,
  listFieldFills,
  listSearchAttributes,
  resumeJobs,
  UNFINISHED_JOB_STATES,
  type EnvironmentRecord,
  type SearchAttributeWork,
  type StoredFieldFill,
  type StoredSearchAttribute,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Operation } from '../activity-entry.ts';
import { changedBy, jobAsker, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { getSearchAttributes } from './get-search-attributes.query.ts';
import { searchFieldAt } from './search-field-at.ts';
import { relatedEnvironments } from '../symbols/attributes-in-scope.ts';
import { requireSearchOn, requireWholeIndex } from '../search-index/require-search-on.ts';
import { inTransaction } from '../unit-of-work.ts';

/** The path in its spelling, for a type that it can have. */
const placeOf = (kind: AssessmentKind, path: string, type: SearchAttributeType): string => {
  const place = attributePlace(kind, path.trim());
  if ('problem' in place) {
    throw fail(place.problem === 'noPath' ? 'SRCH-ATTRIBUTE-PATH' : 'SRCH-ATTRIBUTE-NO-VALUE', { path });
  }
  if (searchFieldAt(kind, EVENT_SCHEMAS[kind], place.path) !== null)
    throw fail('SRCH-ATTRIBUTE-KNOWN', { path: place.path });
  if (place.type !== null && place.type !== type) throw fail('SRCH-ATTRIBUTE-TYPE', { path: place.path });
  return place.path;
};

/** The spelling that another environment gave it: a search from above asks for all of them by one path. */
const knownSpelling = (all: readonly StoredSearchAttribute[], kind: AssessmentKind, path: string): string =>
  all.find((each) => each.kind === kind && each.path.toLowerCase() === path.toLowerCase())?.path ?? path;

/** An attribute counts in the environments below: two along one path would write the same rows. */
const requireFree = (
  all: readonly StoredSearchAttribute[],
  environments: readonly EnvironmentRecord[],
  { environmentId, kind, path }: { readonly environmentId: Id; readonly kind: AssessmentKind; readonly path: string },
): void => {
  const { above, below } = relatedEnvironments(environmentId, environments);
  const same = all.filter((each) => each.kind === kind && each.path.toLowerCase() === path.toLowerCase());
  const inForce = same.find((each) => each.environmentId === environmentId || above.includes(each.environmentId));
  if (inForce)
    throw fail(inForce.work?.task === 'remove' ? 'SRCH-ATTRIBUTE-REMOVING' : 'SRCH-ATTRIBUTE-EXISTS', { path });
  const other = same.find((each) => below.includes(each.environmentId));
  if (other) {
    const environment = environments.find(({ id }) => id === other.environmentId)?.name ?? other.environmentId;
    throw fail('SRCH-ATTRIBUTE-BELOW', { path, environment });
  }
};

const record = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  operation: Operation,
  { id, path, kind, type }: Pick<StoredSearchAttribute | StoredFieldFill, 'id' | 'path' | 'kind' | 'type'>,
  stored: string,
) =>
  recordActivity(trx, context, {
    operation,
    type: 'SearchAttribute',
    id,
    name: path,
    environmentId: context.environmentId,
    modified: { eventType: kind, path, type, storedEvents: stored },
  });

const beginFill = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  attribute: Pick<StoredSearchAttribute, 'id' | 'environmentId' | 'path'>,
): Promise<void> => {
  await requireSearchOn(trx);
  const { below } = relatedEnvironments(context.environmentId, await listEnvironments(trx));
  const eventsTotal = await countStoredEvents(trx, [context.environmentId, ...below]);
  const work = { task: 'fill', eventsTotal, asker: jobAsker(context) } as const;
  await beginSearchAttributeWork(trx, context.tenantId, attribute, work);
};

/** Changes what search keeps, and answers all of it. */
const changeAttributes = async (
  context: EnvironmentContext,
  work: (trx: TenantTransaction, changed: ReturnType<typeof changedBy>) => Promise<void>,
): Promise<SearchAttributes> => {
  await inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    // Nodes learn with their next plans what to keep; it also makes two of these wait for each other.
    await advancePlanHead(trx, context.tenantId, changed.at);
    await work(trx, changed);
  });
  return getSearchAttributes(context);
};

/**
 * Makes an attribute of the product's events searchable: in events from now on, and on request in those that are stored.
 * Nothing is decided by it, so no second person is asked.
 *
 * @throws `SRCH-ATTRIBUTE-PATH`, `-NO-VALUE`, `-TYPE`, `-KNOWN`, `-EXISTS`, `-BELOW`, `-REMOVING`, `-LIMIT`; `SRCH-OFF` where
 *   stored events are to be looked through.
 */
export const createSearchAttribute = async (
  context: EnvironmentContext,
  { eventType, path: asked, type, fill }: BodyOf<typeof endpoint>,
): Promise<SearchAttributes> => {
  const { tenantId, environmentId } = context;
  const place = placeOf(eventType, asked, type);
  return changeAttributes(context, async (trx, { by, at }) => {
    const all = await listSearchAttributes(trx);
    const path = knownSpelling(all, eventType, place);
    requireFree(all, await listEnvironments(trx), { environmentId, kind: eventType, path });
    if (all.filter((each) => each.environmentId === environmentId).length >= MAX_SEARCH_ATTRIBUTES)
      throw fail('SRCH-ATTRIBUTE-LIMIT', { most: MAX_SEARCH_ATTRIBUTES });
    const attribute = { id: newId(), environmentId, kind: eventType, path, type, createdBy: by, createdAt: at };
    await insertSearchAttribute(trx, tenantId, attribute);
    if (fill) await beginFill(trx, context, attribute);
    await record(trx, context, 'Create', attribute, fill ? 'backFill' : 'notSearchable');
  });
};

const take = <Of extends StoredSearchAttribute | StoredFieldFill>(
  among: readonly Of[],
  { environmentId }: EnvironmentContext,
  id: Id,
): Of => {
  const found = among.find((each) => each.id === id);
  if (found?.environmentId !== environmentId) throw fail('SRCH-ATTRIBUTE-UNKNOWN', { id });
  return found;
};

/**
 * Ends the search by an attribute at once; its values are taken away after that. Where that failed, it begins anew.
 *
 * @throws `SRCH-ATTRIBUTE-UNKNOWN`; `SRCH-OFF`, `SRCH-INDEX-BUSY` where its values are not all there to be taken away.
 */
export const deleteSearchAttribute = async (context: EnvironmentContext, id: Id): Promise<SearchAttributes> =>
  changeAttributes(context, async (trx) => {
    const attribute = take(await listSearchAttributes(trx), context, id);
    if (attribute.work?.task === 'remove' && attribute.work.status !== 'failed') return;
    await requireWholeIndex(trx);
    const work = { task: 'remove', eventsTotal: 0, asker: jobAsker(context) } as const;
    await beginSearchAttributeWork(trx, context.tenantId, attribute, work);
    await record(trx, context, 'Delete', attribute, 'removed');
  });

const isUnderWay = (work: SearchAttributeWork | null): boolean =>
  work?.status === 'waiting' || work?.status === 'running';

/** What stored events can be looked through for. */
const readFilled = async (trx: TenantTransaction): Promise<readonly (StoredSearchAttribute | StoredFieldFill)[]> => [
  ...(await listSearchAttributes(trx)),
  ...(await listFieldFills(trx)),
];

const fillAgain = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  attribute: StoredSearchAttribute | StoredFieldFill,
): Promise<void> => {
  const { id, work, path } = attribute;
  if (work?.task === 'remove') throw fail('SRCH-ATTRIBUTE-REMOVING', { path });
  if (isUnderWay(work)) return;
  await requireSearchOn(trx);
  const resumed = await resumeJobs(trx, 'searchFill', [id], jobAsker(context));
  if (resumed.length === 0) await beginFill(trx, context, attribute);
  await record(trx, context, 'Start', attribute, 'backFill');
};

/**
 * Looks for an attribute in stored events; what was cancelled or failed goes on where it was, and what is done is done
 * again.
 *
 * @throws `SRCH-ATTRIBUTE-UNKNOWN`, `SRCH-ATTRIBUTE-REMOVING`, `SRCH-OFF`.
 */
export const startSearchBackfill = async (context: EnvironmentContext, id: Id): Promise<SearchAttributes> =>
  changeAttributes(context, async (trx) => {
    await fillAgain(trx, context, take(await readFilled(trx), context, id));
  });

/**
 * Looks for an own field in stored events of its assessment, whose schema makes it searchable.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `ASSESSMENT-NOT-ROOT`, `SRCH-FIELD-UNKNOWN`, `SRCH-OFF`.
 */
export const startFieldBackfill = async (
  context: EnvironmentContext,
  { eventType, path }: BodyOf<typeof fieldEndpoint>,
): Promise<SearchAttributes> => {
  const { tenantId, environmentId } = context;
  return changeAttributes(context, async (trx, { by, at }) => {
    const { definition, ...assessment } = await readDefined(trx, environmentId, eventType);
    if (assessment.environmentId !== environmentId)
      throw fail('ASSESSMENT-NOT-ROOT', { name: assessment.friendlyName });
    const field = searchableFields(definition).find((each) => each.path === path);
    if (!field) throw fail('SRCH-FIELD-UNKNOWN', { field: path });
    const known = (await listFieldFills(trx)).find((each) => each.kind === eventType && each.path === path);
    if (known) {
      await fillAgain(trx, context, known);
      return;
    }
    const made = { environmentId, kind: eventType, path, type: field.type, createdBy: by, createdAt: at };
    const fill = { id: newId(), ...made };
    await insertSearchAttribute(trx, tenantId, fill);
    await beginFill(trx, context, fill);
    await record(trx, context, 'Start', fill, 'backFill');
  });
};

/** Stops looking through stored events; what was found stays. @throws `SRCH-ATTRIBUTE-UNKNOWN`. */
export const cancelSearchBackfill = async (context: EnvironmentContext, id: Id): Promise<SearchAttributes> =>
  changeAttributes(context, async (trx, { at }) => {
    const attribute = take(await readFilled(trx), context, id);
    if (attribute.work?.task !== 'fill') return;
    const cancelled = await cancelJobs(trx, 'searchFill', [id], at, UNFINISHED_JOB_STATES);
    if (cancelled.length > 0) await record(trx, context, 'Stop', attribute, 'partlyBackFilled');
  });
