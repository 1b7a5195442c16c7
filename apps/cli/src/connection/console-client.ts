import {
  getCurrentToken,
  requestedChange,
  type BodyIn,
  type CurrentToken,
  type Endpoint,
  type ParamsIn,
  type QueryIn,
  type RequestedChange,
  type ResponseOf,
} from '@redoubt/contracts';
import { MINUTE_MS } from '@redoubt/kernel';
import { z } from 'zod';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';

type Input<E extends Endpoint> = {
  readonly params?: ParamsIn<E>;
  readonly query?: QueryIn<E>;
  readonly body?: BodyIn<E>;
};

/** What became of a call: its answer, or the request that waits for a second person. */
export type ConsoleAnswer<E extends Endpoint> =
  | { readonly kind: 'done'; readonly answer: ResponseOf<E> }
  | { readonly kind: 'requested'; readonly request: RequestedChange };

/** The console of a server, as a person's access token may use it. */
export type ConsoleClient = {
  readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<ConsoleAnswer<E>>;
  /** The environment of an id or a name. @throws `CliError` that names those there are. */
  readonly environmentOf: (named: string) => Promise<CurrentToken['environments'][number]>;
};

const TIMEOUT_MS = 5 * MINUTE_MS;

const problemSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  problems: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

const SENTENCES: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  'AUTH-TOKEN-INVALID': () => 'REDOUBT_TOKEN holds no token of this server.',
  'AUTH-TOKEN-EXPIRED': () => 'The token of REDOUBT_TOKEN has expired. Make a new one in the console, under Profile.',
  'AUTH-TOKEN-REVOKED': ({ name }) => `The token ${String(name)} was revoked.`,
  'AUTH-TOKEN-NOT-ALLOWED': () => 'A personal access token may not do this.',
  'AUTH-FORBIDDEN': ({ permission }) =>
    `The token does not allow this: it needs ${String(permission)}, and its owner as well.`,
  'ENV-UNKNOWN': ({ id }) => `The token reaches no environment ${String(id)}.`,
  'REQ-BODY-TOO-LARGE': () => 'The files are too large for one call. Leave lists out (--without list supportList).',
};

const refusalOf = (origin: string, status: number, text: string): CliError => {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Reported below by its status.
  }
  const parsed = problemSchema.safeParse(body);
  if (!parsed.success) return new CliError(`${origin} answered ${status}, and not as a server of this product does.`);
  const { code, params, problems } = parsed.data;
  const sentence = SENTENCES[code]?.(params) ?? `${origin} refused: ${code} ${JSON.stringify(params)}`;
  return new CliError([sentence, ...problems.map(({ path, message }) => `  ${path}  ${message}`)].join('\n'));
};

const originOf = (server: string): string => {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new CliError(`--server ${server} is no address; write it as https://redoubt.example.`, { exitCode: 2 });
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  // Every machine on the way to the server would see the token.
  if (url.protocol === 'http:' && !isHere)
    throw new CliError(`--server ${server} would send the token unencrypted; use https.`, { exitCode: 2 });
  return url.origin;
};

/** Opens the console of a server with the token of `REDOUBT_TOKEN`. */
export const createConsoleClient = ({ variables }: CliContext, server: string): ConsoleClient => {
  const origin = originOf(server);
  const token = variables['REDOUBT_TOKEN']?.trim() ?? '';
  if (token === '')
    throw new CliError(
      '--server needs a personal access token in REDOUBT_TOKEN. Make one in the console, under Profile > Access tokens.',
      { exitCode: 2 },
    );

  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ConsoleAnswer<E>> => {
    const params = (input.params ?? {}) as Readonly<Record<string, unknown>>;
    const url = new URL(
      endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      origin,
    );
    for (const [name, value] of Object.entries(input.query ?? {}))
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
        url.searchParams.append(name, String(each));
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      // A token is for one server: it does not follow elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new CliError(`${origin} does not answer: ${(error as Error).message}.`, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw refusalOf(origin, response.status, text);
    if (response.status === 202) return { kind: 'requested', request: requestedChange.parse(JSON.parse(text)) };
    return { kind: 'done', answer: endpoint.response.parse(JSON.parse(text)) as ResponseOf<E> };
  };

  return {
    call,
    environmentOf: async (named) => {
      const answer = await call(getCurrentToken, {});
      const all = answer.kind === 'done' ? answer.answer.environments : [];
      const found = all.filter(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase());
      const [first, ...others] = found;
      if (first !== undefined && others.length === 0) return first;
      const known = (found.length > 0 ? found : all).map(({ id, name }) => `${name} (${id})`).join(', ');
      throw new CliError(
        found.length > 1
          ? `Several environments are called ${named}; give the id of one: ${known}.`
          : `The token reaches no environment ${named}${known === '' ? '' : `; it reaches ${known}`}.`,
      );
    },
  };
};
