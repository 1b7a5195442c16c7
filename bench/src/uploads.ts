import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { UPLOAD_CHUNK_BYTES } from '@redoubt/domain';
import { systemClock } from '@redoubt/kernel';
import {
  checkUpload,
  createUpload,
  createUploadChecks,
  getUpload,
  sendUploadChunk,
  startJobs,
  type EnvironmentContext,
} from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import { createPlace } from './backtest/make-history.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const FILE_BYTES = 1_000_000_000;
const HEADER = 'purchaseId,time,totalAmount,currency,userId,email,ip,city\n';
const MB = 1_000_000;
const SAMPLE_MS = 500;
/** What a process takes before its caches are warm is left out. */
const WARM_MS = 5000;

export type UploadFigures = {
  readonly bytes: number;
  readonly rows: number;
  readonly refused: number;
  readonly storedBytes: number;
  readonly sendSeconds: number;
  readonly checkSeconds: number;
  /** Memory of the process: median of the second tenth of its samples and of the last one, and the most. */
  readonly send: MemoryFigures;
  readonly check: MemoryFigures;
};

type MemoryFigures = { readonly firstMb: number; readonly lastMb: number; readonly mostMb: number };

/** Memory of this process while something runs. */
const watchMemory = async (work: () => Promise<unknown>): Promise<MemoryFigures & { readonly seconds: number }> => {
  const samples: number[] = [];
  const startMs = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - startMs > WARM_MS) samples.push(process.memoryUsage.rss() / MB);
  }, SAMPLE_MS);
  await work();
  clearInterval(timer);
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  return {
    firstMb: median(samples.slice(tenth, 2 * tenth)),
    lastMb: median(samples.slice(-tenth)),
    mostMb: Math.max(...samples),
    seconds: (performance.now() - startMs) / 1000,
  };
};

/** Rows of purchases; one in ten thousand has an amount that is no number. */
function* rowsOf(): Generator<string> {
  yield HEADER;
  for (let row = 1; ; row += 1) {
    const time = new Date(1_700_000_000_000 + row * 1000).toISOString();
    const amount = row % 10_000 === 0 ? 'ten' : `${row % 900}.50`;
    const person = row % 50_000;
    yield `order-${row},${time},${amount},EUR,user-${person},user${person}@mail.example,10.1.${person % 250}.7,Lyon\n`;
  }
}

/** Chunks of a file of about so many bytes, each of whole rows. */
function* chunksOf(bytes: number): Generator<Buffer> {
  let sent = 0;
  let rows: string[] = [];
  let length = 0;
  for (const row of rowsOf()) {
    if (length + row.length > UPLOAD_CHUNK_BYTES) {
      yield Buffer.from(rows.join(''));
      sent += length;
      if (sent + UPLOAD_CHUNK_BYTES > bytes) return;
      rows = [];
      length = 0;
    }
    rows.push(row);
    length += row.length;
  }
}

const sendAll = async (context: EnvironmentContext, id: string): Promise<void> => {
  let offset = 0;
  for (const chunk of chunksOf(FILE_BYTES)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a sender sends one chunk after the other
    await sendUploadChunk(context, id, { offset, crc32: crc32(chunk), stream: Readable.from([chunk]) });
    offset += chunk.length;
  }
};

const untilChecked = async (context: EnvironmentContext, id: string): Promise<void> => {
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- waits for a job
    const { state, problem } = await getUpload(context, id);
    if (state === 'ready') return;
    if (state === 'failed') throw new Error(`the check failed: ${problem}`);
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await delay(500);
  }
};

const measure = async (database: Database): Promise<UploadFigures> => {
  const context = await createPlace(database);
  let sizeBytes = 0;
  for (const chunk of chunksOf(FILE_BYTES)) sizeBytes += chunk.length;
  const { id } = await createUpload(context, { dataSet: 'purchases', name: 'history.csv', sizeBytes });
  const send = await watchMemory(() => sendAll(context, id));
  const jobs = startJobs({
    database,
    clock: systemClock,
    runners: [createUploadChecks({ database, clock: systemClock })],
  });
  const check = await watchMemory(async () => {
    await checkUpload(context, id);
    await untilChecked(context, id);
  });
  await jobs.close();
  const { rows, refused } = await getUpload(context, id);
  const { rows: stored } = await database.pools.ingest.connect().then(async (client) => {
    await client.query("select set_config('redoubt.tenant_ids', $1, false)", [context.tenantId]);
    const found = await client.query<{ bytes: number }>('select sum(length(data))::float8 as bytes from upload_part');
    client.release(true);
    return found;
  });
  return {
    bytes: sizeBytes,
    rows,
    refused,
    storedBytes: stored[0]?.bytes ?? 0,
    sendSeconds: send.seconds,
    checkSeconds: check.seconds,
    send,
    check,
  };
};

/** A file of a gigabyte is sent in chunks and every line of it is checked, in one process beside its PostgreSQL. */
export const measureUploads = (): Promise<UploadFigures> => onOwnDatabase('uploads', measure);

const HEAD = `# A file of a gigabyte

One line per run of \`npm run bench -- uploads\`: a CSV of purchases is sent in chunks of 4 MiB and every line of it is checked, in
one process beside its PostgreSQL. Memory is the resident set of that process, caller and job together: the median of the second tenth of
the time beside that of the last tenth, after five seconds of warming up, and the most. Goal: it stays flat.

| Run | Machine | File | Lines | Refused | Stored as | Sent in | Memory while sent | Checked in | Memory while checked | Most | Load |
|---|---|---|---|---|---|---|---|---|---|---|---|
`;

const mb = (value: number): string => `${value.toFixed(0)} MB`;
const fromTo = ({ firstMb, lastMb }: MemoryFigures): string => `${mb(firstMb)} → ${mb(lastMb)}`;

/** Adds a line to the table of all runs; gives it. */
export const saveUploads = (
  directory: string,
  at: string,
  machine: Machine,
  figures: UploadFigures,
): Promise<string> => {
  const { bytes, rows, refused, storedBytes, sendSeconds, checkSeconds, send, check } = figures;
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    mb(bytes / MB),
    rows.toLocaleString('en-US'),
    refused.toLocaleString('en-US'),
    mb(storedBytes / MB),
    `${sendSeconds.toFixed(0)} s`,
    fromTo(send),
    `${checkSeconds.toFixed(0)} s`,
    fromTo(check),
    mb(Math.max(send.mostMb, check.mostMb)),
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendResults(directory, 'upload.md', HEAD, [cells]);
};
