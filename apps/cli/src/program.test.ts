import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { CliContext } from './cli-context.ts';
import { COMMANDS } from './commands.ts';
import { completeProgram } from './program.ts';
import { runCli } from './testing/run-cli.ts';

/** Help reads nothing of the world. */
const context = {} as CliContext;

const programFor = (...words: string[]): Promise<Command> => completeProgram(new Command(), words, context);

/** Names of the commands that were loaded. */
const definedIn = ({ commands }: Command): readonly string[] =>
  commands
    .filter(
      ({ commands: below, options, registeredArguments: given }) => below.length + options.length + given.length > 0,
    )
    .map((command) => command.name());

describe('the command line', () => {
  test('lists every command with its description and loads none for the help', async () => {
    const program = await programFor('--help');
    for (const { name } of COMMANDS) expect(program.helpInformation()).toContain(`\n  ${name} `);
    expect(definedIn(program)).toEqual([]);
  });

  test.each(COMMANDS)('defines only $name when it is asked for', async ({ name }) => {
    expect(definedIn(await programFor(name))).toEqual([name]);
    expect(definedIn(await programFor('help', name))).toEqual([name]);
  });

  test('says which commands there are when another is asked for', async () => {
    const run = runCli(['verify'], { dataDirectory: tmpdir() });
    await expect(run).rejects.toMatchObject({ code: 'commander.unknownCommand' });
  });
});
