import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, systemClock } from '@redoubt/kernel';
import {
  createList,
  createRule,
  createTenantSourceLoader,
  createTextCompiler,
  PlanRegistry,
  publishRule,
} from '@redoubt/services';
import { type Database } from '@redoubt/storage';
import { Readable } from 'node:stream';
import { createPlace } from './backtest/make-history.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { addResult } from './measure/result-file.ts';
import { stallOf, type Stall } from './measure/stall.ts';

/** By what was asked of it. */
export type StallFigures = Readonly<Record<string, Stall>>;

const PUBLISHING = { description: '', active: true, note: '', overwrite: true };
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 2000));

/** Classes whose letters each have to be looked up in both cases. */
const wideClasses = (at: number): string =>
  `(?i)${Array.from({ length: 20 }, (_unused, index) => `[${String.fromCharCode(0x100 + 20 * at + index)}-\uffff]`).join('')}`;

/** Rules as large as the checker takes them, by what is large in them. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  '200 patterns': [
    Array.from({ length: 200 }, (_unused, at) => `Patterns.IsRegexMatch("^(a${at}|b){1,40}$", @"a")`).join(' or '),
  ],
  '50 patterns of wide classes': [
    Array.from({ length: 50 }, (_unused, at) => `Patterns.IsRegexMatch("${wideClasses(at)}", @"a")`).join(' or '),
  ],
  '18,000 expressions': Array.from({ length: 6 }, (_clause, clause) =>
    Array.from({ length: 1000 }, (_unused, at) => `@"a${clause}x${at}" == ${at}`).join(' or '),
  ),
};

/** A file of 19 MB. */
const file = (): Readable => {
  const rows = Array.from({ length: 4000 }, (_unused, at) => `value${at},reason ${at},text of ${at}\n`).join('');
  return Readable.from([Buffer.from('Key,Reason,Text\n'), ...Array<Buffer>(130).fill(Buffer.from(rows))]);
};

/** Asks the long list about two of its columns. */
const READING = `RETURN Reject("r") WHEN ContainsKey("Long", "Key", @"a") or ContainsKey("Long", "Reason", @"b")`;

const measure = async (database: Database): Promise<StallFigures> => {
  const texts = createTextCompiler();
  const context = { ...(await createPlace(database)), texts };
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, systemClock),
    texts,
    onLeftOut: (_tenant, [unit]) => {
      if (unit) throw new Error(unit.message);
    },
  });
  await plans.refresh(context.tenantId);
  const figures: Record<string, Stall> = { nothing: await stallOf(pause) };
  for (const [name, conditions] of Object.entries(RULES)) {
    const clauses = conditions.map((condition, at) => ({
      id: newId(),
      name: `C${at}`,
      code: `RETURN Reject("r") WHEN ${condition}`,
    }));
    const text = { condition: '', clauses, samplePayload: PURCHASE_SAMPLE };
    const rule = await createRule(context, 'purchase', { name, description: '', text });
    const input = { ...PUBLISHING, version: rule.version, name };
    figures[`publishing ${name}`] = await stallOf(() => publishRule(context, 'purchase', rule.id, input));
    figures[`loading ${name}`] = await stallOf(() => plans.refresh(context.tenantId));
  }
  const upload = { name: 'Long', description: '', stream: file() };
  figures['a list of 19 MB'] = await stallOf(() => createList(context, upload));
  const reading = {
    condition: '',
    clauses: [{ id: newId(), name: 'C', code: READING }],
    samplePayload: PURCHASE_SAMPLE,
  };
  const reader = await createRule(context, 'purchase', { name: 'Reads it', description: '', text: reading });
  await publishRule(context, 'purchase', reader.id, { ...PUBLISHING, version: reader.version, name: 'Reads it' });
  figures['loading a list of 19 MB'] = await stallOf(() => plans.refresh(context.tenantId));
  await texts.close();
  return figures;
};

/** How long what is sent from the console holds everything else up, on a database of its own. */
export const measureStalls = (): Promise<StallFigures> => onOwnDatabase('stalls', measure);

const HEAD = `# The longest stall

One block per run of \`npm run bench -- stalls\`: the longest delay of the event loop while one large request of the console is
worked on, beside the longest in two seconds in which nothing was asked. The load says how much ran beside it; processor time
is that of the deciding thread alone, so it does not count waiting for a processor.
`;

/** Adds a block to the results of all runs; gives it. */
export const saveStalls = async (
  directory: string,
  at: string,
  machine: Machine,
  figures: StallFigures,
): Promise<string> => {
  const rows = Object.entries(figures).map(
    ([what, { clockMs, processorMs: used }]) => `| ${what} | ${clockMs.toFixed(1)} ms | ${used.toFixed(1)} ms |`,
  );
  const table = ['| While | Longest stall | By processor time |', '|---|---|---|', ...rows].join('\n');
  return addResult({ directory, name: 'stalls.md', head: HEAD }, at, machine, table);
};
