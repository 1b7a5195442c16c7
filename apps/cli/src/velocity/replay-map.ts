import { parse as parseYaml, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { timeReader, type TimeReader } from './event-time.ts';

const schema = z.strictObject({
  id: z.string().min(1),
  time: z.string().min(1),
  timeZone: z.string().min(1).default('UTC'),
  event: z.string().min(1),
  fields: z.record(z.string().min(1), z.string().min(1)),
});

/** How a row becomes an event: which column is its id, its time, and each attribute that velocities read. */
export type ReplayMap = {
  readonly id: string;
  readonly time: string;
  /** Name of the event, as FROM has it, or of the column that holds the name. */
  readonly event: string;
  readonly fields: readonly { readonly attribute: string; readonly column: string }[];
  readonly readTime: TimeReader;
};

const SHAPE = 'It holds id, time, timeZone (UTC if absent), event, and fields: a list of "attribute: column".';

/** @throws `CliError` saying what is wrong in a map. */
export const parseReplayMap = (fileName: string, text: string): ReplayMap => {
  let document: unknown;
  try {
    document = parseYaml(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new CliError(`${fileName}: ${error.message}`, { cause: error });
  }
  const parsed = schema.safeParse(document);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`);
    throw new CliError(`${fileName} is not a map for a replay. ${SHAPE}\n${problems.join('\n')}`);
  }
  const { id, time, timeZone, event, fields } = parsed.data;
  try {
    return {
      id,
      time,
      event,
      fields: Object.entries(fields).map(([attribute, column]) => ({ attribute, column })),
      readTime: timeReader(timeZone),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(
      `${fileName}: there is no time zone "${timeZone}". Write UTC, an offset such as +02:00, or a name such as Europe/Brussels.`,
      { cause: error },
    );
  }
};
