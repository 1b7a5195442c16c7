import { DAY_MS } from '@redoubt/kernel';
import { median } from '../measure/median.ts';
import { askerIn, forgetting, questionsOf, READER, WRITER } from '../reports/many-reports.ts';
import type { Figure } from './figures.ts';
import type { AskedValues } from './grow.ts';
import type { GrownServer } from './grown-server.ts';

const SEARCHES = 20;
const REPORTS = 5;
const PAGE = 50;
/** A report reads no longer period. */
const MOST_REPORT_DAYS = 124;

type Page = { readonly rows: readonly unknown[] };

const timed = async (ask: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await ask();
  return performance.now() - startMs;
};

/** Searches over the whole time by a person who signed in: first time, middle and slowest of the others. */
export const measureSearches = async (
  server: GrownServer,
  values: AskedValues,
  backDays: number,
): Promise<readonly Figure[]> => {
  const ask = await askerIn(server.facts, READER);
  const range = {
    eventType: 'purchase',
    from: new Date(Date.now() - (backDays + 2) * DAY_MS).toISOString(),
    to: new Date(Date.now() + DAY_MS).toISOString(),
    limit: PAGE,
  };
  const filter = (field: keyof AskedValues) => [{ field, operator: 'is', values: [values[field]] }];
  const searches = [
    ['newest 50', []],
    ['by event id', filter('eventId')],
    ['by e-mail of many days', filter('email')],
    ['by user of the oldest day', filter('userId')],
    ['by IP address of one event', filter('ipAddress')],
  ] as const;
  const figures: Figure[] = [];
  for (const [what, filters] of searches) {
    const ms: number[] = [];
    for (let round = 0; round <= SEARCHES; round += 1)
      ms.push(
        await timed(async () => {
          const { rows } = (await ask('POST', 'search/events', { ...range, filters })) as Page;
          if (rows.length === 0) throw new Error(`search ${what} found nothing`);
        }),
      );
    const [first = 0, ...others] = ms;
    figures.push(
      { what: `search ${what}, first`, value: first, unit: 'ms' },
      { what: `search ${what}, middle`, value: median(others), unit: 'ms' },
      { what: `search ${what}, slowest`, value: Math.max(...others), unit: 'ms' },
    );
  }
  return figures;
};

/** Questions of report pages over the whole time: first time, the middle of those that were worked out, and of those asked again. */
export const measureReports = async (server: GrownServer, backDays: number): Promise<readonly Figure[]> => {
  const [ask, forget] = [await askerIn(server.facts, READER), forgetting(await askerIn(server.facts, WRITER))];
  const days = Math.min(backDays + 2, MOST_REPORT_DAYS);
  const asked = [`all, ${days} days by day`, `by rule, ${days} days`, 'rules, clauses, money'];
  const figures: Figure[] = [];
  for (const question of questionsOf(Date.now(), days, 1)) {
    if (!asked.some((beginning) => question.what.startsWith(beginning))) continue;
    const name = `report ${question.page}: ${question.what.replace(`, ${days} days`, '')}`;
    const [ms, again]: [number[], number[]] = [[], []];
    for (let round = 0; round <= REPORTS; round += 1) {
      await forget();
      ms.push(await timed(() => question.ask(ask)));
      again.push(await timed(() => question.ask(ask)));
    }
    const [first = 0, ...others] = ms;
    figures.push(
      { what: `${name}, first`, value: first, unit: 'ms' },
      { what: `${name}, middle`, value: median(others), unit: 'ms' },
      { what: `${name}, asked again`, value: median(again), unit: 'ms' },
    );
  }
  return figures;
};
