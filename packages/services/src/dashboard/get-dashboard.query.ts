import type { Dashboard, getDashboard as endpoint, QueryOf } from '@redoubt/contracts';
import { DAY_MS, MINUTE_MS } from '@redoubt/kernel';
import { listDraftsOf, readDashboard } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { decidingEnvironmentIds, loadSubtree, scopeIds } from '../environments/subtree.ts';
import { reading } from '../unit-of-work.ts';

/** Midnight of the reader's day: `utcOffsetMinutes` is how far their clocks are ahead of UTC. */
export const startOfDayMs = (nowMs: number, utcOffsetMinutes: number): number => {
  const offsetMs = utcOffsetMinutes * MINUTE_MS;
  return Math.floor((nowMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
};

/** Live numbers of the reader's today, what changed and which drafts wait for them. */
export const getDashboard = async (
  context: EnvironmentContext,
  query: QueryOf<typeof endpoint>,
): Promise<Dashboard> => {
  const { database, tenantId, environmentId, actor, capabilities } = context;
  const nowMs = context.clock.now();
  const since = new Date(startOfDayMs(nowMs, query.utcOffsetMinutes));
  const mayReadRules = capabilities.decisionRules !== undefined;
  const { environmentIds, changesIn, drafts, rates } = await reading(context, async (trx) => {
    const subtree = await loadSubtree(trx, environmentId);
    return {
      environmentIds: scopeIds(subtree, query.includeChildren),
      changesIn: decidingEnvironmentIds(subtree, query.includeChildren),
      drafts: mayReadRules ? await listDraftsOf(trx, { environmentId, savedBy: actor.name }) : [],
      rates: await readTreeRates(trx, environmentId, { fromMs: since.getTime(), toMs: nowMs }),
    };
  });
  const span = { since, now: new Date(nowMs), changesIn, rates };
  const numbers = await readDashboard(database, { tenantId, environmentIds }, span);
  return {
    asOf: new Date(nowMs).toISOString(),
    since: since.toISOString(),
    environmentIds: [...environmentIds],
    totals: numbers.totals,
    previous: numbers.previous,
    series: numbers.series.map(({ from, decisions }) => ({ from: from.toISOString(), decisions })),
    topClauses: [...numbers.topClauses],
    drafts: drafts.map(({ savedAt, ...draft }) => ({ ...draft, savedAt: savedAt.toISOString() })),
    changes: numbers.changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
};
