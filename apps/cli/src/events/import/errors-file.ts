import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../../cli-error.ts';
import type { Refusal } from './ledger.ts';

/** A CSV list of the events that were refused: row, event, status, message. */
export type ErrorsFile = {
  readonly path: string;
  readonly add: (refusal: Refusal) => void;
  /** Writes what has been added since the last time; no file is made while nothing is wrong. */
  readonly flush: () => Promise<void>;
};

const HEADER = 'row,event,status,message\n';

/** One cell of CSV. Text that a spreadsheet would take for a formula is quoted with an apostrophe. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** @param isContinued keeps the list of an earlier run of the same import. */
export const openErrorsFile = async (path: string, isContinued: boolean): Promise<ErrorsFile> => {
  let pending = '';
  let hasHeader = isContinued;
  if (!isContinued) await rm(path, { force: true });
  return {
    path,
    add: ({ row, event, status, message }) => {
      pending += `${[row, event, status, message].map(cell).join(',')}\n`;
    },
    flush: async () => {
      if (pending === '') return;
      const text = hasHeader ? pending : `${HEADER}${pending}`;
      pending = '';
      hasHeader = true;
      try {
        await mkdir(dirname(path), { recursive: true });
        await appendFile(path, text);
      } catch (error) {
        throw new CliError(`The refused events cannot be written to ${path}: ${(error as Error).message}.`, {
          cause: error,
        });
      }
    },
  };
};
