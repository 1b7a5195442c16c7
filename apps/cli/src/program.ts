import { type Command, Help } from 'commander';
import type { CliContext } from './cli-context.ts';
import { COMMANDS } from './commands.ts';

/**
 * Completes the command line so that it can parse `words` (without node and script). Only the code of the command that
 * they name, also behind `help`, is loaded; the others have just their name and description.
 */
export const completeProgram = async (
  program: Command,
  words: readonly string[],
  context: CliContext,
): Promise<Command> => {
  const [first, second] = words;
  const asked = first === 'help' ? second : first;
  const termOf = new Help();
  program
    .name('redoubt')
    .description('The command line of Redoubt.')
    .showHelpAfterError('(add --help for what this command takes)')
    .configureHelp({
      subcommandTerm: (command) => (command.parent === program ? command.name() : termOf.subcommandTerm(command)),
    });
  for (const { name, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    // oxlint-disable-next-line eslint/no-await-in-loop -- at most one of them is loaded
    if (name === asked) (await load())(command, context);
  }
  return program;
};
