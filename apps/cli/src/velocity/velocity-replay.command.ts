import { readFile } from 'node:fs/promises';
import { textOfValue } from '@redoubt/fql';
import { parseWindow, type VelocityWindow, WINDOW_MODES, type WindowMode, windowSeconds } from '@redoubt/velocity';
import { InvalidArgumentError, Option } from 'commander';
import { csvLine } from '@redoubt/kernel';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from '../cli-error.ts';
import { formatCount } from '../terminal/format.ts';
import { type EventRow, openEventRows } from './event-rows.ts';
import { payloadBuilder } from './payload.ts';
import { createReplay, type ReplayEvent, type ReplayTally } from './replay.ts';
import { parseReplayMap, type ReplayMap } from './replay-map.ts';
import { plainNumber } from './plain-number.ts';
import { parseVelocitySet } from './velocity-set-file.ts';

type NamedWindow = { readonly text: string; readonly window: VelocityWindow };

type Options = {
  readonly set: string;
  readonly events: string;
  readonly map: string;
  readonly windows: readonly NamedWindow[];
  readonly mode: WindowMode;
  readonly includeCurrent?: true;
  readonly delay: number;
};

const ROWS_PER_WRITE = 1000;
const LIMITS = '1s to 59s, 1m to 59m, 1h to 23h, 1d to 90d';

const windowsOf = (list: string): readonly NamedWindow[] =>
  list.split(',').map((part) => {
    const text = part.trim();
    const window = parseWindow(text);
    if (!window) throw new InvalidArgumentError(`"${text}" is no window; there are ${LIMITS}.`);
    return { text, window };
  });

const delayOf = (text: string): number => {
  const window = parseWindow(text);
  if (text === '0') return 0;
  if (!window) throw new InvalidArgumentError(`Give 0 or one of ${LIMITS}.`);
  return windowSeconds(window);
};

const readText = async (context: CliContext, name: string): Promise<string> => {
  try {
    return await readFile(context.resolvePath(name), 'utf8');
  } catch (error) {
    throw new CliError(`${name} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
};

const checkColumns = (map: ReplayMap, mapName: string, name: string, columns: readonly string[] | null): void => {
  if (columns === null) return;
  const missing = [map.id, map.time, ...map.fields.map(({ column }) => column)].filter((c) => !columns.includes(c));
  if (missing.length === 0) return;
  throw new CliError(`${mapName}: ${name} has no column ${missing.join(', ')}; its columns are ${columns.join(', ')}.`);
};

const eventReader = (map: ReplayMap, name: string, columns: readonly string[] | null) => {
  const buildPayload = payloadBuilder(map.fields);
  return ({ number, cell }: EventRow): ReplayEvent => {
    const time = textOfValue(cell(map.time));
    const second = map.readTime(time.trim());
    if (second === null) {
      throw new CliError(
        `${name}, row ${number}: column ${map.time} holds "${time}", which is no time such as 2018-04-01 00:00:31.`,
      );
    }
    const named = columns === null || columns.includes(map.event) ? cell(map.event) : undefined;
    return {
      id: textOfValue(cell(map.id)),
      event: textOfValue(named ?? map.event),
      second,
      payload: buildPayload(cell),
    };
  };
};

const notes = ({ late, inexact, errors }: ReplayTally): readonly string[] => [
  ...(late > 0 ? [`${formatCount(late)} events came after later ones; they count for the events below them.`] : []),
  ...(inexact > 0
    ? [`${formatCount(inexact)} values are estimates: their keys have more events than are kept one by one.`]
    : []),
  ...(errors > 0 ? [`${formatCount(errors)} times a velocity failed and did not count an event.`] : []),
];

const replayVelocities = async (options: Options, context: CliContext): Promise<void> => {
  const set = parseVelocitySet(options.set, await readText(context, options.set));
  const map = parseReplayMap(options.map, await readText(context, options.map));
  const { columns, rows } = await openEventRows(options.events, context.resolvePath(options.events));
  checkColumns(map, options.map, options.events, columns);
  const readEvent = eventReader(map, options.events, columns);
  const replay = createReplay(set, {
    windows: options.windows.map(({ window }) => window),
    mode: options.mode,
    includesCurrent: options.includeCurrent === true,
    delayS: options.delay,
  });
  let lines = [
    csvLine(['id', ...set.velocities.flatMap(({ name }) => options.windows.map(({ text }) => `${name}@${text}`))]),
  ];
  for await (const row of rows()) {
    if (context.stop.aborted) throw new CliError('Stopped.', { exitCode: EXIT_INTERRUPTED });
    const event = readEvent(row);
    lines.push(csvLine([event.id, ...replay.next(event).map(plainNumber)]));
    if (lines.length < ROWS_PER_WRITE) continue;
    context.terminal.print(lines.join('\n'));
    lines = [];
  }
  if (lines.length > 0) context.terminal.print(lines.join('\n'));
  for (const note of notes(replay.tally)) context.terminal.error(note);
};

/** `redoubt velocity replay --set <file> --events <file> --map <file> --windows 1d,7d` */
export const defineVelocity: DefineCommand = (command, context) => {
  command
    .command('replay')
    .description(
      'Write, as CSV, what velocities were worth at each event of a file, worked out by the server’s own store.',
    )
    .requiredOption('--set <file>', 'texts of velocities, separated by lines of ---')
    .requiredOption('--events <file>', 'the events, CSV with a header line or NDJSON, plain or gzipped')
    .requiredOption('--map <file>', 'which column is what: id, time, timeZone, event, fields (YAML)')
    .requiredOption('--windows <list>', 'windows to read at each event, such as 1d,7d,30d', windowsOf)
    .addOption(
      new Option('--mode <mode>', 'windows begin on whole units of UTC (aligned) or slide to the second')
        .choices(WINDOW_MODES)
        .default('aligned'),
    )
    .option('--include-current', 'count the event itself in its windows')
    .option('--delay <time>', 'end every window so long before the event, such as 7d', delayOf, 0)
    .action((options: Options) => replayVelocities(options, context));
};
