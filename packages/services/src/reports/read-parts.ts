import { AsyncLocalStorage } from 'node:async_hooks';

type Parts = Readonly<Record<string, () => Promise<unknown>>>;
type Answers<Asked extends Parts> = { readonly [Name in keyof Asked]: Awaited<ReturnType<Asked[Name]>> };

const series = new AsyncLocalStorage<true>();

/** Runs work whose parts go one after another, so that a question never takes more than one connection of the database. */
export const inSeries = <T>(work: () => Promise<T>): Promise<T> => series.run(true, work);

/**
 * Reads the parts of a report that do not depend on each other: side by side, or one after another within `inSeries`.
 *
 * @throws what the first part throws that fails.
 */
export const readParts = async <Asked extends Parts>(parts: Asked): Promise<Answers<Asked>> => {
  const answers: [string, unknown][] = [];
  if (series.getStore()) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after another is what is asked for
    for (const [name, read] of Object.entries(parts)) answers.push([name, await read()]);
  } else {
    const read = Object.entries(parts).map(async ([name, each]): Promise<[string, unknown]> => [name, await each()]);
    answers.push(...(await Promise.all(read)));
  }
  return Object.fromEntries(answers) as Answers<Asked>;
};
