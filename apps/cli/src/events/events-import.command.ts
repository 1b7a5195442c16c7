import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkMap, createRowMapper } from '@redoubt/domain';
import { InvalidArgumentError, type Command } from 'commander';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from '../cli-error.ts';
import { addConnectionOptions, resolveConnection, type ConnectionOptions } from '../connection/connection.ts';
import { createEventClient } from '../connection/event-client.ts';
import { formatCount, formatDuration, formatRate, formatTally } from '../terminal/format.ts';
import { createProgress } from '../terminal/progress.ts';
import { openCsv } from './import/csv-rows.ts';
import { openErrorsFile } from './import/errors-file.ts';
import { openImportState } from './import/import-state.ts';
import type { ImportTotals } from './import/ledger.ts';
import { CALLS, runImport, type ImportResult } from './import/run-import.ts';
import { mapError, parseMapFile } from './map/map-file.ts';

type ImportOptions = ConnectionOptions & {
  readonly map: string;
  readonly concurrency: number;
  readonly limit?: number;
  readonly errors?: string;
  readonly maxRefused: number;
  readonly restart?: true;
};

const DEFAULT_CONCURRENCY = 256;
const DEFAULT_MAX_REFUSED = 100;

/** A whole number from 1 on. */
const positive = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return value;
};

const readMap = async (name: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError(
      `The map file ${name} cannot be read: ${(error as Error).message}. docs/examples/handbook.map.yaml is one to start from.`,
      { cause: error },
    );
  }
};

const statInput = async (name: string, path: string): Promise<{ size: number; mtimeMs: number }> => {
  try {
    return await stat(path);
  } catch (error) {
    throw new CliError(`The file ${name} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
};

const summary = (name: string, before: ImportTotals, result: ImportResult, tookMs: number): string => {
  const { rows, labels, refused, decisions } = result.totals;
  const sent = rows - before.rows;
  const verb = result.end === 'complete' ? 'Imported' : 'Sent part of';
  return [
    `${verb} ${name} in ${formatDuration(tookMs)}`,
    `  rows       ${formatCount(sent)} sent now, ${formatCount(rows)} in all (${formatRate((sent * 1000) / Math.max(1, tookMs))})`,
    `  decisions  ${formatTally(decisions)}`,
    `  labels     ${formatCount(labels)}`,
    `  refused    ${formatCount(refused)}`,
  ].join('\n');
};

/** What runs the import next must notice that some of the file is not there. */
const requireNoneRefused = ({ refused }: ImportTotals, errorsPath: string): void => {
  if (refused === 0) return;
  throw new CliError(`${formatCount(refused)} events were refused and are not stored; ${errorsPath} lists them.`);
};

const importEvents = async (file: string, options: ImportOptions, context: CliContext): Promise<void> => {
  const { clock, terminal, stop } = context;
  const inputPath = context.resolvePath(file);
  const connection = await resolveConnection(options, context);
  const mapText = await readMap(options.map, context.resolvePath(options.map));
  const map = parseMapFile(options.map, mapText);
  const { size, mtimeMs } = await statInput(file, inputPath);
  const csv = await openCsv(file, inputPath);
  const { origin, environment } = connection;
  const state = openImportState(context.dataDirectory, {
    inputPath,
    inputBytes: size,
    inputModifiedMs: mtimeMs,
    mapText,
    origin,
    environment,
  });
  const client = createEventClient({
    connection,
    clock,
    stop,
    concurrency: CALLS,
    historical: true,
  });
  try {
    const problems = checkMap(map, file, csv.columns);
    if (problems.length > 0) throw mapError(options.map, problems);
    if (options.restart) await state.forget();
    const earlier = await state.load();
    const before = earlier.totals;
    const rowLimit = options.limit ?? null;
    if (earlier.isComplete && rowLimit === null) {
      terminal.print(
        `${file} has been imported already: ${formatCount(before.rows)} rows. Send it again with --restart.`,
      );
      requireNoneRefused(before, state.errorsPath);
      return;
    }
    if (rowLimit !== null && before.rows >= rowLimit) {
      terminal.print(`The first ${formatCount(rowLimit)} rows of ${file} have been sent already.`);
      return;
    }
    if (before.rows > 0) terminal.error(`Going on after row ${formatCount(before.rows)}.`);
    const errorsPath = options.errors === undefined ? state.errorsPath : context.resolvePath(options.errors);
    const errors = await openErrorsFile(errorsPath, before.refused > 0);
    const progress = createProgress(terminal, clock, 'rows');
    const startMs = clock.now();
    const parts = {
      csv,
      mapRow: createRowMapper(map, csv.columns),
      client,
      state,
      errors,
      clock,
      stop,
      onProgress: (count: number, share: number) => progress.update({ count, share }),
    };
    const { concurrency, maxRefused } = options;
    const result = await runImport(parts, { start: before, rowLimit, concurrency, maxRefused }).finally(
      progress.finish,
    );
    terminal.print(summary(basename(inputPath), before, result, clock.now() - startMs));
    if (result.totals.refused > 0) terminal.print(`  listed in  ${errors.path}`);
    if (result.end === 'complete') {
      requireNoneRefused(result.totals, errors.path);
      return;
    }
    const goOn = `The same command goes on after row ${formatCount(result.totals.rows)}.`;
    if (result.end === 'stopped') throw new CliError(`Stopped. ${goOn}`, { exitCode: EXIT_INTERRUPTED });
    throw new CliError(`${result.end.message}\n${goOn}`, { cause: result.end });
  } finally {
    csv.close();
    await client.close();
  }
};

/** `redoubt events import <file> --map <file>` */
export const defineEvents: DefineCommand = (events, context) => {
  const command: Command = events
    .command('import')
    .description('Send the rows of a CSV file as past purchases, in the order of the file.')
    .argument('<file>', 'CSV file with a header line, plain or gzipped')
    .requiredOption('--map <file>', 'how a row becomes events (YAML or JSON), see docs/examples/handbook.map.yaml')
    .option(
      '--concurrency <n>',
      'rows under way at one time, in up to four calls of up to 250 rows',
      positive,
      DEFAULT_CONCURRENCY,
    )
    .option('--limit <n>', 'send only the first rows of the file', positive)
    .option('--errors <file>', 'where to list refused events (default: beside the state of the import)')
    .option('--max-refused <n>', 'stop after so many refused events', positive, DEFAULT_MAX_REFUSED)
    .option('--restart', 'begin at the first row, whatever an earlier run has sent');
  addConnectionOptions(command).action((file: string, options: ImportOptions) => importEvents(file, options, context));
};
