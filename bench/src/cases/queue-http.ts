import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { addCases, addQueue } from '@redoubt/testing/casework';
import type { DemonstrationFacts } from '@redoubt/testing/durability';
import type { Machine } from '../measure/machine.ts';
import { appendToSection } from '../measure/result-table.ts';
import { signIn } from '../measure/sign-in.ts';
import { besideServer } from '../targets/publish-plan.ts';
import { startRedoubt } from '../targets/redoubt.ts';
import { ORDERINGS, setOrder } from './orderings.ts';
import { percentile } from './percentile.ts';
import { CASES_FILE } from './results-file.ts';

const PENDING = 100_000;
const ROUNDS = 40;
const PAGE = 100;
const MANAGER = 'ManualReviewFraudManager';

type PageFigures = {
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  readonly firstMs: readonly number[];
  readonly tenthMs: readonly number[];
  /** Characters of a first page. */
  readonly length: number;
};
export type QueueHttpFigures = readonly PageFigures[];

type Facts = DemonstrationFacts & { readonly signInLink: string };
type Page = { readonly cases: readonly unknown[]; readonly nextCursor: string | null };

/** Reads pages of a queue as the console does; gives the text of each with its time, from the request to its last byte. */
const createReader = ({ origin, environmentId }: Facts, token: string, queueId: Id) => {
  const address = `${origin}/platform/v1/environments/${environmentId}/queues/${queueId}/cases?list=pending&limit=${PAGE}`;
  return async (cursor: string | null) => {
    const startMs = performance.now();
    const response = await fetch(cursor === null ? address : `${address}&cursor=${encodeURIComponent(cursor)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    const tookMs = performance.now() - startMs;
    if (!response.ok) throw new Error(`a page was answered ${response.status}: ${text}`);
    return { text, tookMs };
  };
};

const measurePages = async (read: ReturnType<typeof createReader>) => {
  let cursor: string | null = null;
  let length = 0;
  for (let page = 1; page < 10; page += 1) {
    const { text } = await read(cursor);
    const { cases, nextCursor } = JSON.parse(text) as Page;
    if (cases.length !== PAGE || nextCursor === null) throw new Error(`page ${page} has ${cases.length} cases`);
    if (page === 1) ({ length } = text);
    cursor = nextCursor;
  }
  const [firstMs, tenthMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    firstMs.push((await read(null)).tookMs);
    tenthMs.push((await read(cursor)).tookMs);
  }
  return { firstMs, tenthMs, length };
};

/** A queue of 100,000 pending cases over HTTP, read in every order by a person who signed in. */
export const measureQueueHttp = async (): Promise<QueueHttpFigures> => {
  const server = await startRedoubt([]);
  try {
    const facts = JSON.parse(await readFile(join(server.dataDirectory, 'demo.json'), 'utf8')) as Facts;
    const manager = facts.people.find(({ roles }) => roles.includes(MANAGER));
    if (manager === undefined) throw new Error(`the demonstration has no ${MANAGER}`);
    const token = await signIn(facts, manager.username);
    return await besideServer(server.dataDirectory, facts, async ({ database, ...place }) => {
      const at = new Date();
      const dueAt = { first: new Date(at.getTime() + DAY_MS), last: new Date(at.getTime() + 2 * DAY_MS) };
      const queueIds = new Map<'text' | 'number', Id>();
      for (const attribute of ['text', 'number'] as const) {
        const queue = { name: `Bench ${attribute}`, sequence: 'Unrestricted', orderBy: 'eventTime' } as const;
        queueIds.set(attribute, await addQueue(database, place, { ...queue, direction: 'asc' }));
      }
      await addCases(
        database,
        place,
        [...queueIds].map(([attribute, queueId]) => ({ queueId, count: PENDING, at, dueAt, attribute })),
      );
      const figures: PageFigures[] = [];
      for (const [orderBy, attribute] of ORDERINGS) {
        const queueId = queueIds.get(attribute ?? 'number') as Id;
        const read = createReader(facts, token, queueId);
        for (const direction of ['asc', 'desc'] as const) {
          await setOrder(database, place, queueId, { orderBy, direction });
          figures.push({ orderBy, direction, ...(await measurePages(read)) });
        }
      }
      return figures;
    });
  } finally {
    await server.stop();
  }
};

const SECTION = {
  ...CASES_FILE,
  heading: 'A queue with 100,000 pending cases over HTTP',
  head: `A line per ordering and run of \`npm run bench -- queue-http\`: the server of \`npm start\` with its projections and jobs, on a
database of its own; a manager who signed in reads the first and the tenth page of ${PAGE} cases, ${ROUNDS} times in turn. The time runs
from the request to the last byte of the answer, on the loopback; client and server share the machine.

| Run | Machine | Ordered by | First page p50 | p95 | Tenth page p50 | p95 | Page | Load |
|---|---|---|---|---|---|---|---|---|
`,
} as const;

/** Adds lines to the table of all runs; gives them. */
export const saveQueueHttp = (
  directory: string,
  at: string,
  machine: Machine,
  figures: QueueHttpFigures,
): Promise<string> => {
  const ms = (values: readonly number[], share: number): string => `${percentile(values, share).toFixed(1)} ms`;
  return appendToSection(
    directory,
    SECTION,
    figures.map(({ orderBy, direction, firstMs, tenthMs, length }) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      `${orderBy} ${direction}`,
      ms(firstMs, 0.5),
      ms(firstMs, 0.95),
      ms(tenthMs, 0.5),
      ms(tenthMs, 0.95),
      `${(length / 1000).toFixed(0)} kB`,
      (loadavg()[0] ?? 0).toFixed(1),
    ]),
  );
};
