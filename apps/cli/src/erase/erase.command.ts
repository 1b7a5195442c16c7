import { setTimeout as delay } from 'node:timers/promises';
import type { SubjectRequest } from '@redoubt/contracts';
import { isAppError, type Id } from '@redoubt/kernel';
import {
  createSubjectKeys,
  getSubjectPolicy,
  getSubjectRequests,
  operatorContext,
  previewSubject,
  createSubjectJobs,
  startJobs,
  submitSubjectRequest,
  type SubjectKeys,
} from '@redoubt/services';
import { withDatabase } from '../boot/data.ts';
import { readInstallationKeys } from '../boot/installation-key.ts';
import { inSentences, operatorOf } from '../boot/operator.ts';
import { withProjections } from '../boot/projections.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from '../cli-error.ts';
import { describePreview, describeReceipt, receiptOf } from './receipt.ts';
import { chooseSubject, readLines, type LineReader, type SubjectOptions } from './subject.ts';

type EraseOptions = SubjectOptions & {
  readonly environment: string;
  readonly dryRun?: true;
  readonly confirm?: string;
  readonly by?: string;
  readonly json?: true;
};

type Operator = Awaited<ReturnType<typeof operatorContext>>;

/** Exit code of an erasure that a second person has to approve. */
const EXIT_WAITS = 3;
const LOOK_MS = 200;

const valueOf = async (given: string, lines: LineReader): Promise<string> => {
  const value = given === '-' ? await lines.next('The id of the person:') : given.trim();
  if (value === undefined || value === '') throw new CliError('There is no id to look for.', { exitCode: 2 });
  return value;
};

const confirm = async (value: string, { confirm: given }: EraseOptions, lines: LineReader): Promise<void> => {
  const typed = given?.trim() ?? (await lines.next('This cannot be undone. Type the id again to erase the person:'));
  if (typed !== value) throw new CliError('Nothing was erased: the id typed again is another one.');
};

const submit = async (
  operator: Operator,
  keys: SubjectKeys,
  subject: { readonly assessment: string; readonly property: string; readonly value: string },
): Promise<SubjectRequest> => {
  try {
    return await submitSubjectRequest(operator, keys, { ...subject, type: 'Delete', confirmation: subject.value });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'SUBJECT-REQUEST-OPEN') throw error;
    throw new CliError('The erasure of this person is asked for already: see Settings, Subject requests.', {
      cause: error,
    });
  }
};

const UNDER_WAY = new Set(['Pending', 'Processing']);

/** Waits for the process that works on the request, this one included. */
const finish = async (operator: Operator, keys: SubjectKeys, id: Id, stop: AbortSignal): Promise<SubjectRequest> => {
  while (!stop.aborted) {
    const request = (await getSubjectRequests(operator, keys)).requests.find((each) => each.id === id);
    if (request !== undefined && !UNDER_WAY.has(request.status)) return request;
    await delay(LOOK_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  throw new CliError(`Stopped. Request ${id} stays: a server of this data goes on with it.`, {
    exitCode: EXIT_INTERRUPTED,
  });
};

const work = async (operator: Operator, keys: SubjectKeys, id: Id, stop: AbortSignal): Promise<SubjectRequest> => {
  const { database, clock } = operator;
  const jobs = startJobs({ database, clock, runners: [createSubjectJobs(database, clock, keys)] });
  try {
    return await withProjections(database, () => finish(operator, keys, id, stop));
  } finally {
    await jobs.close();
  }
};

const eraseIn = async (
  operator: Operator,
  given: string,
  options: EraseOptions,
  context: CliContext,
  lines: LineReader,
): Promise<void> => {
  const { terminal, stop } = context;
  const { hashing, sealing } = await readInstallationKeys(context, operator.database);
  const keys = createSubjectKeys(hashing, sealing);
  const { assessment, property } = chooseSubject(options, await getSubjectPolicy(operator));
  const subject = { assessment, property, value: await valueOf(given, lines) };
  const preview = await previewSubject(operator, subject);
  const say = options.json && !options.dryRun ? terminal.error : terminal.print;
  if (options.json && options.dryRun) terminal.print(JSON.stringify(preview, null, 2));
  else for (const line of describePreview(preview, operator.environmentName)) say(line);
  if (options.dryRun) {
    if (!options.json) terminal.print('Nothing was erased: this was a dry run.');
    return;
  }
  await confirm(subject.value, options, lines);
  const submitted = await submit(operator, keys, subject);
  if (submitted.awaitsApproval) {
    throw new CliError(
      `Request ${submitted.id} waits for a second person, as ${operator.environmentName} asks for: Settings, Subject requests.`,
      { exitCode: EXIT_WAITS },
    );
  }
  terminal.error(`Request ${submitted.id} …`);
  const request = await work(operator, keys, submitted.id, stop);
  if (request.status !== 'Complete') {
    throw new CliError(
      `Request ${request.id} is ${request.status.toLowerCase()}${request.problem === null ? '' : ` (${request.problem})`}: see Settings, Subject requests.`,
    );
  }
  const receipt = receiptOf(request, { id: operator.environmentId, name: operator.environmentName });
  if (options.json) terminal.print(JSON.stringify(receipt, null, 2));
  else for (const line of describeReceipt(receipt)) terminal.print(line);
};

const erase = async (given: string, options: EraseOptions, context: CliContext): Promise<void> => {
  const lines = readLines(context);
  try {
    await inSentences(options.environment, () =>
      withDatabase(context, async (database) =>
        eraseIn(
          await operatorContext(database, context.clock, options.environment, operatorOf('erase', options.by)),
          given,
          options,
          context,
          lines,
        ),
      ),
    );
  } finally {
    lines.close();
  }
};

/** `redoubt erase <id of the person> --environment <id or name>` */
export const defineErase: DefineCommand = (command, context) => {
  command
    .argument('<id>', 'id of the person, or - to read it from standard input, where no process list shows it')
    .requiredOption('--environment <id or name>', 'where to look; what is below counts too')
    .option('--assessment <name>', 'an assessment of your own, by its name (default: the built-in events)')
    .option('--property <path>', 'which of its data-subject ids it is (default: user.userId)')
    .option('--dry-run', 'say what would be erased, and erase nothing')
    .option('--confirm <id>', 'the id once more, instead of being asked for it')
    .option('--by <name>', 'who asks for it, for the activity log; else the user of this machine')
    .option('--json', 'print the receipt (with --dry-run what there is) as JSON')
    .action((given: string, options: EraseOptions) => erase(given, options, context));
};
