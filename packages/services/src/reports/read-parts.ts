import { AsyncLocalStorage } from 'node:async_hooks';

type Parts = Readonly<Record<string, () => Promise<unknown>>>;
type Answers<Asked extends Parts> = { readonly [Name in keyof Asked]: Awaited<ReturnType<Asked[Name]>> };

const series = new AsyncLocalStorage<true>();

/** Runs work whose parts go one after another, so that a question never takes more than one connection of the database. */
export const inSeries = <T>(work: () => Promise<T>): Promise<T> => series.run(true, work);

export const isInSeries = (): boolean => series.getStore() ?? false;

/** Connections of the database that the parts of one question take at most: others have to read beside it. */
const MOST_AT_ONCE = 3;

/**
 * Reads the parts of a report that do not depend on each other: some side by side, or one after another within `inSeries`.
 *
 * @throws what the first part throws that fails.
 */
export const readParts = async <Asked extends Parts>(parts: Asked): Promise<Answers<Asked>> => {
  const answers: [string, unknown][] = [];
  const open = Object.entries(parts).values();
  const lane = async (): Promise<void> => {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a lane takes one part after the other
    for (const [name, read] of open) answers.push([name, await read()]);
  };
  await Promise.all(Array.from({ length: isInSeries() ? 1 : MOST_AT_ONCE }, lane));
  return Object.fromEntries(answers) as Answers<Asked>;
};
