import { Readable } from 'node:stream';
import { newId, systemClock } from '@redoubt/kernel';
import { changeListRows, createList, createRule, publishRule } from '@redoubt/services';
import { advancePlanHead, type Database } from '@redoubt/storage';
import { createPlace } from './backtest/make-history.ts';
import { benchPlans } from './measure/decisions.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { addResult } from './measure/result-file.ts';
import { stallOf } from './measure/stall.ts';
import { median } from './measure/median.ts';

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
  /** From the commit of the edit to the plan that reads it, on a node that knew the content before. */
  readonly activationMs: number;
  /** The longest that one such plan held the node up, by the processor time of the deciding thread; of all edits. */
  readonly stallMs: number;
  /** The same plan on a node that reads and indexes the whole list. */
  readonly loadMs: number;
};

const walPosition = async (database: Database): Promise<number> => {
  const { rows } = await database.pools.app.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  );
  return Number(rows[0]?.bytes);
};

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
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
  const plans = benchPlans(database);
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
    const { processorMs: stallMs } = await stallOf(() => plans.refresh(tenantId));
    const activationMs = performance.now() - refreshMs;
    const loadMs = await timeOf(() => benchPlans(database).refresh(tenantId));
    figures.push({ editMs, walBytes, publishWaitMs, activationMs, stallMs, loadMs });
  }
  return {
    rows,
    stallMs: Math.max(...figures.map((each) => each.stallMs)),
    loadMs: median(figures.map((each) => each.loadMs)),
    editMs: median(figures.map((each) => each.editMs)),
    walBytes: median(figures.map((each) => each.walBytes)),
    publishWaitMs: median(figures.map((each) => each.publishWaitMs)),
    activationMs: median(figures.map((each) => each.activationMs)),
  };
};

/** One cell of a small and of a large list is edited, on a database of their own: what it costs, and who waits for it. */
export const measureListEdits = (): Promise<readonly EditFigures[]> =>
  onOwnDatabase('list-edits', async (database) => {
    const figures: EditFigures[] = [];
    for (const rows of ROWS) figures.push(await measureOf(database, rows));
    return figures;
  });

const HEAD = `# Editing one cell of a list

One block per run of \`npm run bench -- list-edits\`: the medians of ${EDITS} edits. "To the plan" is the time from the edit to the
plan that reads it: on a node that knew the content before, and on one that loads the whole list. The stall is the longest
of all edits, by the processor time of the deciding thread.
`;

const tableOf = (figures: readonly EditFigures[]): string => {
  const [small, large] = [figures[0], figures.at(-1)];
  if (!small || !large) return '';
  const line = (name: string, value: (each: EditFigures) => number, unit: string): string => {
    const [few, many] = [value(small), value(large)];
    return `| ${name} | ${few.toFixed(1)} ${unit} | ${many.toFixed(1)} ${unit} | ${(many / few).toFixed(1)} × |`;
  };
  return [
    `| | ${small.rows.toLocaleString('en-US')} rows | ${large.rows.toLocaleString('en-US')} rows | Ratio |`,
    '|---|---|---|---|',
    line('Time of an edit', ({ editMs }) => editMs, 'ms'),
    line('Write-ahead log', ({ walBytes }) => walBytes / 1024, 'KB'),
    line('Others who publish wait', ({ publishWaitMs }) => publishWaitMs, 'ms'),
    line('To the plan, content before known', ({ activationMs }) => activationMs, 'ms'),
    line('To the plan, whole list loaded', ({ loadMs }) => loadMs, 'ms'),
    line('Longest stall on the way to the plan', ({ stallMs }) => stallMs, 'ms'),
    '',
    `Of the large list, the plan of an edit takes ${((large.activationMs / large.loadMs) * 100).toFixed(1)} % of the time of a whole load.`,
  ].join('\n');
};

/** Adds a block to the results of all runs; gives it. */
export const saveListEdits = async (
  directory: string,
  at: string,
  machine: Machine,
  figures: readonly EditFigures[],
): Promise<string> => {
  return addResult({ directory, name: 'list-edits.md', head: HEAD }, at, machine, tableOf(figures));
};
