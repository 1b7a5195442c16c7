import { invariant, newId, systemClock } from '@redoubt/kernel';
import { createLog, startProjectors, type Database } from '@redoubt/storage';
import { createRingTraffic } from '@redoubt/testing/simulator';
import type { Machine } from '../measure/machine.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendResults } from '../measure/result-table.ts';
import { storedOf } from './stored-purchases.ts';

const EVENTS = 100_000;
const AT_ONCE = 1000;
const TRAFFIC = { seed: 5, rings: 200, members: 12, households: 5000, population: 40_000 } as const;

/** Bytes of an event, on average. */
export type LinkedValueFigures = {
  readonly events: number;
  /** What the index of search keeps besides its columns: further cards, phones, addresses, products. */
  readonly linked: number;
  /** The whole row of the index. */
  readonly row: number;
};

const measure = async (database: Database): Promise<LinkedValueFigures> => {
  const log = createLog(database, { timeoutMs: 120_000 });
  const place = { tenantId: newId(), environmentId: newId() };
  const nowMs = systemClock.now();
  const next = createRingTraffic({ ...TRAFFIC, nowMs });
  for (let at = 0; at < EVENTS; at += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_, each) => storedOf(place, next(nowMs).body, nowMs - at - each));
    await Promise.all(events.map((event) => log.append(event)));
  }
  await log.close();
  const projectors = startProjectors(database);
  await projectors.caughtUp();
  await projectors.close();
  const { rows } = await database.pools.ingest.connect().then(async (client) => {
    await client.query("select set_config('redoubt.tenant_ids', $1, false)", [place.tenantId]);
    const found = await client.query<{ events: number; linked: number; whole: number }>(
      `select count(*)::int as events, avg(pg_column_size(s.linked_values))::float8 as linked,
              avg(pg_column_size(s.*))::float8 as whole
         from event_search s`,
    );
    client.release(true);
    return found;
  });
  const [figures] = rows;
  invariant(figures?.events === EVENTS, 'every event is in the index');
  return { events: EVENTS, linked: figures.linked, row: figures.whole };
};

/** How much of an event the index of search keeps a second time for the graph explorer, on a database of its own. */
export const measureLinkedValues = (): Promise<LinkedValueFigures> => onOwnDatabase('linked', measure);

const HEAD = `# Linked values in the index of search

One line per run of \`npm run bench -- linked-values\`: purchases of a shop with rings and households. Phones, addresses, products and
further cards stand in the log and a second time in \`event_search.linked_values\`. Bytes of an event on average, as PostgreSQL stores
them in the row.

| Run | Events | Linked values | Row with them | Share |
|---|---|---|---|---|
`;

/** Adds a line to the table of all runs; gives it. */
export const saveLinkedValues = (
  directory: string,
  at: string,
  machine: Machine,
  { events, linked, row }: LinkedValueFigures,
): Promise<string> =>
  appendResults(directory, 'linked-values.md', HEAD, [
    [
      `${at.slice(0, 10)}-${machine.commit}`,
      events.toLocaleString('en-US'),
      `${linked.toFixed(0)} B`,
      `${row.toFixed(0)} B`,
      `${((linked / row) * 100).toFixed(0)} %`,
    ],
  ]);
