import type { BodyOf, findSearchMatches as endpoint, ResponseOf } from '@redoubt/contracts';
import { findMatches as readMatches, type SearchMatch } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';

/** As far back as a search may look. */
const MONTHS = 13;

/** An event by its id first, then the newest. */
const byUse = (one: SearchMatch, other: SearchMatch): number =>
  Number(other.field === 'eventId') - Number(one.field === 'eventId') ||
  other.newest.getTime() - one.newest.getTime() ||
  one.field.localeCompare(other.field);

/** What a text is in the events of the last thirteen months: the id of one, or a fact about a customer. */
export const findSearchMatches = async (
  { database, tenantId, environmentId, clock }: EnvironmentContext,
  { text, includeChildren }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const subtree = await database.readTenant(tenantId, (trx) => loadSubtree(trx, environmentId));
  const from = new Date(clock.now());
  from.setUTCMonth(from.getUTCMonth() - MONTHS);
  const scope = { tenantId, environmentIds: scopeIds(subtree, includeChildren) };
  const found = await readMatches(database, scope, text, from);
  return {
    matches: found
      .toSorted(byUse)
      .map(({ kind, newest, ...match }) => ({ ...match, eventType: kind, newest: newest.toISOString() })),
  };
};
