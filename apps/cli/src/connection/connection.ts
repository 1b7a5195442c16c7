import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';

/** How to reach the public API of one environment as an application. */
export type Connection = {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  /** What goes into the environment header: a GUID or a path of API ids. */
  readonly environment: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Token endpoint of the second dialect (`docs/reference/wire.md#tokens`). */
  readonly tokenUrl: string;
  readonly resource: string;
  /** Whether it leads to the environment of the demonstration, which defines an assessment of its own. */
  readonly isDemonstration: boolean;
};

export type ConnectionOptions = {
  readonly origin?: string;
  readonly environment?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly tokenUrl?: string;
  readonly resource?: string;
};

const DEFAULT_RESOURCE = 'https://api.dfp.microsoft.com';

const demoSchema = z.object({
  origin: z.url(),
  environmentId: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  resource: z.string().min(1),
  tokenUrlV2: z.url(),
});
type Demo = z.output<typeof demoSchema>;

/** Adds the options that say where to send events; without them the demonstration merchant is used. */
export const addConnectionOptions = (command: Command): Command =>
  command
    .option('--origin <url>', 'server to send to (default: the one in demo.json)')
    .option('--environment <id>', 'environment: GUID, or path of API ids such as /primary/shop')
    .option('--client-id <id>', 'application to send as')
    .option(
      '--client-secret <secret>',
      'its secret; better given as REDOUBT_CLIENT_SECRET, which no process list shows',
    )
    .option('--token-url <url>', 'where the application gets its tokens (OAuth 2.0 client credentials)')
    .option('--resource <uri>', `resource to ask tokens for (default: ${DEFAULT_RESOURCE})`);

const readDemo = async (path: string): Promise<Demo | null> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CliError(`${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  try {
    return demoSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new CliError(`${path} is damaged. Stop the server and start it again: it writes the file anew.`, {
      cause: error,
    });
  }
};

const withoutSlash = (origin: string): string => origin.replace(/\/+$/, '');

/**
 * The connection the options name, filled up from the demonstration facts where they are about the same server.
 *
 * @throws `CliError` naming what is missing and how to give it.
 */
export const resolveConnection = async (options: ConnectionOptions, context: CliContext): Promise<Connection> => {
  const path = join(context.dataDirectory, 'demo.json');
  const found = await readDemo(path);
  const isSameServer =
    options.origin === undefined || withoutSlash(options.origin) === withoutSlash(found?.origin ?? '');
  const demo = isSameServer ? found : null;
  const given = {
    origin: options.origin ?? demo?.origin,
    environment: options.environment ?? demo?.environmentId,
    clientId: options.clientId ?? demo?.clientId,
    clientSecret: options.clientSecret ?? context.variables.REDOUBT_CLIENT_SECRET ?? demo?.clientSecret,
    tokenUrl: options.tokenUrl ?? demo?.tokenUrlV2,
    resource: options.resource ?? demo?.resource ?? DEFAULT_RESOURCE,
  };
  const { origin, environment, clientId, clientSecret, tokenUrl, resource } = given;
  if (
    origin === undefined ||
    environment === undefined ||
    clientId === undefined ||
    clientSecret === undefined ||
    tokenUrl === undefined
  ) {
    if (options.origin === undefined && found === null) {
      throw new CliError(
        `There is no ${path} to take a connection from. Start the server once with npm start, or give --origin, --environment, --client-id, --client-secret and --token-url.`,
      );
    }
    const missing = Object.entries(given)
      .filter(([, value]) => value === undefined)
      .map(([name]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw new CliError(`To send to ${origin ?? 'another server'}, also give ${missing.join(', ')}.`);
  }
  if (!URL.canParse(origin))
    throw new CliError(`--origin takes an address such as http://localhost:5180, not ${origin}.`);
  const isDemonstration = environment === demo?.environmentId;
  return { origin: withoutSlash(origin), environment, clientId, clientSecret, tokenUrl, resource, isDemonstration };
};
