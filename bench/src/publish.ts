import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { createFunction, createRule, getRule, publishFunction, publishRule, saveDraft } from '@redoubt/services';
import { type Database } from '@redoubt/storage';
import { loadavg } from 'node:os';
import { createPlace } from './backtest/make-history.ts';
import { benchPlans } from './measure/decisions.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const RULES = 200;
/** Every so manieth rule calls a function: what calls something is compiled anew with each plan. */
const CALLING = 4;
const ROUNDS = 9;

/** One plan, from the notice that something was published until it decides. */
type Swap = {
  readonly ms: number;
  /** The longest time that nothing else could happen in the process. */
  readonly longestTurnMs: number;
};

export type PublishFigures = {
  /** All texts compiled anew, as at a start. */
  readonly cold: Swap;
  /** One rule changed. */
  readonly warm: Swap;
  /** The longest turn of as long a time in which nothing was published. */
  readonly idleTurnMs: number;
};

/** Takes turns as requests do, and remembers the longest time between two of them. */
const watchTurns = () => {
  let last = performance.now();
  let longest = 0;
  let timer: NodeJS.Immediate;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    timer = setImmediate(turn);
  };
  timer = setImmediate(turn);
  return (): number => {
    clearImmediate(timer);
    return Math.max(longest, performance.now() - last);
  };
};

const timed = async (work: () => Promise<unknown>): Promise<Swap> => {
  const stop = watchTurns();
  const startMs = performance.now();
  await work();
  return { ms: performance.now() - startMs, longestTurnMs: stop() };
};

/** Three clauses that differ from rule to rule, over attributes, a velocity of the system and a function. */
const textOf = (index: number, limit = 100 + index) => ({
  condition: `WHEN @"totalAmount" > ${index % 7}`,
  clauses: [
    `RETURN Reject("R${index}") WHEN @"totalAmount" > ${limit} && @"user.country" == "DK"`,
    index % CALLING === 0
      ? `RETURN Review("F${index}") WHEN Functions.Amounts(${index}).over > 500`
      : `RETURN Review("V${index}") WHEN @"deviceContext.ipAddress".StartsWith("10.${index}.") || @"currency".ToUpper() == "X${index}"`,
    `OBSERVE Output(amount = @"totalAmount", rule = "${index}") WHEN @"totalAmount" > ${limit} * 2`,
  ].map((code, clause) => ({ id: newId(), name: `Clause ${clause + 1}`, code })),
  samplePayload: PURCHASE_SAMPLE,
});

const PUBLISHING = { description: '', active: true, note: '', overwrite: true };

const measure = async (database: Database): Promise<PublishFigures> => {
  const context = await createPlace(database);
  const { tenantId } = context;
  const amounts = await createFunction(context, {
    name: 'Amounts',
    description: '',
    text: {
      parameters: [{ name: 'limit', type: 'Double', fallback: 0 }],
      outputs: [
        {
          id: newId(),
          name: 'over',
          description: '',
          type: 'Double',
          fallback: 0,
          code: 'RETURN @"totalAmount".ToDouble() - limit',
        },
      ],
      samplePayload: PURCHASE_SAMPLE,
    },
  });
  await publishFunction(context, amounts.id, { version: amounts.version, description: '', note: '' });
  const ids: string[] = [];
  for (let index = 0; index < RULES; index += 1) {
    const name = `Rule ${index}`;
    const rule = await createRule(context, 'purchase', { name, description: '', text: textOf(index) });
    await publishRule(context, 'purchase', rule.id, { ...PUBLISHING, version: rule.version, name });
    ids.push(rule.id);
  }
  const cold: Swap[] = [];
  for (let round = 0; round < ROUNDS; round += 1) cold.push(await timed(() => benchPlans(database).refresh(tenantId)));
  const warm: Swap[] = [];
  const idle: number[] = [];
  const plans = benchPlans(database);
  await plans.refresh(tenantId);
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = ids[round * 20] ?? '';
    const { version, name } = await getRule(context, 'purchase', id);
    const saved = await saveDraft(context, 'purchase', id, { version, text: textOf(round * 20, 7000 + round) });
    await publishRule(context, 'purchase', id, { ...PUBLISHING, version: saved.version, name });
    warm.push(await timed(() => plans.refresh(tenantId)));
    const pause = median(warm.map(({ ms }) => ms));
    idle.push((await timed(() => new Promise((done) => setTimeout(done, pause)))).longestTurnMs);
  }
  const middle = (swaps: readonly Swap[]): Swap => ({
    ms: median(swaps.map(({ ms }) => ms)),
    longestTurnMs: median(swaps.map(({ longestTurnMs }) => longestTurnMs)),
  });
  return { cold: middle(cold), warm: middle(warm), idleTurnMs: median(idle) };
};

/** What publishing one of 200 rules costs a node that decides, on a database of its own. */
export const measurePublish = (): Promise<PublishFigures> => onOwnDatabase('publish', measure);

const TABLE_HEAD = `# What publishing costs

One line per run of \`npm run bench -- publish\`: ${RULES} rules of three clauses, every ${CALLING}th of which calls a function.
The time a node takes from the notice that something was published until the new plan decides: what is published is read
from the database, compiled and swapped in; with every text to compile (as at a start), and with one rule changed. The
longest turn is the longest time in which nothing else could happen in that process, so the longest that a request waited
because of it; beside it the same for as long a time in which nothing was published. Medians of ${ROUNDS}; the load says how much
ran beside it.

| Run | Machine | All compiled | Longest turn | One changed | Longest turn | Turn without | Load |
|---|---|---|---|---|---|---|---|
`;

/** Adds a line to the table of all runs; gives it. */
export const savePublish = async (
  directory: string,
  at: string,
  machine: Machine,
  { cold, warm, idleTurnMs }: PublishFigures,
): Promise<string> => {
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    ms(cold.ms),
    ms(cold.longestTurnMs),
    ms(warm.ms),
    ms(warm.longestTurnMs),
    ms(idleTurnMs),
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendResults(directory, 'publish.md', TABLE_HEAD, [cells]);
};
