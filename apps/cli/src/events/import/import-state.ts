import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { NOTHING_DONE, type ImportTotals } from './ledger.ts';

/** What makes two imports the same one. A changed file or map is another import; sending events again does no harm. */
export type ImportIdentity = {
  readonly inputPath: string;
  readonly inputBytes: number;
  readonly inputModifiedMs: number;
  readonly mapText: string;
  readonly origin: string;
  readonly environment: string;
};

/** Where an import stands. */
export type ImportState = { readonly totals: ImportTotals; readonly isComplete: boolean };

/** Remembers where an import stands, from one run to the next. */
export type ImportStateStore = {
  /** Path of the list of refused events, unless the person names another. */
  readonly errorsPath: string;
  readonly load: () => Promise<ImportState>;
  /** Replaces the state in one step: a crash leaves the old one or the new one. */
  readonly save: (state: ImportState) => Promise<void>;
  readonly forget: () => Promise<void>;
};

const stateSchema = z.object({
  input: z.string(),
  isComplete: z.boolean(),
  totals: z.object({
    rows: z.int().nonnegative(),
    labels: z.int().nonnegative(),
    refused: z.int().nonnegative(),
    decisions: z.record(z.string(), z.number()),
  }),
});

const FRESH: ImportState = { totals: NOTHING_DONE, isComplete: false };

export const openImportState = (dataDirectory: string, identity: ImportIdentity): ImportStateStore => {
  const key = createHash('sha256')
    .update(JSON.stringify(Object.values(identity)))
    .digest('hex')
    .slice(0, 16);
  const directory = join(dataDirectory, 'imports');
  const path = join(directory, `${key}.json`);
  return {
    errorsPath: join(directory, `${key}.errors.csv`),
    load: async () => {
      try {
        return stateSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      } catch {
        // Missing or damaged: begin at the first row. Ids are write-once, so sending again changes nothing.
        return FRESH;
      }
    },
    save: async (state) => {
      await mkdir(dirname(path), { recursive: true });
      const text = JSON.stringify({ input: identity.inputPath, ...state }, null, 2);
      await writeFile(`${path}.new`, `${text}\n`);
      await rename(`${path}.new`, path);
    },
    forget: () => rm(path, { force: true }),
  };
};
