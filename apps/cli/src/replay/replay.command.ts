import { findData, openData } from '@redoubt/enrichment';
import { createSubjectKeys, replayEverywhere, type ReplayedEvent } from '@redoubt/services';
import { readInstallationKeys } from '../boot/installation-key.ts';
import { withDatabase } from '../boot/data.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { dataLocations } from '../data/locations.ts';

type ReplayOptions = { readonly environment?: string };

const NOTHING = 'nothing';

type Decided = Exclude<ReplayedEvent, { readonly erased: true }>;

const sentenceOf = ({ environmentName, difference }: Decided): string => {
  if (difference === null) return `${environmentName}: decision, outputs, trace and answer are the same.`;
  const { path, recorded, recomputed } = difference;
  return `${environmentName}: the first difference is at ${path}: recorded ${recorded ?? NOTHING}, recomputed ${recomputed ?? NOTHING}.`;
};

const languageNote = ({ language }: Decided): readonly string[] =>
  language.recorded === language.current
    ? []
    : [`  It was decided by version ${language.recorded} of the rule language; this is version ${language.current}.`];

const KINDS = { geo: 'IP addresses', bin: 'card numbers' } as const;

const dataNotes = ({ data }: Decided): readonly string[] =>
  data.map(
    ({ kind, recorded, current }) =>
      `  It was decided with other data about ${KINDS[kind]}: ${recorded}; these are ${current || NOTHING}.`,
  );

const linesOf = (event: ReplayedEvent): readonly string[] =>
  'erased' in event
    ? [`${event.environmentName}: erased. A person asked for it; what is left of the event cannot be decided again.`]
    : [sentenceOf(event), ...languageNote(event), ...dataNotes(event)];

const replay = async (eventId: string, options: ReplayOptions, context: CliContext): Promise<void> => {
  const today = openData(findData(dataLocations(context)), {
    onProblem: ({ message }) => context.terminal.error(message),
  });
  const replayed = await withDatabase(context, async (database) => {
    const { hashing } = await readInstallationKeys(context, database);
    return replayEverywhere(database, eventId, options.environment, today, createSubjectKeys(hashing).hashEventId);
  });
  if (replayed.length === 0) {
    const where = options.environment === undefined ? 'any environment' : `environment ${options.environment}`;
    throw new CliError(`There is no assessment ${eventId} in ${where}.`);
  }
  for (const event of replayed) context.terminal.print(linesOf(event).join('\n'));
  if (replayed.some((event) => 'difference' in event && event.difference !== null))
    throw new CliError('', { exitCode: 1 });
};

/** `redoubt replay <event id>` */
export const defineReplay: DefineCommand = (command, context) => {
  command
    .argument('<event id>', 'purchaseId of the event')
    .option('--environment <guid>', 'only the event of this environment (ids are unique within one)')
    .action((eventId: string, options: ReplayOptions) => replay(eventId, options, context));
};
