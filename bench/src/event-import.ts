import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@redoubt/kernel';
import { Pool } from 'undici';
import { pathTo } from './child.ts';
import type { Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { cpuMsOf } from './measure/processes.ts';
import { appendResults } from './measure/result-table.ts';
import { startRedoubt, type RedoubtTarget } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';

/** Purchases of each way. */
const ROWS = 60_000;
const SHOPPERS = 5000;
const STEP_MS = 40_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Single calls under way at one time, as many as the command line once had. */
const CALLS_AT_ONCE = 64;
const CATCH_UP_LIMIT_MS = 120_000;
const SAMPLE_MS = 50;

const MAP = `event:
  purchaseId: '{ID}'
  merchantLocalDate: '{AT:dateTime}'
  totalAmount: '{AMOUNT:number}'
  currency: EUR
  user: { userId: 'user-{SHOPPER}', email: 'user-{SHOPPER}@mailbox.example' }
  paymentInstrumentList:
    - { merchantPaymentInstrumentId: 'card-{SHOPPER}', type: CreditCard, purchaseAmount: '{AMOUNT:number}' }
  _metadata: { trackingId: 't-{ID}', merchantTimeStamp: '{AT:dateTime}' }
`;

type Row = { readonly id: string; readonly at: string; readonly amount: number; readonly shopper: number };

const rowsOf = (name: string): readonly Row[] =>
  Array.from({ length: ROWS }, (_, index) => ({
    id: `${name}-${index}`,
    at: new Date(START_MS + index * STEP_MS).toISOString(),
    amount: 10 + ((index * 37) % 400),
    shopper: (index * 7919) % SHOPPERS,
  }));

const bodyOf = ({ id, at, amount, shopper }: Row) => ({
  purchaseId: id,
  merchantLocalDate: at,
  totalAmount: amount,
  currency: 'EUR',
  user: { userId: `user-${shopper}`, email: `user-${shopper}@mailbox.example` },
  paymentInstrumentList: [
    { merchantPaymentInstrumentId: `card-${shopper}`, type: 'CreditCard', purchaseAmount: amount },
  ],
  _metadata: { trackingId: `t-${id}`, merchantTimeStamp: at },
});

/** What a way of sending took; processor times in microseconds of an event, projectors included. */
type WayFigures = {
  readonly perSecond: number;
  readonly serverUs: number;
  readonly postgresUs: number;
  readonly senderUs: number;
  readonly catchUpMs: number | null;
};
export type EventImportFigures = { readonly single: WayFigures; readonly command: WayFigures };

const measure = async (
  { origin, pid, postgresPid }: RedoubtTarget,
  send: () => Promise<{ readonly senderCpuMs: number }>,
): Promise<WayFigures> => {
  const [server, postgres] = [await cpuMsOf(pid, false), await cpuMsOf(postgresPid, true)];
  const startMs = performance.now();
  const { senderCpuMs } = await send();
  const tookMs = performance.now() - startMs;
  const catchUpMs = await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
  const us = (ms: number): number => (ms * 1000) / ROWS;
  return {
    perSecond: (ROWS * 1000) / tookMs,
    serverUs: us((await cpuMsOf(pid, false)) - server),
    postgresUs: us((await cpuMsOf(postgresPid, true)) - postgres),
    senderUs: us(senderCpuMs),
    catchUpMs,
  };
};

/** One call for each event, over kept-alive connections. */
const sendSingly = async ({ origin, headers }: RedoubtTarget, name: string) => {
  const pool = new Pool(origin, { connections: CALLS_AT_ONCE, pipelining: 1 });
  const before = process.cpuUsage();
  const rows = rowsOf(name).values();
  const lane = async (): Promise<void> => {
    for (const row of rows) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: PURCHASE_PATH,
        headers: { ...headers, 'content-type': 'application/json', 'x-redoubt-mode': 'historical' },
        body: JSON.stringify(bodyOf(row)),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`The server answered ${statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
  await pool.close();
  const { user, system } = process.cpuUsage(before);
  return { senderCpuMs: (user + system) / 1000 };
};

/** `redoubt events import` as a process of its own. */
const sendByCommand = async ({ dataDirectory }: RedoubtTarget, name: string) => {
  const folder = join(tmpdir(), `redoubt-import-${newId()}`);
  const [file, map] = [`${folder}.csv`, `${folder}.yaml`];
  const lines = rowsOf(name).map(({ id, at, amount, shopper }) => `${id},${at},${amount},${shopper}`);
  await writeFile(file, `ID,AT,AMOUNT,SHOPPER\n${lines.join('\n')}\n`);
  await writeFile(map, MAP);
  try {
    const command = spawn(
      process.execPath,
      [pathTo('../../apps/cli/src/main.ts'), 'events', 'import', file, '--map', map],
      {
        env: { ...process.env, REDOUBT_DATA: dataDirectory },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    let senderCpuMs = 0;
    const watch = setInterval(() => {
      void cpuMsOf(command.pid ?? 0, false).then((ms) => (senderCpuMs = Math.max(senderCpuMs, ms)));
    }, SAMPLE_MS);
    const [code] = (await once(command, 'exit')) as [number | null];
    clearInterval(watch);
    if (code !== 0) throw new Error(`redoubt events import ended with ${code}.`);
    return { senderCpuMs };
  } finally {
    await Promise.all([file, map].map((path) => rm(path, { force: true })));
  }
};

/** Past purchases sent one by one, and by the command line, to the same server, one way after the other. */
export const measureEventImport = async (
  say: (text: string) => void,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<EventImportFigures> => {
  const redoubt = keep(await startRedoubt([]));
  say('Warming up …');
  await sendByCommand(redoubt, 'warm');
  await untilCaughtUp(redoubt.origin, CATCH_UP_LIMIT_MS);
  say(`${ROWS} events in calls of their own …`);
  const single = await measure(redoubt, () => sendSingly(redoubt, 'single'));
  say(`${ROWS} events by redoubt events import …`);
  const command = await measure(redoubt, () => sendByCommand(redoubt, 'command'));
  return { single, command };
};

const TABLE_HEAD = `# Past events a second

Two lines per run of \`npm run bench -- import\`: ${ROWS} purchases in historical mode, sent one by one over ${CALLS_AT_ONCE} connections, and by
\`redoubt events import\`, to the same server one after the other, sender and database on the same cores. Decided by the
demonstration's rules, stored, and projected. Processor time of an event holds the work of projectors, to its end. Goal: 8,000 a second on two cores.

| Run | Machine | Way | Events a second | Ratio | Server | PostgreSQL | Sender | Projectors caught up after | Load |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line for each way to the table of all runs; gives them. */
export const saveEventImport = async (
  directory: string,
  at: string,
  machine: Machine,
  { single, command }: EventImportFigures,
): Promise<string> =>
  appendResults(
    directory,
    'import.md',
    TABLE_HEAD,
    (
      [
        ['one by one', single],
        ['events import', command],
      ] as const
    ).map(([way, figures]) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      way,
      figures.perSecond.toFixed(0),
      (figures.perSecond / single.perSecond).toFixed(2),
      `${figures.serverUs.toFixed(0)} µs`,
      `${figures.postgresUs.toFixed(0)} µs`,
      `${figures.senderUs.toFixed(0)} µs`,
      figures.catchUpMs === null ? 'not in time' : `${(figures.catchUpMs / 1000).toFixed(1)} s`,
      (loadavg()[0] ?? 0).toFixed(1),
    ]),
  );
