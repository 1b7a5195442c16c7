import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId, systemClock } from '@redoubt/kernel';
import {
  changeListRows,
  createList,
  createRule,
  createTenantSourceLoader,
  PlanRegistry,
  publishRule,
} from '@redoubt/services';
import { advancePlanHead, openDatabase, silentLogger, startEmbeddedPostgres, type Database } from '@redoubt/storage';
import { createPlace } from './backtest/make-history.ts';

const ROWS = [1000, 1_000_000];
const EDITS = 7;

export type EditFigures = {
  readonly rows: number;
  /** From the call to its answer; medians of the edits, as everything here. */
  readonly editMs: number;
  /** Written to the write-ahead log for it. */
  readonly walBytes: number;
  /** The longest that another who publishes in the tenant waited meanwhile. */
  readonly publishWaitMs: number;
  /** From the commit of the edit to the plan that reads it, on one node. */
  readonly activationMs: number;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const walPosition = async (database: Database): Promise<number> => {
  const { rows } = await database.pools.app.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  );
  return Number(rows[0]?.bytes);
};

const measureOf = async (database: Database, rows: number): Promise<EditFigures> => {
  const context = await createPlace(database);
  const { tenantId } = context;
  const lines = Array.from({ length: rows }, (_, row) => `c${row},${row % 9}`);
  const stream = Readable.from([Buffer.from(`Key,R\n${lines.join('\n')}\n`)]);
  let list = await createList(context, { name: 'Customers', description: '', stream });
  const code = 'RETURN Review() WHEN Lookup("Customers", "Key", @"user.userId", "R", "") == "8"';
  const text = { condition: '', clauses: [{ id: newId(), name: 'Look up', code }], samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name: 'Customers', description: '', text });
  const input = { version: rule.version, name: 'Customers', description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, systemClock),
    onLeftOut: (_tenantId, [unit]) => {
      if (unit) throw new Error(unit.message);
    },
  });
  await plans.refresh(tenantId);
  const figures: Omit<EditFigures, 'rows'>[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const ordinal = 1 + ((edit * 7919 * 31) % rows);
    const walBefore = await walPosition(database);
    const startMs = performance.now();
    let isDone = false;
    const editing = changeListRows(context, list.id, {
      version: list.version,
      changes: [{ kind: 'set', ordinal, cells: [`c${ordinal - 1}`, `e${edit}`] }],
    }).finally(() => {
      isDone = true;
    });
    let publishWaitMs = 0;
    const publishing = (async () => {
      while (!isDone) {
        const askedMs = performance.now();
        await database
          .inTenant(tenantId, async (trx) => {
            await advancePlanHead(trx, tenantId, new Date(systemClock.now()));
            throw new Error('taken back');
          })
          .catch(() => undefined);
        publishWaitMs = Math.max(publishWaitMs, performance.now() - askedMs);
      }
    })();
    list = await editing;
    const editMs = performance.now() - startMs;
    await publishing;
    const walBytes = (await walPosition(database)) - walBefore;
    const refreshMs = performance.now();
    await plans.refresh(tenantId);
    figures.push({ editMs, walBytes, publishWaitMs, activationMs: performance.now() - refreshMs });
  }
  return {
    rows,
    editMs: median(figures.map((each) => each.editMs)),
    walBytes: median(figures.map((each) => each.walBytes)),
    publishWaitMs: median(figures.map((each) => each.publishWaitMs)),
    activationMs: median(figures.map((each) => each.activationMs)),
  };
};

/** One cell of a small and of a large list is edited, on a database of their own: what it costs, and who waits for it. */
export const measureListEdits = async (): Promise<readonly EditFigures[]> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-list-edits-'));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const database = await openDatabase({ server, databaseName: 'bench_list_edits', log: silentLogger });
    try {
      const figures: EditFigures[] = [];
      for (const rows of ROWS) figures.push(await measureOf(database, rows));
      return figures;
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

/** The figures as text: one line for each list, and how many times as much the large one takes. */
export const describeListEdits = (figures: readonly EditFigures[]): string => {
  const line = ({ rows, editMs, walBytes, publishWaitMs, activationMs }: EditFigures): string =>
    [
      `${rows.toLocaleString('en-US')} rows: ${editMs.toFixed(0)} ms for a cell`,
      `${(walBytes / 1024).toFixed(0)} KB of write-ahead log`,
      `${publishWaitMs.toFixed(0)} ms of waiting for who publishes`,
      `${activationMs.toFixed(0)} ms to the plan`,
    ].join(', ');
  const [small, large] = [figures[0], figures.at(-1)];
  if (!small || !large) return '';
  const times = (part: (each: EditFigures) => number): string => `${(part(large) / part(small)).toFixed(1)} ×`;
  return [
    ...figures.map(line),
    `large to small: ${times(({ editMs }) => editMs)} time, ${times(({ walBytes }) => walBytes)} bytes, ${times(({ activationMs }) => activationMs)} to the plan`,
  ].join('\n');
};
