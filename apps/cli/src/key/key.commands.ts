import { rename } from 'node:fs/promises';
import { beginKeyRotation, finishKeyRotation, newOperatorKey } from '@redoubt/services';
import { withDatabase } from '../boot/data.ts';
import { keepKey, keyFileOf, readOperatorKeys } from '../boot/installation-key.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { formatCount } from '../terminal/format.ts';

const MIN_CHARACTERS = 32;

const rotate = async (context: CliContext): Promise<void> => {
  const { variables, terminal } = context;
  const { REDOUBT_KEY: given, REDOUBT_KEY_PREVIOUS: previous } = variables;
  const file = keyFileOf(context);
  const isKeptHere = !given;
  if (!isKeptHere && !previous) {
    throw new CliError('Give the new key as REDOUBT_KEY and the one in force as REDOUBT_KEY_PREVIOUS.', {
      exitCode: 2,
    });
  }
  if (given && given.length < MIN_CHARACTERS) {
    throw new CliError(`REDOUBT_KEY takes at least ${MIN_CHARACTERS} characters.`, { exitCode: 2 });
  }
  const key = given || newOperatorKey();
  const before = previous || (await readOperatorKeys(context)).key;
  // The new key is kept before it is let in, and the old one until the rotation is finished: neither can be lost.
  if (isKeptHere) await keepKey(`${file}.next`, key);
  await withDatabase(context, (database) => beginKeyRotation(database, { key, previous: before }));
  if (isKeptHere) {
    await keepKey(`${file}.previous`, before);
    await rename(`${file}.next`, file);
  }
  terminal.print(
    isKeptHere
      ? `Both keys open this installation now; the new one stands in ${file}. Start the server again, then run "redoubt key finish".`
      : 'Both keys open this installation now. Start every node again with the new REDOUBT_KEY, then run "redoubt key finish".',
  );
};

const finish = async (context: CliContext): Promise<void> => {
  const { key } = await readOperatorKeys(context);
  const { resealed, unreadable } = await withDatabase(context, (database) => finishKeyRotation(database, key));
  context.terminal.print(`The old key opens nothing any more. ${formatCount(resealed)} secrets were sealed anew.`);
  if (unreadable > 0) {
    throw new CliError(`${formatCount(unreadable)} secrets could be opened with no key: enter them again.`);
  }
};

/** `redoubt key rotate`, `redoubt key finish` */
export const defineKey: DefineCommand = (key, context) => {
  key
    .command('rotate')
    .description(
      'Let the new REDOUBT_KEY open the installation beside REDOUBT_KEY_PREVIOUS. Without REDOUBT_KEY the key file of REDOUBT_DATA gets a new key.',
    )
    .action(() => rotate(context));
  key
    .command('finish')
    .description('Seal every secret anew and withdraw the old key, once all nodes run with the new one.')
    .action(() => finish(context));
};
