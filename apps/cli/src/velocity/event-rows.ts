import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { CliError } from '../cli-error.ts';
import { openCsv } from '../events/import/csv-rows.ts';

/** One row of a file of events: the value of a column, `undefined` where it is empty or absent. */
export type EventRow = { readonly number: number; readonly cell: (column: string) => Json | undefined };

/** Rows of a CSV or NDJSON file, in its order; plain or gzipped. `columns` is null where rows name their own. */
export type EventRows = {
  readonly columns: readonly string[] | null;
  readonly rows: () => AsyncIterable<EventRow>;
};

const isNdjson = (name: string): boolean => /\.(ndjson|jsonl)(\.gz)?$/i.test(name);

const valueAt = (record: JsonObject, path: string): Json | undefined => {
  if (Object.hasOwn(record, path)) return record[path];
  let value: Json | undefined = record;
  for (const name of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
};

const parseLine = (name: string, number: number, line: string): JsonObject => {
  try {
    const record = JSON.parse(line) as Json;
    if (isJsonObject(record)) return record;
  } catch (error) {
    throw new CliError(`${name}, line ${number}: ${(error as Error).message}.`, { cause: error });
  }
  throw new CliError(`${name}, line ${number}: each line must be a JSON object.`);
};

async function* ndjsonRows(name: string, path: string): AsyncIterable<EventRow> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  const isPacked = /\.gz$/i.test(name);
  // A failure of the file destroys the unpacking with it, so that its reader hears of it.
  if (isPacked) pipeline(file, unpacked, () => undefined);
  const input = isPacked ? unpacked : file;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    const record = parseLine(name, number, line);
    const cell = (column: string): Json | undefined => valueAt(record, column) ?? undefined;
    yield { number, cell };
  }
}

/** @throws `CliError` for a file that cannot be read. */
export const openEventRows = async (name: string, path: string): Promise<EventRows> => {
  if (isNdjson(name)) {
    try {
      await (await open(path)).close();
    } catch (error) {
      throw new CliError(`${name} cannot be read: ${(error as Error).message}.`, { cause: error });
    }
    return { columns: null, rows: () => ndjsonRows(name, path) };
  }
  const csv = await openCsv(name, path);
  const indexes = new Map(csv.columns.map((column, index) => [column, index]));
  return {
    columns: csv.columns,
    rows: async function* rows() {
      let number = 0;
      for await (const cells of csv.rows()) {
        number += 1;
        yield { number, cell: (column) => cells[indexes.get(column) ?? -1] || undefined };
      }
    },
  };
};
