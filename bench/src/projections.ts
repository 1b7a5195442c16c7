import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, newId, seededRandom, type Id } from '@redoubt/kernel';
import {
  createLog,
  PROJECTORS,
  resetProjection,
  startProjectors,
  type Database,
  type EmbeddedPostgres,
  type LogEvent,
} from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { cpuMsOf } from './measure/processes.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const EVENTS = 12_000;
/** The first warms up. */
const ROUNDS = 4;
const IN_FLIGHT = 2000;
const STATISTICS_MS = 2500;
const FROM_MS = Date.UTC(2026, 2, 4);
const SHOPPERS = 20_000;
const RULES = 6;
const COUNTRIES = 20;
/** Values of each report field, drawn independently: the worst for sums, which few events then share. */
const FIELDS = {
  businessSegment: 4,
  productCategory: 10,
  instrumentType: 6,
  cardType: 5,
  ipCountry: 20,
  ipState: 50,
  billingCountry: 20,
  shippingCountry: 20,
} as const;

/** What a thousand events cost a projector: milliseconds of processor time, and bytes of the write-ahead log. */
type ProjectorCost = {
  readonly name: string;
  readonly serverMs: number;
  readonly postgresMs: number;
  readonly walBytes: number;
};
export type ProjectionFigures = {
  readonly costs: readonly ProjectorCost[];
  /** Tables, the largest with their indexes first. */
  readonly sizes: readonly TableSize[];
};

/** What an event leaves in a table: rows written and changed, the latter also without new entries of indexes, and bytes. */
type TableSize = {
  readonly name: string;
  readonly rows: number;
  readonly changed: number;
  readonly changedInPlace: number;
  readonly bytes: number;
  readonly indexes: readonly { readonly name: string; readonly bytes: number }[];
};

const purchases = (place: { readonly tenantId: Id; readonly environmentId: Id }): readonly LogEvent[] => {
  const random = seededRandom(7);
  const below = (most: number): number => Math.floor(random() * most);
  const rules = Array.from({ length: 2 * RULES }, () => newId());
  return Array.from({ length: EVENTS }, (_, number) => {
    const atMs = FROM_MS + Math.floor((number / EVENTS) * 2 * DAY_MS);
    const [shopper, rule, drawn] = [below(SHOPPERS), below(RULES), random()];
    const decision = drawn < 0.8 ? 'Approve' : drawn < 0.9 ? 'Reject' : 'Review';
    const isDecided = decision !== 'Approve';
    const observed =
      random() < 0.25 ? [{ ruleId: rules[RULES + rule] ?? newId(), clause: 'Watch', decision: null }] : [];
    const decided = isDecided ? [{ ruleId: rules[rule] ?? newId(), clause: `Clause ${rule}`, decision } as const] : [];
    return aPurchase(
      place,
      { eventId: `purchase-${number}`, eventTimeMs: atMs, receivedAtMs: atMs },
      {
        decision,
        rule: isDecided ? `Rule ${rule}` : null,
        clause: isDecided ? `Clause ${rule}` : null,
        hits: [...observed, ...decided],
        amount: below(20_000) / 100,
        currency: ['EUR', 'USD', 'GBP'][below(3)] ?? 'EUR',
        country: `C${below(COUNTRIES)}`,
        userId: `user-${shopper}`,
        userName: `Ada${shopper % 300} Byron${shopper % 700}`,
        email: `user${shopper}@shop.example`,
        ipAddress: `192.0.${shopper % 255}.${shopper % 251}`,
        deviceId: newId(),
        paymentInstrumentIds: [`card-${shopper}`],
        cardNumberStarts: ['400000'],
        riskScore: below(999),
        latencyUs: 500 + below(5000),
        reportFields: Object.fromEntries(
          Object.entries(FIELDS).map(([name, values]) => [name, `${name} ${below(values)}`]),
        ),
      },
    );
  });
};

const catchUp = async (database: Database): Promise<void> => {
  const projectors = startProjectors(database);
  await projectors.caughtUp();
  await projectors.close();
};

const walBytes = async ({ pools }: Database): Promise<number> => {
  const { rows } = await pools.ingest.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes ?? 0);
};

const sizesOf = async ({ pools }: Database): Promise<ProjectionFigures['sizes']> => {
  const tables = PROJECTORS.flatMap((projector) => projector.tables);
  const { rows } = await pools.ingest.query<TableSize>(
    `select s.relname as name, s.n_tup_ins::float8 / $2 as rows, s.n_tup_upd::float8 / $2 as changed,
            s.n_tup_hot_upd::float8 / $2 as "changedInPlace", pg_relation_size(s.relid)::float8 / $2 as bytes,
            array(select json_build_object('name', i.indexrelname, 'bytes', pg_relation_size(i.indexrelid)::float8 / $2)
                    from pg_stat_user_indexes i where i.relid = s.relid
                   order by pg_relation_size(i.indexrelid) desc) as indexes
       from pg_stat_user_tables s where s.relname = any ($1)
      order by pg_relation_size(s.relid) + pg_indexes_size(s.relid) desc`,
    [tables, EVENTS],
  );
  return rows;
};

/** What building each projection anew costs, the projectors taking turns. */
const measure = async (database: Database, server: EmbeddedPostgres): Promise<ProjectionFigures> => {
  const log = createLog(database);
  const events = purchases({ tenantId: newId(), environmentId: newId() });
  for (let at = 0; at < events.length; at += IN_FLIGHT) {
    await Promise.all(events.slice(at, at + IN_FLIGHT).map((event) => log.append(event)));
  }
  await log.close();
  await catchUp(database);
  // Counts of rows come a second late.
  await delay(STATISTICS_MS);
  const sizes = await sizesOf(database);
  const rounds = new Map<string, ProjectorCost[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const projector of PROJECTORS) {
      await resetProjection(database, projector);
      const before = {
        server: process.cpuUsage(),
        postgres: await cpuMsOf(server.pid(), true),
        wal: await walBytes(database),
      };
      await catchUp(database);
      const { user, system } = process.cpuUsage(before.server);
      const cost = {
        name: projector.name,
        serverMs: (user + system) / EVENTS,
        postgresMs: (((await cpuMsOf(server.pid(), true)) - before.postgres) * 1000) / EVENTS,
        walBytes: ((await walBytes(database)) - before.wal) / EVENTS,
      };
      if (round > 0) rounds.set(projector.name, [...(rounds.get(projector.name) ?? []), cost]);
    }
  }
  const costs = [...rounds].map(([name, some]) => ({
    name,
    serverMs: median(some.map((each) => each.serverMs)),
    postgresMs: median(some.map((each) => each.postgresMs)),
    walBytes: median(some.map((each) => each.walBytes)),
  }));
  return { costs, sizes };
};

/** Processor time and bytes that projections take for events with eight report fields. */
export const measureProjections = (): Promise<ProjectionFigures> =>
  onOwnDatabase('projections', (database, { server }) => measure(database, server));

const HEAD = `# What projections cost

Lines per run of \`npm run bench -- projections\`: ${EVENTS.toLocaleString('en-US')} purchases of two days with eight report fields drawn
independently, in 3 currencies; each projection emptied and built again, the projectors taking turns, the median of ${ROUNDS - 1} rounds.
Processor time, so that it means something beside other programs; each projector reads the events for itself here, about 10 ms
of the server's time, which they share in the product. Bytes of tables and indexes as they are after the first building, and rows written and
changed of each table, the latter in place where no index had to be written.

| Run | Machine | What | Server | PostgreSQL | Together | Write-ahead log | Load |
|---|---|---|---|---|---|---|---|
`;
/** Tables that are told of. */
const LARGEST = 8;

const tableText = ({ name, rows, changed, changedInPlace, bytes, indexes }: TableSize): string => {
  const changes = changed < 0.005 ? '' : ` and ${changed.toFixed(2)} changed, ${changedInPlace.toFixed(2)} in place`;
  const sizes = indexes.filter((index) => index.bytes >= 1).map((index) => `${index.name} ${Math.round(index.bytes)}`);
  return `${name} ${rows.toFixed(2)} rows${changes}, ${Math.round(bytes)} bytes (${sizes.join(', ')})`;
};

export const saveProjections = (
  directory: string,
  at: string,
  machine: Machine,
  { costs, sizes }: ProjectionFigures,
): Promise<string> => {
  const run = `${at.slice(0, 10)}-${machine.commit}`;
  const cpu = `${machine.cores} × ${machine.cpu}`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const bytes = (value: number): string => `${Math.round(value).toLocaleString('en-US')} bytes an event`;
  const all = costs.reduce(
    (sum, each) => ({
      name: 'all',
      serverMs: sum.serverMs + each.serverMs,
      postgresMs: sum.postgresMs + each.postgresMs,
      walBytes: sum.walBytes + each.walBytes,
    }),
    { name: 'all', serverMs: 0, postgresMs: 0, walBytes: 0 },
  );
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const rows = [...costs, all].map(({ name, serverMs, postgresMs, walBytes: wal }) => [
    run,
    cpu,
    `${name}, a thousand events`,
    ms(serverMs),
    ms(postgresMs),
    ms(serverMs + postgresMs),
    bytes(wal),
    load,
  ]);
  const largest = sizes.slice(0, LARGEST).map(tableText);
  const total = sizes.reduce(
    (sum, size) => sum + size.bytes + size.indexes.reduce((indexes, index) => indexes + index.bytes, 0),
    0,
  );
  const disk = [run, cpu, `${bytes(total)} of tables and indexes: ${largest.join('; ')}`, '', '', '', '', load];
  return appendResults(directory, 'projections.md', HEAD, [...rows, disk]);
};
