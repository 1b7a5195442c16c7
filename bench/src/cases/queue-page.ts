import { loadavg } from 'node:os';
import { capabilitiesOf } from '@redoubt/domain';
import { DAY_MS, newId, systemClock, type Id } from '@redoubt/kernel';
import {
  decideCase,
  getQueueCases,
  startReview,
  type EnvironmentContext,
  type SignedInPerson,
} from '@redoubt/services';
import { queueCaseTimeOuts, queueCaseUpkeep, type Database } from '@redoubt/storage';
import { addCases, addQueue, createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import type { Machine } from '../measure/machine.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendToSection } from '../measure/result-table.ts';
import { ORDERINGS, setOrder } from './orderings.ts';
import { percentile } from './percentile.ts';
import { CASES_FILE } from './results-file.ts';

const PENDING = 100_000;
const ROUNDS = 20;
const PAGE = 100;
const AGENTS = 50;
const TAKES = 20;
const RARE = { name: 'Rare rule', oneOf: 2500 } as const;

type PageFigures = {
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  /** First page with its count, in milliseconds. */
  readonly firstMs: readonly number[];
  /** The hundredth page or so, reached by its cursor. */
  readonly laterMs: readonly number[];
};

/** Pages of one rule: what is told of it, and how long they take. */
type RuleFigures = { readonly name: string; readonly firstMs: readonly number[]; readonly laterMs: readonly number[] };

export type QueuePageFigures = {
  readonly pages: readonly PageFigures[];
  readonly ofRules: readonly RuleFigures[];
  readonly takeMs: readonly number[];
  readonly takesPerSecond: number;
  /** What a look for due cases takes, and one for cases to look after, where there are none. */
  readonly looks: readonly { readonly name: string; readonly ms: readonly number[] }[];
};

const callerOf = (database: Database, { tenantId, environmentId }: CasePlace, name: string) => {
  const person: SignedInPerson = { userId: name, roles: ['ManualReviewFraudManager'], wids: [] };
  const context: EnvironmentContext = {
    database,
    clock: systemClock,
    tenantId,
    environmentId,
    actor: { kind: 'person', id: name, name },
    correlationId: newId(),
    capabilities: capabilitiesOf(person.roles, 'Standard'),
  };
  return { context, person };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

const measurePages = async (
  database: Database,
  place: CasePlace,
  queueId: Id,
  orderBy: string,
  direction: 'asc' | 'desc',
): Promise<PageFigures> => {
  await setOrder(database, place, queueId, { orderBy, direction });
  const { context, person } = callerOf(database, place, 'reader');
  const read = (cursor?: string) => getQueueCases(context, person, queueId, { list: 'pending', limit: PAGE, cursor });
  let { nextCursor } = await getQueueCases(context, person, queueId, { list: 'pending', limit: 500 });
  for (let page = 0; page < 20; page += 1)
    ({ nextCursor } = await getQueueCases(context, person, queueId, {
      list: 'pending',
      limit: 500,
      ...(nextCursor === null ? {} : { cursor: nextCursor }),
    }));
  const [firstMs, laterMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    firstMs.push(await timed(() => read()));
    laterMs.push(await timed(() => read(nextCursor ?? undefined)));
  }
  return { orderBy, direction, firstMs, laterMs };
};

/** First pages of a rule of few cases, spread over the queue, and of one of nearly all; a page further where there is one. */
const measureRules = async (database: Database, place: CasePlace, queueId: Id): Promise<readonly RuleFigures[]> => {
  await database.inTenant(place.tenantId, (trx) =>
    trx
      .updateTable('review_case')
      .set({ rule: RARE.name })
      .where('queue_id', '=', queueId)
      .where((is) => is(is('position', '%', RARE.oneOf), '=', 7))
      .execute(),
  );
  const { context, person } = callerOf(database, place, 'reader');
  const figures: RuleFigures[] = [];
  for (const [rule, told] of [
    [RARE.name, `a rule of ${PENDING / RARE.oneOf} cases`],
    ['Large orders', 'a rule of nearly all'],
  ] as const)
    for (const orderBy of ['eventTime', 'weightedLoss', 'user.city']) {
      await setOrder(database, place, queueId, { orderBy, direction: 'desc' });
      const read = (cursor?: string) =>
        getQueueCases(context, person, queueId, { list: 'pending', limit: PAGE, rule, cursor });
      const { nextCursor } = await read();
      const [firstMs, laterMs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        firstMs.push(await timed(() => read()));
        if (nextCursor !== null) laterMs.push(await timed(() => read(nextCursor)));
      }
      figures.push({ name: `${orderBy} desc, ${told}`, firstMs, laterMs });
    }
  return figures;
};

/** Agents who all take the next case at once, decide it and take another. */
const measureTakes = async (database: Database, place: CasePlace, queueId: Id) => {
  await setOrder(database, place, queueId, { orderBy: 'expectedLoss', direction: 'desc' });
  const takeMs: number[] = [];
  const agents = Array.from({ length: AGENTS }, (_, index) => callerOf(database, place, `agent ${index}`));
  const startMs = performance.now();
  await Promise.all(
    agents.map(async ({ context, person }) => {
      for (let turn = 0; turn < TAKES; turn += 1) {
        let caseId: Id | undefined;
        takeMs.push(
          await timed(async () => {
            const { case: taken } = await startReview(context, person, queueId, { caseId: null, giveBack: false });
            caseId = taken?.id;
          }),
        );
        if (caseId === undefined) throw new Error('no case waits');
        const decision = { decision: 'Reject', reason: 'Stolen card', note: '', takeNext: false };
        await decideCase(context, person, caseId, decision);
      }
    }),
  );
  return { takeMs, takesPerSecond: (takeMs.length * 1000) / (performance.now() - startMs) };
};

/** What jobs look for every fifteen seconds, while all cases are in line and none is due. */
const measureLooks = async (database: Database, place: CasePlace, queueId: Id) => {
  const { tenantId } = place;
  await setOrder(database, place, queueId, { orderBy: 'customData.points', direction: 'asc' });
  const at = new Date();
  const looks = [
    { name: 'look for due cases', look: () => queueCaseTimeOuts(database, at) },
    {
      name: 'look for cases of no assessment, or out of place',
      look: () => database.inTenant(tenantId, (trx) => queueCaseUpkeep(trx, ['purchase'], at)),
    },
  ];
  const figures: { name: string; ms: number[] }[] = [];
  for (const { name, look } of looks) {
    const ms: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) ms.push(await timed(look));
    figures.push({ name, ms });
  }
  return figures;
};

const measure = async (database: Database): Promise<QueuePageFigures> => {
  const place = await createCasePlace(database);
  const now = Date.now();
  const dueAt = { first: new Date(now + DAY_MS), last: new Date(now + 2 * DAY_MS) };
  const queues = new Map<'text' | 'number', Id>();
  for (const attribute of ['text', 'number'] as const) {
    const queue = { name: attribute, sequence: 'Unrestricted', orderBy: 'eventTime', direction: 'asc' } as const;
    queues.set(attribute, await addQueue(database, place, queue));
  }
  const at = new Date(now);
  await addCases(
    database,
    place,
    [...queues].map(([attribute, queueId]) => ({ queueId, count: PENDING, at, dueAt, attribute })),
  );
  const pages: PageFigures[] = [];
  for (const [orderBy, attribute] of ORDERINGS) {
    const queueId = queues.get(attribute ?? 'number') as Id;
    for (const direction of ['asc', 'desc'] as const)
      pages.push(await measurePages(database, place, queueId, orderBy, direction));
  }
  const ofRules = await measureRules(database, place, queues.get('text') as Id);
  const takes = await measureTakes(database, place, queues.get('text') as Id);
  return { pages, ofRules, ...takes, looks: await measureLooks(database, place, queues.get('number') as Id) };
};

/** Two queues of 100,000 pending cases: pages in every order, and fifty people who take the next at once. */
export const measureQueuePage = (): Promise<QueuePageFigures> => onOwnDatabase('queue_page', measure);

const SECTION = {
  ...CASES_FILE,
  heading: 'A queue with 100,000 pending cases',
  head: `A line per ordering and run of \`npm run bench -- queue-page\`: what the server spends on the first page of ${PAGE} cases,
their count and the decisions to choose from, and on a page 10,500 cases further; ${ROUNDS} rounds, the planner's statistics as
they are right after the cases came. Goal: the first page under 50 ms, in any order,
and of one rule. Then ${AGENTS} people take the next case at once, decide it and take another, ${TAKES} times, through one pool of
ten connections. The last lines: what jobs look for every fifteen seconds, where 100,000 cases are in line and none is due.

| Run | Machine | Ordered by | First page p50 | p95 | Later page p50 | p95 | Load |
|---|---|---|---|---|---|---|---|
`,
} as const;

/** Adds lines to the table of all runs; gives them. */
export const saveQueuePage = (
  directory: string,
  at: string,
  machine: Machine,
  { pages, ofRules, takeMs, takesPerSecond, looks }: QueuePageFigures,
): Promise<string> => {
  const run = `${at.slice(0, 10)}-${machine.commit}`;
  const [cpu, load] = [`${machine.cores} × ${machine.cpu}`, (loadavg()[0] ?? 0).toFixed(1)];
  const ms = (values: readonly number[], share: number): string => `${percentile(values, share).toFixed(1)} ms`;
  const rows = pages.map(({ orderBy, direction, firstMs, laterMs }) => [
    run,
    cpu,
    `${orderBy} ${direction}`,
    ms(firstMs, 0.5),
    ms(firstMs, 0.95),
    ms(laterMs, 0.5),
    ms(laterMs, 0.95),
    load,
  ]);
  const take = `take next, ${AGENTS} at once: ${takesPerSecond.toFixed(0)}/s`;
  return appendToSection(directory, SECTION, [
    ...rows,
    ...ofRules.map(({ name, firstMs, laterMs }) => [
      run,
      cpu,
      name,
      ms(firstMs, 0.5),
      ms(firstMs, 0.95),
      laterMs.length === 0 ? '–' : ms(laterMs, 0.5),
      laterMs.length === 0 ? '–' : ms(laterMs, 0.95),
      load,
    ]),
    [run, cpu, take, ms(takeMs, 0.5), ms(takeMs, 0.95), '–', '–', load],
    ...looks.map(({ name, ms: tookMs }) => [run, cpu, name, ms(tookMs, 0.5), ms(tookMs, 0.95), '–', '–', load]),
  ]);
};
