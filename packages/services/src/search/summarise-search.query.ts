import type { BodyOf, ResponseOf, summariseSearch as endpoint } from '@redoubt/contracts';
import { summariseSearch as readSummary } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { reading } from '../unit-of-work.ts';
import { readAskedRules } from './asked-rules.ts';
import { filtersOf, readSearch } from './search-scope.ts';

/** Counts of a query. Throws as `searchEvents` does. */
export const summariseSearch = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const asOf = new Date(context.clock.now()).toISOString();
  const { scope, query } = await readSearch(context, body);
  const { buckets, facets, ...summary } = await readSummary(context.database, scope, query);
  return {
    ...summary,
    buckets: buckets.map(({ from, decisions }) => ({ from: from.toISOString(), decisions })),
    facets: {
      clause: [...facets.clause],
      country: [...facets.country],
      // A count does not say of which events it is, so what rules made of their values cannot be masked.
      reason: scope.environmentIds.some((id) => seesMasks(context, id)) ? [] : [...facets.reason],
    },
    ruleNames: await reading(context, (trx) => readAskedRules(trx, context, filtersOf(body))),
    asOf,
  };
};
