import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { guardedCsvLine } from '@redoubt/kernel';
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

/** @param isContinued keeps the list of an earlier run of the same import. */
export const openErrorsFile = async (path: string, isContinued: boolean): Promise<ErrorsFile> => {
  let pending = '';
  let hasHeader = isContinued;
  if (!isContinued) await rm(path, { force: true });
  return {
    path,
    add: ({ row, event, status, message }) => {
      pending += `${guardedCsvLine([row, event, status, message].map((value) => String(value ?? '')))}\n`;
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
