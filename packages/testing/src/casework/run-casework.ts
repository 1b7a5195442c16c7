import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { GENERAL_QUEUE_ID, type CaseEntry } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS } from '@redoubt/kernel';
import type { Database, EmbeddedAddress } from '@redoubt/storage';
import { isAway } from './agent.ts';
import { findCaseDamage, readHistories, type Acknowledged } from './damage.ts';
import { createFastClock } from './fast-clock.ts';
import { addCases, addQueue, createCasePlace, type CasePlace } from './place.ts';
import type { CaseOperation, NodeMessage, NodeOrder } from './protocol.ts';

export type CaseworkOptions = {
  readonly database: Database;
  readonly server: EmbeddedAddress;
  readonly databaseName: string;
  readonly agents: number;
  readonly cases: number;
  /** How often one of the two nodes is killed and started again, evenly over the work. */
  readonly kills: number;
  /** Kills the database, which comes back by itself; done once, when half of the cases are decided. Absent: not at all. */
  readonly killDatabase?: () => Promise<void>;
  readonly seed: number;
  /** How much faster than time the clock of the nodes runs. */
  readonly factor: number;
};

export type CaseworkResult = {
  /** Nothing where each case was decided once, none was lost, none is still in review, and what agents were answered is true. */
  readonly damage: readonly string[];
  readonly cases: number;
  readonly seconds: number;
  readonly kills: number;
  readonly databaseKills: number;
  /** What entries say: how many of each kind of action. */
  readonly actions: Readonly<Record<string, number>>;
  /** Decisions by a bulk of an agent, single ones, and those of time-outs, as they stand. */
  readonly decidedBy: Readonly<Record<string, number>>;
  /** Leases that were over before the agent decided. */
  readonly expired: number;
  /** Codes of what agents were refused, with how often. */
  readonly refused: Readonly<Record<string, number>>;
  /** How long agents waited for a case. */
  readonly takeMs: readonly number[];
  readonly decideMs: readonly number[];
};

const PATIENCE_MS = 240_000;
const POLL_MS = 50;
const PROGRAM = fileURLToPath(new URL('case-node.process.ts', import.meta.url));

type Node = { readonly child: ChildProcess; readonly order: NodeOrder };

const startNode = async (order: NodeOrder, note: (message: NodeMessage) => void): Promise<Node> => {
  // Without what `npm run` preloads: it lets go of the channel, and a node that only waits for its order would end.
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (message) => note(message as NodeMessage));
  const ready = once(child, 'message');
  child.send(order);
  await ready;
  return { child, order };
};

const ended = async ({ child }: Node, end: () => void): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  end();
  await exit;
};

const countOpen = (database: Database, { tenantId, environmentId }: CasePlace): Promise<number> =>
  database.inTenant(tenantId, async (trx) => {
    const { open } = await trx
      .selectFrom('review_case')
      .select((row) => row.fn.countAll<number>().as('open'))
      .where('environment_id', '=', environmentId)
      .where('outcome', 'is', null)
      .executeTakeFirstOrThrow();
    return open;
  });

/** The same, or undefined while the database is away. */
const countOpenIfThere = (database: Database, place: CasePlace): Promise<number | undefined> =>
  countOpen(database, place).catch((error: unknown) => {
    if (isAway(error)) return undefined;
    throw error;
  });

const tally = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, some]) => [name, some.length]));

/** A queue in any order, one in its order, and General; a part of the cases comes to its time-out while agents work. */
const fillPlace = async (database: Database, cases: number, nowMs: number) => {
  const place = await createCasePlace(database);
  const byLoss = {
    name: 'Largest loss',
    sequence: 'Unrestricted',
    orderBy: 'expectedLoss',
    direction: 'desc',
  } as const;
  const inTurn = { name: 'In turn', sequence: 'Restricted', orderBy: 'timeLeft', direction: 'asc' } as const;
  const queues = [GENERAL_QUEUE_ID, await addQueue(database, place, byLoss), await addQueue(database, place, inTurn)];
  const each = Math.ceil(cases / queues.length);
  const at = new Date(nowMs);
  const soon = { first: new Date(nowMs + 10 * MINUTE_MS), last: new Date(nowMs + 90 * MINUTE_MS) };
  const later = { first: new Date(nowMs + DAY_MS), last: new Date(nowMs + 2 * DAY_MS) };
  const counts = queues.map((_, index) => Math.min(each, cases - index * each));
  await addCases(
    database,
    place,
    queues.map((queueId, index) => ({ queueId, count: counts[index] ?? 0, at, dueAt: index === 2 ? soon : later })),
  );
  return { place, queues };
};

/**
 * Agents on two nodes decide cases until none is open, while one node after the other is killed in the middle of it and
 * started again with the same agents, and the database once where the options say how; then looks for damage.
 */
export const runCasework = async (options: CaseworkOptions): Promise<CaseworkResult> => {
  const { database, server, databaseName, agents, cases, kills, killDatabase, seed, factor } = options;
  const time = { realMs: Date.now(), factor };
  const { place, queues } = await fillPlace(database, cases, createFastClock(time).now());
  const opened = await readHistories(database, place);
  const operations: CaseOperation[] = [];
  const failures: string[] = [];
  const note = (message: NodeMessage): void => {
    if ('operation' in message) operations.push(message.operation);
    if ('failed' in message) failures.push(message.failed);
  };
  const numbers = Array.from({ length: agents }, (_, number) => ({ number }));
  const orderOf = (side: number): NodeOrder => ({
    server,
    databaseName,
    place,
    queues,
    agents: numbers.filter(({ number }) => number % 2 === side),
    seed,
    time,
  });
  const startMs = performance.now();
  const nodes = await Promise.all([0, 1].map((side) => startNode(orderOf(side), note)));
  let killed = 0;
  let databaseKills = 0;
  try {
    for (;;) {
      const open = (await countOpenIfThere(database, place)) ?? cases;
      if (open === 0 || failures.length > 0 || performance.now() - startMs > PATIENCE_MS) break;
      if (killDatabase !== undefined && databaseKills === 0 && open < cases / 2) {
        await killDatabase();
        databaseKills += 1;
      }
      if (killed < kills && cases - open > ((killed + 1) * cases) / (kills + 1)) {
        const side = killed % nodes.length;
        const node = nodes[side] as Node;
        await ended(node, () => node.child.kill('SIGKILL'));
        nodes[side] = await startNode({ ...node.order, seed: seed + 1000 * (killed + 1) }, note);
        killed += 1;
      }
      await delay(POLL_MS);
    }
  } finally {
    await Promise.all(nodes.map((node) => ended(node, () => node.child.send('stop'))));
  }
  const seconds = (performance.now() - startMs) / 1000;
  const histories = await readHistories(database, place);
  const acknowledged = operations.flatMap((operation): readonly Acknowledged[] => {
    if (operation.kind === 'decided') return [{ caseId: operation.caseId, version: operation.version }];
    return operation.kind === 'decidedInBulk' ? operation.caseIds.map((caseId) => ({ caseId, version: null })) : [];
  });
  const entries = [...histories.values()].flatMap((history) => history.entries.map(({ entry }) => entry));
  return {
    damage: [...failures, ...findCaseDamage(opened, histories, acknowledged)],
    cases: histories.size,
    seconds,
    kills: killed,
    databaseKills,
    actions: tally(entries.map(({ action }) => action.kind)),
    decidedBy: tally([...histories.values()].map(({ standing }) => standing.verdict?.source ?? 'nothing')),
    expired: countExpired([...histories.values()].map((history) => history.entries.map(({ entry }) => entry))),
    refused: tally(operations.flatMap((operation) => (operation.kind === 'refused' ? [operation.code] : []))),
    takeMs: operations.flatMap((operation) => (operation.kind === 'taken' ? [operation.tookMs] : [])),
    decideMs: operations.flatMap((operation) => (operation.kind === 'decided' ? [operation.tookMs] : [])),
  };
};

/** Leases that nothing ended but time: the case was taken again, or decided by a time-out, straight after. */
const countExpired = (histories: readonly (readonly CaseEntry[])[]): number =>
  histories.reduce(
    (sum, entries) =>
      sum +
      entries.filter(({ action }, index) => {
        const next = entries[index + 1]?.action.kind;
        return action.kind === 'lease' && (next === 'lease' || next === 'timeOut');
      }).length,
    0,
  );
