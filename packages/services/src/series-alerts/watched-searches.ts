import type { SearchFilter } from '@redoubt/contracts';
import {
  ASSESSMENT_KINDS,
  fail,
  isDefinedAssessment,
  isFieldDimension,
  MOST_SCANNED_MINUTES,
  ownPathOf,
  parseViewParameters,
  readFilter,
  type AlertSeries,
  type AssessmentKind,
  type DefinedAssessmentKind,
} from '@redoubt/domain';
import { AppError, type Id } from '@redoubt/kernel';
import {
  countSearched,
  findSearchIndex,
  isIndexed,
  isSearchField,
  listAllViews,
  type Scope,
  type SearchQuery,
  type SeriesSpan,
  type StoredSavedView,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { seenViews } from '../saved-views/seen-views.ts';
import { readQuestion, refuseNarrowing } from '../search/search-scope.ts';
import { requireSearchOn } from '../search-index/require-search-on.ts';

/** A saved search of an environment, anyone's. */
export type WatchedSearch = StoredSavedView & { readonly tenantId: Id };

/** Saved searches of an environment by id, private ones of everyone included: for jobs. */
export const readSearches = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<ReadonlyMap<string, WatchedSearch>> =>
  new Map((await listAllViews(trx, { environmentId, page: 'search' })).map((view) => [view.id, view]));

type Asked = {
  readonly eventType: AssessmentKind | DefinedAssessmentKind;
  readonly includeChildren: boolean;
  readonly filters: SearchFilter[];
  readonly anyOf?: SearchFilter[][];
};

const isField = (name: string): name is SearchFilter['field'] =>
  isSearchField(name) || ownPathOf(name) !== null || isFieldDimension(name);

const filterOf = (text: string): SearchFilter | undefined => {
  const spelled = readFilter(text);
  return spelled !== undefined && isField(spelled.field)
    ? { field: spelled.field, operator: spelled.operator, values: [...spelled.values] }
    : undefined;
};

/** What a saved search asks; 'condition' where it asks one in the rule language, 'unreadable' where a part cannot be read. */
const askedBy = ({ parameters }: Pick<StoredSavedView, 'parameters'>): Asked | 'condition' | 'unreadable' => {
  const { type = 'purchase', children, where, or, fql } = parseViewParameters('search', parameters);
  if (fql !== undefined) return 'condition';
  const eventType = ASSESSMENT_KINDS.find((each) => each === type) ?? type;
  if (typeof eventType !== 'string' || Array.isArray(where) || Array.isArray(or)) return 'unreadable';
  const groupOf = (text: string): readonly (SearchFilter | undefined)[] => text.split(';').map(filterOf);
  const all = where === undefined ? [] : groupOf(where);
  const groups = or === undefined ? [] : or.split('|').map(groupOf);
  const isRead = (group: readonly (SearchFilter | undefined)[]): group is SearchFilter[] => !group.includes(undefined);
  const isKnown = ASSESSMENT_KINDS.some((each) => each === eventType) || isDefinedAssessment(eventType);
  if (!isKnown || !isRead(all) || !groups.every(isRead)) return 'unreadable';
  return {
    eventType: eventType as Asked['eventType'],
    includeChildren: children !== 'no',
    filters: all,
    ...(groups.length === 0 ? {} : { anyOf: groups }),
  };
};

/** Whether a caller who sees masks may be given how many events a search finds. */
const mayCount = (context: EnvironmentContext, view: StoredSavedView): boolean => {
  const asked = askedBy(view);
  if (typeof asked === 'string' || (context.maskedEnvironments?.size ?? 0) === 0) return true;
  try {
    refuseNarrowing(asked);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

/** Of some saved searches, those that a caller may see and be given counts of. */
export const seenSearches = (
  context: EnvironmentContext,
  searches: ReadonlyMap<string, WatchedSearch>,
): readonly WatchedSearch[] =>
  seenViews(
    context,
    [...searches.values()].filter(({ isShared, ownerId }) => isShared || ownerId === context.actor.id),
  ).filter((view) => mayCount(context, view));

/** Whose messages a search has: of a private one those of its owner alone; null for everyone's. */
export const audienceOf = ({ isShared, ownerId }: Pick<StoredSavedView, 'isShared' | 'ownerId'>): string | null =>
  isShared ? null : ownerId;

type Compiled = { readonly scope: Scope; readonly query: Omit<SearchQuery, 'from' | 'to'> };

const compile = async (
  trx: TenantTransaction,
  environmentId: Id,
  { tenantId }: Pick<WatchedSearch, 'tenantId'>,
  asked: Asked,
): Promise<Compiled> => {
  const subtree = await loadSubtree(trx, environmentId);
  const { kind, filters, anyOf } = await readQuestion(trx, { environmentId }, subtree, asked);
  return {
    scope: { tenantId, environmentIds: scopeIds(subtree, asked.includeChildren) },
    query: { kind, filters, anyOf },
  };
};

const isTooWide = ({ query }: Compiled, windowMinutes: number): boolean =>
  windowMinutes > MOST_SCANNED_MINUTES && !isIndexed(query);

/**
 * Refuses a search that cannot be counted every minute.
 *
 * @throws `ALERT-SEARCH-CONDITION`, `ALERT-SEARCH-WINDOW`, `SRCH-OFF`, `SRCH-FIELD-UNKNOWN`, `SRCH-FIELD-MASKED`.
 */
export const requireCountable = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  view: WatchedSearch,
  { windowMinutes }: Pick<AlertSeries, 'windowMinutes'>,
): Promise<void> => {
  const { name } = view;
  await requireSearchOn(trx);
  const asked = askedBy(view);
  if (typeof asked === 'string') throw fail('ALERT-SEARCH-CONDITION', { name });
  const compiled = await compile(trx, context.environmentId, view, asked);
  if (compiled.scope.environmentIds.some((id) => seesMasks(context, id))) refuseNarrowing(asked);
  if (isTooWide(compiled, windowMinutes)) throw fail('ALERT-SEARCH-WINDOW', { name, most: MOST_SCANNED_MINUTES });
};

/**
 * How a saved search is counted: by the time of its events, as the search page does. Undefined where it cannot be, because it was
 * changed since it is watched, an own field is gone, or search is off.
 */
export const searchCounter = async (
  trx: TenantTransaction,
  environmentId: Id,
  { target, windowMinutes }: AlertSeries,
): Promise<
  ((span: SeriesSpan) => Promise<readonly { readonly bucket: number; readonly events: number }[]>) | undefined
> => {
  const view = (await readSearches(trx, environmentId)).get(target ?? '');
  const asked = view === undefined ? 'unreadable' : askedBy(view);
  if (view === undefined || typeof asked === 'string' || (await findSearchIndex(trx))?.isOn === false) return undefined;
  try {
    const compiled = await compile(trx, environmentId, view, asked);
    if (isTooWide(compiled, windowMinutes)) return undefined;
    return (span) => countSearched(trx, compiled.scope, compiled.query, span);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SRCH-FIELD-UNKNOWN') return undefined;
    throw error;
  }
};
