import type { BodyOf, findSearchMatches as endpoint, ResponseOf } from '@redoubt/contracts';
import { filterValueOf } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findMatches as readMatches,
  type MatchedOwnField,
  type SearchMatch,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds, type Subtree } from '../environments/subtree.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { requireSearchOn } from '../search-index/require-search-on.ts';
import { reading } from '../unit-of-work.ts';
import { readOwnTextFields } from '../symbols/own-text-fields.ts';

/** As far back as a search may look. */
const MONTHS = 13;

/** The text as each own field of texts keeps it. */
const ownTexts = async (
  trx: TenantTransaction,
  environmentId: Id,
  subtree: Subtree,
  text: string,
): Promise<readonly MatchedOwnField[]> =>
  (await readOwnTextFields(trx, environmentId, subtree)).flatMap(({ kind, path, type }) => {
    const value = filterValueOf(type, text);
    return value === null ? [] : [{ kind, path, value: String(value) }];
  });

/** An event by its id first, then the newest. */
const byUse = (one: SearchMatch, other: SearchMatch): number =>
  Number(other.field === 'eventId') - Number(one.field === 'eventId') ||
  other.newest.getTime() - one.newest.getTime() ||
  one.field.localeCompare(other.field);

/** What a text is in the events of the last thirteen months: the id of one, or a fact about a customer. @throws `SRCH-OFF`. */
export const findSearchMatches = async (
  context: EnvironmentContext,
  { text, includeChildren }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { database, tenantId, environmentId, clock } = context;
  const { subtree, own } = await reading(context, async (trx) => {
    await requireSearchOn(trx);
    const subtree = await loadSubtree(trx, environmentId);
    return { subtree, own: await ownTexts(trx, environmentId, subtree, text) };
  });
  const from = new Date(clock.now());
  from.setUTCMonth(from.getUTCMonth() - MONTHS);
  const scope = { tenantId, environmentIds: scopeIds(subtree, includeChildren) };
  const masks = scope.environmentIds.some((id) => seesMasks(context, id));
  // Names are found by how they begin, which would give a masked one away letter by letter.
  const found = (await readMatches(database, scope, text, from, own)).filter(
    ({ field }) => !masks || field !== 'userName',
  );
  return {
    matches: found
      .toSorted(byUse)
      .map(({ kind, newest, ...match }) => ({ ...match, eventType: kind, newest: newest.toISOString() })),
  };
};
