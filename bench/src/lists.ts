import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { newId, systemClock } from '@redoubt/kernel';
import {
  createList,
  createRule,
  createTenantSourceLoader,
  PlanRegistry,
  publishRule,
  replaceList,
} from '@redoubt/services';
import { type Database } from '@redoubt/storage';
import { createPlace } from './backtest/make-history.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const ROWS = 1_000_000;
const LOOKUPS = 2_000_000;
const ROUNDS = 3;
/** A prime: keys asked one after the other are not neighbours in the list. */
const STRIDE = 7919;

export type ListFigures = {
  readonly rows: number;
  readonly bytes: number;
  /** Processor time of a look-up of a key that is there, in nanoseconds; the median of the rounds. */
  readonly foundNs: number;
  readonly missingNs: number;
  /** From the commit of the new content to the plan that reads it, on one node; the median of the rounds. */
  readonly activationMs: number;
  readonly activations: readonly number[];
  /** Processor time of this process for it; the median of the rounds. */
  readonly activationCpuMs: number;
};

const keyOf = (row: number): string => `c${row}`;
const fileOf = (round: number): string => {
  const lines = ['Key,R'];
  for (let row = 0; row < ROWS; row += 1) lines.push(`${keyOf(row)},${(row + round) % 9}`);
  return `${lines.join('\n')}\n`;
};

/** Processor time of a look-up, in nanoseconds. */
export const lookupNs = (lookup: (key: string) => string | undefined, keys: readonly string[]): number => {
  let found = 0;
  const startUs = process.cpuUsage();
  for (let turn = 0; turn < LOOKUPS; turn += 1) if (lookup(keys[turn % keys.length] ?? '') !== undefined) found += 1;
  const { user, system } = process.cpuUsage(startUs);
  const ns = ((user + system) * 1000) / LOOKUPS;
  if (found !== 0 && found !== LOOKUPS) throw new Error(`${found} of ${LOOKUPS} were found`);
  return ns;
};

const upload = (round: number) => Readable.from([Buffer.from(fileOf(round))]);

/** A list of a million rows, and a rule that looks customers up in it. */
export const publishLongList = async (database: Database) => {
  const context = await createPlace(database);
  const list = await createList(context, { name: 'Customers', description: '', stream: upload(0) });
  const code = 'RETURN Review() WHEN Lookup("Customers", "Key", @"user.userId", "R", "") == "8"';
  const text = { condition: '', clauses: [{ id: newId(), name: 'Look up', code }], samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name: 'Customers', description: '', text });
  const input = { version: rule.version, name: 'Customers', description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
  return { context, list };
};

/** Keys of the list, in an order that jumps. */
export const keysOfLongList = (): readonly string[] =>
  Array.from({ length: 100_003 }, (_, index) => keyOf((index * STRIDE) % ROWS));

const measure = async (database: Database): Promise<ListFigures> => {
  const published = await publishLongList(database);
  const { context } = published;
  let { list } = published;
  const { tenantId, environmentId } = context;
  const load = createTenantSourceLoader(database, systemClock);
  const plans = new PlanRegistry({
    load,
    onLeftOut: (_tenantId, [unit]) => {
      if (unit) throw new Error(unit.message);
    },
  });
  await plans.refresh(tenantId);
  const activations: number[] = [];
  const cpus: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    list = await replaceList(context, list.id, { version: list.version, stream: upload(round) });
    const [startMs, cpu] = [performance.now(), process.cpuUsage()];
    await plans.refresh(tenantId);
    activations.push(performance.now() - startMs);
    const { user, system } = process.cpuUsage(cpu);
    cpus.push((user + system) / 1000);
  }
  const sources = await load.plans(tenantId);
  const lists = sources.plans
    .find((plan) => plan.environmentId === environmentId)
    ?.levels.at(-1)
    ?.lists(0);
  if (!lists) throw new Error('the environment has no plan');
  const lookup = (key: string) => lists.lookup('Customers', 'Key', key, 'R');
  const there = keysOfLongList();
  const rounds = Array.from({ length: ROUNDS }, () => ({
    found: lookupNs(lookup, there),
    missing: lookupNs(
      lookup,
      there.map((key) => `x${key}`),
    ),
  }));
  return {
    rows: list.rowCount,
    bytes: list.sizeBytes,
    foundNs: median(rounds.map(({ found }) => found)),
    missingNs: median(rounds.map(({ missing }) => missing)),
    activationMs: median(activations),
    activations,
    activationCpuMs: median(cpus),
  };
};

/** A list of a million rows in a rule, on a database of its own: its look-ups, and how soon a new content decides. */
export const measureLists = (): Promise<ListFigures> => onOwnDatabase('lists', measure);

const TABLE_HEAD = `# A list of a million rows

One line per run of \`npm run bench -- lists\`: a rule looks customers up in a list of a million rows that keys have to be
found in trimmed and ignoring case. A look-up is what the rule does, its key folded anew each time. Activation runs from the
commit of another content of a million rows to the plan that reads it, on one node: reading the rows, indexing the column
the rule names, compiling, swapping. Look-ups are given in processor time, since other programs run beside them; the load
says how many. Goals: under 2 µs and under 2 s.

| Run | Machine | Rows | Bytes | Look-up, found | Not found | Activation | All rounds | Its processor time | Load |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line to the table of all runs; gives it. */
export const saveLists = async (
  directory: string,
  at: string,
  machine: Machine,
  figures: ListFigures,
): Promise<string> => {
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    figures.rows.toLocaleString('en-US'),
    figures.bytes.toLocaleString('en-US'),
    `${(figures.foundNs / 1000).toFixed(2)} µs`,
    `${(figures.missingNs / 1000).toFixed(2)} µs`,
    `${(figures.activationMs / 1000).toFixed(2)} s`,
    figures.activations.map((ms) => (ms / 1000).toFixed(2)).join(', '),
    `${(figures.activationCpuMs / 1000).toFixed(2)} s`,
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendResults(directory, 'lists.md', TABLE_HEAD, [cells]);
};
